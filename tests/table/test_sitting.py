"""Sitting down, standing up, bots, handing over, and moving a seat to another device."""

from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from mazziere.server.rooms.projection import table_info
from mazziere.table import playing, presence, sitting
from mazziere.table.entries import Hosted, Opened, Sat, decode
from mazziere.table.schedule import AWAY_S, HOST_AWAY_S, due_at, tick
from mazziere.table.sitting import LENT_S
from mazziere.table.table import TableState
from tests.table.evening import Evening, folded, person, secret

ANNA, BEA, CARL, EVE = map(person, ("Anna", "Bea", "Carl", "Eve"))


def table_of(*people: str, players: int = 4) -> Evening:
    """Return a table with people and free seats."""
    evening = Evening("dieci", people, players)
    for seat in range(len(people), players):
        evening.do(sitting.clear, ANNA, seat)
    return evening


def test_people_take_free_seats() -> None:
    evening = table_of("Anna")
    evening.do(sitting.sit, BEA, " Bea  B. ", 2)
    evening.do(sitting.sit, CARL, "Carl", None)
    assert [seat.nick for seat in evening.table.seats] == ["Anna", "Carl", "Bea B.", ""]
    assert evening.refused(sitting.sit, EVE, "Eve", 2).code == "not_free"
    assert evening.refused(sitting.sit, EVE, "Eve", 4).code == "no_seat"
    assert evening.refused(sitting.sit, EVE, "Eve", -1).code == "no_seat"
    assert evening.refused(sitting.sit, EVE, "Anna", 3).code == "nick_taken"
    assert evening.refused(sitting.sit, EVE, "", 3).code == "bad_nick"
    evening.do(sitting.sit, EVE, "Eve", None)
    assert evening.refused(sitting.sit, person("Finn"), "Finn", None).code == "full"


def test_a_person_sits_down_with_an_animal() -> None:
    evening = table_of("Anna")
    evening.do(partial(sitting.sit, avatar="lion"), BEA, "Bea", 1)
    assert [seat.avatar for seat in table_info(evening.table, ANNA).seats] == ["", "lion", "", ""]
    for avatar in ("Lion", "lion\n", "l" * 21, "li on", "<b>"):
        refused = evening.refused(partial(sitting.sit, avatar=avatar), EVE, "Eve", 2)
        assert refused.code == "bad_avatar"


def test_an_old_log_has_no_animals_and_its_code_ends_with_the_first_match() -> None:
    old = b'{"entry":"sat","seat":0,"person":"p","nick":"Anna"}'
    assert decode(old) == Sat(0, "p", "Anna", "")
    evening = Evening("dieci", ["Anna"], 2)
    codes = [evening.table.code, _as_in_an_old_log(evening).code]
    evening.start()
    codes += [evening.table.code, _as_in_an_old_log(evening).code]
    assert codes == ["ABCDEF", "ABCDEF", "ABCDEF", None]


def _as_in_an_old_log(evening: Evening) -> TableState:
    opened, *others = evening.entries
    assert isinstance(opened, Opened)
    entries = [replace(opened, keeps_code=False), *others]
    return folded((at, entry) for (at, _), entry in zip(evening.log, entries, strict=True))


def test_nobody_sits_down_during_a_match() -> None:
    evening = Evening("dieci", ["Anna"], 2)
    evening.start()
    for verb, args in (
        (sitting.sit, (EVE, "Eve", 1)),
        (sitting.stand, (ANNA, 0)),
        (sitting.clear, (ANNA, 1)),
        (sitting.seat_bot, (ANNA, 1, "hard")),
    ):
        assert evening.refused(verb, *args).code == "busy"


def test_two_people_share_a_device() -> None:
    evening = table_of("Anna", players=2)
    assert evening.refused(sitting.sit, ANNA, "anna", 1).code == "nick_taken"
    evening.do(sitting.sit, ANNA, "Berta", 1)
    assert evening.table.seats_of(ANNA) == [0, 1]
    evening.start()
    evening.play(Random(1))
    assert evening.phase == "over"
    evening.do(playing.agree, ANNA, 1, secret(1))
    assert evening.phase == "waiting", "who shares a device agrees for all its seats"
    evening.do(sitting.pledge, ANNA, 0, "ab" * 32)
    evening.tick()
    assert evening.phase == "starting", "one part for each device"


def test_the_host_puts_bots_on_seats_and_takes_them_off() -> None:
    evening = table_of("Anna", "Bea")
    evening.do(sitting.seat_bot, ANNA, 2, "easy")
    evening.do(sitting.seat_bot, ANNA, 2, "hard")
    assert evening.table.seats[2].bot == "hard"
    assert evening.refused(sitting.seat_bot, ANNA, 1, "hard").code == "is_person"
    assert evening.refused(sitting.seat_bot, BEA, 3, "hard").code == "not_host"
    assert evening.refused(sitting.seat_bot, ANNA, 9, "hard").code == "no_seat"
    for name in ("", "x" * 401, "a\nb", "person"):
        assert evening.refused(sitting.seat_bot, ANNA, 3, name).code == "bad_bot"
    evening.do(sitting.clear, ANNA, 2)
    assert evening.table.seats[2].kind == "open"
    assert evening.refused(sitting.clear, ANNA, 2).code == "no_seat"
    assert evening.refused(playing.start, ANNA, None).code == "seats_open"


