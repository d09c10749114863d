"""Options: what a table may agree on before a match, declared once per game."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any


class BadOption(ValueError):
    """An option that a game does not have, or a value that the option does not take."""


@dataclass(frozen=True)
class Option(ABC):
    """One option: its name, which is also its field in the state, and the rules behind it."""

    name: str
    rules: tuple[str, ...]
    idle: Mapping[str, Collection[Any]] = field(default_factory=dict, kw_only=True, hash=False)
    """Values of other options under which this one changes neither a move nor who wins."""

    def is_idle(self, options: Mapping[str, Any]) -> bool:
        """Whether it makes no difference while all options are as they are."""
        return any(options[name] in values for name, values in self.idle.items())

    @property
    @abstractmethod
    def default(self) -> Any:
        """The value that holds when nothing is said."""

    @abstractmethod
    def allowed(self) -> dict[str, Any]:
        """Describe the values for a program."""

    @abstractmethod
    def samples(self) -> list[Any]:
        """List every value, or the telling ones of a range, default first."""

    @abstractmethod
    def encode(self, value: Any) -> int | tuple[int, ...]:
        """Return the number, or numbers, that stand in the state; BadOption if not allowed."""

    @abstractmethod
    def from_text(self, text: str) -> Any:
        """Read a value from a command line."""

    def _refuse(self, value: Any, wanted: str) -> BadOption:
        shown = repr(value)
        shown = shown if len(shown) <= 40 else shown[:37] + "..."
        return BadOption(f"option {self.name}: {shown} is not {wanted}")


@dataclass(frozen=True)
class Choice(Option):
    """One of several texts; the first is the default. The state holds its place, or its code."""

    values: tuple[str, ...]
    codes: tuple[int, ...] = ()

    @property
    def default(self) -> str:
        return self.values[0]

    def allowed(self) -> dict[str, Any]:
        return {"values": list(self.values)}

    def samples(self) -> list[Any]:
        return list(self.values)

    def encode(self, value: Any) -> int:
        if not isinstance(value, str) or value not in self.values:
            raise self._refuse(value, "one of " + ", ".join(self.values))
        place = self.values.index(value)
        return self.codes[place] if self.codes else place

    def from_text(self, text: str) -> Any:
        return text


@dataclass(frozen=True)
class Flag(Option):
    """Yes or no."""

    usual: bool = False

    @property
    def default(self) -> bool:
        return self.usual

    def allowed(self) -> dict[str, Any]:
        return {"values": [self.usual, not self.usual]}

    def samples(self) -> list[Any]:
        return [self.usual, not self.usual]

    def encode(self, value: Any) -> int:
        if not isinstance(value, bool):
            raise self._refuse(value, "true or false")
        return int(value)

    def from_text(self, text: str) -> Any:
        return {"true": True, "false": False}.get(text, text)


@dataclass(frozen=True)
class Number(Option):
    """A whole number in a range."""

    low: int
    high: int
    usual: int

    @property
    def default(self) -> int:
        return self.usual

    def allowed(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high}

    def samples(self) -> list[Any]:
        return list(dict.fromkeys((self.usual, self.low, self.low + 1, self.high)))

    def encode(self, value: Any) -> int:
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or not self.low <= value <= self.high:
            raise self._refuse(value, f"a whole number from {self.low} to {self.high}")
        return int(value)

    def from_text(self, text: str) -> Any:
        digits = text.isascii() and text.isdigit() and len(text) <= 9
        return int(text) if digits else text


@dataclass(frozen=True)
class Each(Option):
    """A list of texts, one for each of `count` things; the first value is everyone's default."""

    count: int
    values: tuple[str, ...]

    @property
    def default(self) -> list[str]:
        return [self.values[0]] * self.count

    def allowed(self) -> dict[str, Any]:
        return {"each": list(self.values), "count": self.count}

    def samples(self) -> list[Any]:
        every = [[value] * self.count for value in self.values]
        one = [[value, *self.default[1:]] for value in self.values[1:]]
        return every + one

    def encode(self, value: Any) -> tuple[int, ...]:
        listed = isinstance(value, list) and len(value) == self.count
        if not listed or not all(isinstance(v, str) and v in self.values for v in value):
            raise self._refuse(value, f"a list of {self.count} of " + ", ".join(self.values))
        return tuple(self.values.index(v) for v in value)

    def from_text(self, text: str) -> Any:
        return text.split(",")
