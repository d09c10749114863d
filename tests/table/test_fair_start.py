"""From the commitment to the deal: pledges, random parts, the starter, the proof."""

from random import Random

import pytest

from mazziere.games import find, shelf
from mazziere.kernel.fair import pledge
from mazziere.kernel.record import verify
from mazziere.table import opening, playing, presence, sitting
from mazziere.table.entries import Dealt, Starting
from mazziere.table.schedule import MIX_S, due_at
from tests.cases import short
from tests.table.evening import QUIET, Evening, part, person, secret

ANNA, BEA, CARL, EVE = map(person, ("Anna", "Bea", "Carl", "Eve"))


def promise(evening: Evening, seat: int, name: str) -> None:
    """Pledge the random part of a person's device."""
    evening.do(sitting.pledge, person(name), seat, pledge(part(name)))


def test_without_pledges_a_match_begins_at_once() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.start()
    assert evening.phase == "playing"
    assert evening.table.code == "ABCDEF"
    assert evening.record().written["fairness"]["parts"] == []


def test_all_pledged_parts_are_revealed_and_determine_the_deal() -> None:
    evening = Evening("dieci", ["Anna", "Bea", "Carl"])
    promise(evening, 0, "Anna")
    promise(evening, 2, "Carl")
    evening.start()
    assert evening.phase == "starting"
    assert evening.table.code == "ABCDEF"
    assert not any(isinstance(entry, Dealt) for entry in evening.entries)
    evening.do(playing.mix, ANNA, 0, part("Anna").hex())
    assert evening.do(playing.mix, ANNA, 0, part("Anna").hex()) is None
    assert evening.phase == "starting"
    evening.do(playing.mix, CARL, 2, part("Carl").hex())
    assert evening.phase == "playing"
    assert evening.do(playing.mix, CARL, 2, part("Carl").hex()) is None
    fairness = evening.record().written["fairness"]
    assert fairness["parts"] == [[0, part("Anna").hex()], [2, part("Carl").hex()]]
    assert fairness["pledges"] == [[0, pledge(part("Anna"))], [2, pledge(part("Carl"))]]
    assert "secret" not in fairness
    assert verify(evening.record())["proof"] == "sealed"
    evening.play(Random(1))
    assert evening.record().written["fairness"]["secret"] == secret(0).hex()
    assert verify(evening.record())["proof"] == "ok"


def test_a_withheld_part_times_out() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    promise(evening, 0, "Anna")
    promise(evening, 1, "Bea")
    evening.now += 100
    evening.start()
    evening.do(playing.mix, ANNA, 0, part("Anna").hex())
    assert due_at(evening.table) == evening.now + MIX_S
    evening.later(MIX_S - 0.1)
    assert evening.phase == "starting"
    evening.later(0.1)
    assert evening.phase == "playing"
    assert evening.refused(playing.mix, BEA, 1, part("Bea").hex()).code == "busy"
    evening.play(Random(1))
    fairness = evening.record().written["fairness"]
    assert [seat for seat, _ in fairness["pledges"]] == [0, 1]
    assert [seat for seat, _ in fairness["parts"]] == [0]
    assert verify(evening.record())["proof"] == "ok"


def test_invalid_and_wrong_parts_are_refused() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    assert evening.refused(playing.mix, BEA, 1, part("Bea").hex()).code == "busy"
    promise(evening, 1, "Bea")
    assert evening.refused(playing.mix, BEA, 1, part("Bea").hex()).code == "busy"
    evening.start()
    for text in ("", "ab", part("Bea").hex().upper(), "x" * 64, part("Bea").hex() + "\n"):
        assert evening.refused(playing.mix, BEA, 1, text).code == "bad_part"
    no = evening.refused(playing.mix, BEA, 1, part("Eve").hex())
    assert (no.code, no.facts["reason"]) == ("bad_part", "not the part that was promised")
    assert evening.refused(playing.mix, ANNA, 0, part("Anna").hex()).code == "bad_part"
    assert evening.refused(playing.mix, EVE, 1, part("Bea").hex()).code == "not_seated"
    assert evening.refused(playing.mix, BEA, 5, part("Bea").hex()).code == "no_seat"


