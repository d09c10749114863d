"""Pictures on the wire: the JSON object of a game's typed picture."""

from typing import Any, cast

from mazziere.kernel.match import Match
from mazziere.kernel.picture import picture_of

Picture = dict[str, Any]


def wire_picture(match: Match, seat: int) -> Picture:
    """Return what a seat sees, to be encoded as an object; SPECTATOR for people who only watch.

    msgspec writes a struct and a dict in the same way, so the struct is not converted.
    """
    return cast(Picture, picture_of(match, seat))
