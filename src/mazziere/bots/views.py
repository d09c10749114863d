"""What a custom bot sees: a view with named fields, a picture with card names, an observation."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazziere.kernel.engine import Caller, engine
from mazziere.kernel.game import Game
from mazziere.kernel.jit import jit
from mazziere.kernel.match import Match
from mazziere.kernel.observation import Layout, layout_of, observation_of, observe
from mazziere.kernel.picture import BasePicture, picture_of
from mazziere.kernel.state import Grid, States


@jit
def observe_at(views: Any, seat: int, out: Grid) -> None:
    """Write the observation of a view."""
    observe(views[0], seat, 1, out, 0)


class View:
    """What one seat knows, with perfect memory.

    Every field of the game's state is an attribute: `view.turn`, `view.players`. A field that the
    seat cannot know is blanked.
    """

    def __init__(self, game: Game, record: States, seat: int, moves: Sequence[int] = ()) -> None:
        self.game = game
        self.record = record
        self.seat = seat
        self.numbers = list(moves)  # the numbers of the legal moves

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in (self.game.dtype.names or ()):
            raise AttributeError(f"a view of {self.game.id} has no field {name!r}")
        return self.record[name][0].tolist()

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of all fields."""
        return tuple(self.game.dtype.names or ())

    @cached_property
    def picture(self) -> BasePicture:
        """The table as a person sees it, with the names of cards."""
        match = Match(self.game, int(self.players), {})
        match.states = match.engine.copy(self.record, 0)
        return picture_of(match, self.seat)

    @property
    def layout(self) -> Layout:
        """The layout of the observation."""
        return layout_of(self.game, int(self.players))

    @cached_property
    def observation(self) -> NDArray[np.int8]:
        """The observation, as a flat row; `view.layout` names its parts."""
        out = np.zeros((1, self.layout.size), np.int8)
        hooks = {"observe": observation_of(self.game).observe}
        linked = Caller("plain", f"views.{self.game.owner}", hooks, engine(self.game, "plain"))
        linked.call(observe_at, self.record, self.seat, out)
        row: NDArray[np.int8] = out[0]
        return row

    @property
    def mask(self) -> NDArray[np.int8]:
        """1 for each legal action."""
        mask = np.zeros(len(self.game.actions), np.int8)
        mask[self.numbers] = 1
        return mask
