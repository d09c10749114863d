"""How much is enough: requests, guesses, talk, tables, connections."""

import asyncio
import ipaddress
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from mazziere.server.config import Config
from mazziere.server.room import Clock, Wish
from mazziere.store import Store
from mazziere.table.refused import No
from mazziere.table.table import Draft, Table

MOST_KEPT = 50_000
"""Those who are kept in mind; whoever asked longest ago is forgotten first."""
COUNT_S = 10.0
"""So old may the number of all tables be."""
MINUTE, DAY = 60.0, 86_400.0
_RUNNING = ("waiting", "starting", "playing", "paused")


class Window:
    """Counts what somebody did in the last while."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self._hits: OrderedDict[str, deque[float]] = OrderedDict()

    def hit(self, who: str, now: float) -> bool:
        """Count one more; tell whether it is still within the limit."""
        hits = self._hits.setdefault(who, deque())
        self._hits.move_to_end(who)
        while hits and not is_within(hits[0], now, self.seconds):
            hits.popleft()
        if len(hits) >= self.most:
            return False
        hits.append(now)
        if len(self._hits) > MOST_KEPT:
            self._hits.popitem(last=False)
        return True

    def take_back(self, who: str) -> None:
        """Count the last one no more: nothing came of it."""
        hits = self._hits.get(who)
        if hits:
            hits.pop()


def is_within(then: float, now: float, seconds: float) -> bool:
    """Whether something was a while ago at most; not if the clock has been set back since."""
    return 0 <= now - then < seconds


class Limits:
    """The limits of a node."""

    def __init__(self, config: Config, store: Store, clock: Clock) -> None:
        self._config = config
        self._store = store
        self._clock = clock
        self._requests = Window(config.requests_per_minute, MINUTE)
        self._codes = Window(config.codes_per_minute, MINUTE)
        self._talk = Window(config.talk_per_minute, MINUTE)
        self._hints = Window(config.hints_per_minute, MINUTE)
        self._tables = Window(config.tables_per_address, DAY)
        self._sockets: dict[str, int] = {}
        self._openings: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by person
        self._counted = -COUNT_S, 0  # when, and how many tables there were

    def _check(self, window: Window, who: str) -> None:
        if not window.hit(who, self._clock()):
            raise No("too_many")

    def request(self, address: str) -> None:
        """An address may ask so often."""
        self._check(self._requests, network(address))

    def code(self, address: str) -> None:
        """An address may try so many codes, so that guessing is slow."""
        self._check(self._codes, network(address))

    def talk(self, person: str) -> None:
        """A person may talk so often, where talking is allowed at all."""
        if not self._config.chat:
            raise No("chat_off")
        self._check(self._talk, person)

    def hint(self, person: str) -> None:
        """A person may ask a bot so often."""
        self._check(self._hints, person)

    def within(self, wish: Wish) -> Wish:
        """A wish that is granted only as long as the table's log may grow.

        Neither moves nor what else a match needs to be finished are asked for in this way.
        """

        def judged(table: Table, at: float) -> Draft | None:
            pen = wish(table, at)
            if pen is not None and table.seq >= self._config.table_entries:
                raise No("too_long")
            return pen

        return judged

    @asynccontextmanager
    async def opening(self, person: str, address: str, is_costly: bool) -> AsyncIterator[None]:
        """A person has so many tables at a time, an address opens so many, and all have room.

        A table that is not opened after all does not count, unless it was costly to find that out.
        """
        async with self._openings.setdefault(person, asyncio.Lock()):  # the next one counts this
            await self._check_opening(person)
            self._check(self._tables, network(address))
            try:
                yield
            except BaseException:
                if not is_costly:
                    self._tables.take_back(network(address))
                raise
        self._counted = self._counted[0], self._counted[1] + 1

    async def _check_opening(self, person: str) -> None:
        most = self._config.tables_per_person
        found = await self._store.tables_of(person, most * 4)
        if sum(table.status in _RUNNING for table in found) >= most:
            raise No("too_many", reason="tables of one person")
        now = self._clock()
        if not is_within(self._counted[0], now, COUNT_S):
            self._counted = now, sum((await self._store.counts()).tables.values())
        if self._counted[1] >= self._config.most_tables:
            raise No("too_many", reason="tables of this server")

    def connect(self, address: str) -> None:
        """An address may have so many connections; each is to be given back."""
        who = network(address)
        if self._sockets.get(who, 0) >= self._config.sockets_per_address:
            raise No("too_many")
        self._sockets[who] = self._sockets.get(who, 0) + 1

    def disconnect(self, address: str) -> None:
        """A connection is no more."""
        who = network(address)
        self._sockets[who] -= 1
        if not self._sockets[who]:
            del self._sockets[who]


def network(address: str) -> str:
    """Whom an address stands for: in IPv6 everybody has very many, but one network."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped:
            return str(known.ipv4_mapped)
        return str(ipaddress.IPv6Network((known, 64), strict=False))
    return address
