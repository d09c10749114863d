"""Snapshots: loading returns the same table, or none."""

from random import Random

import msgspec
import pytest

from mazziere.games import shelf
from mazziere.kernel.record import verify
from mazziere.table import chat, opening, sitting
from mazziere.table import snapshot as saved
from mazziere.table.entries import Settings
from mazziere.table.snapshot import dump, load
from mazziere.table.table import TableState
from tests.cases import short
from tests.table.evening import QUIET, Evening, person, secret


@pytest.mark.parametrize("game", shelf())
def test_a_table_is_the_same_after_every_entry_of_its_log(game: str) -> None:
    evening = Evening(game, ["Anna", "Bea"], 3, short(game), Settings(clock="fast"))
    evening.do(sitting.lend, person("Bea"), 1, "CODE")
    evening.do(chat.say, person("Bea"), 1, "hi")
    evening.start()
    evening.play(Random(1), steps=120, pace_s=2.0)
    folded = TableState(evening.table.id)
    for (at, _), entry in zip(evening.log, evening.entries, strict=True):
        loaded = load(dump(folded))
        assert loaded is not None
        assert dump(loaded) == dump(folded)
        assert loaded == folded or folded.recorder is not None  # a match has no equality
        folded.apply(entry, at)
        loaded.apply(entry, at)
        assert dump(loaded) == dump(folded)


@pytest.mark.parametrize("game", shelf())
def test_a_match_goes_on_from_bytes_and_its_record_holds(game: str) -> None:
    evening = Evening(game, ["Anna", "Bea"], options=short(game))
    evening.start()
    evening.play(Random(1), steps=7)
    loaded = load(dump(evening.table))
    assert loaded is not None
    evening.table = loaded
    evening.play(Random(2))
    assert evening.phase == "over"
    assert verify(evening.record())["proof"] == "ok"
    assert dump(evening.folded()) == dump(evening.table)


def test_a_snapshot_shares_no_memory_with_the_table() -> None:
    evening = Evening("uno", ["Anna", "Bea"])
    evening.start()
    data = dump(evening.table)
    loaded = load(data)
    assert loaded is not None
    loaded.seats[0].nick = "Eve"
    loaded.match.move(*next((seat, moves[0]) for seat, moves in loaded.legal.items()))
    assert dump(evening.table) == data


def test_a_snapshot_of_another_version_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening("uno", ["Anna", "Bea"])
    evening.start()
    data = dump(evening.table)
    assert load(data) is not None
    with monkeypatch.context() as patch:
        patch.setattr(saved, "_LAYOUT", "another")
        assert load(data) is None
        assert load(dump(evening.table)) is not None
    with monkeypatch.context() as patch:
        patch.setattr(saved, "_layout_of", lambda game: "another")
        assert load(data) is None
    assert saved._digest(f"{saved.VERSION} {saved._fields()}") == saved._LAYOUT
    assert saved._digest(f"{saved.VERSION + 1} {saved._fields()}") != saved._LAYOUT


def test_invalid_bytes_are_ignored() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.start()
    data = dump(evening.table)
    assert load(b"") is None
    assert load(b"\xc1") is None
    assert load(msgspec.msgpack.encode({"a": 1})) is None
    for end in range(0, len(data) - 1, 97):
        assert load(data[:end]) is None


def test_the_last_match_is_saved_with_its_own_options() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], options={"tokens": 1})
    evening.start()
    evening.play(Random(1))
    evening.do(opening.arrange, person("Anna"), 4, {"tokens": 9}, QUIET, secret(1))
    loaded = load(dump(evening.table))
    assert loaded is not None
    assert loaded.record() == evening.table.record()
    assert loaded.match.players == 2
