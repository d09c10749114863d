"""`mazziere play GAME`: a match against bots, drawn in the terminal or in plain lines."""

import os
import sys
from argparse import Namespace
from contextlib import nullcontext
from typing import Any

from mazziere.bots.custom import BotError
from mazziere.cli.extras import require
from mazziere.cli.say import Stop, is_terminal, language, print_json
from mazziere.cli.tables import bots_of, setup_of, specs_of
from mazziere.cli.terminal import saves
from mazziere.cli.terminal.plain import PlainDialogue, PlainInterface, which
from mazziere.cli.terminal.solo_match import PersonLeft, Seating, SoloMatch
from mazziere.games import games, ids
from mazziere.kernel.engine import TooLong
from mazziere.kernel.match import match_seed

LEVEL = "normal"
"""The level of the opponents, unless the command line names others."""
PERSON = 0
"""The seat of the person. Chance decides who begins."""


def run(arguments: Namespace) -> int:
    """Play a match; with --json the record is printed at the end."""
    if arguments.resume is not None and arguments.game is not None:
        raise Stop("play: either a game, or --resume and a file", 2)
    specs_of(arguments.bots or LEVEL)  # refuse bad bots before the table is set
    if arguments.plain or not may_draw():
        return _in_lines(arguments)
    return _drawn(arguments)


def may_draw() -> bool:
    """Tell whether the table can be drawn: a terminal that can move its cursor.

    Input, output and errors must be terminals: the app draws on standard error.
    """
    if os.environ.get("TERM", "").lower() in ("dumb", "unknown"):
        return False
    return is_terminal() and sys.stdin.isatty() and sys.stderr.isatty()


def seating_of(arguments: Namespace, game: str) -> tuple[Seating, int]:
    """Return the seating that the command line asks for, and its seed."""
    setup = setup_of(arguments, game)
    bots = bots_of(arguments.bots or LEVEL, setup.players - 1)
    seed = match_seed(setup.seed, 0)
    seats = (*bots[:PERSON], "", *bots[PERSON:])
    return Seating(setup.game, setup.players, setup.options, seed, seats, PERSON), setup.seed


def _in_lines(arguments: Namespace) -> int:
    talk = PlainDialogue(language(arguments.lang), to_stderr=arguments.json)
    script: list[Any] = []
    seed = None
    try:
        if arguments.resume is not None:
            seating, script = saves.resume(arguments.resume)
        else:
            if arguments.game is None and not sys.stdin.isatty():
                raise Stop(f"play: which game? one of {', '.join(ids())}", 2)
            seating, seed = seating_of(
                arguments, arguments.game or which(talk, [game.id for game in games()])
            )
    except PersonLeft:
        return 0
    with saves.locked(seating) if arguments.resume is not None else nullcontext():
        return _play_lines(arguments, talk, seating, script, seed)


def _play_lines(
    arguments: Namespace, talk: PlainDialogue, seating: Seating, script: list[Any], seed: int | None
) -> int:
    guest = PlainInterface(talk, seating, arguments.name)
    guest.greet(seating, seed)
    table = guest.table = SoloMatch(seating, guest)
    try:
        table.go_on(script)
        table.play()
        guest.finish()
    except PersonLeft:
        pass
    except TooLong as error:
        raise Stop(f"{seating.game.id}: {error}") from None
    except BotError as error:
        raise Stop(str(error), 2) from None
    if arguments.json:
        print_json(table.record())
    return 0


def _drawn(arguments: Namespace) -> int:
    """Import the app late: Textual takes a moment to load, and may be missing."""
    require("terminal", "the drawn table of play", "play --plain")
    from mazziere.cli.terminal.app import play_drawn

    lang = language(arguments.lang)
    start = None
    if arguments.resume is not None:
        start = saves.resume(arguments.resume)
    elif arguments.game is not None:
        start = seating_of(arguments, arguments.game)[0], []
    elif arguments.set or arguments.preset:
        raise Stop(f"play: --{'set' if arguments.set else 'preset'} needs a game", 2)
    record, line = play_drawn(arguments, lang, start)
    if arguments.json and record is not None:
        print_json(record)
    elif line:
        print(line)
    return 0