def test_a_pledge_is_made_once_and_before_the_start() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    for text in ("", "ab", "AB" * 32, "x" * 64):
        assert evening.refused(sitting.pledge, BEA, 1, text).code == "bad_part"
    assert evening.refused(sitting.pledge, EVE, 1, "ab" * 32).code == "not_seated"
    assert evening.refused(sitting.pledge, ANNA, 1, "ab" * 32).code == "not_seated"
    promise(evening, 1, "Bea")
    assert evening.do(sitting.pledge, BEA, 1, pledge(part("Bea"))) is None
    assert evening.refused(sitting.pledge, BEA, 1, "ab" * 32).code == "bad_part"
    evening.start()
    assert evening.refused(sitting.pledge, ANNA, 0, "ab" * 32).code == "busy"
    evening.do(playing.mix, BEA, 1, part("Bea").hex())
    assert evening.refused(sitting.pledge, ANNA, 0, "ab" * 32).code == "busy"
    evening.play(Random(1))
    no = evening.refused(sitting.pledge, ANNA, 0, "ab" * 32)
    assert no.code == "busy", "the next deal is not sealed yet"


def test_a_device_pledges_one_part_for_its_lowest_seat() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], 4)
    evening.do(sitting.clear, ANNA, 3)
    evening.do(sitting.sit, BEA, "Bruno", 3)
    assert evening.refused(sitting.pledge, BEA, 3, "ab" * 32).code == "bad_part"
    evening.do(sitting.pledge, BEA, 1, "ab" * 32)
    assert evening.refused(sitting.pledge, BEA, 3, "cd" * 32).code == "bad_part"


def test_pledges_do_not_change_while_parts_are_revealed() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    promise(evening, 1, "Bea")
    evening.start()
    for verb, args in (
        (opening.arrange, (ANNA, 2, {}, QUIET, secret(1))),
        (sitting.sit, (EVE, "Eve", None)),
        (sitting.stand, (BEA, 1)),
        (sitting.clear, (ANNA, 1)),
        (sitting.seat_bot, (ANNA, 1, "easy")),
        (playing.start, (ANNA, None)),
    ):
        assert evening.refused(verb, *args).code == "busy"
    evening.do(presence.leave, BEA)
    assert evening.table.pledges == {1: pledge(part("Bea"))}


# Start and starter


def test_the_host_starts_when_everybody_is_seated() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], 3)
    assert evening.refused(playing.start, BEA, None).code == "not_host"
    assert evening.refused(playing.start, EVE, None).code == "not_host"
    evening.do(sitting.clear, ANNA, 2)
    assert evening.refused(playing.start, ANNA, None).code == "seats_open"
    evening.do(sitting.seat_bot, ANNA, 2, "hard")
    evening.start()
    assert evening.refused(playing.start, ANNA, None).code == "busy"
    assert evening.record().written["fairness"]["seats"] == [
        {"name": "Anna", "kind": "person"},
        {"name": "Bea", "kind": "person"},
        {"name": "hard", "kind": "hard"},
    ]


def test_a_match_that_is_over_is_not_started_again_with_its_secret() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], options={"tokens": 1})
    evening.start()
    evening.play(Random(1))
    assert evening.refused(playing.start, ANNA, None).code == "busy"
    evening.do(opening.arrange, ANNA, 2, {}, QUIET, secret(1))
    evening.start()
    evening.play(Random(2))
    first, second = (e.secret for e in evening.entries if hasattr(e, "secret"))
    assert first != second
    assert evening.record().written["fairness"]["match"] == 2
    assert verify(evening.record())["proof"] == "ok"


@pytest.mark.parametrize("game", [game for game in shelf() if find(game).named is not None])
def test_the_host_names_who_begins_or_deals(game: str) -> None:
    for named in range(3):
        evening = Evening(game, ["Anna", "Bea"], 3, short(game))
        assert evening.refused(playing.start, ANNA, 3).code == "no_seat"
        assert evening.refused(playing.start, ANNA, -1).code == "no_seat"
        evening.start(named)
        assert Starting(named) in evening.entries
        first = evening.record().steps[0]
        assert (first["chance"] in ("starter", "dealer"), first["seat"]) == (True, named)
    evening.play(Random(1))
    assert verify(evening.record())["proof"] == "ok"


def test_in_uno_h2o_all_draw_for_the_deal() -> None:
    evening = Evening("uno_h2o", ["Anna", "Bea"])
    assert evening.refused(playing.start, ANNA, 1).code == "bad_option"
    evening.start()
    assert "draws" in evening.record().steps[0]


def test_every_part_and_every_name_changes_the_deal() -> None:
    decks = set()
    for people, shown in (
        (["Anna", "Bea"], []),
        (["Anna", "Bea"], ["Anna"]),
        (["Anna", "Bea"], ["Bea"]),
        (["Anna", "Bea"], ["Anna", "Bea"]),
        (["Anna", "Bert"], []),
    ):
        evening = Evening("uno", people)
        for name in shown:
            promise(evening, people.index(name), name)
        evening.start()
        for name in shown:
            evening.do(playing.mix, person(name), people.index(name), part(name).hex())
        decks.add(str(evening.record().steps[1]))
    assert len(decks) == 5
