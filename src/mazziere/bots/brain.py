"""A brain: how bots play one game, in functions that are compiled like the rules.

It is the part `brain` of a game's folder. A brain reads a *view*: a state in which everything that
the seat cannot know is blanked. In a search the same functions also play the worlds that a view was
completed into. There they must not read anything that their seat would not know.
"""

from typing import Any, NamedTuple, Protocol

from mazziere.kernel.game import Game
from mazziere.kernel.rng import Fast
from mazziere.kernel.state import I1, Grid, Ints

WAIT = -1
"""The answer of a seat that lets the others act first."""


class NoMemory:
    """The memory of a bot that needs nothing beyond its view."""

    nothing: I1  # a record needs a field


class BrainSettings(NamedTuple):
    """Constants of a brain."""

    memory: type = NoMemory  # the record of what a bot remembers beyond its view
    reach: int = 1000  # upper bound on the moves of a playout
    explore: int = 500  # weight of exploration in the tree search, in thousandths
    mixes: bool = False  # choose at random by visit counts, so that others cannot predict the move
    paired: bool = False  # search with `bots.paired` instead of `bots.search`


class Brain(Protocol):
    """The functions of a brain.

    `view` is a view, or in a search a world. `memory` is the memory of the seat, `rng` its own
    generator. The first `move_count` cells of `moves` are the legal moves. A log holds its number
    of rows in cell (0, 0) and an event in each further row (`kernel.events`).
    """

    SETTINGS: BrainSettings

    def easy(self, view: Any, seat: int, moves: Ints, move_count: int, rng: Fast, /) -> int:
        """Choose one of the moves like a child who knows the rules."""

    def normal(self, view: Any, seat: int, moves: Ints, move_count: int, rng: Fast, /) -> int:
        """Choose one of the moves by sound rules of thumb."""

    def skips_search(self, view: Any, seat: int, /) -> bool:
        """Tell whether rules of thumb decide at every level, and inside a search.

        This is for moves out of turn, where `easy` and `normal` may also return WAIT, and for moves
        that a search does not improve.
        """

    def hear(
        self, memory: Any, log: Grid, seat: int, share: int, half_life: int, rng: Fast, /
    ) -> None:
        """Update the memory with the events of one step that are addressed to the seat."""

    def recall(self, view: Any, memory: Any, /) -> None:
        """Blank everything in the view that the memory has lost."""

    def bias_world(self, view: Any, s: Any, seat: int, memory: Any, rng: Fast, /) -> None:
        """Change a random world `s` of the view into a more likely one."""

    def private_hash(self, s: Any, seat: int, /) -> int:
        """Return a hash of the seat's private information; it separates nodes of its tree."""

    def is_settled(self, view: Any, s: Any, /) -> bool:
        """Tell whether a playout that began at `view` may stop at `s`."""

    def evaluate(self, view: Any, s: Any, seat: int, /) -> float:
        """Return the value of a settled position for the seat, from 0 to 1."""

    def is_dominated(self, view: Any, seat: int, move: int, /) -> bool:
        """Tell whether another move is never worse; used by the paired search only."""


FUNCTIONS = tuple(name for name in vars(Brain) if name.islower() and not name.startswith("_"))
"""The names of the functions in `Brain`."""


class NoBrain(LookupError):
    """The game has no brain, so only random bots can play it."""


def brain_of(game: Game) -> Brain:
    """Return the brain of a game; NoBrain if it has none."""
    brain: Brain | None = game.part("brain")
    if brain is None:
        raise NoBrain(f"{game.id} has no bots but `random`")
    return brain
