"""The contract of the store, on both back ends."""

import asyncio

import pytest

from mazziere.store import (
    CodeTaken,
    Conflict,
    LogRow,
    NoSuchTable,
    Store,
    StoreClosed,
    TableExists,
    open_store,
)
from tests.store.samples import OVER, PLAYING, WAITING, but

pytestmark = pytest.mark.asyncio


async def test_a_log_is_read_as_written(store: Store) -> None:
    assert await store.create("t", [b"one", b"\x00two"], WAITING, 1.25) == 2
    assert await store.append("t", 2, [b"three"], PLAYING, 1700000000.123456) == 3
    assert await store.append("t", 3, [b"four", b""], PLAYING, 3.0) == 5
    rows = [
        LogRow(1, 1.25, b"one"),
        LogRow(2, 1.25, b"\x00two"),
        LogRow(3, 1700000000.123456, b"three"),
        LogRow(4, 3.0, b"four"),
        LogRow(5, 3.0, b""),
    ]
    assert await store.read("t") == rows
    assert await store.read("t", after=3) == rows[3:]
    assert await store.read("t", after=5) == []
    assert await store.head("t") == 5


async def test_all_data_survives_a_restart(store: Store, url: str) -> None:
    await store.create("t", [b"1"], WAITING, 1.0)
    await store.append("t", 1, [b"2"], PLAYING, 2.0)
    await store.save_snapshot("t", 1, b"fold")
    await store.close()
    again = await open_store(url)
    try:
        assert [row.data for row in await again.read("t")] == [b"1", b"2"]
        assert await again.append("t", 2, [b"3"], PLAYING, 3.0) == 3
        assert await again.snapshot("t") == (1, b"fold")
    finally:
        await again.close()


@pytest.mark.parametrize("expect", [0, 1, 3, 7])
async def test_a_conflict_has_the_current_sequence_number(store: Store, expect: int) -> None:
    await store.create("t", [b"1"], PLAYING, 1.0)
    await store.append("t", 1, [b"2"], PLAYING, 2.0)
    with pytest.raises(Conflict) as refused:
        await store.append("t", expect, [b"late"], OVER, 3.0)
    assert refused.value.current == 2
    assert [row.data for row in await store.read("t")] == [b"1", b"2"]
    assert (await store.counts()).tables == {"playing": 1}


async def test_a_missing_table(store: Store) -> None:
    for command in (
        store.read("no"),
        store.head("no"),
        store.append("no", 0, [b"1"], PLAYING, 1.0),
        store.delete("no"),
    ):
        with pytest.raises(NoSuchTable):
            await command
    assert await store.snapshot("no") is None


async def test_a_table_is_created_once(store: Store) -> None:
    await store.create("t", [b"1"], but(WAITING, code=None), 1.0)
    with pytest.raises(TableExists):
        await store.create("t", [b"other"], but(WAITING, code=None), 1.0)
    assert [row.data for row in await store.read("t")] == [b"1"]


@pytest.mark.parametrize("entries", [[], ["text"], [b"1", None]])
async def test_entries_are_bytes_and_at_least_one(store: Store, entries: list[bytes]) -> None:
    with pytest.raises(ValueError, match="bytes"):
        await store.create("t", entries, WAITING, 1.0)
    await store.create("t", [b"1"], WAITING, 1.0)
    with pytest.raises(ValueError, match="bytes"):
        await store.append("t", 1, entries, WAITING, 1.0)


# Codes


async def test_a_join_code_belongs_to_one_table_at_a_time(store: Store) -> None:
    await store.create("t", [b"1"], WAITING, 1.0)
    await store.create("u", [b"1"], but(WAITING, code="ZZZZZZ"), 1.0)
    assert await store.table_with_code("ABCDEF") == "t"
    with pytest.raises(CodeTaken):
        await store.create("v", [b"1"], WAITING, 1.0)
    with pytest.raises(CodeTaken):
        await store.append("u", 1, [b"2"], WAITING, 2.0)
    assert await store.table_with_code("ZZZZZZ") == "u"
    assert await store.head("u") == 1
    with pytest.raises(NoSuchTable):
        await store.head("v")


async def test_a_code_is_free_again_when_play_begins(store: Store) -> None:
    await store.create("t", [b"1"], WAITING, 1.0)
    await store.append("t", 1, [b"2"], PLAYING, 2.0)
    assert await store.table_with_code("ABCDEF") is None
    await store.create("u", [b"1"], WAITING, 3.0)
    assert await store.table_with_code("ABCDEF") == "u"


# Finding


