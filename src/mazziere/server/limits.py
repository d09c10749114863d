"""Rate limits and quotas: requests, messages, guessed codes, chat, hints, tables, connections.

A limit counts a person, an address, or both, and never a connection: nobody gets a new budget by
connecting again. A refusal names the limit and the seconds until the next attempt can succeed.
"""

import asyncio
import math
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from mazziere.server.clock import TimeSource, is_within
from mazziere.server.config import Config
from mazziere.server.rooms.room import Command
from mazziere.server.windows import OpenPerAddress, PerAddress, SlidingWindow, TokenBuckets
from mazziere.store import Store
from mazziere.table.refusals import CommandRefused
from mazziere.table.table import Draft, TableState

COUNT_S = 10.0
"""Cache lifetime of the table count, in seconds."""
MINUTE_S, DAY_S = 60.0, 86_400.0
CODES_AT_ONCE = 40
"""Codes that one address may try at the same time: a class of pupils joins together."""
EXPLAINED_PER_MINUTE = 60
"""Sockets above a limit that an address is told the reason of: for a browser they are accepted."""
PINGS_S = 2.0
"""The time in which an address may send its free pings."""
SEAT_REQUESTS, SEAT_REQUESTS_OF_ADDRESS = 6, 60
"""Requests for a seat per minute: of a person, and of an address."""
UNFINISHED = ("waiting", "starting", "playing", "paused")
_COUNTED = ("waiting", "starting", "playing")
"""The statuses that count for a person. In a paused match nobody is present: it is abandoned."""
_WRONG_CODE = ("not_found", "bad_code")


def too_many(limit: str, wait_s: float | None = None, most: int | None = None) -> CommandRefused:
    """Return the refusal of a limit; `wait_s` is the time until one more is allowed."""
    facts: dict[str, Any] = {} if most is None else {"most": most}
    return CommandRefused("too_many", limit=limit, wait_s=wait_s, **facts)


def seconds(refusal: CommandRefused) -> int | None:
    """Return the time that a refusal asks to wait, in whole seconds."""
    wait_s = refusal.facts.get("wait_s")
    return None if wait_s is None else max(1, math.ceil(wait_s))


