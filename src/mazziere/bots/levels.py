"""The levels of bots and their notation: `hard`, `hard:iterations=200`, `normal:share=80`."""

from dataclasses import dataclass

LEVELS = ("random", "easy", "normal", "hard", "master")
RANDOM, EASY, NORMAL, HARD, MASTER = range(5)
CUSTOM = "custom"
"""The level of a bot that is the user's own code: see `bots.custom`."""

SETTINGS = {
    "iterations": (1, 10_000_000),  # worlds that a search draws for a move
    "ms": (1, 60_000),  # or its time limit
    "share": (0, 100),  # per cent of the cards seen that a memory notes
    "half_life": (0, 1000),  # turns after which half of them are forgotten; 0: never
    "explore": (1, 10_000),  # weight of exploration, in thousandths
}
_MEMORY = {
    "random": (0, 1),
    "easy": (70, 4),
    "normal": (90, 12),
    "hard": (100, 0),
    "master": (100, 0),
}
_BUDGET = {"hard": (400, 300), "master": (1600, 1000)}


class BadSpec(ValueError):
    """An invalid bot specification."""


@dataclass(frozen=True)
class Spec:
    """A bot specification: a level and its settings."""

    text: str
    level: str
    share: int  # per cent of the cards seen that the memory notes
    half_life: int  # turns after which half of them are forgotten; 0: never
    iterations: int  # of a search, where they are counted
    ms: int | None  # of a search at a table, None: by iterations there too; limit of a custom bot
    explore: int | None  # None: as the game's brain says

    @property
    def number(self) -> int:
        """The index of the level."""
        return -1 if self.level == CUSTOM else LEVELS.index(self.level)

    @property
    def searches(self) -> bool:
        """Whether the bot searches."""
        return self.number >= HARD


_noted: dict[str, Spec] = {}


def known_spec(text: str) -> Spec | None:
    """Return the custom bot that was noted under a name."""
    return _noted.get(text)


def note_spec(spec: Spec) -> None:
    """Let `read_spec` know a custom bot."""
    _noted[spec.text] = spec


def read_spec(text: str) -> Spec:
    """Parse a bot specification: a level, then `:name=value` for each changed setting.

    A custom bot is known only after `bots.custom.read_bot` has read its name.
    """
    if text in _noted:
        return _noted[text]
    level, *rest = text.split(":")
    if level not in LEVELS:
        raise BadSpec(f"there is no bot {level[:40]!r}; there is {', '.join(LEVELS)}")
    chosen: dict[str, int] = {}
    for part in rest:
        name, _, value = part.partition("=")
        if name not in SETTINGS:
            raise BadSpec(f"bot {text[:40]!r}: no setting {name[:40]!r}; {', '.join(SETTINGS)}")
        low, high = SETTINGS[name]
        if not (value.isascii() and value.isdigit() and len(value) < 9):
            raise BadSpec(f"bot {text[:40]!r}: {name} is a whole number, not {value[:40]!r}")
        if not low <= int(value) <= high:
            raise BadSpec(f"bot {text[:40]!r}: {name} is from {low} to {high}")
        if name in chosen:
            raise BadSpec(f"bot {text[:40]!r}: {name} is set twice")
        chosen[name] = int(value)
    return _spec(text, level, chosen)


def _spec(text: str, level: str, chosen: dict[str, int]) -> Spec:
    searches = level in _BUDGET
    for name in ("iterations", "ms", "explore"):
        if name in chosen and not searches:
            raise BadSpec(f"bot {text[:40]!r}: {name} is for bots that search")
    if "iterations" in chosen and "ms" in chosen:
        raise BadSpec(f"bot {text[:40]!r}: either iterations or ms")
    share, half_life = _MEMORY[level]
    iterations, default_ms = _BUDGET.get(level, (0, 0))
    by_count = "iterations" in chosen or not searches
    return Spec(
        text,
        level,
        chosen.get("share", share),
        chosen.get("half_life", half_life),
        chosen.get("iterations", iterations),
        None if by_count else chosen.get("ms", default_ms),
        chosen.get("explore"),
    )
