"""Replays: finished matches step by step, with everything open."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from mazziere.games import find
from mazziere.kernel.events import SPECTATOR, Event
from mazziere.kernel.match import Match
from mazziere.kernel.record import Record, begin, read, replay
from mazziere.server.rooms.folding import Slices
from mazziere.server.rooms.projection import event_info
from mazziere.table.refusals import CommandRefused
from mazziere.wire.http import OpenEvent, Replay, ReplayStep
from mazziere.wire.pictures import Picture, wire_picture

MOST_PICTURES = 60_000
"""Upper bound on steps × viewers: bots can make a match whose replay would fill a disk."""
WATCHER = "watcher"
"""The key of the spectators' picture, beside the numbers of the seats."""
_NO_STEPS = b"[]}"
"""The end of a replay without steps."""

_encoder = msgspec.json.Encoder()


async def replay_json(record: Mapping[str, Any]) -> bytes:
    """Return the replay of a record as JSON; `too_big` if it is too long.

    Each step is built and encoded on its own, so that other tasks can run in between.
    """
    if len(record["steps"]) * (record["players"] + 1) > MOST_PICTURES:
        raise CommandRefused("too_big", reason="too long a match to be shown step by step")
    parsed = _parsed(record)
    match = begin(parsed)
    shown: dict[str, Picture] = {}
    start = _changed_pictures(match, shown)
    steps, slices = [], Slices()
    for played in replay(parsed, match):
        events = tuple(_open_event(match, event) for event in played.events)
        pictures = _changed_pictures(match, shown)
        step = ReplayStep(dict(played.step), events, tuple(played.scores), pictures)
        steps.append(_encoder.encode(step))
        await slices.pause()
    names = tuple(seat["name"] for seat in record.get("fairness", {}).get("seats", ()))
    head = {name: value for name, value in record.items() if name != "steps"}
    text = _encoder.encode(Replay(head, names, start, ()))
    assert text.endswith(_NO_STEPS)
    return b"".join((text.removesuffix(_NO_STEPS), b"[", b",".join(steps), b"]}"))


def _parsed(record: Mapping[str, Any]) -> Record:
    """Check the head of a record; its steps are checked one by one in the replay."""
    head = read(_encoder.encode({**record, "steps": []}), find)
    return replace(head, steps=list(record["steps"]))


def _changed_pictures(match: Match, shown: dict[str, Picture]) -> dict[str, Picture]:
    """Return the pictures of seats and spectators that differ from `shown`, and update it."""
    viewers = {str(seat): seat for seat in range(match.players)} | {WATCHER: SPECTATOR}
    changed = {}
    for name, seat in viewers.items():
        now = wire_picture(match, seat)
        if shown.get(name) != now:
            changed[name] = now
    shown |= changed
    return changed


def _open_event(match: Match, event: Event) -> OpenEvent:
    heard = tuple(seat for seat in range(match.players) if event.audience >> seat & 1)
    return OpenEvent(event_info(match.game, event), heard, bool(event.audience >> SPECTATOR & 1))
