"""The bots at the tables of a node.

A bot's state follows from the match's key and from the events that its seat has heard. Its random
draws for a move follow also from the entry that gave it these moves. So every node that has read
the log has the same bot, and asking a bot twice does no harm.

A bot starts to think as soon as it is to move, and moves when its pause is over: thinking time is
part of the pause. A bot that searches replies after a fixed time from the start of its search,
also when it has only one move, because an early reply would tell something about its hand. The
pause and the fixed time depend on the table, on the bot's level and on the speed of this machine,
never on cards or moves.
"""

import asyncio
import hashlib
import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import structlog

from mazziere.bots.bot import Share
from mazziere.bots.custom import BotError
from mazziere.bots.levels import CUSTOM, read_spec
from mazziere.bots.seating import Program, make
from mazziere.games import find
from mazziere.kernel.ready import compile_in_background, is_ready
from mazziere.kernel.state import States
from mazziere.server.bots.bot_threads import BotThreads, Kind
from mazziere.server.metrics import Metrics
from mazziere.server.rooms.room import Command, Room
from mazziere.table.playing import move_for
from mazziere.table.refusals import CommandRefused
from mazziere.table.schedule import bot_due_at
from mazziere.table.table import AppliedEntry, Draft, TableState

CACHED_BOTS = 2000
"""Bots in memory; another bot replays the events of its match when it is asked."""
THINK_S = 60.0
"""Timeout of a bot's decision, including its time in the queue; then rules of thumb decide."""
THUMB_S = 10.0
"""Timeout of that decision by rules of thumb; then the bot makes a random move."""
THUMB_BOT = "normal"
"""The bot whose rules of thumb decide for one that fails."""
REPLY_FACTOR = 1.2
"""Reply after a fixed 1.2 × the limit, so that thinking time reveals nothing."""
ITERATION_S = 0.000_75
"""Least time of an iteration, for the reply of a search that counts them: as for level `hard`."""
SEARCHES_TIMED = 64
"""Searches of a game whose slowest one gives the time of an iteration on this machine."""

_Key = tuple[str, int, str]
"""A table, a seat and a bot specification."""

_log = structlog.get_logger()
_uncompiled: dict[str, threading.Lock] = {}
"""By game: uncompiled bots of a game share their buffers, so only one may think at a time."""


@dataclass
class _SeatedBot:
    player: Program
    match: int
    heard: int = 0  # the last entry that it was told
    lock: threading.Lock = field(default_factory=threading.Lock)


class _Choice(NamedTuple):
    action: int | None  # None: no optional call
    shares: list[Share]  # of all moves; empty without a search
    is_cut: bool  # the search was cut, because many others waited
    started: float  # when the bot began to think
    ended: float


class _Decision(NamedTuple):
    question: tuple[Any, ...]  # everything that the choice depends on
    choice: "asyncio.Future[_Choice]"


