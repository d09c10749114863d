"""The set-up of a match from the command line: options, players, bots, seed."""

import secrets
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from mazziere.bots.custom import read_bot
from mazziere.bots.levels import CUSTOM, LEVELS, BadSpec, Spec
from mazziere.cli.say import Stop
from mazziere.cli.values import suggestion
from mazziere.games import find
from mazziere.kernel.engine import wanted_mode
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode
from mazziere.kernel.options import BadOption
from mazziere.kernel.presets import Preset, UnknownPreset
from mazziere.lab.sim import Setup

MAX_JOBS = 256


def chosen_options(
    game: Game, settings: list[tuple[str, str]], preset: Preset | None = None
) -> dict[str, Any]:
    """Return all options of a game: those set on the command line override the preset's."""
    known = {option.name: option for option in game.options}
    chosen = dict(preset.options) if preset is not None else {}
    for name, text in settings:
        if name not in known:
            hint = suggestion(name, known) or f"; it has {', '.join(known)}"
            raise Stop(f"{game.id} has no option {name[:40]!r}{hint}", 2)
        chosen[name] = known[name].from_text(text)
    try:
        return game.full_options(chosen)
    except BadOption as error:
        raise Stop(str(error), 2) from None


def preset_of(game: Game, name: str | None) -> Preset | None:
    """Return the preset that the command line names, if it names one."""
    try:
        return None if name is None else game.preset(name)
    except UnknownPreset as error:
        hint = suggestion(str(name), [preset.id for preset in game.presets])
        raise Stop(f"{error}{hint}", 2) from None


def setup_of(arguments: Namespace, game: str) -> Setup:
    """Return the set-up that the command line asks for."""
    found = find(game)
    preset = preset_of(found, arguments.preset)
    options = chosen_options(found, arguments.set, preset)
    players = arguments.players
    if players is None:
        allowed = found.allowed_players(options)
        suits = preset.players if preset is not None else None
        players = suits if suits in allowed else min(allowed)
    try:
        found.check_players(players, options)
    except BadOption as error:
        raise Stop(str(error)[:200], 2) from None
    seed = arguments.seed if arguments.seed is not None else secrets.randbits(48)
    return Setup(found, players, options, seed)


def specs_of(text: str) -> list[Spec]:
    """Return the bots that a list names."""
    return [_spec_of(name) for name in text.split(",")]


def _spec_of(name: str) -> Spec:
    """Read one bot; suggest a level if it is not known."""
    try:
        return read_bot(name)
    except BadSpec as error:
        level = name.partition(":")[0]
        hint = suggestion(level, LEVELS) if level not in LEVELS else ""
        raise Stop(f"{error}{hint}", 2) from None


def bots_of(text: str, seats: int) -> list[str]:
    """Return a bot for each seat: one name for all seats, or one per seat."""
    names = [spec.text for spec in specs_of(text)]
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise Stop(f"--bots names {len(names)} bots for {seats} seats", 2)
    return names


def check_countable(specs: Sequence[Spec]) -> None:
    """Refuse time-limited searches where results must be reproducible."""
    for spec in specs:
        if ":ms=" in spec.text and spec.level != CUSTOM:
            raise Stop(
                f"bot {spec.text}: a time limit makes results irreproducible; set iterations", 2
            )


def check_jobs(jobs: int) -> None:
    """Refuse an absurd number of threads."""
    if jobs > MAX_JOBS:
        raise Stop(f"--jobs {jobs}: more than {MAX_JOBS} threads", 2)


def chosen_mode() -> Mode:
    """Return the mode that MAZZIERE_JIT chooses."""
    try:
        return wanted_mode()
    except ValueError as error:
        raise Stop(str(error), 2) from None
