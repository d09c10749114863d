"""Observations: what a seat knows, as a row of small numbers for learning programs.

A game declares its features in the part `observation`, and a compiled function that writes them:

    FEATURES = (
        Feature("card", (CARDS,), "the card in hand", 1),
        Feature("tokens", (SEATS,), "tokens of each seat", 9),
    )

    @jit
    def observe(view, seat, memory, out, row):
        at = put_one(out, row, 0, KINDS, view.card[seat])
        return put_seats(out, row, at, view.purse, view.players, seat)

The function reads a *view*, never a state. With `memory` 1 the view is that of perfect memory; with
0 it shows only what the seat sees now, and the function leaves out what a person would have to
remember. Seats are counted from the observer: index 0 is the observer, 1 the next seat.
"""

from collections.abc import Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from mazziere.kernel.jit import hook, jit
from mazziere.kernel.state import Grid, Ints

if TYPE_CHECKING:
    from mazziere.kernel.game import Game

SEATS: Final = "seats"
"""The axis of the players, from the observer on."""
OTHERS: Final = "others"
"""The axis of the other players, from the next seat on."""

Axis = str | tuple[str, ...]
"""`SEATS`, `OTHERS`, or the labels of the entries."""


class NoObservation(LookupError):
    """The game declares no observation."""


class Feature(NamedTuple):
    """One named array of an observation: whole numbers from `low` to `high`."""

    name: str
    axes: tuple[Axis, ...]  # none for a single number
    text: str  # what a number means
    high: int = 1
    low: int = 0


class ObservationPart(Protocol):
    """The part `observation` of a game's folder."""

    FEATURES: tuple[Feature, ...]

    def observe(self, view: Any, seat: int, memory: int, out: Grid, row: int, /) -> int:
        """Write the features of a view into a row, in order; return how many numbers."""

    def sign(self, options: Mapping[str, Any], /) -> int:
        """Return 1 where a high score is good, -1 where a low one is."""


observe = hook(ObservationPart.observe)


def observation_of(game: "Game") -> ObservationPart:
    """Return the observation part of a game; NoObservation if it has none."""
    part: ObservationPart | None = game.part("observation")
    if part is None:
        raise NoObservation(f"{game.id} declares no observation")
    return part


@cache
def layout_of(game: "Game", players: int) -> "Layout":
    """Return the layout of a game's observation for a number of players."""
    return Layout(observation_of(game).FEATURES, players)