class SeatedBots:
    """Asks bots for moves and hints, and makes their moves."""

    def __init__(
        self,
        metrics: Metrics,
        threads: int = 2,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._metrics = metrics
        self._clock = clock
        self._sleep = sleep
        self._threads = BotThreads(threads)
        self._bots: OrderedDict[_Key, _SeatedBot] = OrderedDict()
        self._decisions: OrderedDict[_Key, _Decision] = OrderedDict()
        self._pauses: set[asyncio.Future[None]] = set()
        self._iteration_s: dict[str, deque[float]] = {}  # of the last searches, by game

    def think_ahead(self, room: Room) -> None:
        """Let the bots that are to move start to think."""
        table = room.table
        if table.phase == "playing" and not table.is_paused and room.is_attended:
            for seat in table.legal:
                if table.seats[seat].plays_itself:
                    moves = table.match.engine.legal(table.match.states, 0, seat)
                    with suppress(Exception):  # it is raised and handled again in `move`
                        self._decide(room, table, seat, table.seats[seat].bot, moves)

    async def move(self, room: Room) -> None:
        """Make the next bot move that is due; a bot need not make an optional call."""
        table, now = room.table, room.now
        if table.is_paused or not room.is_attended:
            return
        times = [(bot_due_at(table, seat), seat) for seat in table.legal]
        for due, seat in sorted((due, seat) for due, seat in times if due is not None):
            must = table.must_act(seat)
            if due > now or (due <= room.calls_asked_until and not must):
                continue
            action = await self._choose(room, table, seat, must)
            if action is not None:
                await room.act(_move_command(table, seat, action))
                self._metrics.count("bot_moves")
                return
        room.note_calls_asked(now)

    async def _choose(self, room: Room, table: TableState, seat: int, must: bool) -> int | None:
        """Ask a bot for its move. For one that fails, rules of thumb decide, and then chance."""
        moves = table.match.engine.legal(table.match.states, 0, seat)
        spec = table.seats[seat].bot
        asked = None
        try:
            player = self._find(table, seat, spec).player
            reply_s = self._reply_s(player)  # fixed before this search is timed
            asked = self._decide(room, table, seat, spec, moves)
            async with asyncio.timeout(THINK_S):
                choice = await asyncio.shield(asked)
            action = choice.action
            if action not in moves and (must or action is not None):
                raise ValueError("the bot has to move, but returned no legal move")
        except CommandRefused:
            raise
        except Exception as error:
            self._note_failure(table, seat, error)
            if asked is not None:
                _give_up(asked, TimeoutError("the bot was not asked in time"))
        else:
            self._note_speed(player, choice)
            if must:
                await self._wait_until(choice.started, reply_s)
            return action
        return await self._choose_by_thumb(room, table, seat, moves) if must else None

    def _note_failure(self, table: TableState, seat: int, error: Exception) -> None:
        """Count and log the failure of a bot, and forget the bot."""
        spec = table.seats[seat].bot
        self._metrics.count("bot_failures")
        self._forget((table.id, seat, spec))
        if isinstance(error, BotError):
            _log.error("a custom bot failed", game=table.game, reason=str(error))
        elif isinstance(error, TimeoutError):
            _log.warning("a bot had no time to search", game=table.game, level=spec[:40])
        else:
            _log.error("a bot failed", game=table.game, level=spec[:40], exc_info=error)

    async def _choose_by_thumb(
        self, room: Room, table: TableState, seat: int, moves: list[int]
    ) -> int:
        """Choose a move for a bot that has failed; at random if rules of thumb fail, too."""
        with suppress(Exception):
            if _kind_of(self._find(table, seat, table.seats[seat].bot).player) != "thumb":
                asked = self._decide(room, table, seat, THUMB_BOT, moves)
                async with asyncio.timeout(THUMB_S):
                    choice = await asyncio.shield(asked)
                if choice.action in moves:
                    return choice.action
        game = table.match.game
        plain = [move for move in moves if game.name(move) not in game.optional_moves]
        return plain[_seed(table, seat)[0] % len(plain)]

    def _reply_s(self, player: Program) -> float:
        """Return the fixed time of a bot's search in seconds; 0 for rules of thumb."""
        if not _counts_iterations(player):
            return REPLY_FACTOR * player.limit_ms / 1000
        iteration_s = max(self._iteration_s.get(player.game.id, ()), default=0.0)
        return REPLY_FACTOR * player.spec.iterations * max(ITERATION_S, iteration_s)

    def _note_speed(self, player: Program, choice: _Choice) -> None:
        """Time a search that counted its iterations, for the replies of later ones."""
        if _counts_iterations(player) and choice.shares and not choice.is_cut:
            times = self._iteration_s.setdefault(player.game.id, deque(maxlen=SEARCHES_TIMED))
            times.append((choice.ended - choice.started) / player.spec.iterations)

    async def _wait_until(self, started: float, reply_s: float) -> None:
        """Wait until `reply_s` after the start of a search; `stop` ends the wait.

        A search that took longer replies at the next multiple, so that only the multiple shows.
        """
        if not reply_s:
            return
        spent = self._clock() - started
        wait_s = max(1, math.ceil(spent / reply_s)) * reply_s - spent
        if wait_s > 0:
            pause = asyncio.ensure_future(self._sleep(wait_s))
            self._pauses.add(pause)
            pause.add_done_callback(self._pauses.discard)
            await pause

    async def advise(self, room: Room, seat: int) -> tuple[int, list[Share]]:
        """Return the hard bot's shares for the moves of a seat, and the entry they refer to."""
        table = room.table
        if seat not in table.legal:
            raise CommandRefused("busy")
        moves = table.match.engine.legal(table.match.states, 0, seat)
        choice = self._decide(room, table, seat, "hard", moves, is_hint=True)
        try:
            async with asyncio.timeout(THINK_S):
                action, shares, *_ = await asyncio.shield(choice)
        except TimeoutError as error:
            _give_up(choice, error)
            self._forget((table.id, seat, "hard"))
            raise CommandRefused("unavailable") from None
        except Exception:
            self._forget((table.id, seat, "hard"))
            raise
        if not shares and action is not None:
            shares = [Share(action, 0, 1.0, 0.0)]
        return table.seq, shares

    def stop(self) -> None:
        """Stop the threads, and end all pauses."""
        self._threads.stop()
        for pause in self._pauses:
            pause.cancel()

    # Asking

    def _decide(
        self,
        room: Room,
        table: TableState,
        seat: int,
        spec: str,
        moves: list[int],
        is_hint: bool = False,
    ) -> "asyncio.Future[_Choice]":
        """Return a bot's choice among its moves, cached if it was asked the same before."""
        key = table.id, seat, spec
        bot = self._find(table, seat, spec)
        view = table.match.engine.view(table.match.states, 0, seat)
        question = bot.match, table.since[seat], view.tobytes(), tuple(moves)
        known = self._decisions.pop(key, None)
        if known is None or known.question != question:
            if known is not None:  # the answer to the older question would come too late
                _give_up(known.choice, CommandRefused("stale", seq=table.seq))
            news = room.match_entries(bot.heard, table.seq)
            asked = _Question(bot, seat, news, view, moves, _seed(table, seat))
            limit_s = self._reply_s(bot.player) / REPLY_FACTOR
            share_of = partial(self._threads.share_of, limit_s)
            run = partial(_ask, self._clock, asked, share_of if limit_s else None)
            kind: Kind = "hint" if is_hint else _kind_of(bot.player)
            choice = self._threads.submit(table.id, run, kind)
            choice.add_done_callback(_retrieve)
            known = _Decision(question, choice)
        self._decisions[key] = known
        while len(self._decisions) > CACHED_BOTS:
            self._decisions.popitem(last=False)
        return known.choice

    def _forget(self, key: _Key) -> None:
        self._bots.pop(key, None)
        self._decisions.pop(key, None)

    def _find(self, table: TableState, seat: int, bot: str) -> _SeatedBot:
        """Return the bot of a seat in the current match, made if need be."""
        key = table.id, seat, bot
        assert table.began is not None
        known = self._bots.pop(key, None)
        if known is None or known.match != table.began.match:
            game = find(table.game)
            spec = read_spec(bot)
            if spec.searches:
                compile_in_background(game)
            player = make(game, spec, seat, _seed(table, None), may_stand_in=True)
            known = _SeatedBot(player, table.began.match)
            _uncompiled.setdefault(game.id, threading.Lock())
        self._bots[key] = known
        while len(self._bots) > CACHED_BOTS:
            self._bots.popitem(last=False)
        return known


def _counts_iterations(player: Program) -> bool:
    """Whether a bot searches for a number of iterations, and not for a time."""
    return player.spec.searches and player.spec.ms is None


def _kind_of(player: Program) -> Kind:
    """Return the kind of a bot's decisions; a bot of another process may take its time, too."""
    return "search" if player.spec.searches or player.spec.level == CUSTOM else "thumb"


def _give_up(choice: "asyncio.Future[_Choice]", error: Exception) -> None:
    """Drop a decision for which nobody waits any more; if it is still queued, it never runs."""
    if not choice.done():
        choice.set_exception(error)


def _move_command(asked: TableState, seat: int, action: int) -> Command:
    """Return the command that makes a bot's move, chosen in the state `asked`."""
    text = asked.match.game.name(action)

    def command(table: TableState, at: float) -> Draft:
        return move_for(table, seat, text, asked.seq, at)

    return command


def _retrieve(choice: "asyncio.Future[_Choice]") -> None:
    """Mark the exception of a future as retrieved, in case nobody awaits it."""
    if not choice.cancelled():
        choice.exception()


class _Question(NamedTuple):
    """Everything that a thread needs to ask a bot."""

    bot: _SeatedBot
    seat: int
    news: Sequence[AppliedEntry]
    view: States
    moves: list[int]
    seed: tuple[int, ...]


def _ask(
    clock: Callable[[], float], asked: _Question, share_of: Callable[[], float] | None
) -> _Choice:
    """In a thread: tell a bot the new events that its seat may hear, then ask for its choice."""
    started = clock()
    bot, seat = asked.bot, asked.seat
    game = bot.player.game
    with bot.lock, nullcontext() if is_ready(game) else _uncompiled[game.id]:
        for item in asked.news:
            if item.seq > bot.heard:
                for step in item.steps:
                    bot.player.tell([event for event in step if event.audience >> seat & 1])
                bot.heard = item.seq
        player = bot.player.fork(asked.seed)
        share = share_of() if share_of is not None else 1.0
        if share < 1.0:
            player.cut(share)
        action = player.ask(asked.view, asked.moves)
        return _Choice(action, player.shares(), share < 1.0, started, clock())


def _seed(table: TableState, seat: int | None) -> tuple[int, ...]:
    """Return the secret seed of a match's bots, or of one move of a seat."""
    assert table.key is not None
    moment = b"" if seat is None else b"%d %d" % (seat, table.since[seat][0])
    digest = hashlib.blake2b(
        moment, key=table.key, digest_size=16, person=b"mazziere-bots"
    ).digest()
    return tuple(int.from_bytes(digest[i : i + 4], "big") for i in (0, 4, 8, 12))
