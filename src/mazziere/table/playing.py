"""Starting a match, moving, and the end."""

from mazziere.kernel.fair import order_for
from mazziere.kernel.match import Refused
from mazziere.table.asking import check_host, check_own, check_waiting
from mazziere.table.entries import Agreed, Began, Dealt, Ended, Moved, Returned
from mazziere.table.opening import seal
from mazziere.table.refused import Later, No
from mazziere.table.table import Draft, Table, draft

MOST_MOVES = 64
"""Moves in one message: a whole loot of ROOKIE can be laid at once."""


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
    return _begin(table, draft(table, at), named)


def _begin(table: Table, pen: Draft, named: int | None) -> Draft:
    sealed = pen.table.sealed
    assert sealed is not None
    by_lot = table.game == "uno_h2o" or bool(table.prefix)  # its rules draw for the deal
    names = tuple(seat.name for seat in pen.table.seats)
    pen.add(Began(sealed.match, names, None if by_lot else named))
    deal_on(pen)
    return pen


def deal_on(pen: Draft) -> None:
    """Let chance decide as long as it is due; note the end."""
    table = pen.table
    match, began = table.match, table.began
    assert began is not None and table.key is not None
    while match.due is not None:
        if match.steps == 0 and began.named is not None:
            step = {"chance": match.due, "seat": began.named}
        else:
            step = match.peek(order_for(table.key, match.steps, match.due))
        pen.add(Dealt(step))
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
    assert table.recorder is not None
    first = table.recorder.record()["steps"][0]["seat"]
    return _begin(table, draft(table, at), (int(first) + 1) % table.players)
