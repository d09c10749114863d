"""Who somebody is: a random secret in a signed cookie, and nothing else."""

import hashlib
import secrets
import time

from itsdangerous import BadSignature, TimestampSigner

SECRET_BYTES = 16
COOKIE = "mazziere"
YEAR_S = 365 * 24 * 3600


def person_of(secret: bytes) -> str:
    """What logs and tables know a person by: a hash of the secret."""
    return hashlib.blake2b(secret, digest_size=16, person=b"mazziere-person").hexdigest()


class Sessions:
    """Makes and reads the cookies of a server."""

    def __init__(self, key: bytes) -> None:
        self._signer = TimestampSigner(key, salt="mazziere-session", digest_method=hashlib.sha256)

    def new(self) -> tuple[str, str]:
        """A new person: the value of the cookie, and the person."""
        secret = secrets.token_bytes(SECRET_BYTES)
        return self._signer.sign(secret.hex()).decode("ascii"), person_of(secret)

    def read(self, cookie: str | None) -> str | None:
        """The person of a cookie; None if it is not one of ours."""
        if not cookie or len(cookie) > 200:
            return None
        try:
            value, signed = self._signer.unsign(cookie, return_timestamp=True)
            secret = bytes.fromhex(value.decode("ascii"))
        except (BadSignature, ValueError):
            return None
        # With `max_age` one from the future would be no good: from a node whose clock is ahead.
        is_old = time.time() - signed.timestamp() > YEAR_S
        return person_of(secret) if len(secret) == SECRET_BYTES and not is_old else None
