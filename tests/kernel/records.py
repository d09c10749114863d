"""Sample records for tests: valid ones, and helpers that change them."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from mazziere.games import find
from mazziere.kernel.match import Match, deal_stream, match_seed, play_stream
from mazziere.kernel.record import Played, Record, Recorder, RecordError, begin, read, replay, write
from tests.cases import case
from tools.vectors import LiveMatch, Plan

Json = dict[str, Any]


@cache
def written(name: str, with_legal: bool = True) -> str:
    """Write a whole random match of a game."""
    game = find(name)
    seed = match_seed(11, 1)
    options = case(name).shortest
    recorder = Recorder(Match(game, 3, options), seed, with_legal)
    deal, play = deal_stream(seed), play_stream(seed)
    while not recorder.match.is_over:
        recorder.step_at_random(deal, play)
    return write(recorder.record())


def record(name: str = "dieci") -> Json:
    """Return a record as an object that a test can change."""
    found: Json = json.loads(written(name))
    return found


def readable(value: Any) -> Record:
    return read(json.dumps(value).encode(), find)


def fault(value: Any, check: Callable[[Record], object] | None = None) -> RecordError:
    """Return the fault of a record that is read, replayed and optionally checked."""
    with pytest.raises(RecordError) as caught:
        (check or replayed)(readable(value))
    assert str(caught.value).isprintable()
    return caught.value


def replayed(found: Record) -> list[Played]:
    return list(replay(found, begin(found)))


def yooloo_by_hand(**more: Any) -> Json:
    """Return the ledger's example: the stacks 1 to 10 and 10 to 1."""
    stacks = [{"seat": 0, "move": f"stack {card}"} for card in range(1, 11)]
    stacks += [{"seat": 1, "move": f"stack {card}"} for card in range(10, 0, -1)]
    steps = [{"chance": "starter", "seat": 1}, *stacks]
    return {
        "format": "mazziere-record/1", "game": "yooloo", "rules": 1, "players": 2,
        "steps": steps, **more,
    }  # fmt: skip


@cache
def live_record(revealed: bool) -> str:
    plan = Plan("t", "dieci", (("Ada", "person"), ("Bruno", "bot easy")), sends=(0,))
    return write(LiveMatch(plan).record(revealed))


def live(revealed: bool = True) -> Json:
    """Return a whole match as it is dealt at a live table."""
    found: Json = json.loads(live_record(revealed))
    return found


def first_move(whole: Json) -> int:
    return next(i for i, step in enumerate(whole["steps"]) if "move" in step)


def short(name: str) -> Json:
    """Return the beginning of a record."""
    whole = record(name)
    whole["steps"] = whole["steps"][:12]
    return whole
