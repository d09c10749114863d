"""A series of matches: rematch, next starter, results, changing players."""

from random import Random

import pytest

from mazziere.games import find, shelf
from mazziere.kernel.fair import pledge
from mazziere.kernel.record import verify
from mazziere.table import opening, playing, presence, sitting
from mazziere.table import schedule as due
from mazziere.table.entries import Agreed, Sealed, Starting
from mazziere.table.schedule import MIX_S, due_at
from tests.cases import case, short
from tests.table.evening import QUIET, Evening, part, person, secret

ANNA, BEA, CARL, EVE = map(person, ("Anna", "Bea", "Carl", "Eve"))


def over(
    game: str = "dieci", people: tuple[str, ...] = ("Anna", "Bea"), players: int = 2
) -> Evening:
    """Return a table whose first match has just ended."""
    evening = Evening(game, people, players, case(game).shortest or short(game))
    evening.start()
    evening.play(Random(1))
    assert evening.phase == "over"
    return evening


def all_agree(evening: Evening, number: int = 1) -> None:
    """Let everybody present ask for another match."""
    for who in evening.table.persons_present():
        if evening.phase == "over":
            evening.do(playing.agree, who, evening.table.seats_of(who)[0], secret(number))


@pytest.mark.parametrize("game", shelf())
def test_three_matches_with_the_same_people(game: str) -> None:
    evening = over(game, ("Anna", "Bea"), 3)
    for number in (1, 2):
        first = evening.record().steps[0].get("seat")  # None: nobody begins or deals by lot
        if case(game).deal_moves_on:
            first = int(evening.table.match.states["dealer"][0])
        all_agree(evening, number)
        assert evening.phase == "waiting"
        evening.later(MIX_S)
        assert evening.phase == "playing"
        if find(game).named is not None:
            assert evening.record().steps[0]["seat"] == (first + 1) % 3
        evening.play(Random(number))
        assert verify(evening.record())["proof"] == "ok"
        assert evening.record().written["fairness"]["match"] == number + 1
    secrets = {entry.secret for entry in evening.entries if isinstance(entry, Sealed)}
    assert len(secrets) == 3
    assert [result.match for result in evening.table.evening] == [1, 2, 3]
    for result in evening.table.evening:
        assert result.seats == ("Anna", "Bea", "normal")
        assert len(result.scores) == 3
        assert result.winners


def test_everybody_present_has_to_agree() -> None:
    evening = over(people=("Anna", "Bea", "Carl"), players=4)
    evening.do(presence.leave, CARL)
    evening.do(playing.agree, ANNA, 0, secret(1))
    assert evening.entries[-1] == Agreed(0)
    assert evening.do(playing.agree, ANNA, 0, secret(1)) is None
    assert evening.refused(playing.agree, EVE, 0, secret(1)).code == "not_seated"
    assert evening.refused(playing.agree, ANNA, 3, secret(1)).code == "not_seated"
    assert evening.phase == "over"
    evening.do(playing.agree, BEA, 1, secret(1))
    assert evening.phase == "waiting"
    assert evening.table.agreed == frozenset()
    assert evening.refused(playing.agree, BEA, 1, secret(2)).code == "busy"


def test_a_rematch_needs_a_finished_match() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    assert evening.refused(playing.agree, ANNA, 0, secret(1)).code == "busy"
    evening.start()
    assert evening.refused(playing.agree, ANNA, 0, secret(1)).code == "busy"
    with pytest.raises(Exception, match="busy"):
        playing.start_again(evening.table, evening.now)


def test_after_the_last_undecided_person_left_others_ask_again() -> None:
    evening = over()
    evening.do(playing.agree, ANNA, 0, secret(1))
    evening.do(presence.leave, BEA)
    evening.do(playing.agree, ANNA, 0, secret(1))
    assert evening.phase == "waiting"


