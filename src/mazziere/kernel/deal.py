"""The generator of live deals: a cryptographic stream keyed by 256 secret bits.

The stream is BLAKE2b in counter mode. Its key is the secret, and the purpose of the deal is its
personalisation. It shares no type, no method and no state with the fast generator of simulations.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

KEY_BYTES = 32
_BLOCK_BYTES = 64

Card = TypeVar("Card")


class DealStream:
    """Orders cards from a 256-bit key; the same key and purpose give the same orders."""

    def __init__(self, key: bytes, purpose: str) -> None:
        if len(key) != KEY_BYTES:
            raise ValueError(f"a deal needs a key of {KEY_BYTES} bytes, not {len(key)}")
        self._key = key
        self._purpose = hashlib.blake2b(purpose.encode("utf-8"), digest_size=16).digest()
        self._counter = 0
        self._buffer = b""

    def _take(self, count: int) -> bytes:
        while len(self._buffer) < count:
            block = self._counter.to_bytes(8, "big")
            self._counter += 1
            self._buffer += hashlib.blake2b(
                block, digest_size=_BLOCK_BYTES, key=self._key, person=self._purpose
            ).digest()
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken

    def number(self, bound: int) -> int:
        """Return a uniform number from 0 to bound - 1, by rejection sampling."""
        if not 1 <= bound <= 1 << 32:
            raise ValueError(f"bound {bound} is not between 1 and 2^32")
        limit = (1 << 32) - (1 << 32) % bound
        while True:
            value = int.from_bytes(self._take(4), "big")
            if value < limit:
                return value % bound

    def order(self, cards: Sequence[Card]) -> list[Card]:
        """Return the cards in a uniformly random order (Fisher and Yates)."""
        ordered = list(cards)
        for i in range(len(ordered) - 1, 0, -1):
            j = self.number(i + 1)
            ordered[i], ordered[j] = ordered[j], ordered[i]
        return ordered
