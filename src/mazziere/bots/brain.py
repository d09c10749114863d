"""What a bot of one game knows about playing it, in functions that are compiled like the rules.

A brain reads a *view*: a state in which everything that the seat cannot know is blanked. In a
search the same functions also play the worlds that a view was completed into; so they look at
nothing that their seat would not know, although it is there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mazziere.bots.usual import never_idle
from mazziere.kernel.state import I1

WAIT = -1
"""The answer of a seat that lets the others go on."""


class NoMemory:
    """What a bot keeps in mind beyond its view: nothing."""

    nothing: I1  # a record needs a field


@dataclass(frozen=True, eq=False)
class Brain:
    """How one game is played.

    `v` is a view (in a search a world), `m` the seat's memory, `rng` its own generator.

    | function | says |
    |---|---|
    | `easy(v, seat, moves, count, rng)` | one of the moves, as a child who knows the rules |
    | `normal(v, seat, moves, count, rng)` | one of the moves, by sound rules of thumb |
    | `by_rules(v, seat)` | whether rules of thumb decide at every level, and in a search |
    | `hear(m, log, seat, share, half_life, rng)` | takes note of one step's events |
    | `recall(v, m)` | blanks what has been forgotten |
    | `imagine(v, s, seat, m, rng)` | bends a random world `s` of the view towards a likely one |
    | `secret(s, seat)` | a number for what the seat alone knows now, by which it would decide |
    | `is_settled(v, s)` | whether a playout that began at `v` may stop at `s` |
    | `worth(v, s, seat)` | how well the seat then stands, from 0 to 1 |
    | `is_idle(v, seat, move)` | whether another is never worse (only where moves are compared) |

    `by_rules` is for moves out of turn, where `easy` and `normal` may also return WAIT, and for
    moves that thinking ahead does not make better. A log holds its number of rows
    in cell (0, 0) and an event in each further row (`kernel.events`); `hear` gets only the events
    that are addressed to the seat, those of one step at a time.
    """

    easy: Callable[..., Any]
    normal: Callable[..., Any]
    by_rules: Callable[..., Any]
    hear: Callable[..., Any]
    recall: Callable[..., Any]
    imagine: Callable[..., Any]
    secret: Callable[..., Any]
    is_settled: Callable[..., Any]
    worth: Callable[..., Any]
    is_idle: Callable[..., Any] = never_idle
    memory: type = NoMemory
    reach: int = 1000  # moves that a playout may take; then it stops wherever it is
    explore: int = 500  # how much a search tries what looks worse, in thousandths
    mixes: bool = False  # choose at random by the search's shares: where others must not guess
    compares: bool = False  # search by `compare`, which has no trees: where luck rules