def test_the_host_removes_a_person_before_the_start() -> None:
    evening = table_of("Anna", "Bea", players=2)
    evening.do(sitting.pledge, BEA, 1, "ab" * 32)
    assert evening.refused(sitting.clear, BEA, 0).code == "not_host"
    evening.do(sitting.clear, ANNA, 1)
    assert evening.table.seats_of(BEA) == []
    assert evening.table.pledges == {}
    assert evening.refused(sitting.stand, BEA, 1).code == "not_seated"


def test_a_removed_person_sits_down_only_when_readmitted() -> None:
    evening = table_of("Anna", "Bea", "Carl")
    evening.do(sitting.clear, ANNA, 1)
    number = evening.table.seq
    evening.do(sitting.lend, CARL, 2, "CODE")
    for command in ((sitting.sit, BEA, "Bea", 1), (sitting.sit, BEA, "Eva", None)):
        assert evening.refused(*command).code == "removed"
    assert evening.refused(sitting.take, BEA, "CODE").code == "removed", "nor by another's seat"
    assert evening.refused(sitting.let_in, CARL, number).code == "not_host"
    assert evening.refused(sitting.let_in, ANNA, number - 1).code == "not_there"
    evening.do(sitting.hand_over, ANNA, 2)
    evening.do(sitting.let_in, CARL, number)  # the current host
    assert evening.table.removed == {}
    assert evening.refused(sitting.let_in, CARL, number).code == "not_there"
    evening.do(sitting.sit, BEA, "Bea", 1)
    assert evening.table.seats_of(BEA) == [1]


def test_only_a_host_removes_and_only_people() -> None:
    evening = table_of("Anna", "Bea")
    evening.do(sitting.seat_bot, ANNA, 2, "easy")
    evening.do(sitting.clear, ANNA, 2)
    evening.do(sitting.stand, BEA, 1)
    evening.do(sitting.sit, ANNA, "Berta", 1)
    evening.do(sitting.clear, ANNA, 1)
    evening.do(sitting.clear, ANNA, 0)
    assert evening.table.removed == {}
    evening.do(sitting.sit, ANNA, "Anna", 0)


def test_removing_one_person_of_a_device_keeps_its_other_seat() -> None:
    evening = table_of("Anna", "Bea")
    evening.do(sitting.sit, BEA, "Ben", 2)
    evening.do(sitting.clear, ANNA, 2)
    assert evening.table.seats_of(BEA) == [1]
    assert [one.nick for one in evening.table.removed.values()] == ["Ben"]
    assert evening.refused(sitting.sit, BEA, "Benno", 2).code == "removed"


def test_in_an_old_log_a_removed_person_can_sit_down() -> None:
    """Old logs have no `let_in` entry: removed people simply sat down again."""
    evening = table_of("Anna", "Bea")
    evening.do(sitting.clear, ANNA, 1)
    evening.table.apply(Sat(1, BEA, "Bea"), evening.now)
    assert evening.table.removed == {}


def test_the_next_person_becomes_the_host_when_the_host_leaves() -> None:
    evening = table_of("Anna", "Bea", "Carl")
    evening.do(presence.leave, BEA)
    evening.do(sitting.stand, ANNA, 0)
    assert evening.table.host == CARL, "to one who is there"
    evening.do(sitting.stand, CARL, 2)
    assert evening.table.host == BEA
    evening.do(sitting.stand, BEA, 1)
    assert evening.table.host == BEA, "nobody else is there"
    evening.do(sitting.sit, EVE, "Eve", 0)
    assert evening.table.host == EVE
    assert isinstance(evening.entries[-1], Hosted)


def test_a_host_with_two_seats_stays_the_host_when_one_is_left() -> None:
    evening = table_of("Anna", "Bea")
    evening.do(sitting.sit, ANNA, "Berta", 2)
    evening.do(sitting.clear, ANNA, 0)
    assert evening.table.host == ANNA
    evening.do(sitting.clear, ANNA, 2)
    assert evening.table.host == BEA


def test_the_host_hands_over() -> None:
    evening = table_of("Anna", "Bea", players=3)
    evening.do(sitting.seat_bot, ANNA, 2, "easy")
    assert evening.refused(sitting.hand_over, BEA, 1).code == "not_host"
    assert evening.refused(sitting.hand_over, ANNA, 2).code == "not_there"
    assert evening.refused(sitting.hand_over, ANNA, 3).code == "no_seat"
    evening.do(sitting.hand_over, ANNA, 1)
    assert evening.table.host == BEA
    assert evening.refused(playing.start, ANNA, None).code == "not_host"
    evening.do(playing.start, BEA, None)
    evening.do(sitting.hand_over, BEA, 0)
    assert evening.table.host == ANNA, "also in mid-match"


