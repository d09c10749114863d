"""The audience of every kind of event, as each game's case declares it apart from the engine."""

from mazziere.kernel.events import EVERYONE, SPECTATOR, Event
from mazziere.kernel.game import Game
from tests.cases import case


def audience_of(game: Game, event: Event, events: list[Event]) -> int:
    """Return the seats that may hear an event of a step, as bits."""
    declared = case(game.id)
    name = game.events[event.kind].name
    if name in declared.own_events:
        return 1 << event.seat
    if name in declared.others_events:
        return EVERYONE & ~(1 << event.seat)
    if name in declared.private_audience:
        return declared.private_audience[name](game, events)
    return EVERYONE


def heard(events: list[Event], observer: int) -> list[Event]:
    """List the events of a step that an observer hears."""
    return [event for event in events if event.audience >> observer & 1]


def check_event(game: Game, players: int, event: Event, events: list[Event]) -> None:
    """Check the audience, the seat and the numbers of an event."""
    kind = game.events[event.kind]
    where = f"{game.id}: {kind.name} {event}"
    assert event.audience == audience_of(game, event, events), where
    assert event.audience & ((1 << players) - 1 | 1 << SPECTATOR), where
    assert 0 <= event.seat < players, where
    bounds = {
        "card": len(game.cards),
        "seat": players,
        "colour": len(game.colours),
        "number": 1 << 15,
        "": 1,
        **case(game.id).bounds,
    }
    assert 0 <= event.a < bounds[kind.a], where
    assert 0 <= event.b < bounds[kind.b], where
