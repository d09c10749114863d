"""The bots at the tables of a node: asked in threads by turns, and told what their seats may hear.

What a bot has in mind follows from the match's key and from what its seat has heard; what it draws
for a move also from the entry since when it has these moves. So any node that has read the log has
the same bot, and asking twice does no harm.

A bot begins to think when it is for it to move, and moves when its time has come: what it takes to
think is part of its pause. One that searches by the clock takes all its time in any case: how soon
it knows what to do would tell what it holds.
"""

import asyncio
import hashlib
import threading
from collections import OrderedDict
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import structlog

from mazziere.bots.bot import Bot, Share
from mazziere.bots.levels import read_spec
from mazziere.bots.master import YoolooMaster
from mazziere.bots.ready import compile_in_background, is_ready
from mazziere.bots.seating import make
from mazziere.games import find
from mazziere.kernel.state import States
from mazziere.server.metrics import Metrics
from mazziere.server.room import Room
from mazziere.server.thinking import Thinking
from mazziere.table.due import bot_at
from mazziere.table.entries import Began
from mazziere.table.playing import move_for
from mazziere.table.refused import No
from mazziere.table.table import Happened, Table

MOST_KEPT = 2000
"""Bots that are kept in mind; others are told the match anew when they are asked."""
LONGER = 1.2
"""By so much longer than it may search a bot takes; what it cannot help has room in that."""

_Key = tuple[str, int, str]
"""A table, a seat and a bot."""
_Choice = tuple[int | None, list[Share]]

_log = structlog.get_logger()
_plain = threading.Lock()
"""Uncompiled bots of a game share their records: one at a time."""


@dataclass
class _Kept:
    player: Bot | YoolooMaster
    match: int
    heard: int = 0  # the last entry that it was told
    lock: threading.Lock = field(default_factory=threading.Lock)


class _Thought(NamedTuple):
    about: tuple[Any, ...]  # what there was to think about
    choice: "asyncio.Future[_Choice]"


