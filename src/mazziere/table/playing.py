"""Matches: start, moves, end, and the next match."""

from typing import Any, Literal

from mazziere.games import find
from mazziere.kernel import fair
from mazziere.kernel.fair import SeatedPlayer
from mazziere.kernel.game import verb
from mazziere.kernel.match import Match, Refused
from mazziere.table.entries import (
    Agreed,
    Began,
    Ended,
    Hurried,
    Mixed,
    Moved,
    Returned,
    Starting,
)
from mazziere.table.opening import seal
from mazziere.table.permissions import check_host, check_open, check_own
from mazziere.table.refusals import CommandDeferred, CommandRefused
from mazziere.table.table import Draft, TableState, new_draft

MOST_MOVES = 64
"""Upper bound on the moves in one message."""
MATCH_STEPS = 20_000
"""Moves and chance steps after which a match is stopped: some options allow a match without an end.

Other entries, such as chat and requests for a seat, do not count: a stranger could stop a match."""


class AlreadyMoved(Exception):
    """The move with this id was made before, as the entry `seq`."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


def start(table: TableState, person: str, named: int | None, at: float) -> Draft:
    """Start the match, as the host; `named` is the seat that begins or deals."""
    check_host(table, person)
    if table.phase != "waiting":
        raise CommandRefused("busy")
    if any(seat.kind == "open" for seat in table.seats):
        raise CommandRefused("seats_open")
    assert table.sealed is not None
    if named is None:
        return _start(new_draft(table, at), next_named(table) if table.sealed.again else None)
    if not 0 <= named < table.players:
        raise CommandRefused("no_seat")
    if find(table.game).named is None or continues_record(table):
        raise CommandRefused("bad_option", reason="who begins cannot be named here")
    return _start(new_draft(table, at), named)


def next_named(table: TableState) -> int | None:
    """Return the seat that begins or deals in the next match; None if it is drawn by lot."""
    named = find(table.game).named
    if named is None or table.recorder is None:
        return None
    if named.field:
        last = int(table.match.states[named.field][0])
    else:
        last = int(table.record()["steps"][0]["seat"])
    return (last + 1) % table.players


def continues_record(table: TableState) -> bool:
    """Whether the next match continues a record."""
    return bool(table.prefix) and not table.evening


def _start(draft: Draft, named: int | None) -> Draft:
    """Ask for the pledged random parts; without any, begin the match at once."""
    draft.add(Starting(named))
    if not draft.table.pledges:
        begin(draft)
    return draft


def mix(table: TableState, person: str, seat: int, part: str, at: float) -> Draft | None:
    """Reveal a pledged random part; the last one begins the match."""
    check_open(table)
    check_own(table, person, seat)
    if table.parts.get(seat) == part:
        return None
    if table.phase != "starting":
        raise CommandRefused("busy")
    digits = set("0123456789abcdef")
    if len(part) != 64 or not set(part) <= digits or seat not in table.pledges:
        raise CommandRefused("bad_part")
    if fair.pledge(bytes.fromhex(part)) != table.pledges[seat]:
        raise CommandRefused("bad_part", reason="not the part that was promised")
    draft = new_draft(table, at)
    draft.add(Mixed(seat, part))
    if set(draft.table.parts) == set(draft.table.pledges):
        begin(draft)
    return draft


def begin(draft: Draft) -> None:
    """Begin the match with the random parts revealed so far."""
    table = draft.table
    assert table.sealed is not None and table.starting is not None
    players = tuple(
        SeatedPlayer(seat.bot, seat.bot)
        if seat.kind == "bot"
        else SeatedPlayer(seat.nick, seat.kind)
        for seat in table.seats
    )
    given: tuple[dict[str, Any], ...] = ()
    if continues_record(table):
        given = table.prefix
    elif table.starting.named is not None:
        named = find(table.game).named
        assert named is not None
        given = ({"chance": named.chance, "seat": table.starting.named},)
    draft.add(Began(table.sealed.match, players, given))
    deal_on(draft)


def deal_on(draft: Draft) -> None:
    """Resolve all due chance steps, and write the end of a match that is finished or too long."""
    table = draft.table
    match, began = table.match, table.began
    assert began is not None and table.key is not None
    while match.due is not None:
        draft.deal(fair.order_for(table.key, table.chances, match.due))
    if table.phase != "playing":
        return
    if match.is_over:
        draft.add(Ended(began.match, tuple(match.scores()), tuple(match.winners())))
    elif match.steps - len(began.given) >= MATCH_STEPS:
        draft.add(Ended(began.match, tuple(match.scores()), (), stopped=True))


def move(
    table: TableState,
    person: str,
    seat: int,
    moves: tuple[str, ...],
    move_id: str,
    expect: int,
    at: float,
) -> Draft:
    """Make a person's moves, all or none; `expect` is the last entry that the person saw."""
    check_own(table, person, seat)
    known = table.answers.get(seat, {}).get(move_id)
    if known is not None:
        raise AlreadyMoved(known)
    check_open(table)
    if table.phase != "playing":
        raise CommandRefused("match_over" if table.phase == "over" else "busy")
    if not 1 <= len(moves) <= MOST_MOVES:
        raise CommandRefused("too_many", most=MOST_MOVES)
    since = table.since.get(seat)
    changed_at = since[0] if since is not None else table.seats[seat].moved
    if not changed_at <= expect <= table.seq:
        raise CommandRefused("stale", seq=table.seq)
    draft = new_draft(table, at)
    if table.seats[seat].is_away or table.seats[seat].has_stand_in:
        draft.add(Returned(seat))
    return _move(table, draft, Moved(seat, moves, move_id))


