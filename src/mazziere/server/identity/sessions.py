"""Session cookies. A person is a random secret in a signed cookie, and nothing else."""

import hashlib
import secrets
import time

from itsdangerous import BadSignature, TimestampSigner

SECRET_BYTES = 16
COOKIE = "mazziere"
YEAR_S = 365 * 24 * 3600
_LONGEST_COOKIE = 200


def person_of(secret: bytes) -> str:
    """Return the id of a person in logs and tables: a hash of the cookie's secret."""
    return hashlib.blake2b(secret, digest_size=16, person=b"mazziere-person").hexdigest()


class Sessions:
    """Makes and reads the session cookies of a server."""

    def __init__(self, key: bytes) -> None:
        self._signer = TimestampSigner(key, salt="mazziere-session", digest_method=hashlib.sha256)

    def new(self) -> tuple[str, str]:
        """Make a new person; return the value of the cookie and the person's id."""
        secret = secrets.token_bytes(SECRET_BYTES)
        return self._signer.sign(secret.hex()).decode("ascii"), person_of(secret)

    def read(self, cookie: str | None) -> str | None:
        """Return the person of a cookie; None if this server did not sign it."""
        if not cookie or len(cookie) > _LONGEST_COOKIE:
            return None
        try:
            value, signed = self._signer.unsign(cookie, return_timestamp=True)
            secret = bytes.fromhex(value.decode("ascii"))
        except (BadSignature, ValueError):
            return None
        # `max_age` would refuse a cookie of the future, from a node whose clock is ahead.
        is_old = time.time() - signed.timestamp() > YEAR_S
        return person_of(secret) if len(secret) == SECRET_BYTES and not is_old else None
