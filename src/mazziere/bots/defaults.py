"""Functions for a brain whose game needs nothing special; import them under their own names."""

from typing import Any

from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import Grid, Ints


@jit
def easy(view: Any, seat: int, moves: Ints, move_count: int, rng: Fast) -> int:
    """Choose a random move."""
    return moves[below(rng, move_count)]


@jit
def normal(view: Any, seat: int, moves: Ints, move_count: int, rng: Fast) -> int:
    """Choose a random move."""
    return moves[below(rng, move_count)]


@jit
def skips_search(view: Any, seat: int) -> bool:
    """Search for every move."""
    return False


@jit
def hear(memory: Any, log: Grid, seat: int, share: int, half_life: int, rng: Fast) -> None:
    """Remember nothing: the view is enough."""


@jit
def recall(view: Any, memory: Any) -> None:
    """Forget nothing."""


@jit
def bias_world(view: Any, s: Any, seat: int, memory: Any, rng: Fast) -> None:
    """Take all worlds as equally likely."""


@jit
def private_hash(s: Any, seat: int) -> int:
    """Return 0: a seat decides by what it has observed since the search began."""
    return 0


@jit
def is_settled(view: Any, s: Any) -> bool:
    """Play on to the end of the match."""
    return bool(s.phase == OVER)


@jit
def is_dominated(view: Any, seat: int, move: int) -> bool:
    """Take every move into account."""
    return False
