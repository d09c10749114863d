"""What the clock asks for: when a table is to be looked at again, and what is then done."""

import hashlib

from mazziere.table.entries import Hosted, StoodIn
from mazziere.table.playing import begin, start_again
from mazziere.table.table import Draft, Table, draft

AWAY_S = 45.0
"""For so long a match waits for somebody whose connection is gone; then a bot sits in.

After the same time another person becomes the host."""
HOST_AWAY_S = 300.0
"""For so long a table without a match waits for its host, who may be inviting others."""
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
    if table.phase == "starting":
        return table.starting_at + MIX_S
    if table.phase == "closed" or table.is_paused:
        return None
    times = [_host_at(table), _again_at(table)]
    if table.phase == "playing":
        for number, seat in enumerate(table.seats):
            if not seat.plays_itself:
                times.append(_stand_in_at(table, number))
            elif number in table.legal:
                moment = bot_at(table, number)
                if moment is not None and (moment > asked_until or table.must_act(number)):
                    times.append(moment)
    return min([time for time in times if time is not None], default=None)


def tick(table: Table, at: float) -> Draft | None:
    """What is overdue, bots apart: time-outs, those who are away, another match."""
    if table.phase == "starting":
        return _begin(table, at)
    if table.phase == "closed" or table.is_paused:
        return None
    if _is_over(_again_at(table), at):
        return start_again(table, at)
    pen = draft(table, at)
    if table.phase == "playing":
        for number in range(table.players):
            if _is_over(_stand_in_at(table, number), at):
                out_of_time = _is_over(table.deadline(number), at)
                pen.add(StoodIn(number, "clock" if out_of_time else "away"))
    if _is_over(_host_at(table), at):
        pen.add(Hosted(table.persons_there()[0]))
    return pen if pen.entries else None


def _is_over(time: float | None, at: float) -> bool:
    return time is not None and time <= at


def _stand_in_at(table: Table, number: int) -> float | None:
    """When a bot is to sit in for a person: the clock runs out, or he has been away for long."""
    seat = table.seats[number]
    if seat.kind != "person" or seat.has_stand_in:
        return None
    deadline = table.deadline(number)
    if not seat.is_away:
        return deadline
    away = seat.away_since + AWAY_S
    return away if deadline is None else min(away, deadline)


def _host_at(table: Table) -> float | None:
    """When somebody who is there becomes the host, because the host is not."""
    seats = [seat for seat in table.seats if seat.person == table.host and table.host]
    for seat in seats:
        if seat.is_present:
            return None
    if not seats or not table.persons_there():
        return None
    wait = AWAY_S if table.phase == "playing" else HOST_AWAY_S
    return max(seat.away_since for seat in seats) + wait


def _again_at(table: Table) -> float | None:
    """When another match begins by itself: at once if everybody there has promised a part."""
    if table.phase != "waiting" or table.sealed is None or not table.sealed.again:
        return None
    there = table.persons_there()
    if not there or any(seat.kind == "open" for seat in table.seats):
        return None
    firsts = {table.seats_of(person)[0] for person in there}
    return table.at if firsts <= set(table.pledges) else table.settled_at + MIX_S


def _begin(table: Table, at: float) -> Draft | None:
    if table.starting_at + MIX_S > at:
        return None
    pen = draft(table, at)
    begin(pen)
    return pen