class SeatedBots:
    """Asks bots for their moves."""

    def __init__(self, metrics: Metrics, threads: int = 2) -> None:
        self._metrics = metrics
        self._thinking = Thinking(threads)
        self._kept: OrderedDict[_Key, _Kept] = OrderedDict()
        self._thoughts: OrderedDict[_Key, _Thought] = OrderedDict()
        self._pauses: set[asyncio.Task[None]] = set()

    def think_ahead(self, room: Room) -> None:
        """Let the bots that are to move begin to think."""
        table = room.table
        if table.phase == "playing" and not table.is_paused:
            for seat in table.legal:
                if table.seats[seat].plays_itself:
                    moves = table.match.engine.legal(table.match.states, 0, seat)
                    with suppress(Exception):  # which comes again, and is seen to, when it is asked
                        self._thought(room, table, seat, table.seats[seat].bot, moves)

    async def move(self, room: Room) -> None:
        """Let the next bot that is due make its move; one that would rather not call may wait."""
        table, now = room.table, room.now
        if table.is_paused:
            return
        times = [(bot_at(table, seat), seat) for seat in table.legal]
        for moment, seat in sorted((at, seat) for at, seat in times if at is not None):
            must = table.must_act(seat)
            if moment > now or (moment <= room.asked_until and not must):
                continue
            action = await self._choose(room, table, seat, must)
            if action is not None:
                if must:
                    await self._take_time(room, table, seat)
                text = table.match.game.name(action)
                await room.act(lambda t, at, s=seat, m=text: move_for(t, s, m, table.seq, at))  # type: ignore[misc]
                self._metrics.bot_moves += 1
                return
        room.asked_until = now

    async def _choose(self, room: Room, table: Table, seat: int, must: bool) -> int | None:
        """Ask a bot; one that fails moves by lot, so that the others can go on."""
        moves = table.match.engine.legal(table.match.states, 0, seat)
        try:
            thought = self._thought(room, table, seat, table.seats[seat].bot, moves)
            action, _ = await asyncio.shield(thought)
            if action in moves or (action is None and not must):
                return action
            raise ValueError("a bot that has to move does not")
        except No:
            raise
        except Exception:
            self._metrics.bot_failures += 1
            _log.exception("a bot failed", game=table.game, level=table.seats[seat].bot[:40])
            self._forget((table.id, seat, table.seats[seat].bot))
        if not must:
            return None
        asides, name = table.match.game.asides, table.match.game.name
        plain = [move for move in moves if name(move).split()[0] not in asides]
        return plain[_seed(table, seat)[0] % len(plain)]

    async def _take_time(self, room: Room, table: Table, seat: int) -> None:
        """Wait until a bot that searches has had all its time, whether it needed that or not."""
        kept = self._kept.get((table.id, seat, table.seats[seat].bot))
        limit_ms = kept.player.limit_ms if kept is not None else 0
        wait = table.since[seat][1] + LONGER * limit_ms / 1000 - room.now
        if limit_ms and wait > 0:
            pause = asyncio.create_task(asyncio.sleep(wait))
            self._pauses.add(pause)
            pause.add_done_callback(self._pauses.discard)
            await pause

    async def advise(self, room: Room, seat: int) -> tuple[int, list[Share]]:
        """What the hard bot thinks of a seat's moves."""
        table = room.table
        if seat not in table.legal:
            raise No("busy")
        moves = table.match.engine.legal(table.match.states, 0, seat)
        thought = self._thought(room, table, seat, "hard", moves, is_hint=True)
        try:
            action, shares = await asyncio.shield(thought)
        except Exception:
            self._forget((table.id, seat, "hard"))
            raise
        if not shares and action is not None:
            shares = [Share(action, 0, 1.0, 0.0)]
        return table.seq, shares

    # Asking

    def _thought(
        self,
        room: Room,
        table: Table,
        seat: int,
        bot: str,
        moves: list[int],
        is_hint: bool = False,
    ) -> "asyncio.Future[_Choice]":
        """What a bot thinks, or is going to think, of its moves."""
        key = table.id, seat, bot
        kept = self._find(table, seat, bot)
        view = table.match.engine.view(table.match.states, 0, seat)
        about = kept.match, table.since[seat], view.tobytes(), tuple(moves)
        known = self._thoughts.pop(key, None)
        if known is None or known.about != about:
            told = [item for item in _match_so_far(room) if kept.heard < item.seq <= table.seq]
            think = partial(_think, kept, seat, told, view, moves, _seed(table, seat))
            choice = self._thinking.think(table.id, think, is_hint)
            choice.add_done_callback(_look_at)
            known = _Thought(about, choice)
        self._thoughts[key] = known
        while len(self._thoughts) > MOST_KEPT:
            self._thoughts.popitem(last=False)
        return known.choice

    def _forget(self, key: _Key) -> None:
        self._kept.pop(key, None)
        self._thoughts.pop(key, None)

    def _find(self, table: Table, seat: int, bot: str) -> _Kept:
        key = table.id, seat, bot
        assert table.began is not None
        kept = self._kept.pop(key, None)
        if kept is None or kept.match != table.began.match:
            game = find(table.game)
            spec = read_spec(bot)
            if spec.searches:
                compile_in_background(game)
            kept = _Kept(make(game, spec, seat, _seed(table, None)), table.began.match)
        self._kept[key] = kept
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept

    def stop(self) -> None:
        """Let the threads end; nobody waits for a bot any more."""
        self._thinking.stop()
        for pause in self._pauses:
            pause.cancel()


def _look_at(choice: "asyncio.Future[_Choice]") -> None:
    """Have seen how it ended, should nobody else ask."""
    if not choice.cancelled():
        choice.exception()


def _match_so_far(room: Room) -> list[Happened]:
    """Everything since the match began."""
    history = room.history
    for place in range(len(history) - 1, -1, -1):
        if isinstance(history[place].entry, Began):
            return history[place:]
    return []


def _think(
    kept: _Kept,
    seat: int,
    told: list[Happened],
    view: States,
    moves: list[int],
    seed: tuple[int, ...],
) -> _Choice:
    """In a thread: hear what is new, then choose."""
    with kept.lock, nullcontext() if is_ready(kept.player.game) else _plain:
        for item in told:
            if item.seq > kept.heard:
                for step in item.steps:
                    kept.player.tell([event for event in step if event.audience >> seat & 1])
                kept.heard = item.seq
        player = kept.player.fork(seed)
        return player.ask(view, moves), player.shares()


def _seed(table: Table, seat: int | None) -> tuple[int, ...]:
    """The seed of a match's bots, or of one move: as secret as the deal, and no use to guess it."""
    assert table.key is not None
    moment = b"" if seat is None else b"%d %d" % (seat, table.since[seat][0])
    digest = hashlib.blake2b(
        moment, key=table.key, digest_size=16, person=b"mazziere-bots"
    ).digest()
    return tuple(int.from_bytes(digest[i : i + 4], "big") for i in (0, 4, 8, 12))
