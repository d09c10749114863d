"""The bots at the tables of a node: asked in threads, and told what their seats may hear."""

import asyncio
import hashlib
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from mazziere.bots.bot import Share
from mazziere.bots.levels import read_spec
from mazziere.bots.player import Player
from mazziere.bots.ready import compile_in_background
from mazziere.bots.seating import make
from mazziere.games import find
from mazziere.server.room import Clock, Room
from mazziere.table.due import bot_at
from mazziere.table.entries import Began
from mazziere.table.playing import move_for
from mazziere.table.refused import No
from mazziere.table.table import Happened, Table

MOST_KEPT = 2000
"""Bots that are kept in mind; others are told the match anew when they are asked."""


@dataclass
class _Kept:
    player: Player
    match: int
    heard: int  # the last entry that it was told
    waits_since: int = -1  # it has been asked about these moves, and would rather wait


class SeatedBots:
    """Asks bots for their moves."""

    def __init__(self, clock: Clock, threads: int = 2) -> None:
        self._clock = clock
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self.moves = 0
        self._kept: OrderedDict[tuple[str, int, str], _Kept] = OrderedDict()

    async def move(self, room: Room) -> bool:
        """Let the next bot that is due make its move; tell whether one has."""
        table = room.table
        now = self._clock()
        times = [(bot_at(table, seat), seat) for seat in range(table.players)]
        for moment, seat in sorted((at, seat) for at, seat in times if at is not None):
            if moment > now or table.is_paused:
                break
            if await self._ask(room, table, seat):
                return True
        return False

    async def _ask(self, room: Room, table: Table, seat: int) -> bool:
        """Ask a bot; tell whether it has moved."""
        kept = self._bot(table, seat, table.seats[seat].bot, room.history)
        since = table.since[seat][0]
        if kept.waits_since == since:
            return False
        engine = table.match.engine
        view = engine.view(table.match.states, 0, seat)
        moves = engine.legal(table.match.states, 0, seat)
        loop = asyncio.get_running_loop()
        action = await loop.run_in_executor(self._pool, kept.player.ask, view, moves)
        if action is None:
            kept.waits_since = since
            return False
        text = table.match.game.name(action)
        await room.act(lambda now, at: move_for(now, seat, text, table.seq, at))
        self.moves += 1
        return True

    async def advise(self, room: Room, seat: int) -> tuple[int, list[Share]]:
        """What the hard bot thinks of a seat's moves."""
        table = room.table
        if seat not in table.legal:
            raise No("busy")
        kept = self._bot(table, seat, "hard", room.history)
        engine = table.match.engine
        view = engine.view(table.match.states, 0, seat)
        moves = engine.legal(table.match.states, 0, seat)
        loop = asyncio.get_running_loop()
        action = await loop.run_in_executor(self._pool, kept.player.ask, view, moves)
        shares: list[Share] = getattr(kept.player, "shares", list)()
        if not shares and action is not None:
            shares = [Share(action, 0, 1.0, 0.0)]
        return table.seq, shares

    def _bot(self, table: Table, seat: int, bot: str, history: list[Happened]) -> _Kept:
        """The bot of a seat, having heard all that its seat has heard in this match."""
        key = table.id, seat, bot
        assert table.began is not None and table.key is not None
        kept = self._kept.pop(key, None)
        if kept is None or kept.match != table.began.match:
            game = find(table.game)
            compile_in_background(game)
            words = _seed(table.key)
            kept = _Kept(make(game, read_spec(bot), seat, words), table.began.match, 0)
        began = 0
        for place in range(len(history) - 1, -1, -1):
            if isinstance(history[place].entry, Began):
                began = place
                break
        for item in history[began:]:
            if item.seq > kept.heard:
                kept.heard = item.seq
                for step in item.steps:
                    kept.player.tell([event for event in step if event.audience >> seat & 1])
        self._kept[key] = kept
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept

    def stop(self) -> None:
        """Let the threads end."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _seed(key: bytes) -> tuple[int, ...]:
    """The seed of a match's bots: as secret as the deal, and no use for guessing it."""
    digest = hashlib.blake2b(key, digest_size=16, person=b"mazziere-bots").digest()
    return tuple(int.from_bytes(digest[i : i + 4], "big") for i in (0, 4, 8, 12))
