"""Clocks, absent people and pauses, with a manual clock."""

from random import Random

import pytest

from mazziere.table import playing, presence, sitting
from mazziere.table.entries import Moved, Settings, StoodIn
from mazziere.table.schedule import AWAY_S, due_at, tick
from mazziere.table.time_controls import TIME_CONTROLS
from tests.table.evening import Evening, person, secret

ANNA, BEA, CARL, EVE = map(person, ("Anna", "Bea", "Carl", "Eve"))
FAST = Settings(clock="fast", grace_ms=0, stand_in="easy")


def begun(settings: Settings = FAST, people: int = 3) -> Evening:
    """Return a match in which Bea is to move."""
    evening = Evening("dieci", ["Anna", "Bea", "Carl"][:people], 3, settings=settings)
    evening.start(named=0)
    assert list(evening.table.legal) == [1]
    return evening


@pytest.mark.parametrize(("clock", "move_s", "reserve_s"), [("relaxed", 60, 300), ("fast", 15, 60)])
def test_the_clock_of_the_seat_on_turn_runs_out(clock: str, move_s: int, reserve_s: int) -> None:
    assert TIME_CONTROLS[clock] == (move_s, reserve_s)
    evening = begun(Settings(clock=clock))  # type: ignore[arg-type]
    end = evening.now + move_s + reserve_s
    assert [evening.table.deadline(seat) for seat in range(3)] == [None, end, None]
    assert due_at(evening.table) == end
    assert tick(evening.table, end - 0.001) is None
    evening.now = end
    evening.tick()
    assert evening.entries[-1] == StoodIn(1, "clock")
    assert evening.sits_in(1)


def test_without_a_clock_there_is_no_timeout() -> None:
    evening = begun(Settings())
    assert evening.table.deadline(1) is None
    assert due_at(evening.table) is None
    assert tick(evening.table, evening.now + 1e7) is None


def test_the_reserve_is_spent_only_beyond_the_time_of_a_move() -> None:
    evening = begun()
    evening.now += 15
    evening.move(1, "keep")
    assert evening.table.seats[1].reserve_s == 60
    evening.now += 35
    evening.move(2, "keep")
    assert evening.table.seats[2].reserve_s == 40
    assert evening.table.deadline(0) == evening.now + 75
    evening.now += 15.5
    evening.move(0, "keep")
    assert [seat.reserve_s for seat in evening.table.seats] == [59.5, 60, 40]


def test_the_reserve_is_restored_for_the_next_match() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], options={"tokens": 1}, settings=FAST)
    evening.start()
    evening.play(Random(1), pace_s=20)
    assert evening.table.seats[0].reserve_s < 60
    evening.do(playing.agree, ANNA, 0, secret(1))
    evening.do(playing.agree, BEA, 1, secret(1))
    evening.later(10)
    assert [seat.reserve_s for seat in evening.table.seats] == [60, 60]


def test_secret_choices_have_a_clock_each() -> None:
    evening = Evening("yooloo", ["Anna", "Bea"], settings=FAST)
    evening.start()
    evening.now += 10
    evening.move(0, "stack 1")
    assert evening.table.deadline(0) == evening.now + 75
    assert evening.table.deadline(1) == evening.now + 65
    evening.later(65)
    assert [seat.plays_itself for seat in evening.table.seats] == [False, True]


def test_a_person_takes_over_again_after_a_timeout() -> None:
    evening = begun()
    evening.later(75)
    assert evening.table.seats[1].bot == "easy"
    evening.do(playing.move_for, 1, "keep", evening.table.seq)
    assert evening.entries[-1] == Moved(1, ("keep",), by="stand_in")
    evening.move(2, "keep")
    evening.move(0, "keep")
    while 1 not in evening.table.legal:
        evening.play(Random(1), steps=1)
    assert evening.sits_in(1), "until the person returns"
    evening.move(1, evening.table.legal[1][0])
    assert not evening.sits_in(1)
    assert evening.table.seats[1].reserve_s == 0, "it was spent"


