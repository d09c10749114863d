"""Timeouts and bot moves: when a table needs attention, and the entries that are then due."""

import hashlib

from mazziere.table.asking import expired, expires_at
from mazziere.table.entries import Hosted, StoodIn
from mazziere.table.playing import begin, start_again
from mazziere.table.table import Draft, TableState, new_draft

AWAY_S = 45.0
"""Time after which a bot plays for a person who is away during a match.

After the same time another person becomes the host."""
HOST_AWAY_S = 300.0
"""Time after which a table without a match gets another host; the host may be inviting others."""
MIX_S = 4.0
"""Time that a starting match waits for pledged random parts."""
HURRIED_PACE_MS = 60
"""Mean time of a bot's move once everybody present wants the match to be finished quickly."""


def bot_pause_factor(table: TableState, seat: int) -> float:
    """Return the factor of a bot's pause: pseudo-random, independent of the cards it holds."""
    seq = table.since[seat][0] if seat in table.since else table.seq
    digest = hashlib.blake2b(f"{table.id} {seat} {seq}".encode(), digest_size=2).digest()
    return 0.6 + 0.8 * int.from_bytes(digest, "big") / 0xFFFF


def bot_due_at(table: TableState, seat: int) -> float | None:
    """Return when the bot on a seat is to move; None if it has no move."""
    if seat not in table.legal or not table.seats[seat].plays_itself:
        return None
    share = bot_pause_factor(table, seat)
    pace_ms = table.settings.pace_ms
    if table.is_hurried:
        pace_ms = min(pace_ms, HURRIED_PACE_MS)
    due = table.since[seat][1] + share * pace_ms / 1000
    if table.window_since is None or all(other.kind == "bot" for other in table.seats):
        return due
    grace = table.settings.grace_ms / 1000
    if table.must_act(seat):
        return max(due, table.window_since + grace)
    return table.window_since + share * grace * 0.7  # so that people are sometimes quicker


def is_attended(table: TableState) -> bool:
    """Whether a seated person is present: bots do not play on for nobody."""
    return any(seat.is_present for seat in table.seats)


def due_at(table: TableState, asked_until: float = -1.0, bots_move: bool = True) -> float | None:
    """Return the time of the next timeout or bot move; None if only people can go on.

    Bots do not move (`bots_move`) while nobody sits or watches at the table. Calls are optional: a
    bot that was asked for a call up to `asked_until` declined it, and is not asked again.
    """
    if table.phase == "starting":
        return table.starting_at + MIX_S
    if table.phase == "closed" or table.is_paused:
        return None
    times = [_host_at(table), _again_at(table), expires_at(table)]
    if table.phase == "playing":
        for number, seat in enumerate(table.seats):
            if not seat.plays_itself:
                times.append(_stand_in_at(table, number))
            elif number in table.legal and bots_move:
                due = bot_due_at(table, number)
                if due is not None and (due > asked_until or table.must_act(number)):
                    times.append(due)
    return min([time for time in times if time is not None], default=None)


def tick(table: TableState, at: float) -> Draft | None:
    """Write what is overdue except bot moves: timeouts, stand-ins, a new host, the next match."""
    if table.phase == "starting":
        return _begin(table, at)
    if table.phase == "closed" or table.is_paused:
        return None
    if _is_past(_again_at(table), at):
        return start_again(table, at)
    draft = new_draft(table, at)
    if table.phase == "playing":
        for number in range(table.players):
            if _is_past(_stand_in_at(table, number), at):
                out_of_time = _is_past(table.deadline(number), at)
                draft.add(StoodIn(number, "clock" if out_of_time else "away"))
    if _is_past(_host_at(table), at):
        draft.add(Hosted(table.persons_present()[0]))
    for entry in expired(table, at):
        draft.add(entry)
    return draft if draft.entries else None


def _is_past(time: float | None, at: float) -> bool:
    return time is not None and time <= at


def _stand_in_at(table: TableState, number: int) -> float | None:
    """Return when a bot starts to play for a person: after a timeout, or a long absence."""
    seat = table.seats[number]
    if seat.kind != "person" or seat.has_stand_in:
        return None
    deadline = table.deadline(number)
    if not seat.is_away:
        return deadline
    away = seat.away_since + AWAY_S
    return away if deadline is None else min(away, deadline)


def _host_at(table: TableState) -> float | None:
    """Return when a person who is present becomes the host, because the host is away."""
    seats = [seat for seat in table.seats if seat.person == table.host and table.host]
    for seat in seats:
        if seat.is_present:
            return None
    if not seats or not table.persons_present():
        return None
    wait = AWAY_S if table.phase == "playing" else HOST_AWAY_S
    return max(seat.away_since for seat in seats) + wait


def _again_at(table: TableState) -> float | None:
    """Return when the next match starts by itself: at once if everybody present has pledged."""
    if table.phase != "waiting" or table.sealed is None or not table.sealed.again:
        return None
    present = table.persons_present()
    if not present or any(seat.kind == "open" for seat in table.seats):
        return None
    firsts = {table.seats_of(person)[0] for person in present}
    return table.at if firsts <= set(table.pledges) else table.settled_at + MIX_S


def _begin(table: TableState, at: float) -> Draft | None:
    if table.starting_at + MIX_S > at:
        return None
    draft = new_draft(table, at)
    begin(draft)
    return draft
