"""Starting a match, moving, and the end."""

from typing import Any

from mazziere.kernel import fair
from mazziere.kernel.match import Refused
from mazziere.table.asking import check_host, check_own, check_waiting
from mazziere.table.entries import (
    Agreed,
    Began,
    Dealt,
    Ended,
    Mixed,
    Moved,
    Player,
    Returned,
    Starting,
)
from mazziere.table.opening import seal
from mazziere.table.refused import Later, No
from mazziere.table.table import Draft, Table, draft

MOST_MOVES = 64
"""Moves in one message: a whole loot of ROOKIE can be laid at once."""

_NAMED = {
    "yooloo": "starter",
    "one_to_ten": "starter",
    "rookie": "starter",
    "uno": "dealer",
    "dieci": "dealer",
}
"""Who is named instead of drawn by lot; in UNO H2O the rules have everybody draw."""


class Done(Exception):
    """A move that was made before, and the entry that it made."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


def start(table: Table, person: str, named: int | None, at: float) -> Draft:
    """The host starts the match; he may name who begins, or deals."""
    check_host(table, person)
    check_waiting(table)
    if any(seat.kind == "open" for seat in table.seats):
        raise No("seats_open")
    if named is not None and not 0 <= named < table.players:
        raise No("no_seat")
    return _start(draft(table, at), named)


def _start(pen: Draft, named: int | None) -> Draft:
    """Ask for the parts that were promised; without any the match begins."""
    pen.add(Starting(named))
    if not pen.table.pledges:
        begin(pen)
    return pen


def mix(table: Table, person: str, seat: int, part: str, at: float) -> Draft | None:
    """Show the part that was promised; with the last one the match begins."""
    check_own(table, person, seat)
    if table.parts.get(seat) == part:
        return None
    if table.phase != "starting":
        raise No("busy")
    digits = set("0123456789abcdef")
    if len(part) != 64 or not set(part) <= digits or seat not in table.pledges:
        raise No("bad_part")
    if fair.pledge(bytes.fromhex(part)) != table.pledges[seat]:
        raise No("bad_part", reason="not the part that was promised")
    pen = draft(table, at)
    pen.add(Mixed(seat, part))
    if set(pen.table.parts) == set(pen.table.pledges):
        begin(pen)
    return pen


def begin(pen: Draft) -> None:
    """Begin the match with the parts that are there."""
    table = pen.table
    assert table.sealed is not None and table.starting is not None
    players = tuple(
        Player(seat.bot if seat.kind == "bot" else seat.nick, seat.kind) for seat in table.seats
    )
    given: tuple[dict[str, Any], ...] = ()
    if table.prefix and table.sealed.match == 1:
        given = table.prefix
    elif table.starting.named is not None and table.game in _NAMED:
        given = ({"chance": _NAMED[table.game], "seat": table.starting.named},)
    pen.add(Began(table.sealed.match, players, given))
    deal_on(pen)


def deal_on(pen: Draft) -> None:
    """Let chance decide as long as it is due; note the end."""
    table = pen.table
    match, began = table.match, table.began
    assert began is not None and table.key is not None
    while match.due is not None:
        pen.add(Dealt(match.peek(fair.order_for(table.key, table.chances, match.due))))
    if match.is_over and table.phase == "playing":
        pen.add(Ended(began.match, tuple(match.scores()), tuple(match.winners())))


def move(
    table: Table,
    person: str,
    seat: int,
    moves: tuple[str, ...],
    move_id: str,
    expect: int,
    at: float,
) -> Draft:
    """A person's moves, all or none; `expect` is the last entry that he had seen."""
    check_own(table, person, seat)
    known = table.answers.get(seat, {}).get(move_id)
    if known is not None:
        raise Done(known)
    if table.phase != "playing":
        raise No("match_over" if table.phase == "over" else "busy")
    if not 1 <= len(moves) <= MOST_MOVES:
        raise No("too_many", most=MOST_MOVES)
    since = table.since.get(seat)
    if expect > table.seq or (since is not None and expect < since[0]):
        raise No("stale", seq=table.seq)
    pen = draft(table, at)
    if table.seats[seat].is_away or table.seats[seat].has_stand_in:
        pen.add(Returned(seat))
    return _move(table, pen, Moved(seat, moves, move_id))


def move_for(table: Table, seat: int, action: str, expect: int, at: float) -> Draft:
    """The move of a bot, for its own seat or for somebody who is away."""
    if expect != table.seq or not table.seats[seat].plays_itself:
        raise No("stale", seq=table.seq)
    by = "bot" if table.seats[seat].kind == "bot" else "stand_in"
    return _move(table, draft(table, at), Moved(seat, (action,), by=by))  # type: ignore[arg-type]


def _move(table: Table, pen: Draft, entry: Moved) -> Draft:
    _wait_for_calls(table, entry, pen.at)
    try:
        pen.add(entry)
    except Refused as refused:
        raise No("illegal", refused.rule, why=refused.code, move=refused.text) from None
    deal_on(pen)
    return pen


def _wait_for_calls(table: Table, entry: Moved, at: float) -> None:
    """While a call is open, another move than a call waits, so that people can react."""
    if table.window_since is None or not table.settings.grace_ms:
        return
    if all(seat.kind == "bot" for seat in table.seats):
        return
    until = table.window_since + table.settings.grace_ms / 1000
    asides = table.match.game.asides
    if at < until and any(text.split()[0] not in asides for text in entry.moves if text):
        raise Later(until)


def agree(table: Table, person: str, seat: int, secret: bytes, at: float) -> Draft:
    """Ask for another match; when everybody who is there has, its deal is sealed."""
    check_own(table, person, seat)
    if table.phase != "over":
        raise No("busy")
    pen = draft(table, at)
    pen.add(Agreed(seat))
    there = {n for n, other in enumerate(table.seats) if other.kind == "person"}
    there -= {n for n in there if table.seats[n].is_away}
    if there <= pen.table.agreed:
        seal(pen, secret, again=True)
    return pen


def start_again(table: Table, at: float) -> Draft:
    """The next match of the evening: the one after the last starter or dealer is next."""
    if table.phase != "waiting" or table.sealed is None or not table.sealed.again:
        raise No("busy")
    if any(seat.kind == "open" for seat in table.seats):
        raise No("seats_open")
    first = table.record()["steps"][0]["seat"]
    return _start(draft(table, at), (int(first) + 1) % table.players)