def test_the_clock_restarts_once_per_turn_after_a_return() -> None:
    evening = begun()
    evening.later(75)
    evening.do(presence.give_back, BEA, 1)
    assert evening.table.deadline(1) == evening.now + 15, "the reserve is gone"
    evening.later(15)
    assert evening.sits_in(1)
    evening.do(presence.give_back, BEA, 1)
    deadline = evening.table.deadline(1)
    assert deadline is not None
    assert deadline <= evening.now, "a turn cannot be held up like that for ever"
    evening.tick()
    assert evening.sits_in(1)


def test_leaving_and_coming_back_does_not_stop_the_clock() -> None:
    evening = begun()
    deadline = evening.table.deadline(1)
    for _ in range(3):
        evening.now += 10
        evening.do(presence.leave, BEA)
        evening.now += 10
        evening.do(presence.come_back, BEA)
    assert evening.table.deadline(1) == deadline


def test_a_stand_in_does_not_use_the_persons_time() -> None:
    evening = begun()
    evening.do(presence.leave, BEA)
    evening.do(presence.replace_away, ANNA, 1)
    evening.now += 70
    evening.do(playing.move_for, 1, "keep", evening.table.seq)
    assert evening.table.seats[1].reserve_s == 60


# Away


def test_a_bot_plays_for_an_absent_person() -> None:
    evening = begun(Settings())
    evening.do(presence.leave, CARL)
    assert due_at(evening.table) == evening.now + AWAY_S
    assert tick(evening.table, evening.now + AWAY_S - 0.01) is None
    evening.later(AWAY_S)
    assert evening.entries[-1] == StoodIn(2, "away")
    assert evening.table.seats[2].bot == "normal"
    assert due_at(evening.table) is None, "it is for Bea to go on"
    evening.do(presence.come_back, CARL)
    assert not evening.sits_in(2)
    assert evening.do(presence.come_back, CARL) is None


def test_a_short_absence_changes_nothing() -> None:
    evening = begun(Settings())
    evening.do(presence.leave, BEA)
    assert evening.do(presence.leave, BEA) is None
    evening.later(AWAY_S - 1)
    evening.do(presence.come_back, BEA)
    evening.later(1000)
    assert not evening.sits_in(1)


def test_spectators_are_not_marked_away() -> None:
    evening = begun()
    for who in (EVE, ""):
        assert evening.do(presence.leave, who) is None
        assert evening.do(presence.come_back, who) is None


def test_both_seats_of_a_device_are_away_together() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], 3)
    evening.do(sitting.clear, ANNA, 2)
    evening.do(sitting.sit, BEA, "Bruno", 2)
    evening.start(named=0)
    evening.do(presence.leave, BEA)
    evening.later(AWAY_S)
    assert [seat.plays_itself for seat in evening.table.seats] == [False, True, True]
    evening.do(presence.come_back, BEA)
    assert [seat.plays_itself for seat in evening.table.seats] == [False, False, False]


def test_the_host_starts_and_ends_a_stand_in() -> None:
    evening = begun(people=2)
    assert evening.refused(presence.replace_away, ANNA, 1).code == "is_there"
    assert evening.refused(presence.replace_away, ANNA, 2).code == "is_bot"
    assert evening.refused(presence.replace_away, ANNA, 3).code == "no_seat"
    assert evening.refused(presence.give_back, ANNA, 1).code == "is_person"
    assert evening.refused(presence.give_back, ANNA, 2).code == "is_bot"
    assert evening.refused(presence.give_back, ANNA, 3).code == "no_seat"
    evening.do(presence.leave, BEA)
    assert evening.refused(presence.replace_away, BEA, 1).code == "not_host"
    evening.do(presence.replace_away, ANNA, 1)
    assert evening.entries[-1] == StoodIn(1, "host")
    assert evening.refused(presence.replace_away, ANNA, 1).code == "is_bot"
    assert evening.refused(presence.give_back, EVE, 1).code == "not_seated"
    assert evening.refused(presence.give_back, ANNA, 1).code == "not_there", "she is still away"
    evening.do(presence.give_back, BEA, 1)
    assert not evening.sits_in(1)
    assert not evening.table.seats[1].is_away


def test_the_host_gives_a_seat_back_after_a_timeout() -> None:
    evening = begun()
    evening.later(75)
    evening.do(presence.give_back, ANNA, 1)
    assert not evening.sits_in(1)


