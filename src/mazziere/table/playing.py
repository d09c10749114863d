"""Starting a match, moving, and the end."""

from typing import Any, Literal

from mazziere.kernel import fair
from mazziere.kernel.match import Refused
from mazziere.table.asking import check_host, check_open, check_own
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

_TOGETHER = {"yooloo": ("stack",), "rookie": ("place", "give"), "uno": ("discard",)}
"""Moves of which several may come in one message.

They uncover nothing. If one message could hold a move that does, and then one that is not legal,
all would be taken back, and the person would know what lies there.
"""


class Done(Exception):
    """A move that was made before, and the entry that it made."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


def start(table: Table, person: str, named: int | None, at: float) -> Draft:
    """The host starts the match; he may name who begins, or deals."""
    check_host(table, person)
    if table.phase != "waiting":
        raise No("busy")
    if any(seat.kind == "open" for seat in table.seats):
        raise No("seats_open")
    assert table.sealed is not None
    if named is None:
        return _start(draft(table, at), next_named(table) if table.sealed.again else None)
    if not 0 <= named < table.players:
        raise No("no_seat")
    if table.game not in _NAMED or _goes_on(table):
        raise No("bad_option", reason="who begins cannot be named here")
    return _start(draft(table, at), named)


def next_named(table: Table) -> int | None:
    """Who begins or deals in another match: the one after the last who did; None if by lot."""
    if table.game not in _NAMED or table.recorder is None:
        return None
    if _NAMED[table.game] == "dealer":
        last = int(table.match.states["dealer"][0])
    else:
        last = int(table.record()["steps"][0]["seat"])
    return (last + 1) % table.players


def _goes_on(table: Table) -> bool:
    """Whether the next match starts from the position of a record."""
    return bool(table.prefix) and not table.evening


def _start(pen: Draft, named: int | None) -> Draft:
    """Ask for the parts that were promised; without any the match begins."""
    pen.add(Starting(named))
    if not pen.table.pledges:
        begin(pen)
    return pen


def mix(table: Table, person: str, seat: int, part: str, at: float) -> Draft | None:
    """Show the part that was promised; with the last one the match begins."""
    check_open(table)
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
        Player(seat.bot, seat.bot) if seat.kind == "bot" else Player(seat.nick, seat.kind)
        for seat in table.seats
    )
    given: tuple[dict[str, Any], ...] = ()
    if _goes_on(table):
        given = table.prefix
    elif table.starting.named is not None:
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
    check_open(table)
    if table.phase != "playing":
        raise No("match_over" if table.phase == "over" else "busy")
    if not 1 <= len(moves) <= MOST_MOVES:
        raise No("too_many", most=MOST_MOVES)
    since = table.since.get(seat)
    known_to = since[0] if since is not None else table.seats[seat].moved
    if not known_to <= expect <= table.seq:
        raise No("stale", seq=table.seq)
    pen = draft(table, at)
    if table.seats[seat].is_away or table.seats[seat].has_stand_in:
        pen.add(Returned(seat))
    return _move(table, pen, Moved(seat, moves, move_id))


def move_for(table: Table, seat: int, action: str, expect: int, at: float) -> Draft:
    """The move of a bot, for its own seat or for somebody who is away.

    `expect` is the last entry that it had heard of. What others have done at the same time does not
    matter, as for a person.
    """
    if table.phase != "playing" or seat not in table.since or not table.seats[seat].plays_itself:
        raise No("stale", seq=table.seq)
    if not table.since[seat][0] <= expect <= table.seq:
        raise No("stale", seq=table.seq)
    if table.is_paused:
        raise No("paused")
    by: Literal["bot", "stand_in"] = "bot" if table.seats[seat].kind == "bot" else "stand_in"
    return _move(table, draft(table, at), Moved(seat, (action,), by=by))


def _move(table: Table, pen: Draft, entry: Moved) -> Draft:
    _wait_for_calls(table, entry, pen.at)
    if len(entry.moves) > 1:
        _rehearse(table, entry.seat, entry.moves)
    try:
        pen.add(entry)
    except Refused as refused:
        raise _illegal(refused) from None
    deal_on(pen)
    return pen


def _rehearse(table: Table, seat: int, moves: tuple[str, ...]) -> None:
    """See that each of several moves only goes on with what the seat had to do anyway.

    As soon as that is done (the last card is laid) the game goes on, and the rules' answer to one
    more move would tell how.
    """
    words = _TOGETHER.get(table.game, ())
    if any(text.partition(" ")[0] not in words for text in moves):
        raise No("not_together")
    match = table.match.fork()
    first = set(table.legal.get(seat, ()))
    for number, text in enumerate(moves):
        left = set(match.legal().get(seat, ())) if match.due is None else set()
        if number and not (left and left <= first):
            raise No("not_together", move=text)
        try:
            match.move(seat, text)
        except Refused as refused:
            raise _illegal(refused) from None


def _illegal(refused: Refused) -> No:
    return No("illegal", refused.rule, why=refused.code, move=refused.text)


def _wait_for_calls(table: Table, entry: Moved, at: float) -> None:
    """While a call is open, another move than a call waits, so that people can react."""
    if table.window_since is None or all(seat.kind == "bot" for seat in table.seats):
        return
    until = table.window_since + table.settings.grace_ms / 1000
    if at < until and not all(table.is_aside(text) for text in entry.moves):
        raise Later(until)


def agree(table: Table, person: str, seat: int, secret: bytes, at: float) -> Draft | None:
    """Ask for another match; when everybody who is there has, its deal is sealed.

    Whoever shares a device agrees for all its seats. None if the others are still being waited for.
    """
    check_open(table)
    check_own(table, person, seat)
    if table.phase != "over":
        raise No("busy")
    pen = draft(table, at)
    for own in table.seats_of(person):
        if own not in table.agreed:
            pen.add(Agreed(own))
    there = {number for number, other in enumerate(table.seats) if other.is_present}
    if there <= pen.table.agreed:
        seal(pen, secret, again=True)
    return pen if pen.entries else None


def start_again(table: Table, at: float) -> Draft:
    """The next match of the evening: the one after the last starter or dealer is next."""
    if table.phase != "waiting" or table.sealed is None or not table.sealed.again:
        raise No("busy")
    if any(seat.kind == "open" for seat in table.seats):
        raise No("seats_open")
    return _start(draft(table, at), next_named(table))
