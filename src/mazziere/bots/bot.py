"""A bot at a seat."""

import time
from collections.abc import Sequence
from typing import NamedTuple

from mazziere.bots import loops
from mazziere.bots.brains import brain_of
from mazziere.bots.engine import BotEngine, bot_engine, has_memory
from mazziere.bots.levels import NORMAL, Spec
from mazziere.bots.ready import is_ready
from mazziere.kernel.events import Event, new_log
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode
from mazziere.kernel.rng import start_stream
from mazziere.kernel.state import Plain, States

CHUNK_S = 0.004
"""A search by the clock looks at it about this often."""


class Share(NamedTuple):
    """What a search thought of a move."""

    action: int
    visits: int
    share: float  # of all iterations
    value: float  # what it was worth on average, from 0 to 1


class Bot:
    """A player that is a program: a level of a game's brain, a memory and a generator."""

    def __init__(
        self, game: Game, spec: Spec, seat: int, seed: Sequence[int], mode: Mode | None = None
    ) -> None:
        self.game = game
        self.spec = spec
        self.seat = seat
        self._mode = mode
        self._minds = bot_engine(game, "plain").minds([spec])
        self._heard = new_log()
        self._listens = has_memory(brain_of(game))
        self._shares: list[Share] = []
        start_stream(Plain(self._minds)[0].rng, list(seed), loops.BOTS + seat)

    @property
    def stands_in(self) -> bool:
        """Whether a bot that should search goes by rules of thumb, until it is compiled."""
        return self.spec.searches and self._mode is None and not is_ready(self.game)

    @property
    def limit_ms(self) -> int:
        """For how long it may search for a move; 0 if it does not, or counts instead."""
        return 0 if self.stands_in or not self.spec.searches else self.spec.ms or 0

    @property
    def _engine(self) -> BotEngine:
        """Plain or compiled: the mind is the same, so it can change in mid-match."""
        if self._mode is not None:
            return bot_engine(self.game, self._mode)
        return bot_engine(self.game, "compiled" if is_ready(self.game) else "plain")

    def tell(self, events: Sequence[Event]) -> None:
        """Hear the events of one step, and note what is worth it."""
        if self._listens:
            self._heard[0, 0] = len(events)
            for row, event in enumerate(events, 1):
                self._heard[row] = event
            self._engine.call(loops.hear_at, self._minds, self.seat, self._heard)

    def ask(self, view: States, moves: Sequence[int]) -> int | None:
        """Choose one of the moves, or None to wait."""
        room = self._engine.room
        n = len(moves)
        room.boards[0] = view[0]
        room.thoughts["asked"][0, :n] = moves
        self._shares = []
        self._minds["level"] = NORMAL if self.stands_in else self.spec.number
        call, table = self._engine.call, (room.boards, self._minds, self.seat, room.thoughts)
        if not call(loops.prepare_at, *table, n):
            action = call(loops.answer_at, *table, n)
        else:
            self._think(n)
            action = call(loops.conclude_at, *table, room.trees, n)
            self._note_shares(moves, action)
        return None if action < 0 else int(action)

    def shares(self) -> list[Share]:
        """What the last search thought of each move, the best first; empty without one."""
        return self._shares

    def fork(self, seed: Sequence[int]) -> "Bot":
        """Return a bot that has heard the same, and draws by another seed."""
        other = Bot(self.game, self.spec, self.seat, seed, self._mode)
        drawn = other._minds["rng"].copy()
        other._minds[0] = self._minds[0]
        other._minds["rng"] = drawn
        return other

    @property
    def generator(self) -> tuple[int, ...]:
        """The state of the bot's generator."""
        return tuple(self._minds["rng"]["word"][0].tolist())

    def _think(self, n: int) -> None:
        """Search among n moves for so many iterations, or until the time is up or one is left."""
        room, spec = self._engine.room, self.spec
        table = room.boards, self._minds, self.seat, room.thoughts, room.trees, n
        if spec.ms is None:
            self._engine.call(loops.think_at, *table, spec.iterations, spec.iterations, room.log)
            return
        began = time.perf_counter()
        limit, more, done = spec.ms / 1000, 4, 0
        self._engine.call(loops.think_at, *table, 1 << 20, 0, room.log)
        while (spent := time.perf_counter() - began) < limit:
            if done:
                more = max(1, int(done / spent * min(CHUNK_S, limit - spent)))
            self._engine.call(loops.think_at, *table, 0, more, room.log)
            done += more
            if room.thoughts["left"][0] == 1:
                return

    def _note_shares(self, moves: Sequence[int], chosen: int) -> None:
        thought = self._engine.room.thoughts[0]
        tries = thought["tries"][: len(moves)].tolist()
        means = thought["means"][: len(moves)].tolist()
        whole = max(1, sum(tries))
        rows = [Share(*row) for row in zip(moves, tries, [n / whole for n in tries], means)]
        if self._engine.brain.mixes:
            chosen = -1
        self._shares = sorted(rows, key=lambda row: (row.action != chosen, -row.visits, row.action))