def test_a_stand_in_plays_only_during_a_match() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], options={"tokens": 1})
    evening.do(presence.leave, BEA)
    assert evening.refused(presence.replace_away, ANNA, 1).code == "busy"
    assert tick(evening.table, evening.now + AWAY_S) is None
    evening.start()
    evening.later(AWAY_S)
    evening.play(Random(1))
    assert evening.phase == "over"
    assert evening.sits_in(1)
    evening.do(playing.agree, ANNA, 0, secret(1))
    evening.later(10)
    assert evening.phase == "playing"
    assert not evening.sits_in(1)
    assert evening.table.evening[-1].stand_ins == (1,), "the result keeps who played at the end"
    evening.tick()
    assert evening.sits_in(1), "who has been away for long is not waited for"


def test_a_stand_in_ends_with_the_match() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], options={"tokens": 1}, settings=FAST)
    evening.start(named=0)
    evening.later(75)
    evening.play(Random(1))
    assert evening.sits_in(1)
    evening.do(playing.agree, ANNA, 0, secret(1))
    evening.do(playing.agree, BEA, 1, secret(1))
    evening.later(10)
    evening.tick()
    assert not evening.sits_in(1)


# Pauses


def test_a_match_without_people_pauses_and_resumes_without_loss_of_time() -> None:
    evening = begun(people=2)
    evening.now += 5
    evening.do(presence.leave, BEA)
    evening.now += 5
    assert not evening.paused()
    evening.do(presence.leave, ANNA)
    assert evening.paused()
    assert due_at(evening.table) is None
    month = 30 * 86_400
    for _ in range(3):
        evening.later(month / 3)
    assert evening.kinds(1) == ["Left"], "nothing has happened"
    evening.do(presence.come_back, ANNA)
    assert not evening.paused()
    assert evening.table.deadline(1) == evening.now + 65
    assert due_at(evening.table) == evening.now + AWAY_S - 5, "Bea is waited for again"
    evening.tick()
    assert evening.kinds(1) == ["Returned"]
    evening.do(presence.come_back, BEA)
    assert evening.table.deadline(1) == evening.now + 65
    evening.move(1, "keep")
    assert evening.table.seats[1].reserve_s == 60


def test_a_pause_ends_with_a_move_and_with_another_device() -> None:
    evening = begun(people=2)
    evening.do(sitting.lend, ANNA, 0, "CODE")
    evening.do(presence.leave, BEA)
    evening.do(presence.leave, ANNA)
    evening.now += 500
    evening.do(sitting.take, EVE, "CODE")
    assert evening.table.deadline(1) == evening.now + 75
    evening.do(presence.leave, EVE)
    evening.now += 500
    evening.move(1, "keep")
    assert evening.table.seats[1].reserve_s == 60
    assert not evening.paused()


def test_a_pause_stops_the_call_window() -> None:
    evening = begun(people=2)
    evening.table.window_since = evening.now - 1
    evening.do(presence.leave, ANNA)
    evening.do(presence.leave, BEA)
    evening.now += 1000
    evening.do(presence.come_back, ANNA)
    assert evening.table.window_since == evening.now - 1


def test_two_pauses_add_up() -> None:
    evening = begun(people=2)
    for _ in range(2):
        evening.now += 20
        evening.do(presence.leave, ANNA)
        evening.do(presence.leave, BEA)
        evening.now += 5000
        evening.do(presence.come_back, BEA)
        evening.do(presence.come_back, ANNA)
    assert evening.table.deadline(1) == evening.now + 35


def test_a_match_that_begins_without_people_is_paused() -> None:
    evening = Evening("dieci", ["Anna"], 3, settings=FAST)
    evening.do(sitting.pledge, ANNA, 0, "ab" * 32)
    evening.start(named=0)
    evening.do(presence.leave, ANNA)
    evening.later(100)
    assert evening.phase == "playing"
    assert evening.paused()
    assert due_at(evening.table) is None
    evening.now += 1000
    evening.do(presence.come_back, ANNA)
    at = due_at(evening.table)
    assert at is not None
    assert at > evening.now, "the bot takes its moment"


def test_bots_alone_play_on() -> None:
    evening = Evening("dieci", ["Anna"], 3)
    evening.do(sitting.stand, ANNA, 0)
    evening.do(sitting.seat_bot, ANNA, 0, "easy")
    evening.start()
    assert not evening.paused()
    assert due_at(evening.table) is not None
