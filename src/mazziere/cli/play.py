"""`mazziere play GAME`: a match against bots, drawn in the terminal or in plain lines."""

import sys
from argparse import Namespace
from typing import Any

from mazziere.cli.arguments import GAMES
from mazziere.cli.say import Stop, is_terminal, language, print_json
from mazziere.cli.tables import bots_of, setup_of, specs_of
from mazziere.cli.terminal import saves
from mazziere.cli.terminal.plain import Lines, Talk, which
from mazziere.cli.terminal.table import Left, Seating, Table
from mazziere.kernel.engine import TooLong
from mazziere.kernel.match import match_seed

LEVEL = "normal"
"""The usual opponents."""
PERSON = 0
"""The seat of the person; who begins is for chance to say."""


def run(arguments: Namespace) -> int:
    """Play a match; with --json the record is printed at the end."""
    if arguments.resume is not None and arguments.game is not None:
        raise Stop("play: either a game, or --resume and a file", 2)
    specs_of(arguments.bots or LEVEL)  # says at once what makes no sense
    if arguments.plain or not may_draw():
        return _in_lines(arguments)
    return _drawn(arguments)


def may_draw() -> bool:
    """Whether there is a terminal on all sides; the app draws on standard error."""
    return is_terminal() and sys.stdin.isatty() and sys.stderr.isatty()


def seating_of(arguments: Namespace, game: str) -> tuple[Seating, int]:
    """The table that the command line asks for, and its seed."""
    setup = setup_of(arguments, game)
    bots = bots_of(arguments.bots or LEVEL, setup.players - 1)
    seed = match_seed(setup.seed, 0)
    seats = (*bots[:PERSON], "", *bots[PERSON:])
    return Seating(setup.game, setup.players, setup.options, seed, seats, PERSON), setup.seed


def _in_lines(arguments: Namespace) -> int:
    talk = Talk(language(arguments.lang), to_stderr=arguments.json)
    script: list[Any] = []
    seed = None
    try:
        if arguments.resume is not None:
            seating, script = saves.resume(arguments.resume)
        else:
            if arguments.game is None and not sys.stdin.isatty():
                raise Stop(f"play: which game? one of {', '.join(GAMES)}", 2)
            seating, seed = seating_of(arguments, arguments.game or which(talk, GAMES))
    except Left:
        return 0
    guest = Lines(talk, seating, arguments.name)
    guest.greet(seating, seed)
    table = guest.table = Table(seating, guest)
    try:
        table.go_on(script)
        table.play()
        guest.finish()
    except Left:
        pass
    except TooLong as error:
        raise Stop(f"{seating.game.id}: {error}") from None
    if arguments.json:
        print_json(table.record())
    return 0


def _drawn(arguments: Namespace) -> int:
    """The app is imported only where it is wanted: it takes a moment."""
    from mazziere.cli.terminal.app import play_drawn

    lang = language(arguments.lang)
    start = None
    if arguments.resume is not None:
        start = saves.resume(arguments.resume)
    elif arguments.game is not None:
        start = seating_of(arguments, arguments.game)[0], []
    elif arguments.set:
        raise Stop("play: --set needs a game", 2)
    record, line = play_drawn(arguments, lang, start)
    if arguments.json and record is not None:
        print_json(record)
    elif line:
        print(line)
    return 0
