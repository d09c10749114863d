"""The master of YOOLOO: plays the solution where there is one, searches elsewhere.

Two players are solved exactly. With more, stacks come from an approximate equilibrium and showdowns
from an exact one. Rounds of variants A and B with more than two players are searched.
"""

from collections.abc import Sequence

from mazziere.bots import loops
from mazziere.bots.bot import Bot, Share
from mazziere.bots.levels import Spec
from mazziere.games.yooloo import solved
from mazziere.games.yooloo.box import PLAY, SHOWDOWN, STACK, STACKING
from mazziere.kernel.engine import wanted_mode
from mazziere.kernel.events import Event
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode
from mazziere.kernel.rng import FAST, start_stream
from mazziere.kernel.state import Plain, States, aligned


class Master:
    """A player that looks its moves up."""

    def __init__(
        self,
        game: Game,
        spec: Spec,
        seat: int,
        seed: Sequence[int],
        mode: Mode | None = None,
        may_stand_in: bool = False,
    ) -> None:
        self.game = game
        self.spec = spec
        self.seat = seat
        self._given = mode
        self._searcher = Bot(game, spec, seat, seed, mode, may_stand_in)
        self._mode: Mode = mode or ("compiled" if wanted_mode() == "compiled" else "plain")
        self._rngs = aligned(1, FAST)
        self._shares: list[Share] = []
        start_stream(Plain(self._rngs)[0], list(seed), loops.BOTS + seat)

    @property
    def limit_ms(self) -> int:
        """The time limit of a search where there is no solution."""
        return self._searcher.limit_ms

    def tell(self, events: Sequence[Event]) -> None:
        """Pass the events on to the search."""
        self._searcher.tell(events)

    def ask(self, view: States, moves: Sequence[int]) -> int | None:
        """Choose one of the moves."""
        self._shares = []
        if len(moves) == 1:
            return moves[0]
        players, phase = int(view["players"][0]), int(view["phase"][0])
        if phase == SHOWDOWN:
            return PLAY + solved.showdown(players, self._rngs, self._mode)
        if phase == STACKING:
            card = solved.next_of_stack(view, self.seat, self._rngs, self._mode)
            return STACK + card if card >= 0 else self._search(view, moves)
        if players > 2:
            return self._search(view, moves)
        try:
            mixture = solved.mixture(view, self.seat, self._mode)
            card = solved.choose(view, self.seat, self._rngs, self._mode)
        except solved.NotBuilt:  # variant B is solved by a command
            return self._search(view, moves)
        self._shares = sorted(
            (Share(PLAY + card, 0, share, 0.5) for card, share in mixture),
            key=lambda row: (-row.share, row.action),
        )
        return PLAY + card

    def shares(self) -> list[Share]:
        """Return the probability of each move, the highest first."""
        return self._shares or self._searcher.shares()

    def fork(self, seed: Sequence[int]) -> "Master":
        """Return a copy that draws from another seed."""
        other = Master(self.game, self.spec, self.seat, seed, self._given)
        other._searcher = self._searcher.fork(seed)
        return other

    def cut(self, share: float) -> None:
        """Search for a share of the limit only, where there is no solution."""
        self._searcher.cut(share)

    @property
    def generator(self) -> tuple[int, ...]:
        """The state of the bot's generators."""
        return *self._rngs["word"][0].tolist(), *self._searcher.generator

    def _search(self, view: States, moves: Sequence[int]) -> int | None:
        return self._searcher.ask(view, moves)


def make(
    game: Game,
    spec: Spec,
    seat: int,
    seed: Sequence[int],
    mode: Mode | None = None,
    may_stand_in: bool = False,
) -> Master:
    """Seat the master."""
    return Master(game, spec, seat, seed, mode, may_stand_in)


def warm() -> None:
    """Solve variants A and B, which also compiles the functions for it."""
    solved.build("a")
    solved.build("b")
