"""What is refused at a table, and why; the rules of the games have refusals of their own."""

from typing import Any


class No(Exception):
    """A wish that is not granted: a code, the rule behind it if any, and what else helps."""

    def __init__(self, code: str, rule: str | None = None, **facts: Any) -> None:
        super().__init__(code, rule, facts)
        self.code = code
        self.rule = rule
        self.facts = facts


class Later(Exception):
    """A wish that has to wait until a time: a call is still open."""

    def __init__(self, until: float) -> None:
        super().__init__(until)
        self.until = until


CODES = (
    "bad_nick",  # empty, too long, or letters that are not text
    "bad_part",  # not 64 hexadecimal digits, or not what was promised
    "bad_code",  # for another device: wrong, used or too old
    "bad_option",  # an option or a number of players that the game does not have
    "bad_text",  # empty, or too long
    "bad_record",  # a record to start from that cannot be replayed
    "bad_bot",  # no such bot
    "busy",  # not in this phase of the table
    "chat_off",
    "closed",  # the table is no more
    "full",  # no seat is free
    "illegal",  # by the rules of the game
    "is_bot",
    "is_person",
    "is_there",  # the person for whom a bot is to sit in
    "match_over",
    "nick_taken",  # or looks like one
    "no_seat",
    "not_free",  # the seat is taken
    "not_host",
    "not_seated",
    "not_there",  # the person to whom something is to be given
    "not_together",  # a move that cannot be one of several in a message
    "paused",  # nobody is there
    "removed",  # by the host, who has not let them in again
    "seats_open",  # not everybody is seated
    "stale",  # what may be done has changed since
    "too_many",  # moves in one message, or messages
)
"""What a table refuses; a server has a few more."""
