"""The levels of bots, and how one is written: `hard`, `hard:iterations=200`, `normal:share=80`."""

from dataclasses import dataclass

LEVELS = ("random", "easy", "normal", "hard", "master")
RANDOM, EASY, NORMAL, HARD, MASTER = range(5)

SETTINGS = {
    "iterations": (1, 10_000_000),  # worlds that a search looks into for a move
    "ms": (1, 60_000),  # or how long it looks
    "share": (0, 100),  # per cent of the cards seen that a memory notes
    "half_life": (0, 1000),  # turns after which half of them are forgotten; 0: never
    "explore": (1, 10_000),  # how much a search tries what looks worse, in thousandths
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
    """A bot that makes no sense."""


@dataclass(frozen=True)
class Spec:
    """A bot: its level and what was set."""

    text: str
    level: str
    share: int  # per cent of the cards seen that the memory notes
    half_life: int  # turns after which half of them are forgotten; 0: never
    iterations: int  # of a search, where they are counted
    ms: int | None  # of a search at a table; None: by iterations there too
    explore: int | None  # None: as the game's brain says

    @property
    def number(self) -> int:
        """The place of the level among the levels."""
        return LEVELS.index(self.level)

    @property
    def searches(self) -> bool:
        """Whether the bot thinks ahead."""
        return self.number >= HARD


def read_spec(text: str) -> Spec:
    """Read a bot: a level, then `:name=value` for what differs from the usual."""
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
    iterations, usual = _BUDGET.get(level, (0, 0))
    by_count = "iterations" in chosen or not searches
    return Spec(
        text,
        level,
        chosen.get("share", share),
        chosen.get("half_life", half_life),
        chosen.get("iterations", iterations),
        None if by_count else chosen.get("ms", usual),
        chosen.get("explore"),
    )
