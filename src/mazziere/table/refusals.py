"""Refusals of commands at a table. Illegal moves have further codes, declared by each game."""

from typing import Any


class CommandRefused(Exception):
    """A command is refused: a code, the rule behind it if there is one, and further facts."""

    def __init__(self, code: str, rule: str | None = None, **facts: Any) -> None:
        super().__init__(code, rule, facts)
        self.code = code
        self.rule = rule
        self.facts = facts


class CommandDeferred(Exception):
    """A command has to wait until a time, because a call window is open."""

    def __init__(self, until: float) -> None:
        super().__init__(until)
        self.until = until


CODES = (
    "bad_nick",  # empty, too long, or with unacceptable characters
    "bad_part",  # not 64 hexadecimal digits, or not the part that was pledged
    "bad_code",  # the code for another device is wrong, used or expired
    "bad_option",  # the game has no such option or number of players
    "bad_text",  # the text is empty or too long
    "bad_record",  # the record cannot be replayed
    "bad_avatar",  # the id of the animal is not valid
    "bad_bot",  # the bot specification is not valid
    "busy",  # not possible in this phase of the table
    "chat_off",  # chat is off
    "closed",  # the table is closed
    "declined",  # the host gave the person no seat in this match
    "full",  # no seat is free
    "illegal",  # the rules of the game forbid the move
    "is_bot",  # a bot has or plays the seat
    "is_seated",  # the person has a seat
    "is_person",  # a person has or plays the seat
    "is_there",  # the person whom a bot is to replace is present
    "match_over",  # the match is over
    "nick_taken",  # the nickname is taken, or looks like one that is
    "no_seat",  # the table has no such seat, or it is empty
    "not_free",  # the seat is taken
    "not_host",  # only the host may do this
    "not_seated",
    "not_there",  # the person concerned is not present
    "not_together",  # the moves cannot be sent in one message
    "paused",  # the match is paused, because nobody is present
    "removed",  # the host has removed the person, and has not readmitted them
    "seats_open",  # a seat is empty
    "stale",  # the seat's moves have changed since
    "too_many",  # too many moves in one message, or too many messages
)
"""Codes of refusals by a table; the server has further ones."""
