"""`mazziere games`: the games with their options."""

from argparse import Namespace
from typing import Any

from mazziere.cli.replay import PHRASES
from mazziere.cli.say import language, print_json, print_table
from mazziere.games import IDS, find
from mazziere.kernel.game import Game
from mazziere.kernel.options import Number, Option
from mazziere.rules import words


def run(arguments: Namespace) -> int:
    """Print every game."""
    lang = language(arguments.lang)
    games = [find(name) for name in IDS]
    if arguments.json:
        print_json([game_json(game, lang) for game in games])
        return 0
    for number, game in enumerate(games):
        if number:
            print()
        print_game(game, lang)
    return 0


def game_json(game: Game, lang: str) -> dict[str, Any]:
    """Describe a game for a program."""
    return {
        "id": game.id,
        "title": game.title,
        "rules": game.rules,
        "players": list(game.seats),
        "clockwise": game.clockwise,
        "options": [option_json(game, option, lang) for option in game.options],
    }


def option_json(game: Game, option: Option, lang: str) -> dict[str, Any]:
    """Describe an option: what it takes, the rules behind it, and its words."""
    said = dict(words(game.id, lang).options.get(option.name, {}))
    text = said.pop("text", None)
    found = {"name": option.name, "default": option.default, **option.allowed()}
    return {**found, "rules": list(option.rules), "text": text, "value_texts": said}


def print_game(game: Game, lang: str) -> None:
    """Print a game with a table of its options."""
    seats = f"{game.seats[0]}–{game.seats[-1]}"
    title = f"{game.id} · {game.title} · {seats} {PHRASES[lang]['players']}"
    rows = [
        (option.name, in_text(option.default), values_of(option), ", ".join(option.rules))
        for option in game.options
    ]
    print_table(title, ("option", "default", "values", "rules"), rows)
    for option in game.options:
        said = words(game.id, lang).options.get(option.name, {})
        if "text" in said:
            values = [f"{name}: {text}" for name, text in said.items() if name != "text"]
            print(f"  {option.name}: {said['text']}" + "".join(f"\n    {v}" for v in values))


def in_text(value: Any) -> str:
    """Write a value as `--set` takes it."""
    if isinstance(value, list):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def values_of(option: Option) -> str:
    """List the values of an option."""
    if isinstance(option, Number):
        return f"{option.low}–{option.high}"
    allowed = option.allowed()
    listed = ", ".join(map(in_text, allowed.get("values") or allowed["each"]))
    return f"{allowed['count']} × {listed}" if "count" in allowed else listed
