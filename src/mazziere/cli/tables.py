"""Setting up a table from the command line: options, players, bots, seed."""

import secrets
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from mazziere.bots.levels import BadSpec, Spec, read_spec
from mazziere.cli.say import Stop
from mazziere.games import find
from mazziere.kernel.game import Game
from mazziere.kernel.options import BadOption
from mazziere.lab.sim import Setup


def chosen_options(game: Game, settings: list[tuple[str, str]]) -> dict[str, Any]:
    """Return all options of a game, with those set on the command line."""
    known = {option.name: option for option in game.options}
    chosen = {}
    for name, text in settings:
        if name not in known:
            raise Stop(f"{game.id} has no option {name[:40]!r}; it has {', '.join(known)}", 2)
        chosen[name] = known[name].from_text(text)
    try:
        return game.full_options(chosen)
    except BadOption as error:
        raise Stop(str(error), 2) from None


def setup_of(arguments: Namespace, game: str) -> Setup:
    """Return the table that the command line asks for."""
    found = find(game)
    options = chosen_options(found, arguments.set)
    players = arguments.players
    if players is None:
        players = min(found.allowed_players(options))
    try:
        found.check_players(players, options)
    except BadOption as error:
        raise Stop(str(error)[:200], 2) from None
    seed = arguments.seed if arguments.seed is not None else secrets.randbits(48)
    return Setup(found, players, options, seed)


def specs_of(text: str) -> list[Spec]:
    """Return the bots that a list names."""
    try:
        return [read_spec(name) for name in text.split(",")]
    except BadSpec as error:
        raise Stop(str(error), 2) from None


def bots_of(text: str, seats: int) -> list[str]:
    """Return a bot for each of so many seats: one name for all, or one each."""
    names = [spec.text for spec in specs_of(text)]
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise Stop(f"--bots names {len(names)} bots for {seats} seats", 2)
    return names


def check_countable(specs: Sequence[Spec]) -> None:
    """Refuse bots that were told to go by the clock where the same matches have to come again."""
    for spec in specs:
        if ":ms=" in spec.text:
            raise Stop(f"bot {spec.text}: by the clock no match comes again; set iterations", 2)