@pytest.mark.parametrize(
    ("playing_now", "wait_s"), [(False, HOST_AWAY_S), (True, AWAY_S)], ids=["before", "in_match"]
)
def test_an_absent_host_is_replaced_by_a_person_who_is_present(
    playing_now: bool, wait_s: float
) -> None:
    evening = Evening("dieci", ["Anna", "Bea", "Carl"])
    if playing_now:
        evening.start()
    evening.do(presence.leave, ANNA)
    evening.do(presence.leave, BEA)
    evening.now += wait_s - 0.5
    draft = tick(evening.table, evening.now)
    assert draft is None or draft.table.host == ANNA
    evening.later(0.5)
    assert evening.table.host == CARL
    evening.do(presence.come_back, ANNA)
    assert evening.table.host == CARL, "who comes back does not take the table away again"


def test_a_host_who_is_away_for_a_moment_stays_the_host() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.do(presence.leave, ANNA)
    assert due_at(evening.table) == evening.now + HOST_AWAY_S
    evening.now += HOST_AWAY_S - 1
    evening.do(presence.come_back, ANNA)
    assert due_at(evening.table) is None
    evening.later(1000)
    assert evening.table.host == ANNA


def test_without_people_the_host_stays() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.do(presence.leave, ANNA)
    evening.do(presence.leave, BEA)
    assert due_at(evening.table) is None
    evening.later(10 * HOST_AWAY_S)
    assert evening.table.host == ANNA


# Another device


def test_a_code_moves_a_seat_to_another_device() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.start()
    assert evening.refused(sitting.lend, EVE, 0, "KLMNPQRS").code == "not_seated"
    assert evening.refused(sitting.lend, BEA, 0, "KLMNPQRS").code == "not_seated"
    evening.do(sitting.lend, ANNA, 0, "KLMNPQRS")
    evening.now += LENT_S - 1
    assert evening.refused(sitting.take, EVE, "KLMNPQRT").code == "bad_code"
    assert evening.refused(sitting.take, EVE, "").code == "bad_code"
    evening.do(sitting.take, EVE, "KLMNPQRS")
    assert evening.table.seats_of(EVE) == [0]
    assert evening.table.seats_of(ANNA) == []
    assert evening.table.seats[0].nick == "Anna"
    assert evening.table.host == EVE
    assert evening.refused(sitting.take, CARL, "KLMNPQRS").code == "bad_code", "once only"
    assert evening.refused(playing.move, ANNA, 0, ("keep",), "", 9).code == "not_seated"


def test_a_code_expires_and_a_new_one_replaces_it() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.do(sitting.lend, ANNA, 0, "FIRST")
    evening.do(sitting.lend, ANNA, 0, "SECOND")
    assert evening.refused(sitting.take, EVE, "FIRST").code == "bad_code"
    evening.now += LENT_S
    assert evening.refused(sitting.take, EVE, "SECOND").code == "bad_code"
    assert "SECOND" not in str(evening.log), "the log holds a hash"


def test_the_code_of_a_vacated_seat_is_void() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.do(sitting.lend, BEA, 1, "CODE")
    evening.do(sitting.stand, BEA, 1)
    evening.do(sitting.sit, CARL, "Carl", 1)
    assert evening.refused(sitting.take, BEA, "CODE").code == "bad_code"


def test_one_seat_of_a_shared_device_can_move_to_another() -> None:
    evening = Evening("dieci", ["Anna", "Berta"])
    evening.do(sitting.lend, person("Berta"), 1, "ONE")
    evening.do(sitting.take, ANNA, "ONE")
    assert evening.table.seats_of(ANNA) == [0, 1]
    evening.do(sitting.lend, ANNA, 1, "BACK")
    evening.do(sitting.take, EVE, "BACK")
    assert evening.table.host == ANNA, "the host still has a seat"


def test_a_device_that_takes_a_seat_is_present_and_pledges_its_own_part() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.do(sitting.pledge, BEA, 1, "ab" * 32)
    evening.do(sitting.lend, BEA, 1, "CODE")
    evening.do(presence.leave, BEA)
    evening.do(sitting.take, EVE, "CODE")
    assert not evening.table.seats[1].is_away
    assert evening.table.pledges == {}
    evening.do(sitting.pledge, EVE, 1, "cd" * 32)
    evening.start()
    evening.do(sitting.lend, EVE, 1, "AGAIN")
    evening.do(sitting.take, BEA, "AGAIN")
    assert evening.table.pledges == {1: "cd" * 32}, "the list is final"
