"""Counters for rate limits: sliding windows, token buckets, and limits per network address."""

import ipaddress
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Protocol

from mazziere.server.clock import is_within

KEYS_REMEMBERED = 50_000
"""Upper bound on the keys of one counter; the least recent key is dropped first."""
IPV6_PREFIXES = (64, 56, 48)
"""The networks that an IPv6 client may own: a link, a home, a company."""
NETWORK_FACTOR = 4
"""A /56 network may do as much as this many /64 networks, and a /48 as this many /56 networks."""


class Counter(Protocol):
    """Counts events per key, up to a limit."""

    def wait_s(self, key: str, now: float) -> float:
        """Return the time until one more event is within the limit; 0 if it is now."""

    def hit(self, key: str, now: float) -> bool:
        """Count one event; return whether it is within the limit."""


class SlidingWindow:
    """Counts at most `most` events per key in the last `seconds`."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._hits: OrderedDict[str, deque[float]] = OrderedDict()

    def wait_s(self, key: str, now: float) -> float:
        """Return the time until one more event is within the limit; 0 if it is now."""
        hits = self._hits.get(key)
        if hits is None:
            return 0.0
        while hits and not is_within(hits[0], now, self._seconds):
            hits.popleft()
        return hits[0] + self._seconds - now if len(hits) >= self._most else 0.0

    def hit(self, key: str, now: float) -> bool:
        """Count one event; return whether it is within the limit."""
        if self.wait_s(key, now):
            return False
        self._hits.setdefault(key, deque()).append(now)
        self._hits.move_to_end(key)
        if len(self._hits) > KEYS_REMEMBERED:
            self._hits.popitem(last=False)
        return True

    def has_hits(self, key: str, now: float) -> bool:
        """Whether an event of a key counts now."""
        self.wait_s(key, now)  # drops old events
        return bool(self._hits.get(key))

    def take_back(self, key: str) -> None:
        """Remove the last event of a key, because nothing came of it."""
        hits = self._hits.get(key)
        if hits:
            hits.pop()


class TokenBuckets:
    """Counts events per key: `most` at once, then one each `seconds` / `most`.

    It needs less memory and time than a sliding window.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._most = float(most)
        self._per_s = most / seconds
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens, and when

    def _tokens(self, key: str, now: float) -> float:
        tokens, then = self._buckets.get(key, (self._most, now))
        return min(self._most, tokens + max(0.0, now - then) * self._per_s)

    def wait_s(self, key: str, now: float) -> float:
        """Return the time until one more event is within the limit; 0 if it is now."""
        return max(0.0, 1 - self._tokens(key, now)) / self._per_s

    def hit(self, key: str, now: float) -> bool:
        """Count one event; return whether it is within the limit."""
        tokens = self._tokens(key, now)
        if tokens < 1:
            return False
        self._buckets[key] = tokens - 1, now
        self._buckets.move_to_end(key)
        if len(self._buckets) > KEYS_REMEMBERED:
            self._buckets.popitem(last=False)
        return True


class PerAddress:
    """Counts events per address; an IPv6 address counts for its /64, /56 and /48 network."""

    def __init__(self, make: Callable[[int], Counter], most: int) -> None:
        self._levels = [make(most * NETWORK_FACTOR**level) for level in range(len(IPV6_PREFIXES))]

    def wait_s(self, address: str, now: float) -> float:
        """Return the time until one more event is within the limit; 0 if it is now."""
        return max(counter.wait_s(key, now) for counter, key in self._counters(address))

    def hit(self, address: str, now: float) -> bool:
        """Count one event; return whether it is within the limit of every network."""
        if self.wait_s(address, now):
            return False
        for counter, key in self._counters(address):
            counter.hit(key, now)
        return True

    def has_hits(self, address: str, now: float) -> bool:
        """Whether an event of an address, or of a network around it, counts now."""
        for counter, key in self._counters(address):
            assert isinstance(counter, SlidingWindow)
            if counter.has_hits(key, now):
                return True
        return False

    def take_back(self, address: str) -> None:
        """Remove the last event of an address, because nothing came of it."""
        for counter, key in self._counters(address):
            assert isinstance(counter, SlidingWindow)
            counter.take_back(key)

    def _counters(self, address: str) -> Iterator[tuple[Counter, str]]:
        return zip(self._levels, networks(address), strict=False)


class OpenPerAddress:
    """Counts the open connections of an address, or its attempts under way."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[str, int] = {}

    def add(self, address: str) -> bool:
        """Count one more; return False if the address or its network has too many."""
        keys = networks(address)
        for level, key in enumerate(keys):
            if self._open.get(key, 0) >= self._most * NETWORK_FACTOR**level:
                return False
        for key in keys:
            self._open[key] = self._open.get(key, 0) + 1
        return True

    def has_open(self, address: str) -> bool:
        """Whether one is open, of an address or of a network around it."""
        return any(key in self._open for key in networks(address))

    def remove(self, address: str) -> None:
        """Stop counting one."""
        for key in networks(address):
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]


@lru_cache(maxsize=10_000)
def networks(address: str) -> tuple[str, ...]:
    """Return the keys under which an address is limited, the smallest network first.

    An IPv6 client has very many addresses in one network. An IPv4 address has one key.
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return (address,)
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped:
            return (str(known.ipv4_mapped),)
        number = int(known)
        return tuple([f"{number >> (128 - bits):x}/{bits}" for bits in IPV6_PREFIXES])
    return (address,)
