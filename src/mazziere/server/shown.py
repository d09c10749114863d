"""What one person is shown of a table. Nothing else in the server turns a table into messages."""

from collections.abc import Iterable, Sequence

from mazziere.games import find
from mazziere.kernel.events import SPECTATOR, Event
from mazziere.kernel.game import Game
from mazziere.table import entries as e
from mazziere.table.clocks import CLOCKS
from mazziere.table.table import Happened, Table
from mazziere.wire import VERSION
from mazziere.wire.pictures import picture
from mazziere.wire.server import Snapshot, Update
from mazziere.wire.shared import (
    ClockInfo,
    DealInfo,
    EventInfo,
    MatchResult,
    News,
    Position,
    RemovedInfo,
    SeatInfo,
    SettingsInfo,
    TableInfo,
)

LOOK_BACK = 60
"""Entries that a snapshot carries along, to look back at."""
IN_PLAY = {e.Moved, e.Dealt, e.Said}
"""Entries that change the match, but not what there is to say of the table."""


def allows_hints(table: Table) -> bool:
    """Whether people may ask what the hard bot would do."""
    if table.settings.hints is not None:
        return table.settings.hints
    return sum(seat.kind == "person" for seat in table.seats) <= 1


def table_info(table: Table, person: str) -> TableInfo:
    """The table, as a person sees it."""
    settings = table.settings
    is_seated = bool(table.seats_of(person))
    return TableInfo(
        id=table.id,
        game=table.game,
        rules=table.rules,
        players=table.players,
        options=table.options,
        settings=SettingsInfo(
            settings.clock,
            settings.stand_in,
            settings.grace_ms,
            settings.pace_ms,
            allows_hints(table),
            settings.chat,
            settings.watchers,
        ),
        phase=table.phase,
        paused=table.is_paused,
        seats=tuple(_seat_info(table, number, person) for number in range(table.players)),
        code=table.code if is_seated or person == table.host else None,
        match=table.sealed.match if table.sealed else 0,
        commitment=table.sealed.commitment if table.sealed else "",
        receipt=_receipt(table),
        deal=_deal_info(table),
        evening=tuple(MatchResult(*result) for result in table.evening),
        seq=table.seq,
        removed=_removed(table) if person and person == table.host else (),
        out=person in table.removed,
    )


def _removed(table: Table) -> tuple[RemovedInfo, ...]:
    return tuple([RemovedInfo(one.seq, one.nick) for one in table.removed.values()])


def _receipt(table: Table) -> str | None:
    if table.phase not in ("playing", "over") or table.recorder is None:
        return None
    return table.recorder.proof.receipt if table.recorder.proof else None


def _deal_info(table: Table) -> DealInfo | None:
    if table.phase not in ("waiting", "starting"):
        return None
    return DealInfo(
        tuple(sorted(table.pledges.items())),
        tuple(sorted(table.parts.items())),
        table.starting.named if table.starting else None,
        0 if table.evening else len(table.prefix),
    )


def _seat_info(table: Table, number: int, person: str) -> SeatInfo:
    seat = table.seats[number]
    is_person = seat.kind == "person"
    return SeatInfo(
        seat.kind,
        seat.bot if seat.kind == "bot" else seat.nick,
        host=is_person and seat.person == table.host,
        away=seat.is_away,
        stand_in=seat.has_stand_in,
        mine=is_person and seat.person == person,
        pledged=number in table.pledges,
        agreed=number in table.agreed,
    )


def positions(table: Table, person: str) -> tuple[Position, ...]:
    """What each of a person's seats sees and may do; for others what those who watch see."""
    if table.recorder is None or table.phase == "closed":
        return ()
    # Who has come since the match sees it as those who watch
    own = [seat for seat in table.seats_of(person) if seat < table.match.players]
    if not own:
        return (Position(None, picture(table.match, SPECTATOR), (), 0),)
    return tuple([_position(table, seat) for seat in own])


def _position(table: Table, seat: int) -> Position:
    since, _ = table.since.get(seat, (0, 0.0))
    return Position(seat, picture(table.match, seat), table.legal.get(seat, ()), since)


def clocks(table: Table) -> tuple[ClockInfo, ...]:
    """The clocks that are running."""
    if CLOCKS[table.settings.clock] is None or table.phase != "playing" or table.is_paused:
        return ()
    running = []
    for number, seat in enumerate(table.seats):
        until = table.deadline(number)
        if until is not None and not seat.plays_itself:
            running.append(ClockInfo(number, until, seat.reserve_s))
    return tuple(running)


# News


def news_of(table: Table, happened: Iterable[Happened], person: str) -> tuple[News, ...]:
    """What a person may know of what happened."""
    game = table.match.game if table.recorder is not None else find(table.game)
    own = table.seats_of(person)
    ears = sum(1 << seat for seat in own) if own else 1 << SPECTATOR
    talks = bool(own)
    told = []
    for item in happened:
        kind = type(item.entry)
        if kind is e.Said and not talks:
            continue  # what people say is for those at the table
        text = _revealed(table) if kind is e.Closed else None
        told.append(_news(game, item, ears, text))
    return tuple(told)


def _revealed(table: Table) -> str | None:
    """The secret of a match that was broken off with the end of the table."""
    if table.recorder is None:
        return None
    proof = table.recorder.proof
    if proof is None or proof.secret is None:
        return None
    is_over = any(result.match == proof.match for result in table.evening)
    return None if is_over else proof.secret.hex()


_TEXTS = {
    e.Sealed: "commitment",
    e.Pledged: "pledge",
    e.Mixed: "part",
    e.Said: "text",
    e.Sat: "nick",
    e.SatBot: "bot",
    e.StoodIn: "why",
}
"""The field of an entry that news of it quote."""


def _news(game: Game, item: Happened, ears: int, text: str | None) -> News:
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
        entry.by if isinstance(entry, e.Moved) else None,
        _events(game, item.events, ears),
    )


def _events(game: Game, events: Sequence[Event], ears: int) -> tuple[EventInfo, ...]:
    return tuple([event_info(game, event) for event in events if event.audience & ears])


def event_info(game: Game, event: Event) -> EventInfo:
    """An event, in the words of the notation."""
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


def snapshot(table: Table, history: Sequence[Happened], person: str, now: float) -> Snapshot:
    """Everything that a client needs."""
    return Snapshot(
        VERSION,
        table_info(table, person),
        positions(table, person),
        clocks(table),
        news_of(table, history[-LOOK_BACK:], person),
        now,
    )


def update(
    table: Table, happened: Sequence[Happened], person: str, now: float, is_whole: bool = False
) -> Update:
    """What has happened, and how things are now; the table only if it has changed, or if asked."""
    is_changed = is_whole or not IN_PLAY.issuperset([type(item.entry) for item in happened])
    return Update(
        happened[0].seq - 1 if happened else table.seq,
        table.seq,
        news_of(table, happened, person),
        positions(table, person),
        clocks(table),
        now,
        table_info(table, person) if is_changed else None,
    )
