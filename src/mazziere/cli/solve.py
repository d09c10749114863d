"""`mazziere solve`: solve a game, prove the solution, and print it."""

from argparse import Namespace

from mazziere.cli.extras import require
from mazziere.cli.progress import steps
from mazziere.cli.say import Stop, print_json, print_table
from mazziere.cli.tables import check_jobs, chosen_mode
from mazziere.games import find
from mazziere.kernel.solving import CannotSolve, Request, SolvePart, solver_of


def run(arguments: Namespace) -> int:
    """Solve, then print tables or JSON; 1 if the proof fails."""
    require("solve", "solve")
    game = find(arguments.game)
    solver = solver_of(game)
    if solver is None:
        raise Stop(f"{game.id} has no solver", 2)
    if arguments.players not in game.seats:
        seats = f"{game.seats[0]} to {game.seats[-1]} players"
        raise Stop(f"{game.id} is for {seats}, not {arguments.players}", 2)
    try:
        answer = solver.solve(_request(arguments, solver), steps)
    except CannotSolve as error:
        raise Stop(str(error), 2) from None
    if arguments.json:
        print_json(answer.found)
    else:
        for part in answer.report:
            if isinstance(part, str):
                print(part)
            else:
                print_table(*part)
    return 0 if answer.holds else 1


def _request(arguments: Namespace, solver: SolvePart) -> Request:
    """Check the options of the command."""
    variant = arguments.variant or solver.VARIANTS[0]
    if variant not in solver.VARIANTS:
        known = ", ".join(solver.VARIANTS)
        raise Stop(f"--variant {variant}: {arguments.game} has {known}", 2)
    check_jobs(arguments.jobs)
    mode = chosen_mode()
    return Request(variant, arguments.players, arguments.seed, arguments.jobs, mode)
