"""A match of ROOKIE set up by its piles, for a position that chance hardly ever brings about."""

from random import Random

from mazziere.kernel.engine import Engine
from tests.properties.play import CHANCE, Recording, Run, Step, driven


def buried(machine: Engine, rng: Random) -> Recording:
    """Leave cards only beneath an open one, while another lies open with none beneath.

    Pairs lie side by side in piles 2 to 9, above one last card each; pile 1 keeps its X open.
    """
    pairs = ["R"] * 4 + ["G"] * 4 + ["B"] * 5 + ["Y"] * 5 + ["P"] * 5 + ["X"] * 5
    rng.shuffle(pairs)
    first = ["X", "Y", "P", "X", "R", "R", "G", "G"]
    piles = [first] + [
        [*pairs[column * 7 : column * 7 + 7], last]
        for column, lasts in enumerate(("RR", "GG", "BB", "YP"))
        for last in lasts
    ]
    cards = tuple(machine.game.card_numbers[card] for pile in piles for card in pile)
    lifted = [place for column in range(4) for place in (column * 2 + 2, column * 2 + 3) * 7]
    flips = [f"flip {place}" for place in (*lifted, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1)]

    def choose(run: Run) -> Step | None:
        if run.due == "starter":
            return Step(CHANCE, 0, ((0, 1),))
        if run.due is not None:
            return Step(CHANCE, 0, (tuple(range(9)), cards))
        (seat,) = machine.actors(run.states, 0)
        moves = machine.legal(run.states, 0, seat)
        if not machine.game.name(moves[0]).startswith("flip"):
            return Step(seat, moves[0])
        return Step(seat, machine.game.action_numbers[flips.pop(0)]) if flips else None

    return driven(Run(machine, 2, {"edition": "pocket"}), choose)