class RateLimits:
    """The rate limits and quotas of a node. A check above its limit raises `too_many`."""

    def __init__(self, config: Config, store: Store, clock: TimeSource) -> None:
        self._config = config
        self._store = store
        self._clock = clock
        minute = partial(SlidingWindow, seconds=MINUTE_S)
        buckets = partial(TokenBuckets, seconds=config.messages_s)
        self._requests = PerAddress(minute, config.requests_per_minute)
        self._codes = PerAddress(minute, config.codes_per_minute)
        self._all_codes = minute(config.codes_per_minute_of_all)
        self._codes_open = OpenPerAddress(CODES_AT_ONCE)
        self._talk = minute(config.talk_per_minute)
        self._seat_requests = minute(SEAT_REQUESTS)
        self._address_seat_requests = PerAddress(minute, SEAT_REQUESTS_OF_ADDRESS)
        self._hints = minute(config.hints_per_minute)
        self._address_hints = PerAddress(minute, config.hints_per_minute_of_address)
        self._pings = PerAddress(partial(TokenBuckets, seconds=PINGS_S), config.pings_per_address)
        self._tables = PerAddress(partial(SlidingWindow, seconds=DAY_S), config.tables_per_address)
        self._messages = buckets(config.messages)
        self._address_messages = PerAddress(buckets, config.messages_per_address)
        hellos = partial(TokenBuckets, seconds=MINUTE_S)
        self._hellos = hellos(config.hellos_per_minute)
        self._address_hellos = PerAddress(hellos, config.hellos_per_minute_of_address)
        self._sockets = OpenPerAddress(config.sockets_per_address)
        self._explained = PerAddress(minute, EXPLAINED_PER_MINUTE)
        self._openings: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by person
        self._counted = -COUNT_S, 0  # time of the last count, and the tables counted

    def _check(self, limit: str, window: SlidingWindow | PerAddress, key: str) -> None:
        now = self._clock()
        if not window.hit(key, now):
            raise too_many(limit, window.wait_s(key, now))

    def check_request(self, address: str) -> None:
        """Count a request, or the handshake of a connection, of an address."""
        self._check("requests", self._requests, address)

    def check_message(self, person: str, address: str) -> None:
        """Count a message on a connection; `person` is empty for somebody without a cookie."""
        self._check_both("messages", self._messages, self._address_messages, person, address)

    def check_hello(self, person: str, address: str) -> None:
        """Count a `hello`, whose answer is large."""
        self._check_both("hellos", self._hellos, self._address_hellos, person, address)

    def _check_both(
        self, limit: str, persons: TokenBuckets, addresses: PerAddress, person: str, address: str
    ) -> None:
        """Count for the person, if known, and for the address."""
        now = self._clock()
        if person and not persons.hit(person, now):
            raise too_many(limit, persons.wait_s(person, now))
        if not addresses.hit(address, now):
            raise too_many(limit, addresses.wait_s(address, now))

    @contextmanager
    def trying_code(self, address: str) -> Iterator[None]:
        """Count a code if it turns out to be wrong, so that guessing is slow.

        Wrong codes count for the address and for the whole node. Right codes do not count, because
        a class of pupils may share one address. While the node has too many, an address that has
        tried no wrong code may still try one at a time: others guess, and it wants to play.
        """
        now = self._clock()
        wait_s = self._codes.wait_s(address, now)
        if wait_s:
            raise too_many("codes", wait_s)
        wait_s = self._all_codes.wait_s("", now)
        if wait_s and self._codes.has_hits(address, now):
            raise too_many("codes_of_all", wait_s)
        if wait_s and self._codes_open.has_open(address):
            raise too_many("codes_of_all", 1.0)
        if not self._codes_open.add(address):
            raise too_many("codes", 1.0)
        try:
            yield
        except CommandRefused as refusal:
            if refusal.code in _WRONG_CODE:
                self._codes.hit(address, now)
                self._all_codes.hit("", now)
            raise
        finally:
            self._codes_open.remove(address)

    def check_talk(self, person: str) -> None:
        """Count a chat message of a person; `chat_off` where chat is off."""
        if not self._config.chat:
            raise CommandRefused("chat_off")
        self._check("chat", self._talk, person)

    def check_seat_request(self, person: str, address: str) -> None:
        """Count a request for a seat."""
        self._check("seat_requests", self._seat_requests, person)
        self._check("seat_requests", self._address_seat_requests, address)

    def check_hint(self, person: str, address: str) -> None:
        """Count a hint that a person asks for."""
        self._check("hints", self._hints, person)
        self._check("hints", self._address_hints, address)

    def is_free_ping(self, address: str) -> bool:
        """Count a ping of a page; above the limit of its address it counts as a message."""
        return self._pings.hit(address, self._clock())

    def while_log_may_grow(self, command: Command) -> Command:
        """Wrap a command so that it is refused at a table whose log is too long.

        Commands that a match needs in order to end are not wrapped.
        """

        def limited(table: TableState, at: float) -> Draft | None:
            draft = command(table, at)
            if draft is not None and table.seq >= self._config.table_entries:
                raise CommandRefused("too_long")
            return draft

        return limited

    def count_table(self, address: str) -> None:
        """Count a table that an address opens with a record, before the record is read."""
        self._check("tables_of_address", self._tables, address)

    @asynccontextmanager
    async def opening_table(
        self, person: str, address: str, is_counted: bool
    ) -> AsyncIterator[None]:
        """Check the quotas of the person, the address and the server while a table is opened.

        A table that is not opened after all does not count, unless it was counted before.
        """
        # The lock makes a second opening of the same person count the first one.
        async with self._openings.setdefault(person, asyncio.Lock()):
            await self._check_tables(person)
            if not is_counted:
                self.count_table(address)
            try:
                yield
            except BaseException:
                if not is_counted:
                    self._tables.take_back(address)
                raise
        self._counted = self._counted[0], self._counted[1] + 1

    async def _check_tables(self, person: str) -> None:
        most = self._config.tables_per_person
        found = await self._store.tables_of(person, most * 4)
        if sum(table.status in _COUNTED for table in found) >= most:
            raise too_many("tables_of_person", most=most)
        now = self._clock()
        if not is_within(self._counted[0], now, COUNT_S):
            self._counted = now, sum((await self._store.counts()).tables.values())
        if self._counted[1] >= self._config.most_tables:
            raise too_many("tables_of_all")

    def add_connection(self, address: str) -> None:
        """Count a connection of an address; `remove_connection` must follow."""
        if not self._sockets.add(address):
            raise too_many("connections")

    def may_explain(self, address: str) -> bool:
        """Count a connection that is accepted only to say which limit was exceeded."""
        return self._explained.hit(address, self._clock())

    def remove_connection(self, address: str) -> None:
        """Stop counting a connection that has ended."""
        self._sockets.remove(address)
