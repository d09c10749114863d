"""Options that a table chooses before a match; each game declares its own."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any


class BadOption(ValueError):
    """An unknown option, or a value that an option does not allow."""


@dataclass(frozen=True)
class Option(ABC):
    """One option: its name, which is also its field in the state, and the rules behind it."""

    name: str
    rules: tuple[str, ...]
    idle: Mapping[str, Collection[Any]] = field(default_factory=dict, kw_only=True, hash=False)
    """Values of other options under which this option has no effect."""
    since: int = field(default=1, kw_only=True)
    """The first version of the game's rules that knows this option."""
    earlier: Any = field(default=None, kw_only=True, hash=False)
    """The value by which older versions play; None: the default."""

    def is_idle(self, options: Mapping[str, Any]) -> bool:
        """Tell whether the option has no effect with the given options."""
        return any(options.get(name) in values for name, values in self.idle.items())

    def at(self, version: int) -> "Option | None":
        """Return the option as a version of the rules knows it; None if it does not."""
        return self if self.since <= version else None

    def encode_earlier(self) -> int | tuple[int, ...]:
        """Return the number or numbers for a match whose rules do not know this option."""
        return self.encode(self.default if self.earlier is None else self.earlier)

    @property
    @abstractmethod
    def default(self) -> Any:
        """The default value."""

    @abstractmethod
    def allowed(self) -> dict[str, Any]:
        """Return the allowed values as data."""

    @abstractmethod
    def samples(self) -> list[Any]:
        """List every value, or representative ones of a range; the default first."""

    @abstractmethod
    def encode(self, value: Any) -> int | tuple[int, ...]:
        """Return the number or numbers for the state field; BadOption if not allowed."""

    @abstractmethod
    def from_text(self, text: str) -> Any:
        """Parse a value from the command line."""

    def _refuse(self, value: Any, wanted: str) -> BadOption:
        shown = repr(value)
        shown = shown if len(shown) <= 40 else shown[:37] + "..."
        return BadOption(f"option {self.name}: {shown} is not {wanted}")


@dataclass(frozen=True)
class Choice(Option):
    """One of several texts, the first by default. The state holds its index, or its code."""

    values: tuple[str, ...]
    codes: tuple[int, ...] = ()
    later: Mapping[str, int] = field(default_factory=dict, kw_only=True, hash=False)
    """Values that only later versions of the rules know, with the first such version."""

    @property
    def default(self) -> str:
        return self.values[0]

    def at(self, version: int) -> Option | None:
        if self.since > version:
            return None
        known = [place for place, v in enumerate(self.values) if self.later.get(v, 1) <= version]
        if len(known) == len(self.values):
            return self
        return replace(
            self,
            values=tuple(self.values[place] for place in known),
            codes=tuple(self.codes[place] if self.codes else place for place in known),
        )

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

    initial: bool = False

    @property
    def default(self) -> bool:
        return self.initial

    def allowed(self) -> dict[str, Any]:
        return {"values": [self.initial, not self.initial]}

    def samples(self) -> list[Any]:
        return [self.initial, not self.initial]

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
    initial: int

    @property
    def default(self) -> int:
        return self.initial

    def allowed(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high}

    def samples(self) -> list[Any]:
        return list(dict.fromkeys((self.initial, self.low, self.low + 1, self.high)))

    def encode(self, value: Any) -> int:
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or not self.low <= value <= self.high:
            raise self._refuse(value, f"a whole number from {self.low} to {self.high}")
        return int(value)

    def from_text(self, text: str) -> Any:
        return _number(text)


@dataclass(frozen=True)
class Counts(Option):
    """A list of whole numbers in a range, one per label, with bounds on their sum."""

    labels: tuple[str, ...]
    low: int
    high: int
    least: int  # bounds on the sum
    most: int
    examples: tuple[tuple[int, ...], ...]  # the default first, then other sensible lists

    @property
    def default(self) -> list[int]:
        return list(self.examples[0])

    def allowed(self) -> dict[str, Any]:
        bounds = {"low": self.low, "high": self.high, "least": self.least, "most": self.most}
        return {"labels": list(self.labels), **bounds}

    def samples(self) -> list[Any]:
        return [list(example) for example in self.examples]

    def encode(self, value: Any) -> tuple[int, ...]:
        listed = isinstance(value, list) and len(value) == len(self.labels)
        if not listed or not all(type(v) is int and self.low <= v <= self.high for v in value):
            wanted = f"a list of {len(self.labels)} whole numbers from {self.low} to {self.high}"
            raise self._refuse(value, wanted)
        if not self.least <= sum(value) <= self.most:
            wanted = f"a list with a sum from {self.least} to {self.most}: it is {sum(value)}"
            raise self._refuse(value, wanted)
        return tuple(value)

    def from_text(self, text: str) -> Any:
        return [_number(part) for part in text.split(",")]


def _number(text: str) -> Any:
    """Parse a whole number of at most nine digits; return the text if it is not one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else text


@dataclass(frozen=True)
class Each(Option):
    """A list of `count` texts; each is the first value by default."""

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
