"""`mazziere games`: the games with their options and presets."""

from argparse import Namespace
from typing import Any

from mazziere.cli.replay import PHRASES
from mazziere.cli.say import language, print_json, print_table
from mazziere.games import games
from mazziere.kernel.game import Game
from mazziere.kernel.options import Counts, Number, Option
from mazziere.kernel.presets import Preset
from mazziere.kernel.texts import words


def run(arguments: Namespace) -> int:
    """Print every game."""
    lang = language(arguments.lang)
    if arguments.json:
        print_json([game_json(game, lang) for game in games()])
        return 0
    for number, game in enumerate(games()):
        if number:
            print()
        print_game(game, lang)
    return 0


def game_json(game: Game, lang: str) -> dict[str, Any]:
    """Describe a game for a program."""
    return {
        "id": game.id,
        "title": game.title,
        "rules": game.version,
        "players": list(game.seats),
        "clockwise": game.clockwise,
        "options": [option_json(game, option, lang) for option in game.options],
        "presets": [preset_json(game, preset, lang) for preset in game.presets],
    }


def option_json(game: Game, option: Option, lang: str) -> dict[str, Any]:
    """Describe an option: its values, the rules behind it, and its texts."""
    said = dict(words(game, lang).options.get(option.name, {}))
    text = said.pop("text", None)
    found = {"name": option.name, "default": option.default, **option.allowed()}
    return {**found, "rules": list(option.rules), "text": text, "value_texts": said}


def preset_json(game: Game, preset: Preset, lang: str) -> dict[str, Any]:
    """Describe a preset: what it sets, and its words."""
    said = words(game, lang).presets.get(preset.id, {})
    found = {"id": preset.id, "name": said.get("name"), "text": said.get("text")}
    return {**found, "options": dict(preset.options), "players": preset.players}


def print_game(game: Game, lang: str) -> None:
    """Print a game with a table of its options, and its presets."""
    seats = f"{game.seats[0]}–{game.seats[-1]}"
    title = f"{game.id} · {game.title} · {seats} {PHRASES[lang]['players']}"
    rows = [
        (option.name, in_text(option.default), values_of(option), ", ".join(option.rules))
        for option in game.options
    ]
    print_table(title, ("option", "default", "values", "rules"), rows)
    for option in game.options:
        said = words(game, lang).options.get(option.name, {})
        if "text" in said:
            values = [f"{name}: {text}" for name, text in said.items() if name != "text"]
            print(f"  {option.name}: {said['text']}" + "".join(f"\n    {v}" for v in values))
    print_presets(game, lang)


def print_presets(game: Game, lang: str) -> None:
    """Print what each preset sets, as `--set` takes it, and its words."""
    if not game.presets:
        return
    rows = []
    for preset in game.presets:
        said = words(game, lang).presets.get(preset.id, {})
        settings = [f"{name}={in_text(value)}" for name, value in preset.options.items()]
        if preset.players is not None:
            settings.append(f"--players {preset.players}")
        rows.append((preset.id, " ".join(settings) or "–", said.get("text", "")))
    print_table(f"{game.id} · presets", ("preset", "sets", "text"), rows)


def in_text(value: Any) -> str:
    """Write a value as `--set` takes it."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def values_of(option: Option) -> str:
    """List the values of an option."""
    if isinstance(option, Number):
        return f"{option.low}–{option.high}"
    if isinstance(option, Counts):
        each = f"{len(option.labels)} × {option.low}–{option.high}"
        return f"{each}, {option.least}–{option.most} in all"
    allowed = option.allowed()
    listed = ", ".join(map(in_text, allowed.get("values") or allowed["each"]))
    return f"{allowed['count']} × {listed}" if "count" in allowed else listed
