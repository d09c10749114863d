"""The seats of a table."""

from typing import Literal

import msgspec

Kind = Literal["open", "person", "bot"]


class Seat(msgspec.Struct):
    """One seat: free, a person's, or a bot's."""

    kind: Kind = "open"
    person: str = ""  # the person's id; a person may have several seats and pass the device around
    nick: str = ""
    avatar: str = ""  # the animal that the person chose; empty: none
    bot: str = ""  # the bot that plays here; for a person, the stand-in
    is_away: bool = False  # the person has no connection
    away_since: float = 0.0
    has_stand_in: bool = False  # a bot plays for the person
    lent: str = ""  # the hash of a code with which another device can take the seat
    lent_until: float = 0.0
    reserve_s: float = 0.0  # time left beyond the limit of each move
    moved: int = 0  # the entry of its last move in this match
    refreshed: int = 0  # first entry of the turn in which its clock was restarted on a return

    @property
    def is_present(self) -> bool:
        """Whether a person is present."""
        return self.kind == "person" and not self.is_away

    @property
    def plays_itself(self) -> bool:
        """Whether a bot moves for this seat now."""
        return self.kind == "bot" or self.has_stand_in
