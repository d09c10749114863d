"""A match that is over, step by step, with everything open."""

from collections.abc import Mapping
from typing import Any

import msgspec

from mazziere.games import find
from mazziere.kernel.events import SPECTATOR, Event
from mazziere.kernel.match import Match
from mazziere.kernel.record import begin, read, replay
from mazziere.server.shown import event_info
from mazziere.wire.http import OpenEvent, Replay, ReplayStep
from mazziere.wire.pictures import Picture, picture


def replay_of(record: Mapping[str, Any]) -> Replay:
    """The replay of a record."""
    parsed = read(msgspec.json.encode(record), find)
    match = begin(parsed)
    shown: dict[str, Picture] = {}
    start = _changed(match, shown)
    steps = tuple(
        ReplayStep(
            dict(played.step),
            tuple(_open(match, event) for event in played.events),
            tuple(played.scores),
            _changed(match, shown),
        )
        for played in replay(parsed, match)
    )
    names = tuple(seat["name"] for seat in record.get("fairness", {}).get("seats", ()))
    head = {name: value for name, value in record.items() if name != "steps"}
    return Replay(head, names, start, steps)


def _changed(match: Match, shown: dict[str, Picture]) -> dict[str, Picture]:
    """What the seats see now, where that is new."""
    new = {}
    for seat in range(match.players):
        now = picture(match, seat)
        if shown.get(str(seat)) != now:
            new[str(seat)] = now
    shown |= new
    return new


def _open(match: Match, event: Event) -> OpenEvent:
    heard = tuple(seat for seat in range(match.players) if event.audience >> seat & 1)
    return OpenEvent(event_info(match.game, event), heard, bool(event.audience >> SPECTATOR & 1))
