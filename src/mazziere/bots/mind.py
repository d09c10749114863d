"""The records of a bot that thinks: its mind, and the room for a search."""

from functools import cache
from typing import Annotated, Any

import numpy as np

from mazziere.bots.brain import Brain
from mazziere.kernel.game import MAX_CARDS, MAX_GROUPS
from mazziere.kernel.rng import NESTED, Fast
from mazziere.kernel.state import I4, Floats, Ints, cells, dtype_of, packed

SEATS = 10
DEPTH = 64
"""The most moves of one iteration that are kept in the tree."""
MAX_EDGES = 1 << 17


class Mind:
    """One seat's bot."""

    rng: Fast  # its own generator: nothing else decides what it does
    memory: Any  # what it keeps in mind; the game's brain says what that is
    level: int
    iterations: int
    explore: int
    share: int
    half_life: int
    reach: int
    mixes: int
    listens: int


class _MindFields:
    level: I4  # as in `levels`
    iterations: I4  # worlds that a search looks into
    explore: I4  # in thousandths
    share: I4  # per cent of the cards seen that are noted
    half_life: I4  # in turns
    reach: I4  # moves that a playout may take
    mixes: I4  # 1 if the final choice is by the shares
    listens: I4  # 1 if events are to be heard


class Thought:
    """The room for a search: generator, lists, and the path of one iteration."""

    deal: Fast
    cards: Ints
    sizes: Ints
    asked: Ints
    tries: Ints
    means: Floats
    gains: Floats
    squares: Floats
    out: Ints
    legal: Ints
    edges: Ints
    key: Ints
    path: Ints
    who: Ints
    value: Floats
    length: int
    usual: int
    next: int
    rounds: int
    left: int
    moves: int
    base: float
    steps: int
    mask: int
    used: int
    done: int
    played: int


class _ThoughtFields:
    key: Annotated[Ints, cells("i8", SEATS)]  # what each seat has observed in this iteration
    value: Annotated[Floats, cells("f8", SEATS)]  # what it was worth to each seat
    path: Annotated[Ints, cells("i4", DEPTH)]  # the edges taken
    who: Annotated[Ints, cells("i4", DEPTH)]  # who took them
    length: I4  # how many
    base: Annotated[float, "f8"]  # what the rules of thumb's move was worth in this world
    moves: I4  # how many are compared
    usual: I4  # the place of the rules of thumb's move among them
    next: I4  # the place of the move that is next
    rounds: I4  # worlds in which all of them were played
    left: I4  # moves that may still be the best
    mask: I4  # size of the table of edges less one
    used: I4  # edges in it
    done: I4  # iterations so far
    steps: Annotated[int, "i8"]  # steps in all of them
    played: Annotated[int, "i8"]  # moves in playouts
    cards: Annotated[Ints, cells("i2", MAX_CARDS)]
    sizes: Annotated[Ints, cells("i2", MAX_GROUPS)]


class Tree:
    """The edges of the trees of all seats, in one table: a hash of what a seat knows and does."""

    key: Annotated[Ints, cells("i8", MAX_EDGES)]  # 0 where there is none
    visits: Annotated[Ints, cells("i4", MAX_EDGES)]
    offered: Annotated[Ints, cells("i4", MAX_EDGES)]  # how often the move was possible
    total: Annotated[Floats, cells("f8", MAX_EDGES)]  # what it was worth, added up


@cache
def mind_dtype(brain: Brain) -> np.dtype[Any]:
    """The record of a mind."""
    return packed(
        [("rng", NESTED, ()), ("memory", dtype_of(brain.memory), ()), *_parts(_MindFields)]
    )


@cache
def thought_dtype(actions: int) -> np.dtype[Any]:
    """The record of the room for a search."""
    lists = [
        ("asked", "i2", (actions,)),  # the moves that a search is about
        ("tries", "i4", (actions,)),  # how often it tried each
        ("means", "f8", (actions,)),  # and what that gave
        ("gains", "f8", (actions,)),  # by how much it was better than the usual move, added up
        ("squares", "f8", (actions,)),  # and the squares of that
        ("out", "i1", (actions,)),  # 1 if it is not tried any more
        ("legal", "i2", (actions,)),  # the moves of whoever decides in an iteration
        ("edges", "i4", (actions,)),  # and their places in the table
    ]
    return packed([("deal", NESTED, ()), *_parts(_ThoughtFields), *lists])


def _parts(declaration: type) -> list[tuple[str, Any, tuple[int, ...]]]:
    plain = dtype_of(declaration)
    assert plain.names is not None and plain.fields is not None
    return [(name, plain.fields[name][0], ()) for name in plain.names]
