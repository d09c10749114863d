"""A match that becomes too long for the log is stopped, and kept."""

from random import Random

import pytest

from mazziere.kernel.record import verify
from mazziere.table import asking, chat, playing, presence
from tests.table.evening import Evening, person, secret

MOST = 120


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A match of UNO that has reached the number of steps."""
    monkeypatch.setattr(playing, "MATCH_STEPS", MOST)
    made = Evening("uno", ["Ada", "Bea"], options={"scoring": "winner", "target": 2000})
    made.start()
    made.play(Random(1))
    return made


def test_it_ends_without_a_winner(evening: Evening) -> None:
    table = evening.table
    assert table.phase == "over"
    (result,) = table.evening
    assert (result.winners, result.stopped) == ((), True)
    assert result.scores == tuple(table.match.scores())
    (span,) = table.spans
    assert MOST <= table.match.steps < MOST + 20
    assert span.last - span.first >= MOST
    assert not table.legal


def test_its_record_is_kept_with_the_proof(evening: Evening) -> None:
    record = evening.record()
    assert record.result is None
    assert verify(record)["proof"] == "ok"
    assert evening.folded().record() == evening.table.record()


def test_no_move_follows_but_another_match_can(evening: Evening) -> None:
    assert evening.refused(playing.move, *evening.move_arguments(0, "draw")).code == "match_over"
    for seat, name in enumerate(evening.people):
        evening.do(playing.agree, person(name), seat, secret(1))
    evening.start()
    assert evening.phase == "playing"
    assert evening.table.sealed_seq > MOST
    evening.play(Random(2), steps=20)
    assert evening.phase == "playing"  # the steps of the first match do not count


def test_other_entries_do_not_stop_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """A spectator who asks for a seat and withdraws, chat, people who leave and come back."""
    monkeypatch.setattr(playing, "MATCH_STEPS", MOST)
    evening = Evening("uno", ["Ada", "Bea"], 3, {"scoring": "winner", "target": 2000})
    evening.start()
    for _ in range(MOST):
        evening.do(asking.ask, person("Eve"), "Eve")
        evening.do(asking.refuse_request, person("Eve"), evening.table.seq)
        evening.do(chat.say, person("Ada"), 0, "Hello")
        evening.do(presence.leave, person("Bea"))
        evening.do(presence.come_back, person("Bea"))
    evening.play(Random(1), steps=1)
    assert evening.phase == "playing"


def test_the_steps_of_a_record_do_not_stop_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    before = Evening("uno", ["Ada", "Bea"], options={"scoring": "winner", "target": 2000})
    before.start()
    before.play(Random(3), steps=MOST)
    monkeypatch.setattr(playing, "MATCH_STEPS", MOST)
    evening = Evening("uno", ["Ada", "Bea"], record=before.record())
    evening.start()
    assert evening.table.match.steps > MOST
    evening.play(Random(1), steps=1)
    assert evening.phase == "playing"
