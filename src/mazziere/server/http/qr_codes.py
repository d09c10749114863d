"""QR codes of links. The library needs milliseconds for a short link, and more for a long one."""

from functools import lru_cache
from io import BytesIO

import segno

from mazziere.table.refusals import CommandRefused

LINK_BYTES = 512
"""Upper bound on a link; a code of this size takes 25 ms to make."""
CODES_CACHED = 500


def qr_svg(link: str) -> bytes:
    """Return the QR code of a link as SVG; `too_big` if the link is too long."""
    if len(link.encode()) > LINK_BYTES:
        raise CommandRefused("too_big", reason="the link is too long for a QR code")
    return _made(link)


@lru_cache(CODES_CACHED)
def _made(link: str) -> bytes:
    """Return a whole SVG document with its namespace: browsers draw no other as an image."""
    data = BytesIO()
    segno.make(link, error="m").save(data, kind="svg", scale=4, border=2, xmldecl=False, nl=False)
    return data.getvalue()
