"""A spectator asks for the seat of a bot, and people let the bots hurry."""

from random import Random

import pytest

from mazziere.server.rooms import projection
from mazziere.table import asking, opening, playing, presence, schedule, sitting
from mazziere.table.entries import Admitted, Settings, Unasked
from mazziere.table.snapshot import dump, load
from mazziere.table.table import TableState
from tests.table.evening import QUIET, Evening, person

ANNA, BEA, EVE, DORA = map(person, ("Anna", "Bea", "Eve", "Dora"))


def running(**settings: object) -> Evening:
    """Return a match of Anna, Bea and two bots at seats 2 and 3."""
    chosen = Settings(grace_ms=0, **settings) if settings else QUIET  # type: ignore[arg-type]
    evening = Evening("dieci", ["Anna", "Bea"], 4, {"tokens": 1}, chosen)
    evening.start()
    return evening


def asked(evening: Evening, who: str = EVE, nick: str = "Eve") -> int:
    """Let a spectator ask; return the number of the request."""
    evening.do(
        asking.ask,
        who,
        nick,
    )
    return evening.table.seq


def test_a_spectator_takes_the_seat_of_a_bot_in_a_running_match() -> None:
    evening = running()
    number = asked(evening)
    evening.do(asking.admit, ANNA, number, 2)
    seat = evening.table.seats[2]
    assert (seat.kind, seat.person, seat.nick) == ("person", EVE, "Eve")
    assert not evening.table.requests
    assert evening.play(Random(1), lambda table: table.seats[2].moved > 0 and 2 in table.legal)
    evening.move(2, evening.table.legal[2][0])
    assert evening.play(Random(1), lambda table: table.phase == "over")
    assert evening.table.evening[0].seats == ("Anna", "Bea", "Eve", "normal")
    assert evening.folded().evening == evening.table.evening
    assert evening.record().players == 4  # its deal can still be verified


def test_the_request_is_shown_to_the_host_and_to_the_asker_only() -> None:
    evening = running()
    asked(evening)
    shown = {
        who: projection.table_info(evening.table, who).requests
        for who in (ANNA, BEA, EVE, DORA, "")
    }
    assert [(one.name, one.mine) for one in shown[ANNA]] == [("Eve", False)]
    assert [(one.name, one.mine) for one in shown[EVE]] == [("Eve", True)]
    assert shown[BEA] == shown[DORA] == shown[""] == ()
    news = projection.update(evening.table, evening.applied[-1:], BEA, 1.0).news
    assert news == ()


def test_a_bot_cannot_move_for_a_person_who_took_its_seat() -> None:
    evening = running()
    number = asked(evening)
    assert evening.play(Random(1), lambda table: 2 in table.to_move())
    move, seen = evening.table.legal[2][0], evening.table.seq
    evening.do(asking.admit, ANNA, number, 2)
    assert evening.refused(playing.move_for, 2, move, seen).code == "stale"
    assert schedule.bot_due_at(evening.table, 2) is None


def test_a_clock_starts_anew_for_a_person_who_took_a_seat() -> None:
    evening = running(clock="fast")
    number = asked(evening)
    assert evening.play(Random(1), lambda table: 2 in table.to_move(), pace_s=0.1)
    evening.now += 5
    evening.do(asking.admit, ANNA, number, 2)
    since, reserve = evening.table.since[2], evening.table.seats[2].reserve_s
    assert since[1] == evening.now
    assert reserve > 0
    assert evening.table.deadline(2) is not None


def test_who_may_ask_and_who_may_answer() -> None:
    evening = running()
    assert evening.refused(asking.ask, BEA, "Zoe").code == "is_seated"
    assert evening.refused(asking.ask, EVE, "Ànna").code == "nick_taken"
    assert evening.refused(asking.ask, EVE, " ").code == "bad_nick"
    number = asked(evening)
    assert asking.ask(evening.table, EVE, "Eve", evening.now) is None  # asked already
    assert evening.refused(asking.admit, BEA, number, 2).code == "not_host"
    assert evening.refused(asking.refuse_request, BEA, number).code == "not_host"
    assert evening.refused(asking.admit, ANNA, number, 1).code == "is_person"
    assert evening.refused(asking.admit, ANNA, number, 7).code == "no_seat"
    assert evening.refused(asking.admit, ANNA, number + 1, 2).code == "not_there"


