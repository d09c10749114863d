"""A bot at a seat."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from mazziere.bots import loops
from mazziere.bots.brain import brain_of
from mazziere.bots.engine import BotEngine, bot_engine, has_memory
from mazziere.bots.levels import NORMAL, Spec
from mazziere.kernel.events import Event, new_log
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode
from mazziere.kernel.ready import is_ready
from mazziere.kernel.rng import below, start_stream
from mazziere.kernel.state import Plain, States

CHUNK_S = 0.004
"""Interval at which a time-limited search checks the clock, in seconds."""


class NotCompiled(RuntimeError):
    """A searching bot whose game is not compiled yet, where rules of thumb must not stand in."""


class Share(NamedTuple):
    """The search statistics of a move."""

    action: int
    visits: int
    share: float  # of all iterations
    value: float  # mean value, from 0 to 1


class Bot:
    """A bot: a level of a game's brain, a memory and a generator."""

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
        self.may_stand_in = may_stand_in  # whether rules of thumb replace a search not compiled yet
        self._mode = mode
        self._state = bot_engine(game, "plain").bot_states([spec])
        self._heard = new_log()
        self._listens = has_memory(brain_of(game).SETTINGS)
        self._shares: list[Share] = []
        start_stream(Plain(self._state)[0].rng, list(seed), loops.BOTS + seat)

    @property
    def stands_in(self) -> bool:
        """Whether a searching bot uses rules of thumb because it is not compiled yet."""
        return self.spec.searches and self._mode is None and not is_ready(self.game)

    @property
    def limit_ms(self) -> int:
        """The time limit of a search in milliseconds; 0 if there is none."""
        return 0 if self.stands_in or not self.spec.searches else self.spec.ms or 0

    @property
    def _engine(self) -> BotEngine:
        """Return the plain or the compiled engine; the bot's state fits both, also in mid-match."""
        if self._mode is not None:
            return bot_engine(self.game, self._mode)
        return bot_engine(self.game, "compiled" if is_ready(self.game) else "plain")

    def tell(self, events: Sequence[Event]) -> None:
        """Update the memory with the events of one step."""
        if self._listens:
            self._heard[0, 0] = len(events)
            for row, event in enumerate(events, 1):
                self._heard[row] = event
            self._engine.call(loops.hear_at, self._state, self.seat, self._heard)

    def ask(self, view: States, moves: Sequence[int]) -> int | None:
        """Choose one of the moves, or None to wait."""
        if self.stands_in and not self.may_stand_in:
            name = f"bot {self.spec.text}: {self.game.id}"
            raise NotCompiled(f"{name} is not compiled yet, and rules of thumb may not stand in")
        room = self._engine.room
        n = len(moves)
        room.boards[0] = view[0]
        room.buffers["asked"][0, :n] = moves
        self._shares = []
        self._state["level"] = NORMAL if self.stands_in else self.spec.number
        call, table = self._engine.call, (room.boards, self._state, self.seat, room.buffers)
        if not call(loops.prepare_at, *table, n):
            action = call(loops.answer_at, *table, n)
        else:
            self._think(n)
            action = call(loops.conclude_at, *table, room.trees, n)
            self._note_shares(moves, action)
        if action >= 0 and action not in moves:  # rules of thumb may not know a shorter list
            action = moves[below(Plain(self._state)[0].rng, n)]
        return None if action < 0 else int(action)

    def shares(self) -> list[Share]:
        """Return the statistics of the last search, best move first; empty without a search."""
        return self._shares

    def fork(self, seed: Sequence[int]) -> "Bot":
        """Return a copy with the same memory and another seed."""
        other = Bot(self.game, self.spec, self.seat, seed, self._mode, self.may_stand_in)
        drawn = other._state["rng"].copy()
        other._state[0] = self._state[0]
        other._state["rng"] = drawn
        return other

    def cut(self, share: float) -> None:
        """Search for a share of the limit only."""
        spec = self.spec
        if spec.ms is None:
            self.spec = replace(spec, iterations=max(1, round(spec.iterations * share)))
        else:
            self.spec = replace(spec, ms=max(1, round(spec.ms * share)))

    @property
    def generator(self) -> tuple[int, ...]:
        """The state of the bot's generator."""
        return tuple(self._state["rng"]["word"][0].tolist())

    def _think(self, move_count: int) -> None:
        """Search until the iterations or the time are used up, or one move is left."""
        room, spec = self._engine.room, self.spec
        table = room.boards, self._state, self.seat, room.buffers, room.trees, move_count
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
            if room.buffers["left"][0] == 1:
                return

    def _note_shares(self, moves: Sequence[int], chosen: int) -> None:
        search = self._engine.room.buffers[0]
        tries = search["tries"][: len(moves)].tolist()
        means = search["means"][: len(moves)].tolist()
        whole = max(1, sum(tries))
        rows = [Share(*row) for row in zip(moves, tries, [n / whole for n in tries], means)]
        if self._engine.settings.mixes:
            chosen = -1
        self._shares = sorted(rows, key=lambda row: (row.action != chosen, -row.visits, row.action))
