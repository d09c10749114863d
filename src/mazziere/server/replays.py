"""A match that is over, step by step, with everything open."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import msgspec

from mazziere.games import find
from mazziere.kernel.events import SPECTATOR, Event
from mazziere.kernel.match import Match
from mazziere.kernel.record import begin, read, replay
from mazziere.server.shown import event_info
from mazziere.table.refused import No
from mazziere.wire.http import OpenEvent, Replay, ReplayStep
from mazziere.wire.pictures import Picture, picture

KEPT = 16
KEPT_BYTES = 1 << 26
MOST_PICTURES = 60_000
"""Steps times those who see something: bots can make a match whose replay would fill a disk."""
WATCHER = "watcher"
"""Among the pictures by seat: what those see who only watch."""


class Replays:
    """Makes replays, one at a time, and keeps the last ones."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._lock = asyncio.Lock()

    async def of(self, table: str, match: int, record: Mapping[str, Any]) -> bytes:
        """The replay of a match of a table, given its record, as JSON."""
        if len(record["steps"]) * (record["players"] + 1) > MOST_PICTURES:
            raise No("too_big", reason="too long a match to be shown step by step")
        async with self._lock:
            key = table, match
            if key not in self._kept:
                self._kept[key] = msgspec.json.encode(await replay_of(record))
            self._kept.move_to_end(key)
            data = self._kept[key]
            while len(self._kept) > KEPT or sum(map(len, self._kept.values())) > KEPT_BYTES:
                self._kept.popitem(last=False)
            return data


async def replay_of(record: Mapping[str, Any]) -> Replay:
    """The replay of a record."""
    parsed = read(msgspec.json.encode(record), find)
    match = begin(parsed)
    shown: dict[str, Picture] = {}
    start = _changed(match, shown)
    steps = []
    for played in replay(parsed, match):
        events = tuple(_open(match, event) for event in played.events)
        scores = tuple(played.scores)
        steps.append(ReplayStep(dict(played.step), events, scores, _changed(match, shown)))
        await asyncio.sleep(0)  # others have their turn
    names = tuple(seat["name"] for seat in record.get("fairness", {}).get("seats", ()))
    head = {name: value for name, value in record.items() if name != "steps"}
    return Replay(head, names, start, tuple(steps))


def _changed(match: Match, shown: dict[str, Picture]) -> dict[str, Picture]:
    """What the seats and those who only watch see now, where that is new."""
    eyes = {str(seat): seat for seat in range(match.players)} | {WATCHER: SPECTATOR}
    new = {}
    for name, seat in eyes.items():
        now = picture(match, seat)
        if shown.get(name) != now:
            new[name] = now
    shown |= new
    return new


def _open(match: Match, event: Event) -> OpenEvent:
    heard = tuple(seat for seat in range(match.players) if event.audience >> seat & 1)
    return OpenEvent(event_info(match.game, event), heard, bool(event.audience >> SPECTATOR & 1))
