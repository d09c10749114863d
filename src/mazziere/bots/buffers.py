"""The records of a bot: its own state, and the buffers and tree of a search."""

from typing import Annotated, Any

from mazziere.kernel.game import MAX_CARDS, MAX_GROUPS
from mazziere.kernel.rng import Fast
from mazziere.kernel.state import I4, I8, Floats, Ints, cells, record

SEATS = 10
DEPTH = 64
"""Upper bound on the moves of one iteration that are kept in the tree."""
MAX_EDGES = 1 << 17

F8 = Annotated[float, "f8"]


class BotState:
    """The bot of one seat."""

    rng: Annotated[Fast, record(Fast)]  # its own generator, the only source of its chance
    memory: Annotated[Any, record("memory")]  # declared by the game's brain
    level: I4  # a number of `levels`
    iterations: I4  # worlds that a search draws
    explore: I4  # weight of exploration, in thousandths
    share: I4  # per cent of the seen cards that are remembered
    half_life: I4  # of a remembered card, in turns
    reach: I4  # upper bound on the moves of a playout
    mixes: I4  # 1 if the final choice is random by visit counts
    listens: I4  # 1 if the bot has a memory to update


class SearchBuffers:
    """The buffers of a search: generator, lists, and the path of one iteration."""

    deal: Annotated[Fast, record(Fast)]
    key: Annotated[Ints, cells("i8", SEATS)]  # hash of each seat's observations in this iteration
    value: Annotated[Floats, cells("f8", SEATS)]  # value of the iteration for each seat
    path: Annotated[Ints, cells("i4", DEPTH)]  # the edges taken
    who: Annotated[Ints, cells("i4", DEPTH)]  # the seats that took them
    length: I4  # the number of edges in the path
    base: F8  # value of the baseline move in this world
    moves: I4  # the number of moves that are compared
    baseline: I4  # index of the rules of thumb's move among them
    next: I4  # index of the next move to play
    rounds: I4  # worlds in which every move was played
    left: I4  # moves that can still be the best
    mask: I4  # size of the edge table minus one
    used: I4  # edges in the table
    done: I4  # iterations so far
    steps: I8  # steps in all iterations
    played: I8  # moves in playouts
    cards: Annotated[Ints, cells("i2", MAX_CARDS)]
    sizes: Annotated[Ints, cells("i2", MAX_GROUPS)]
    asked: Annotated[Ints, cells("i2", "actions")]  # the moves to choose from
    tries: Annotated[Ints, cells("i4", "actions")]  # visits of each
    means: Annotated[Floats, cells("f8", "actions")]  # mean value of each
    gains: Annotated[Floats, cells("f8", "actions")]  # sum of differences to the baseline
    squares: Annotated[Floats, cells("f8", "actions")]  # sum of their squares
    out: Annotated[Ints, cells("i1", "actions")]  # 1 if the move was dropped
    legal: Annotated[Ints, cells("i2", "actions")]  # moves of the seat that decides in an iteration
    edges: Annotated[Ints, cells("i4", "actions")]  # their places in the edge table


class Tree:
    """The edges of the trees of all seats, in one hash table."""

    key: Annotated[Ints, cells("i8", MAX_EDGES)]  # hash of observations and move, 0 if free
    visits: Annotated[Ints, cells("i4", MAX_EDGES)]
    offered: Annotated[Ints, cells("i4", MAX_EDGES)]  # how often the move was legal at its node
    total: Annotated[Floats, cells("f8", MAX_EDGES)]  # sum of values
