"""Random evenings: the log is complete, nothing gets stuck, every deal can be verified."""

from collections import Counter
from random import Random

import msgspec
import pytest

from mazziere.games import find, shelf
from mazziere.kernel.record import read, verify, write
from mazziere.server.rooms import projection
from mazziere.table import schedule as due
from mazziere.table.entries import Began, Closed, Ended, Sealed, decode, encode
from mazziere.table.snapshot import dump, load
from mazziere.table.table import TableState
from tests.cases import case, example
from tests.properties.play import times
from tests.table.crowd import Crowd
from tests.table.evening import ID

STEPS = 250
VERBS = (
    "sit", "stand", "clear", "let_in", "seat_bot", "hand_over", "pledge", "lend", "take", "mix",
    "arrange", "start", "agree", "go_on", "leave", "come_back", "replace_away", "give_back", "say",
    "tick", "bot", "ask", "admit", "refuse_request", "hurry",
)  # fmt: skip


@pytest.mark.parametrize("game", shelf())
def test_a_random_evening(game: str) -> None:
    counts: Counter[str] = Counter()
    for seed in range(times(case(game).evenings)):
        crowd = Crowd(game, Random(f"{game} {seed}"))
        for _ in range(STEPS):
            before = crowd.evening.table
            crowd.act()
            check_progress(crowd.evening.table)
            check_since(before, crowd.evening.table)
            check_host(crowd.evening.table)
            check_shown(before, crowd)
        check_log(crowd)
        counts += crowd.counts
    missing = [verb for verb in VERBS if not counts[verb]]
    assert game != example("every verb at a table") or not missing, f"never granted: {missing}"


def check_shown(before: TableState, crowd: Crowd) -> None:
    """Check that an update without the table omits no change."""
    table = crowd.evening.table
    applied = crowd.evening.applied[before.seq - table.seq :] if table.seq > before.seq else []
    for who in {seat.person for seat in table.seats} | {table.host, ""}:
        update = projection.update(table, applied, who, 1.0)
        info, was = projection.table_info(table, who), projection.table_info(before, who)
        assert update.table == info or info == msgspec.structs.replace(was, seq=update.seq)
        assert update.seq == table.seq


def check_progress(table: TableState) -> None:
    """Check that a table that waits for a bot or a clock has a due time."""
    at = due.due_at(table)
    if table.phase == "closed" or table.is_paused:
        assert at is None
    elif table.phase == "starting":
        assert at is not None
    elif table.phase == "playing":
        assert table.legal, "nobody may move"
        acting = [seat for seat in table.legal if table.must_act(seat)]
        assert acting
        for seat in acting:
            if table.seats[seat].plays_itself:
                assert at is not None
            deadline = table.deadline(seat)
            if deadline is not None and not table.seats[seat].plays_itself:
                assert at is not None
                assert at <= deadline
        if any(seat.is_away and not seat.has_stand_in for seat in table.seats):
            assert at is not None
    assert table.phase == "playing" or not table.legal
    assert set(table.since) == set(table.legal)


def check_since(before: TableState, after: TableState) -> None:
    """Check that a seat keeps its moves, except calls, during a turn."""
    for seat, (seq, _) in after.since.items():
        if seat in before.since and before.since[seat][0] == seq:
            one, other = (
                [move for move in table.legal[seat] if not table.is_aside(move)]
                for table in (before, after)
            )
            assert one == other


def check_host(table: TableState) -> None:
    """Check that a person at the table is the host."""
    people = {seat.person for seat in table.seats if seat.kind == "person"}
    assert not people or table.host in people


def check_log(crowd: Crowd) -> None:
    """Check that the log alone gives the same table, and that its records verify."""
    evening = crowd.evening
    live = dump(evening.table)
    assert dump(evening.folded()) == live
    loaded = load(live)
    assert loaded is not None
    assert dump(loaded) == live
    folded = TableState(ID)
    secrets: set[str] = set()
    for at, data in evening.log:
        entry = decode(data)
        assert decode(encode(entry)) == entry
        assert decode(with_more(data)) == entry
        applied = folded.apply(entry, at)
        assert applied == evening.applied[applied.seq - 1]
        if isinstance(entry, Began):
            assert isinstance(folded.sealed, Sealed)
            assert folded.sealed.secret not in secrets, "a secret is used for one match"
            secrets.add(folded.sealed.secret)
        if isinstance(entry, Ended):
            record = read(write(folded.record()).encode(), find)
            assert verify(record)["proof"] == verify(record)["result"] == "ok"
            assert entry.match == len(folded.evening)
        if isinstance(entry, Closed):
            assert folded.seq == len(evening.log), "nothing happens at a closed table"


def with_more(data: bytes) -> bytes:
    """Return an entry as a later version may write it."""
    entry = msgspec.json.decode(data)
    entry["later"] = {"a": [1]}
    for value in entry.values():
        if isinstance(value, dict) and "grace_ms" in value:
            value["later"] = 1
    return msgspec.json.encode(entry)


@pytest.mark.parametrize("game", shelf())
def test_a_table_restored_from_a_snapshot_continues_alike(game: str) -> None:
    """The table is saved and loaded before every step."""
    crowd = Crowd(game, Random(f"{game} saved"))
    evening = crowd.evening
    for number in range(STEPS):
        crowd.act()
        if number % 10 == 0:
            loaded = load(dump(evening.table))
            assert loaded is not None
            evening.table = loaded
    assert evening.table.evening or evening.table.recorder is not None
    assert dump(evening.folded()) == dump(evening.table)