def test_the_next_match_begins_at_once_when_all_have_pledged() -> None:
    evening = over()
    all_agree(evening)
    assert due_at(evening.table) == evening.now + MIX_S
    evening.do(sitting.pledge, ANNA, 0, pledge(part("Anna")))
    assert due_at(evening.table) == evening.now + MIX_S
    evening.now += 1
    evening.do(sitting.pledge, BEA, 1, pledge(part("Bea")))
    assert due_at(evening.table) == evening.now
    evening.tick()
    assert evening.phase == "starting"
    evening.do(playing.mix, BEA, 1, part("Bea").hex())
    evening.do(playing.mix, ANNA, 0, part("Anna").hex())
    evening.play(Random(2))
    assert verify(evening.record())["proof"] == "ok"


def test_parts_and_pledges_are_not_reused() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], options={"tokens": 1})
    evening.do(sitting.pledge, ANNA, 0, pledge(part("Anna")))
    evening.start()
    evening.do(playing.mix, ANNA, 0, part("Anna").hex())
    evening.play(Random(1))
    all_agree(evening)
    assert (evening.table.pledges, evening.table.parts) == ({}, {})
    evening.later(MIX_S)
    assert evening.record().written["fairness"]["parts"] == []


def test_the_host_may_start_early_and_name_a_starter() -> None:
    evening = over()
    dealer = int(evening.table.match.states["dealer"][0])
    all_agree(evening)
    evening.start()
    assert Starting((dealer + 1) % 2) in evening.entries
    evening = over()
    all_agree(evening)
    evening.start(named=dealer)
    assert Starting(dealer) in evening.entries


def test_somebody_leaves_between_matches_and_another_joins() -> None:
    evening = over()
    evening.do(sitting.stand, BEA, 1)
    assert evening.refused(playing.start, ANNA, None).code == "busy"
    evening.do(playing.agree, ANNA, 0, secret(1))
    assert evening.phase == "waiting"
    assert evening.table.code == "ABCDEF", "somebody else can join"
    assert due_at(evening.table) is None, "a seat is free"
    evening.later(100)
    assert evening.refused(playing.start, ANNA, None).code == "seats_open"
    evening.do(sitting.sit, EVE, "Eve", None)
    assert due_at(evening.table) == evening.now + MIX_S, "time to promise a part"
    evening.later(MIX_S)
    evening.play(Random(2))
    assert [result.seats for result in evening.table.evening] == [("Anna", "Bea"), ("Anna", "Eve")]


def test_a_bot_takes_the_seat_of_somebody_who_left() -> None:
    evening = over()
    evening.do(sitting.stand, ANNA, 0)
    assert evening.table.host == BEA
    evening.do(sitting.seat_bot, BEA, 0, "hard")
    evening.do(playing.agree, BEA, 1, secret(1))
    evening.later(MIX_S)
    evening.play(Random(2))
    assert evening.table.evening[1].seats == ("hard", "Bea")


def test_without_people_the_next_match_waits() -> None:
    evening = over()
    all_agree(evening)
    evening.do(presence.leave, ANNA)
    evening.do(presence.leave, BEA)
    assert due_at(evening.table) is None
    evening.later(100_000)
    assert evening.phase == "waiting"
    evening.do(presence.come_back, BEA)
    evening.tick()
    assert evening.phase == "playing"


def test_the_host_can_rearrange_between_matches() -> None:
    evening = over("rookie")
    evening.do(opening.arrange, ANNA, 4, {"mode": "team"}, QUIET, secret(1))
    assert evening.phase == "waiting"
    assert due_at(evening.table) is None, "the host starts"
    evening.do(sitting.seat_bot, ANNA, 2, "easy")
    evening.do(sitting.sit, CARL, "Carl", 3)
    evening.start()
    evening.play(Random(1))
    assert verify(evening.record())["proof"] == "ok"
    assert [len(result.scores) for result in evening.table.evening] == [2, 4]


def test_rearranging_does_not_change_the_record_of_the_last_match() -> None:
    evening = over()
    before = evening.record().written
    evening.do(opening.arrange, ANNA, 3, {"tokens": 7}, QUIET, secret(1))
    assert evening.record().written == before
    assert verify(evening.record())["proof"] == "ok"


def test_tick_does_nothing_when_nothing_is_due() -> None:
    evening = over()
    assert due.tick(evening.table, evening.now + 1e9) is None
