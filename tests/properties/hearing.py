"""Who may hear what: the audience of every kind of event, written down apart from the engine."""

from mazziere.kernel.events import EVERYONE, SPECTATOR, Event
from mazziere.kernel.game import Game

OWN: dict[str, set[str]] = {
    "yooloo": {"stacked", "chose"},
    "one_to_ten": set(),
    "rookie": set(),
    "uno": {"dealt", "drew", "received"},
    "uno_h2o": {"dealt", "drew", "received"},
    "dieci": {"dealt", "received", "took_back", "drew_secretly"},
}
"""Told to the seat alone: it looks at a card of its own."""

OTHERS: dict[str, set[str]] = {
    "yooloo": {"stacked_unseen", "chose_unseen"},
    "one_to_ten": set(),
    "rookie": set(),
    "uno": {"dealt_unseen", "drew_unseen", "received_unseen"},
    "uno_h2o": {"dealt_unseen", "drew_unseen", "received_unseen"},
    "dieci": {"drew_one", "took_back_unseen", "drew_unseen"},
}
"""The same, as everybody else is told."""

CHALLENGER = "shown"
"""In UNO: told to the challenger alone, who looks at the other's hand."""


def audience_of(game: Game, event: Event, events: list[Event]) -> int:
    """Who may hear an event of a step, as bits."""
    name = game.events[event.kind].name
    if name in OWN[game.id]:
        return 1 << event.seat
    if name in OTHERS[game.id]:
        return EVERYONE & ~(1 << event.seat)
    if name == CHALLENGER:
        (challenger,) = (e.seat for e in events if game.events[e.kind].name == "challenged")
        return 1 << challenger
    return EVERYONE


def heard(events: list[Event], observer: int) -> list[Event]:
    """The events of a step that an observer hears."""
    return [event for event in events if event.audience >> observer & 1]


def check_event(game: Game, players: int, event: Event, events: list[Event]) -> None:
    """Whether an event is well formed and addressed to whom it may concern."""
    kind = game.events[event.kind]
    where = f"{game.id}: {kind.name} {event}"
    assert event.audience == audience_of(game, event, events), where
    assert event.audience & ((1 << players) - 1 | 1 << SPECTATOR), where
    assert 0 <= event.seat < players, where
    bounds = {
        "card": len(game.cards),
        "seat": players,
        "colour": len(game.colours),
        "pile": 9,
        "number": 1 << 15,
        "": 1,
    }
    assert 0 <= event.a < bounds[kind.a], where
    assert 0 <= event.b < bounds[kind.b], where
