"""The rules of Heap."""

from mazziere.kernel.events import EVERYONE, emit
from mazziere.kernel.game import OVER, Catalogue, EventKind, Phase, RefusalKind
from mazziere.kernel.jit import jit
from mazziere.kernel.options import Number
from mazziere.kernel.state import I1, I2, Grid, Header, Ints

MOST = 3
ACTIONS = ("take 1", "take 2", "take 3")
OPTIONS = (Number("heap", ("HEAP-1",), 1, 40, 12),)

phase = Catalogue(Phase)
TURN = phase("turn")
event = Catalogue(EventKind)
TOOK = event("took", "number", rule="HEAP-1")
refusal = Catalogue(RefusalKind, first=1)
NOT_NOW = refusal("not_now", "HEAP-1")


class State(Header):
    """A match of Heap."""

    heap: I1  # option: the size of the heap at the start
    left: I1  # the size of the heap now
    turn: I1  # the seat on turn
    winners: I2  # when the match is over, as bits


@jit
def start(s: State) -> None:
    """Pile up the heap; seat 0 begins."""
    s.phase = TURN
    s.left = s.heap
    s.turn = 0
    s.winners = 0


@jit
def chance(s: State, cards: Ints, sizes: Ints) -> int:
    """Ask for nothing: there is no chance in this game."""
    return 0


@jit
def resolve(s: State, cards: Ints, log: Grid | None) -> None:
    """Do nothing: there is no chance in this game."""


@jit
def actors(s: State) -> int:
    """Return the seat on turn."""
    return 1 << s.turn if s.phase == TURN else 0


@jit
def legal(s: State, seat: int, out: Ints) -> int:
    """Write the moves that the heap allows."""
    if s.phase != TURN or seat != s.turn:
        return 0
    for action in range(min(MOST, s.left)):
        out[action] = action
    return min(MOST, s.left)


@jit
def why_not(s: State, seat: int, action: int) -> int:
    """Return the refusal of an illegal move."""
    return 0 if s.phase == TURN and seat == s.turn and action < s.left else NOT_NOW


@jit
def apply(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Take from the heap; the last one wins."""
    s.left -= action + 1
    emit(log, TOOK, seat, action + 1, 0, EVERYONE)
    if s.left == 0:
        s.winners = 1 << seat
        s.phase = OVER
    s.turn = 1 - seat


@jit
def score(s: State, out: Ints) -> int:
    """Write a point for the winner."""
    for seat in range(s.players):
        out[seat] = s.winners >> seat & 1
    return s.winners


@jit
def redact(s: State, seat: int) -> None:
    """Hide nothing."""


redact_unseen = redact


@jit
def complete(s: State, seat: int, cards: Ints, sizes: Ints) -> int:
    """List no group: nothing is hidden."""
    return 0


@jit
def fill(s: State, seat: int, cards: Ints) -> None:
    """Do nothing: nothing is hidden."""
