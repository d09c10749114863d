"""The projection of a table for one person: no other module turns a table into messages."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

import msgspec

from mazziere.games import find
from mazziere.kernel.events import SPECTATOR, Event
from mazziere.kernel.game import Game
from mazziere.table import entries
from mazziere.table.table import AppliedEntry, TableState
from mazziere.table.time_controls import TIME_CONTROLS
from mazziere.wire import VERSION
from mazziere.wire.pictures import wire_picture
from mazziere.wire.server import Snapshot, Update
from mazziere.wire.shared import (
    ClockInfo,
    DealInfo,
    EventInfo,
    MatchResult,
    News,
    Position,
    RemovedInfo,
    RequestInfo,
    SeatInfo,
    SettingsInfo,
    TableInfo,
)

SHOWN_RESULTS = 50
"""Results that are sent with a table; its list of matches has all of them."""
LOOK_BACK = 60
"""Entries that a snapshot contains as history."""
UNTOLD = {entries.Asked, entries.Unasked}
"""Entries that are no news: the table itself shows them to the host and to the asker."""
NOBODY = ""
"""The person id of a spectator without a cookie."""
IN_PLAY = {entries.Moved, entries.Dealt, entries.Said}
"""Entries that change the match, but no field of `TableInfo` except `seq`."""


def allows_hints(table: TableState) -> bool:
    """Whether people at this table may ask for hints."""
    if table.settings.hints is not None:
        return table.settings.hints
    return sum(seat.kind == "person" for seat in table.seats) <= 1


def is_watcher(table: TableState, person: str) -> bool:
    """Whether a person sees of a table exactly what NOBODY sees."""
    return not (
        table.seats_of(person)
        or person == table.host
        or person in table.requests
        or person in table.declined
        or person in table.removed
    )


def table_info(table: TableState, person: str, quiet: Collection[str] = ()) -> TableInfo:
    """Return the table as one person sees it; `quiet` are the people with a silent connection."""
    is_seated = bool(table.seats_of(person))
    won = _matches_won(table)
    return TableInfo(
        id=table.id,
        game=table.game,
        rules=table.rules,
        players=table.players,
        options=table.options,
        settings=_settings_info(table),
        phase=table.phase,
        paused=table.is_paused,
        seats=tuple(
            _seat_info(table, number, person, quiet, won) for number in range(table.players)
        ),
        code=table.code if is_seated or person == table.host else None,
        match=table.sealed.match if table.sealed else 0,
        commitment=table.sealed.commitment if table.sealed else "",
        receipt=_receipt(table),
        deal=_deal_info(table),
        evening=tuple(MatchResult(*result) for result in table.evening[-SHOWN_RESULTS:]),
        seq=table.seq,
        removed=_removed(table) if person and person == table.host else (),
        requests=_requests(table, person),
        declined=person in table.declined,
        hurried=table.phase == "playing" and table.is_hurried,
        finished=len(table.evening),
        out=person in table.removed,
    )


def _settings_info(table: TableState) -> SettingsInfo:
    settings = msgspec.structs.replace(table.settings, hints=allows_hints(table))
    return msgspec.convert(settings, SettingsInfo, from_attributes=True)


def _removed(table: TableState) -> tuple[RemovedInfo, ...]:
    return tuple([RemovedInfo(one.seq, one.nick) for one in table.removed.values()])


def _requests(table: TableState, person: str) -> tuple[RequestInfo, ...]:
    is_host = bool(person) and person == table.host
    return tuple(
        [
            RequestInfo(request.seq, request.nick, request.avatar, asker == person)
            for asker, request in table.requests.items()
            if is_host or asker == person
        ]
    )


def _receipt(table: TableState) -> str | None:
    if table.phase not in ("playing", "over") or table.recorder is None:
        return None
    return table.recorder.proof.receipt if table.recorder.proof else None


def _deal_info(table: TableState) -> DealInfo | None:
    if table.phase not in ("waiting", "starting"):
        return None
    return DealInfo(
        tuple(sorted(table.pledges.items())),
        tuple(sorted(table.parts.items())),
        table.starting.named if table.starting else None,
        0 if table.evening else len(table.prefix),
    )


def _matches_won(table: TableState) -> Counter[tuple[int, str]]:
    """Count the matches won, by seat and name of the player."""
    return Counter(
        (seat, result.seats[seat]) for result in table.evening for seat in result.winners
    )


def _seat_info(
    table: TableState,
    number: int,
    person: str,
    quiet: Collection[str],
    won: Counter[tuple[int, str]],
) -> SeatInfo:
    seat = table.seats[number]
    is_person = seat.kind == "person"
    name = seat.bot if seat.kind == "bot" else seat.nick
    return SeatInfo(
        seat.kind,
        name,
        host=is_person and seat.person == table.host,
        away=seat.is_away,
        stand_in=seat.has_stand_in,
        mine=is_person and seat.person == person,
        pledged=number in table.pledges,
        agreed=number in table.agreed,
        avatar=seat.avatar,
        quiet=is_person and seat.person in quiet,
        won=won[number, name],
    )


def positions(table: TableState, person: str) -> tuple[Position, ...]:
    """Return view and moves of each of a person's seats; the spectators' view without a seat."""
    if table.recorder is None or table.phase == "closed":
        return ()
    # A seat that was added after the match sees it as a spectator does
    own = [seat for seat in table.seats_of(person) if seat < table.match.players]
    if not own:
        return (Position(None, wire_picture(table.match, SPECTATOR), (), 0),)
    return tuple([_position(table, seat) for seat in own])


def _position(table: TableState, seat: int) -> Position:
    since, _ = table.since.get(seat, (0, 0.0))
    return Position(seat, wire_picture(table.match, seat), table.legal.get(seat, ()), since)


def clocks(table: TableState) -> tuple[ClockInfo, ...]:
    """Return the running clocks."""
    if TIME_CONTROLS[table.settings.clock] is None or table.phase != "playing" or table.is_paused:
        return ()
    running = []
    for number, seat in enumerate(table.seats):
        until = table.deadline(number)
        if until is not None and not seat.plays_itself:
            running.append(ClockInfo(number, until, seat.reserve_s))
    return tuple(running)


# News


def news_of(table: TableState, applied: Iterable[AppliedEntry], person: str) -> tuple[News, ...]:
    """Return the news that a person may know of applied entries."""
    game = table.match.game if table.recorder is not None else find(table.game)
    own = table.seats_of(person)
    audience_mask = sum(1 << seat for seat in own) if own else 1 << SPECTATOR
    news = []
    for item in applied:
        kind = type(item.entry)
        if kind in UNTOLD or (kind is entries.Said and not own):
            continue  # chat is for the people at the table
        text = _revealed(table) if kind is entries.Closed else None
        news.append(_news(game, item, audience_mask, text))
    return tuple(news)


def _revealed(table: TableState) -> str | None:
    """Return the secret of a match that was aborted because the table was closed."""
    if table.recorder is None:
        return None
    proof = table.recorder.proof
    if proof is None or proof.secret is None:
        return None
    is_over = any(result.match == proof.match for result in table.evening)
    return None if is_over else proof.secret.hex()


_TEXTS = {
    entries.Sealed: "commitment",
    entries.Pledged: "pledge",
    entries.Mixed: "part",
    entries.Said: "text",
    entries.Sat: "nick",
    entries.Admitted: "nick",
    entries.SatBot: "bot",
    entries.StoodIn: "why",
}
"""The field of an entry that becomes the text of its news."""


def _news(game: Game, item: AppliedEntry, audience_mask: int, text: str | None) -> News:
    entry = item.entry
    kind = type(entry)
    if kind in _TEXTS:
        text = getattr(entry, _TEXTS[kind])
    return News(
        item.seq,
        item.at,
        str(kind.__struct_config__.tag),
        getattr(entry, "seat", None),
        text,
        _by(entry),
        _events(game, item.events, audience_mask),
    )


def _by(entry: entries.AnyEntry) -> str | None:
    if isinstance(entry, entries.Moved):
        return entry.by
    return "host" if isinstance(entry, entries.Stood) and entry.by_host else None


def _events(game: Game, events: Sequence[Event], audience_mask: int) -> tuple[EventInfo, ...]:
    return tuple([event_info(game, event) for event in events if event.audience & audience_mask])


def event_info(game: Game, event: Event) -> EventInfo:
    """Return an event in the notation of the game."""
    number, seat, a, b, _ = event
    kind = game.events[number]
    return EventInfo(kind.name, seat, _value(game, kind.a, a), _value(game, kind.b, b))


def _value(game: Game, kind: str, value: int) -> str | int | None:
    if not kind or value < 0:
        return None
    if kind == "card":
        return game.cards[value]
    if kind == "colour":
        return game.colours[value]
    return value + 1 if kind == "pile" else value


# Messages


def snapshot(
    table: TableState,
    history: Sequence[AppliedEntry],
    person: str,
    now: float,
    quiet: Collection[str] = (),
) -> Snapshot:
    """Return the message with everything that a client needs."""
    return Snapshot(
        VERSION,
        table_info(table, person, quiet),
        positions(table, person),
        clocks(table),
        news_of(table, history[-LOOK_BACK:], person),
        now,
    )


def update(
    table: TableState,
    applied: Sequence[AppliedEntry],
    person: str,
    now: float,
    is_whole: bool = False,
    quiet: Collection[str] = (),
) -> Update:
    """Return the message about applied entries; with the table only if it changed or `is_whole`."""
    is_changed = is_whole or not IN_PLAY.issuperset([type(item.entry) for item in applied])
    return Update(
        applied[0].seq - 1 if applied else table.seq,
        table.seq,
        news_of(table, applied, person),
        positions(table, person),
        clocks(table),
        now,
        table_info(table, person, quiet) if is_changed else None,
    )
