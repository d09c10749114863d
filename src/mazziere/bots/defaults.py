"""Functions for a brain whose game needs nothing special; import them under their own names."""

from typing import Any

from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import Grid, Ints


@jit
def easy(v: Any, seat: int, moves: Ints, n: int, rng: Fast) -> int:
    """Choose a random move."""
    return moves[below(rng, n)]


@jit
def normal(v: Any, seat: int, moves: Ints, n: int, rng: Fast) -> int:
    """Choose a random move."""
    return moves[below(rng, n)]


@jit
def skips_search(v: Any, seat: int) -> bool:
    """Search for every move."""
    return False


@jit
def hear(m: Any, log: Grid, seat: int, share: int, half_life: int, rng: Fast) -> None:
    """Remember nothing: the view is enough."""


@jit
def recall(v: Any, m: Any) -> None:
    """Forget nothing."""


@jit
def bias_world(v: Any, s: Any, seat: int, m: Any, rng: Fast) -> None:
    """Take all worlds as equally likely."""


@jit
def private_hash(s: Any, seat: int) -> int:
    """Return 0: a seat decides by what it has observed since the search began."""
    return 0


@jit
def is_settled(v: Any, s: Any) -> bool:
    """Play on to the end of the match."""
    return bool(s.phase == OVER)


@jit
def is_dominated(v: Any, seat: int, move: int) -> bool:
    """Take every move into account."""
    return False
