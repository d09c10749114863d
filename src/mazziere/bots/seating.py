"""Seating a bot of any level of any game."""

from collections.abc import Sequence
from typing import Any, Protocol

from mazziere.bots.bot import Bot, Share
from mazziere.bots.levels import CUSTOM, Spec
from mazziere.bots.player import Player
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode


class Program(Player, Protocol):
    """A player that is a program."""

    game: Game
    spec: Spec
    seat: int

    @property
    def limit_ms(self) -> int:
        """The time limit of a search, 0 if the bot does not search by the clock."""

    def shares(self) -> list[Share]:
        """Return the statistics of the last decision."""

    def fork(self, seed: Sequence[int]) -> Any:
        """Return a copy that draws from another seed."""

    def cut(self, share: float) -> None:
        """Search for a share of the limit only."""

    @property
    def generator(self) -> tuple[int, ...]:
        """The state of the bot's generators."""


class MasterPart(Protocol):
    """The optional part `master` of a game's folder: a player stronger than any search."""

    def make(
        self,
        game: Game,
        spec: Spec,
        seat: int,
        seed: Sequence[int],
        mode: Mode | None,
        may_stand_in: bool,
        /,
    ) -> Program:
        """Seat the master."""

    def warm(self) -> None:
        """Build and compile everything that the master needs."""


def master_of(game: Game) -> MasterPart | None:
    """Return the master of a game, if it has one of its own."""
    part: MasterPart | None = game.part("master")
    return part


def make(
    game: Game,
    spec: Spec,
    seat: int,
    seed: Sequence[int],
    mode: Mode | None = None,
    may_stand_in: bool = False,
) -> Program:
    """Seat a bot; `seed` are the four words of the match's seed.

    Without a mode it plays uncompiled until compiled code is in the cache. A bot that searches
    raises NotCompiled until then, unless rules of thumb may stand in for its search.
    """
    if spec.level == CUSTOM:
        from mazziere.bots.custom import CustomPlayer

        return CustomPlayer(game, spec, seat, seed)
    master = master_of(game) if spec.level == "master" else None
    if master is not None:
        return master.make(game, spec, seat, seed, mode, may_stand_in)
    return Bot(game, spec, seat, seed, mode, may_stand_in)
