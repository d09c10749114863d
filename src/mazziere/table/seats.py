"""The seats of a table."""

from typing import Literal

import msgspec

Kind = Literal["open", "person", "bot"]


class Seat(msgspec.Struct):
    """One seat: free, a person's, or a bot's."""

    kind: Kind = "open"
    person: str = ""  # whose it is; two seats may be one person's, who passes the device around
    nick: str = ""
    bot: str = ""  # the bot that sits here; for a person the one that sits in
    is_away: bool = False  # the person's connection is gone
    away_since: float = 0.0
    has_stand_in: bool = False  # a bot sits in for the person
    lent: str = ""  # the hash of a code by which another device can take the seat
    lent_until: float = 0.0
    reserve_s: float = 0.0  # time that the clock still grants beyond that for each move
    moved: int = 0  # the entry of its last move in this match
    refreshed: int = 0  # the turn (its first entry) for which its clock was set anew on a return

    @property
    def is_present(self) -> bool:
        """Whether a person is there."""
        return self.kind == "person" and not self.is_away

    @property
    def plays_itself(self) -> bool:
        """Whether a bot moves for this seat now."""
        return self.kind == "bot" or self.has_stand_in
