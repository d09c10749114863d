"""The rules of a table in one line: the preset that they resemble, and what differs.

The lobby of the page says the same (`web/src/parts/lobby/mixes.ts`).
"""

from collections.abc import Mapping
from typing import Any

from mazziere.cli.games import in_text
from mazziere.cli.terminal.words import say
from mazziere.kernel.game import Game
from mazziere.kernel.options import Choice, Flag, Option
from mazziere.kernel.presets import Preset
from mazziere.kernel.texts import words


def differences(game: Game, preset: Preset, options: Mapping[str, Any]) -> list[Option]:
    """List the options that have an effect and differ from those of a preset."""
    preset_options = game.full_options(preset.options)
    return [
        option
        for option in game.options
        if not option.is_idle(options) and preset_options[option.name] != options[option.name]
    ]


def nearest(game: Game, options: Mapping[str, Any]) -> Preset | None:
    """Return the preset with the fewest differences, the first of equal ones."""
    return min(
        game.presets, key=lambda preset: len(differences(game, preset, options)), default=None
    )


def name_of(game: Game, preset: Preset, lang: str) -> str:
    """Return the name of a preset."""
    return words(game, lang).presets.get(preset.id, {}).get("name", preset.id)


def phrase(game: Game, option: Option, value: Any, lang: str) -> str:
    """Describe a value of an option in a few words that need no heading."""
    brief = words(game, lang).lobby.get(option.name, {})
    kind = "default" if value == option.default else "value"
    found = brief.get(in_text(value)) or brief.get(kind) or brief.get("value")
    if found:
        return found.replace("{}", in_text(value))
    said = words(game, lang).options.get(option.name, {})
    label = said.get("text", option.name)
    if isinstance(option, Choice | Flag):
        return f"{label}: {said.get(in_text(value), in_text(value))}"
    return label


def rules_line(game: Game, options: Mapping[str, Any], lang: str) -> str:
    """Say which preset a table resembles, and what differs; empty without presets."""
    preset = nearest(game, options)
    if preset is None:
        return ""
    name = name_of(game, preset, lang)
    changed = differences(game, preset, options)
    if not changed:
        return say(lang, "app", "rules_as", name=name)
    told = "; ".join(phrase(game, option, options[option.name], lang) for option in changed)
    return say(lang, "app", "rules_like", name=name, changed=told)
