"""What the clock asks for: when a table is to be looked at again, and what is then done."""

import hashlib

from mazziere.table.entries import StoodIn
from mazziere.table.playing import begin, start_again
from mazziere.table.table import Draft, Table, draft

AWAY_S = 45.0
"""For so long a match waits for somebody whose connection is gone; then a bot sits in."""
MIX_S = 4.0
"""For so long a match waits for the random parts of those who are there."""


def pause_of(table: Table, seat: int) -> float:
    """How long a bot takes, as a share of the usual: by lot, whatever cards it holds."""
    seq = table.since[seat][0] if seat in table.since else table.seq
    digest = hashlib.blake2b(f"{table.id} {seat} {seq}".encode(), digest_size=2).digest()
    return 0.6 + 0.8 * int.from_bytes(digest, "big") / 0xFFFF


def bot_at(table: Table, seat: int) -> float | None:
    """When the bot on a seat is to be asked; None if it is not for it to move."""
    if seat not in table.legal or not table.seats[seat].plays_itself:
        return None
    share = pause_of(table, seat)
    moment = table.since[seat][1] + share * table.settings.pace_ms / 1000
    if table.window_since is None or all(other.kind == "bot" for other in table.seats):
        return moment
    grace = table.settings.grace_ms / 1000
    if table.must_act(seat):
        return max(moment, table.window_since + grace)
    return table.window_since + share * grace * 0.7  # people are quicker, now and then


def due_at(table: Table, asked_until: float = -1.0) -> float | None:
    """When somebody must look at the table again; None if only people can bring it on.

    Nobody has to make a call. Bots that had one to make have been asked up to a time, and would
    rather wait; they are not asked again.
    """
    times: list[float | None] = []
    if table.phase == "playing" and not table.is_paused:
        for number, seat in enumerate(table.seats):
            moment = bot_at(table, number)
            if moment is not None and (moment > asked_until or table.must_act(number)):
                times.append(moment)
            if not seat.plays_itself:
                times.append(table.deadline(number))
                if seat.kind == "person" and seat.is_away:
                    times.append(seat.away_since + AWAY_S)
    elif table.phase == "waiting" and table.sealed is not None and table.sealed.again:
        times.append(table.sealed_at + MIX_S)
    elif table.phase == "starting":
        times.append(table.starting_at + MIX_S)
    known = [time for time in times if time is not None]
    return min(known) if known else None


def tick(table: Table, at: float) -> Draft | None:
    """What is overdue, bots apart: time-outs, those who are away, another match."""
    if table.phase == "waiting" and table.sealed is not None and table.sealed.again:
        return _next_match(table, at)
    if table.phase == "starting":
        return _begin(table, at)
    if table.phase != "playing" or table.is_paused:
        return None
    pen = draft(table, at)
    for number, seat in enumerate(table.seats):
        if seat.kind != "person" or seat.has_stand_in:
            continue
        deadline = table.deadline(number)
        if deadline is not None and deadline <= at:
            pen.add(StoodIn(number, "clock"))
        elif seat.is_away and seat.away_since + AWAY_S <= at:
            pen.add(StoodIn(number, "away"))
    return pen if pen.entries else None


def _next_match(table: Table, at: float) -> Draft | None:
    there = {n for n, seat in enumerate(table.seats) if seat.kind == "person" and not seat.is_away}
    everybody = there <= set(table.pledges)
    if not there or not (everybody or table.sealed_at + MIX_S <= at):
        return None
    return start_again(table, at)


def _begin(table: Table, at: float) -> Draft | None:
    if table.starting_at + MIX_S > at:
        return None
    pen = draft(table, at)
    begin(pen)
    return pen
