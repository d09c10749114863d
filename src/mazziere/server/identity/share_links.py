"""Links to one finished match.

A link is the table's id and the number of the match, encrypted with a key of the server. It gives
access to that match only, and does not reveal the table's id.
"""

import base64
import binascii
import hashlib
import hmac

TAG_BYTES, TABLE_BYTES, MATCH_BYTES = 16, 16, 3


class ShareLinks:
    """Makes and reads links to matches."""

    def __init__(self, key: bytes) -> None:
        self._mac = hashlib.blake2b(key, person=b"mazziere-share-1").digest()
        self._cipher = hashlib.blake2b(key, person=b"mazziere-share-2").digest()

    def link(self, table: str, match: int) -> str:
        """Return the link to a match."""
        plain = bytes.fromhex(table) + match.to_bytes(MATCH_BYTES, "big")
        tag = self._tag(plain)
        return base64.urlsafe_b64encode(tag + self._mask(plain, tag)).decode("ascii").rstrip("=")

    def read(self, link: str) -> tuple[str, int] | None:
        """Return the table and the match of a link; None if this server did not make it."""
        try:
            data = base64.b64decode(link + "=" * (-len(link) % 4), b"-_", validate=True)
        except (binascii.Error, ValueError):
            return None
        if len(data) != TAG_BYTES + TABLE_BYTES + MATCH_BYTES:
            return None
        tag = data[:TAG_BYTES]
        plain = self._mask(data[TAG_BYTES:], tag)
        if not hmac.compare_digest(tag, self._tag(plain)):
            return None
        return plain[:TABLE_BYTES].hex(), int.from_bytes(plain[TABLE_BYTES:], "big")

    def _tag(self, plain: bytes) -> bytes:
        return hashlib.blake2b(plain, digest_size=TAG_BYTES, key=self._mac).digest()

    def _mask(self, data: bytes, tag: bytes) -> bytes:
        stream = hashlib.blake2b(tag, digest_size=len(data), key=self._cipher).digest()
        return bytes(one ^ other for one, other in zip(data, stream, strict=True))