async def test_a_persons_tables_newest_first(store: Store) -> None:
    await store.create("old", [b"1"], but(PLAYING, persons=("a1",)), 1.0)
    await store.create("new", [b"1", b"2"], but(WAITING, persons=("b2", "a1", "a1")), 2.0)
    await store.create("other", [b"1"], but(PLAYING, persons=("b2",)), 3.0)
    await store.append("old", 1, [b"2", b"3"], but(OVER, persons=("a1",)), 4.0)
    found = await store.tables_of("a1", 10)
    assert [one.table for one in found] == ["old", "new"]
    assert found[0] == ("old", "over", None, "uno", 3, 4.0, 90.0)
    assert found[1] == ("new", "waiting", "ABCDEF", "uno", 2, 2.0, None)
    assert [one.table for one in await store.tables_of("a1", 1)] == ["old"]
    assert await store.tables_of("nobody", 10) == []


async def test_persons_are_replaced_with_each_append(store: Store) -> None:
    await store.create("t", [b"1"], PLAYING, 1.0)
    await store.append("t", 1, [b"2"], but(PLAYING, persons=("b2", "c3")), 2.0)
    await store.append("t", 2, [b"3"], but(PLAYING, persons=("b2", "c3"), due_at=9.0), 3.0)
    assert await store.tables_of("a1", 10) == []
    assert [one.head for one in await store.tables_of("c3", 10)] == [3]
    await store.append("t", 3, [b"4"], but(PLAYING, persons=()), 4.0)
    assert await store.tables_of("c3", 10) == []


async def test_due_tables_longest_overdue_first(store: Store) -> None:
    for name, due_at in (("a", 30.0), ("b", 10.0), ("c", None), ("d", 20.0), ("e", 99.0)):
        await store.create(name, [b"1"], but(PLAYING, due_at=due_at), 1.0)
    assert await store.due(30.0, 10) == ["b", "d", "a"]
    assert await store.due(30.0, 2) == ["b", "d"]
    await store.append("b", 1, [b"2"], but(PLAYING, due_at=25.0), 2.0)
    await store.append("d", 1, [b"2"], but(PLAYING, due_at=None), 2.0)
    assert await store.due(30.0, 10) == ["b", "a"]


async def test_counts(store: Store) -> None:
    assert await store.counts() == ({}, 0)
    await store.create("t", [b"1", b"2"], WAITING, 1.0)
    await store.create("u", [b"1"], PLAYING, 1.0)
    await store.append("u", 1, [b"2"], PLAYING, 1.0)
    await store.create("v", [b"1"], PLAYING, 1.0)
    assert await store.counts() == ({"waiting": 1, "playing": 2}, 5)


# Snapshots


async def test_the_newest_snapshot_is_saved(store: Store) -> None:
    await store.create("t", [b"1", b"2", b"3"], PLAYING, 1.0)
    assert await store.snapshot("t") is None
    for seq, data in ((1, b"first"), (3, b"third"), (2, b"late")):
        await store.save_snapshot("t", seq, data)
    assert await store.snapshot("t") == (3, b"third")


async def test_no_snapshot_of_missing_entries(store: Store) -> None:
    await store.create("t", [b"1"], PLAYING, 1.0)
    await store.save_snapshot("t", 2, b"ahead of the log")
    await store.save_snapshot("gone", 1, b"of no table")
    assert await store.snapshot("t") is None
    assert await store.snapshot("gone") is None


# Deleting


async def test_delete_leaves_nothing_behind(store: Store) -> None:
    await store.create("t", [b"1"], WAITING, 1.0)
    await store.save_snapshot("t", 1, b"fold")
    await store.delete("t")
    with pytest.raises(NoSuchTable):
        await store.append("t", 1, [b"2"], WAITING, 2.0)
    assert await store.tables_of("a1", 10) == []
    await store.create("t", [b"new"], but(WAITING, persons=()), 3.0)
    assert await store.read("t") == [LogRow(1, 3.0, b"new")]
    assert await store.snapshot("t") is None
    assert await store.tables_of("a1", 10) == []


async def test_a_recreated_table_is_not_confused_with_the_deleted_one(store: Store) -> None:
    await store.create("t", [b"old"], PLAYING, 1.0)
    await store.delete("t")
    await store.create("other", [b"1"], PLAYING, 2.0)
    with pytest.raises(NoSuchTable):
        await store.append("t", 1, [b"2"], PLAYING, 3.0)
    assert await store.head("other") == 1


async def test_retention(store: Store) -> None:
    await store.create("ended long ago", [b"1"], but(OVER, ended_at=10.0), 10.0)
    await store.create("ended", [b"1"], but(OVER, ended_at=90.0), 90.0)
    await store.create("idle for long", [b"1"], PLAYING, 50.0)
    await store.create("idle", [b"1"], PLAYING, 70.0)
    await store.append("idle", 1, [b"2"], PLAYING, 95.0)
    gone = await store.expire(ended_before=20.0, idle_before=90.0)
    assert set(gone) == {"ended long ago", "idle for long"}
    assert {one.table for one in await store.tables_of("a1", 9)} == {"ended", "idle"}
    assert await store.expire(ended_before=20.0, idle_before=90.0) == []