class Layout:
    """The places of the features in the flat row, for a number of players."""

    def __init__(self, features: tuple[Feature, ...], players: int) -> None:
        self.features = features
        self.players = players
        self.slices: dict[str, slice] = {}
        self.shapes: dict[str, tuple[int, ...]] = {}
        first = 0
        for feature in features:
            shape = tuple(len(self.labels(axis)) for axis in feature.axes)
            size = int(np.prod(shape, dtype=int))
            self.slices[feature.name] = slice(first, first + size)
            self.shapes[feature.name] = shape or (1,)
            first += size
        self.size = first

    def labels(self, axis: Axis) -> tuple[str, ...]:
        """Return the labels of an axis."""
        if axis == SEATS:
            return ("me", *self.labels(OTHERS))
        if axis == OTHERS:
            return tuple(f"seat +{i}" for i in range(1, self.players))
        assert not isinstance(axis, str), f"no axis {axis!r}"
        return axis

    @cached_property
    def low(self) -> NDArray[np.int8]:
        """The least value of each number."""
        return self._bounds([feature.low for feature in self.features])

    @cached_property
    def high(self) -> NDArray[np.int8]:
        """The greatest value of each number."""
        return self._bounds([feature.high for feature in self.features])

    @cached_property
    def scale(self) -> NDArray[np.float32]:
        """The factor that brings each number into -1 to 1."""
        reach = np.maximum(np.abs(self.low.astype(np.int16)), self.high)
        return (1 / reach).astype(np.float32)

    def _bounds(self, values: list[int]) -> NDArray[np.int8]:
        sizes = [int(np.prod(shape, dtype=int)) for shape in self.shapes.values()]
        return np.repeat(np.array(values, np.int8), sizes)

    def split(self, rows: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Return the named arrays inside flat rows, as views of the same memory."""
        return {
            name: rows[..., place].reshape(*rows.shape[:-1], *self.shapes[name])
            for name, place in self.slices.items()
        }

    def explain(self, index: int) -> str:
        """Say what one number of the flat row means."""
        if not 0 <= index < self.size:
            raise IndexError(f"the observation has the numbers 0 to {self.size - 1}, not {index}")
        for feature in self.features:
            place = self.slices[feature.name]
            if index < place.stop:
                where = np.unravel_index(index - place.start, self.shapes[feature.name])
                labels = [self.labels(axis)[i] for axis, i in zip(feature.axes, where)]
                marks = "".join(f"[{label}]" for label in labels)
                return f"{feature.name}{marks}: {feature.text}"
        raise AssertionError("unreachable")

    def decode(self, row: NDArray[Any]) -> dict[str, Any]:
        """Return an observation by names and labels, without the entries that are 0.

        `row` is a flat row of numbers, as whole numbers or scaled to floats.
        """
        if np.shape(row) != (self.size,):
            raise ValueError(f"an observation is {self.size} numbers, not {np.shape(row)}")
        whole = np.asarray(row)
        if whole.dtype.kind == "f":
            whole = np.rint(whole / self.scale).astype(np.int8)
        found: dict[str, Any] = {}
        for feature in self.features:
            values = whole[self.slices[feature.name]].reshape(self.shapes[feature.name])
            if not feature.axes:
                found[feature.name] = int(values[0])
                continue
            named = {}
            for where in np.argwhere(values):
                labels = [self.labels(axis)[i] for axis, i in zip(feature.axes, where)]
                named[" ".join(labels)] = int(values[tuple(where)])
            found[feature.name] = named
        return found


# Writing


@jit
def clear_row(out: Any, row: int) -> None:
    """Write 0 everywhere, for a function that then writes only the other numbers."""
    for at in range(out.shape[1]):
        out[row, at] = 0


@jit
def put(out: Grid, row: int, at: int, value: int, low: int, high: int) -> int:
    """Write a number, moved into its range; return the next place."""
    if value < low:
        value = low
    if value > high:
        value = high
    out[row, at] = value
    return at + 1


@jit
def put_one(out: Grid, row: int, at: int, size: int, which: int) -> int:
    """Write `size` numbers: 1 at index `which`, 0 elsewhere; all 0 if it is out of range."""
    for i in range(size):
        out[row, at + i] = 0
    if 0 <= which < size:
        out[row, at + which] = 1
    return at + size


@jit
def put_seat(out: Grid, row: int, at: int, which: int, players: int, seat: int) -> int:
    """Write 1 at a seat, counted from the observer, 0 at the others; all 0 if there is none."""
    for i in range(players):
        out[row, at + i] = 0
    if 0 <= which < players:
        out[row, at + from_seat(which, players, seat)] = 1
    return at + players


@jit
def put_bits(out: Grid, row: int, at: int, size: int, bits: int) -> int:
    """Write the first `size` members of a set as 0 and 1."""
    for i in range(size):
        out[row, at + i] = bits >> i & 1
    return at + size


@jit
def put_seat_bits(out: Grid, row: int, at: int, bits: int, players: int, seat: int) -> int:
    """Write a set of seats as 0 and 1, counted from the observer."""
    for i in range(players):
        out[row, at + i] = bits >> seat_at(i, players, seat) & 1
    return at + players


@jit
def put_seats(
    out: Grid, row: int, at: int, values: Ints, players: int, seat: int, low: int, high: int
) -> int:
    """Write a number of each seat, counted from the observer, each moved into its range."""
    for i in range(players):
        at = put(out, row, at, values[seat_at(i, players, seat)], low, high)
    return at


@jit
def seat_at(index: int, players: int, seat: int) -> int:
    """Return the seat at an index counted from the observer."""
    other = seat + index
    return other if other < players else other - players


@jit
def from_seat(other: int, players: int, seat: int) -> int:
    """Return the index of a seat, counted from the observer."""
    return other - seat if other >= seat else other - seat + players