def test_the_host_declines_until_the_next_match() -> None:
    evening = running()
    evening.do(asking.refuse_request, ANNA, asked(evening))
    assert evening.entries[-1] == Unasked(EVE, "host")
    assert projection.table_info(evening.table, EVE).declined
    assert evening.refused(asking.ask, EVE, "Eve").code == "declined"
    evening.play(Random(1))
    for who, seat in ((ANNA, 0), (BEA, 1)):
        evening.do(playing.agree, who, seat, bytes(32))
    assert not projection.table_info(evening.table, EVE).declined
    asked(evening)


def test_a_request_can_be_withdrawn_and_made_again() -> None:
    evening = running()
    evening.do(asking.refuse_request, EVE, asked(evening))
    assert not evening.table.requests
    asked(evening)


def test_a_request_expires() -> None:
    evening = running()
    asked(evening)
    assert evening.table.requests
    until = schedule.due_at(evening.table)
    assert until is not None
    assert until <= evening.now + asking.ASK_S
    evening.later(asking.ASK_S - 1)
    assert evening.table.requests
    evening.later(1)
    assert not evening.table.requests
    assert Unasked(EVE, "time") in evening.entries
    assert not evening.table.declined


def test_requests_are_bounded_and_need_a_bot() -> None:
    evening = running()
    for number in range(asking.MOST_REQUESTS):
        asked(evening, person(f"guest {number}"), f"Guest {number}")
    assert evening.refused(asking.ask, EVE, "Eve").code == "full"
    people_only = Evening("dieci", ["Anna", "Bea"], 2)
    assert people_only.refused(asking.ask, EVE, "Eve").code == "full"


def test_a_removed_person_cannot_ask() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], 4, {"tokens": 1})
    evening.do(sitting.clear, ANNA, 1)
    evening.do(sitting.seat_bot, ANNA, 1, "easy")
    evening.start()
    assert evening.refused(asking.ask, BEA, "Bea").code == "removed"


def test_somebody_who_sits_down_otherwise_asks_no_more() -> None:
    evening = running()
    asked(evening)
    evening.do(sitting.lend, BEA, 1, "CODE")
    evening.do(sitting.take, EVE, "CODE")
    assert not evening.table.requests


def test_a_request_survives_a_snapshot_and_a_lobby() -> None:
    evening = Evening("dieci", ["Anna"], 2)
    number = asked(evening)
    saved = load(dump(evening.table))
    assert isinstance(saved, TableState)
    assert saved.requests == evening.table.requests
    evening.do(asking.admit, ANNA, number, 1)
    assert isinstance(evening.entries[-1], Admitted)
    evening.start()
    assert evening.refused(opening.close, EVE).code == "not_host"


@pytest.mark.parametrize("wants", [(ANNA,), (ANNA, BEA)], ids=["one", "all"])
def test_bots_hurry_once_everybody_present_wants_it(wants: tuple[str, ...]) -> None:
    evening = running(pace_ms=2000)
    evening.play(Random(3), lambda table: 2 in table.to_move())
    unhurried = schedule.bot_due_at(evening.table, 2)
    for who in wants:
        evening.do(playing.hurry, who, evening.table.seats_of(who)[0])
    hurried = schedule.bot_due_at(evening.table, 2)
    assert unhurried is not None
    assert hurried is not None
    began = evening.table.since[2][1]
    if len(wants) == 1:
        assert hurried == unhurried
        evening.do(presence.leave, BEA)  # nobody waits for somebody who is away
        hurried = schedule.bot_due_at(evening.table, 2)
        assert hurried is not None
    share = (unhurried - began) / 2.0
    assert hurried - began == pytest.approx(share * schedule.HURRIED_PACE_MS / 1000, abs=1e-6)
    assert projection.table_info(evening.table, ANNA).hurried
    assert playing.hurry(evening.table, ANNA, 0, evening.now) is None


def test_the_next_match_is_not_hurried() -> None:
    evening = running()
    for who in (ANNA, BEA):
        evening.do(playing.hurry, who, evening.table.seats_of(who)[0])
    evening.play(Random(1))
    for who, seat in ((ANNA, 0), (BEA, 1)):
        evening.do(playing.agree, who, seat, bytes(32))
    evening.later(10)
    assert evening.phase == "playing"
    assert not evening.table.is_hurried