async def test_retention_of_many_tables(store: Store) -> None:
    await asyncio.gather(*(store.create(f"{i}", [b"1"], OVER, 1.0) for i in range(205)))
    await store.create("kept", [b"1"], but(OVER, ended_at=100.0), 1.0)
    assert sorted(map(int, await store.expire(95.0, 0.0))) == list(range(205))
    assert await store.counts() == ({"over": 1}, 1)


# Concurrency


async def test_each_sequence_number_has_one_winner(store: Store) -> None:
    await store.create("t", [b"0"], PLAYING, 1.0)

    async def contend(name: int) -> list[int]:
        won, head = [], 1
        while head < 40:
            try:
                head = await store.append("t", head, [b"%d" % name], PLAYING, 2.0)
                won.append(head)
            except Conflict as late:
                head = max(late.current, head + 1)  # a conflict never reports the expected number
        return won

    won = await asyncio.gather(*map(contend, range(8)))
    winner = {seq: b"%d" % name for name, seqs in enumerate(won) for seq in seqs}
    rows = await store.read("t", after=1)
    assert [row.seq for row in rows] == list(range(2, len(rows) + 2))
    assert winner == {row.seq: row.data for row in rows}
    assert sum(map(len, won)) == len(rows)


async def test_a_failed_write_does_not_affect_its_group(store: Store) -> None:
    for name in map(str, range(20)):
        await store.create(name, [b"1"], PLAYING, 1.0)
    await store.create("coded", [b"1"], WAITING, 1.0)
    bad = {
        "3": (0, PLAYING, 2.0),
        "5": (1, but(PLAYING, code="ABCDEF"), 2.0),
        "7": (1, but(PLAYING, persons=("lone \ud800",)), 2.0),
        "gone": (1, PLAYING, 2.0),
        "11": (2**70, PLAYING, 2.0),
        "13": (1, PLAYING, 10**400),
    }
    good = [name for name in map(str, range(20)) if name not in bad]
    commands = dict.fromkeys(good, (1, PLAYING, 2.0)) | bad
    answers = await asyncio.gather(
        *(store.append(name, n, [b"2"], facts, at) for name, (n, facts, at) in commands.items()),
        return_exceptions=True,
    )
    answer = dict(zip(commands, answers, strict=True))
    assert [answer[name] for name in good] == [2] * len(good)
    assert {name: type(answer[name]) for name in bad} == {
        "3": Conflict,
        "5": CodeTaken,
        "7": ValueError,
        "gone": NoSuchTable,
        "11": Conflict,
        "13": ValueError,
    }
    for name in map(str, range(20)):
        assert await store.head(name) == (1 if name in bad else 2)


async def test_two_appends_to_one_table_in_one_group(store: Store) -> None:
    await store.create("t", [b"1"], PLAYING, 1.0)
    answers = await asyncio.gather(
        *(store.append("t", 1, [b"2", name], PLAYING, 2.0) for name in (b"a", b"b")),
        store.append("t", 1, [b"2"], OVER, 2.0),
        return_exceptions=True,
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "Conflict", "int"]
    assert await store.head("t") in (2, 3)
    assert len(await store.read("t")) == await store.head("t")


async def test_a_cancelled_caller(store: Store) -> None:
    await store.create("t", [b"1"], PLAYING, 1.0)
    await store.create("u", [b"1"], PLAYING, 1.0)
    leaving = asyncio.create_task(store.append("t", 1, [b"2"], PLAYING, 2.0))
    await asyncio.sleep(0)
    leaving.cancel()
    assert await store.append("u", 1, [b"2"], PLAYING, 2.0) == 2
    with pytest.raises(asyncio.CancelledError):
        await leaving


async def test_close_finishes_pending_writes(store: Store, url: str) -> None:
    await store.create("t", [b"1"], PLAYING, 1.0)
    await store.create("u", [b"1"], WAITING, 1.0)
    waiting = [
        asyncio.create_task(store.append("t", 1, [b"2"], PLAYING, 2.0)),
        asyncio.create_task(store.append("u", 1, [b"2"], PLAYING, 2.0)),
    ]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*waiting) == [2, 2]
    for command in (
        store.append("t", 2, [b"3"], PLAYING, 3.0),
        store.create("v", [b"1"], PLAYING, 3.0),
        store.read("t"),
    ):
        with pytest.raises(StoreClosed):
            await command
    again = await open_store(url)
    assert await again.head("t") == 2
    await again.close()


async def test_secret_stays_the_same(store: Store) -> None:
    first = await store.secret("sessions")
    assert len(first) == 32
    assert await store.secret("sessions") == first
    assert await store.secret("others") != first
