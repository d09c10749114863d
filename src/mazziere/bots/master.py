"""The master of YOOLOO: by the solution where there is one, by search elsewhere.

Two players are solved exactly. With more, stacks come from a mixture that is nearly an equilibrium
and showdowns from an exact one; in variants A and B the others' hands are searched.
"""

from collections.abc import Sequence

from mazziere.bots import loops, solved
from mazziere.bots.bot import Bot, Share
from mazziere.bots.levels import Spec
from mazziere.games.yooloo import PLAY, SHOWDOWN, STACK, STACKING
from mazziere.kernel.engine import wanted_mode
from mazziere.kernel.events import Event
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode
from mazziere.kernel.rng import FAST, start_stream
from mazziere.kernel.state import Plain, States, aligned


class YoolooMaster:
    """A player of YOOLOO that looks its moves up."""

    def __init__(
        self, game: Game, spec: Spec, seat: int, seed: Sequence[int], mode: Mode | None = None
    ) -> None:
        self.game = game
        self.spec = spec
        self.seat = seat
        self._given = mode
        self._searcher = Bot(game, spec, seat, seed, mode)
        self._mode: Mode = mode or ("compiled" if wanted_mode() == "compiled" else "plain")
        self._rngs = aligned(1, FAST)
        self._shares: list[Share] = []
        start_stream(Plain(self._rngs)[0], list(seed), loops.BOTS + seat)

    @property
    def limit_ms(self) -> int:
        """For how long it may search for a move where there is no solution."""
        return self._searcher.limit_ms

    def tell(self, events: Sequence[Event]) -> None:
        """The view says it all."""
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
        except solved.NotBuilt:  # variant B takes a command, once
            return self._search(view, moves)
        self._shares = sorted(
            (Share(PLAY + card, 0, share, 0.5) for card, share in mixture),
            key=lambda row: (-row.share, row.action),
        )
        return PLAY + card

    def shares(self) -> list[Share]:
        """How often each move is to be played here, the commonest first."""
        return self._shares or self._searcher.shares()

    def fork(self, seed: Sequence[int]) -> "YoolooMaster":
        """Return a player that has heard the same, and draws by another seed."""
        other = YoolooMaster(self.game, self.spec, self.seat, seed, self._given)
        other._searcher = self._searcher.fork(seed)
        return other

    @property
    def generator(self) -> tuple[int, ...]:
        """The state of the bot's generators."""
        return *self._rngs["word"][0].tolist(), *self._searcher.generator

    def _search(self, view: States, moves: Sequence[int]) -> int | None:
        return self._searcher.ask(view, moves)
