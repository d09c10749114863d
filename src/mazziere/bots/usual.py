"""What a brain does where its game asks for nothing special."""

from typing import Any

from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import Grid, Ints


@jit
def any_move(v: Any, seat: int, moves: Ints, count: int, rng: Fast) -> int:
    """One of the moves, at random."""
    return moves[below(rng, count)]


@jit
def always_thinks(v: Any, seat: int) -> bool:
    """A bot that can think ahead does so for every move."""
    return False


@jit
def hears_nothing(m: Any, log: Grid, seat: int, share: int, half_life: int, rng: Fast) -> None:
    """The view says it all."""


@jit
def recalls_all(v: Any, m: Any) -> None:
    """Nothing is forgotten."""


@jit
def any_world(v: Any, s: Any, seat: int, m: Any, rng: Fast) -> None:
    """All worlds are equally likely."""


@jit
def no_secret(s: Any, seat: int) -> int:
    """In a search a seat decides by what it has observed since it began."""
    return 0


@jit
def never_idle(v: Any, seat: int, move: int) -> bool:
    """Every move may be the best."""
    return False


@jit
def at_the_end(v: Any, s: Any) -> bool:
    """A playout goes on to the end of the match."""
    return bool(s.phase == OVER)
