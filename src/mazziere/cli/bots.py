"""The list of bots that `--bots` shows: levels, and the settings of each."""

import json

from mazziere.bots.levels import LEVELS, SETTINGS

LEVEL_TEXTS = {
    "random": "any legal move",
    "easy": "like a child who knows the rules; forgets cards and calls",
    "normal": "sound rules of thumb; a good memory that fades",
    "hard": "searches for 300 ms a move; 400 iterations where results are counted",
    "master": "exact where the game is solved; elsewhere 1000 ms, or 1600 iterations",
}
SETTING_TEXTS = {
    "iterations": "iterations of a search for a move (hard, master)",
    "ms": "time limit of a search in milliseconds (hard, master); not in sim and arena",
    "share": "per cent of the cards seen that the memory notes",
    "half_life": "turns after which half of them are forgotten; 0: never",
    "explore": "weight of exploration in a search, in thousandths (hard, master)",
}


def _notes() -> str:
    """Return the part of the help about bots."""
    lines = ["bots: LEVEL or LEVEL:SETTING=VALUE:..., for example hard:iterations=200"]
    lines += [f"  {level:<12}{LEVEL_TEXTS[level]}" for level in LEVELS]
    lines.append("settings:")
    for name, (low, high) in SETTINGS.items():
        lines.append(f"  {name:<12}{SETTING_TEXTS[name]}; {low} to {high}")
    return "\n".join(lines)


NOTES = _notes()


def print_bots(as_json: bool) -> None:
    """Print the levels and the settings."""
    if not as_json:
        print(NOTES)
        return
    levels = [{"level": level, "text": LEVEL_TEXTS[level]} for level in LEVELS]
    settings = [
        {"setting": name, "low": low, "high": high, "text": SETTING_TEXTS[name]}
        for name, (low, high) in SETTINGS.items()
    ]
    print(json.dumps({"levels": levels, "settings": settings}))