def move_for(table: TableState, seat: int, action: str, expect: int, at: float) -> Draft:
    """Make the move of a bot, at its own seat or for a person who is away.

    `expect` is the last entry that the bot knew. As for a person, later entries do no harm unless
    they have changed the seat's moves.
    """
    if table.phase != "playing" or seat not in table.since or not table.seats[seat].plays_itself:
        raise CommandRefused("stale", seq=table.seq)
    if not table.since[seat][0] <= expect <= table.seq:
        raise CommandRefused("stale", seq=table.seq)
    if table.is_paused:
        raise CommandRefused("paused")
    by: Literal["bot", "stand_in"] = "bot" if table.seats[seat].kind == "bot" else "stand_in"
    return _move(table, new_draft(table, at), Moved(seat, (action,), by=by))


def _move(table: TableState, draft: Draft, entry: Moved) -> Draft:
    _wait_for_calls(table, entry, draft.at)
    if len(entry.moves) > 1:
        _rehearse(table, entry.seat, entry.moves)
    try:
        draft.add(entry)
    except Refused as refused:
        raise _illegal(refused) from None
    deal_on(draft)
    return draft


def _rehearse(table: TableState, seat: int, moves: tuple[str, ...]) -> None:
    """Check that each of several moves is legal and belongs to the seat's current task.

    When the task is complete (the last card is laid), the game goes on. The answer to one more move
    would then reveal how.
    """
    if any(verb(text) not in table.match.game.batches for text in moves):
        raise CommandRefused("not_together")
    match = table.match.fork()
    first = set(table.legal.get(seat, ()))
    left = first
    for number, text in enumerate(moves):
        if number:
            left = _moves_of(match, seat)
            if not (left and left <= first):
                raise CommandRefused("not_together", move=text)
        action = match.game.parse(text) if text in left else None
        try:
            if action is None:
                match.move(seat, text)
            else:
                match.play(seat, action)
        except Refused as refused:
            raise _illegal(refused) from None


def _moves_of(match: Match, seat: int) -> set[str]:
    """Return the legal moves of a seat; none while a chance step is due."""
    if match.due is not None or seat not in match.actors():
        return set()
    names = match.game.actions
    return {names[action] for action in match.moves(seat)}


def _illegal(refused: Refused) -> CommandRefused:
    return CommandRefused("illegal", refused.rule, why=refused.code, move=refused.text)


def _wait_for_calls(table: TableState, entry: Moved, at: float) -> None:
    """Defer other moves while a call window is open, so that people can react."""
    if table.window_since is None or all(seat.kind == "bot" for seat in table.seats):
        return
    until = table.window_since + table.settings.grace_ms / 1000
    if at < until and not all(table.is_aside(text) for text in entry.moves):
        raise CommandDeferred(until)


def hurry(table: TableState, person: str, seat: int, at: float) -> Draft | None:
    """Ask the bots to play the rest of the match quickly; None if the person has asked before.

    Once everybody present has asked, the bots hurry until the match is over.
    """
    check_open(table)
    check_own(table, person, seat)
    if table.phase != "playing":
        raise CommandRefused("match_over" if table.phase == "over" else "busy")
    draft = new_draft(table, at)
    for own in table.seats_of(person):
        if own not in table.hurried:
            draft.add(Hurried(own))
    return draft if draft.entries else None


def agree(table: TableState, person: str, seat: int, secret: bytes, at: float) -> Draft | None:
    """Ask for another match; once everybody present has asked, commit to its deal.

    A person agrees for all seats of their device. None if the person has agreed before and others
    have not.
    """
    check_open(table)
    check_own(table, person, seat)
    if table.phase != "over":
        raise CommandRefused("busy")
    draft = new_draft(table, at)
    for own in table.seats_of(person):
        if own not in table.agreed:
            draft.add(Agreed(own))
    present = {number for number, other in enumerate(table.seats) if other.is_present}
    if present <= draft.table.agreed:
        seal(draft, secret, again=True)
    return draft if draft.entries else None


def start_again(table: TableState, at: float) -> Draft:
    """Start the next match of the series; the next seat begins or deals."""
    if table.phase != "waiting" or table.sealed is None or not table.sealed.again:
        raise CommandRefused("busy")
    if any(seat.kind == "open" for seat in table.seats):
        raise CommandRefused("seats_open")
    return _start(new_draft(table, at), next_named(table))
