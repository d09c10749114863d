"""Opening a table, rearranging it, continuing a record, closing."""

from random import Random
from typing import Any

import pytest

from mazziere.games import find, shelf
from mazziere.kernel.fair import Deal, commit, pledge
from mazziere.kernel.record import Record, read, verify, write
from mazziere.table import opening, playing, sitting
from mazziere.table.entries import Opened, Sealed, Settings
from mazziere.table.refusals import CommandRefused
from mazziere.table.table import TableState
from tests.cases import case, short
from tests.table.evening import ID, QUIET, Evening, folded, part, person, secret

ANNA, BEA, EVE = person("Anna"), person("Bea"), person("Eve")


@pytest.mark.parametrize("game", shelf())
def test_a_table_is_opened_and_its_deal_is_sealed(game: str) -> None:
    draft = opening.open_table(ID, ANNA, game, 4, {}, QUIET, "ABCDEF", secret(0), 5.0)
    table = draft.table
    assert (table.phase, table.code, table.host, table.players) == ("waiting", "ABCDEF", ANNA, 4)
    assert [seat.kind for seat in table.seats] == ["open"] * 4
    assert table.sealed is not None
    options = find(game).full_options({})
    deal = Deal(ID, 1, game, find(game).version, 4, options)
    assert table.sealed.commitment == commit(deal, secret(0))
    assert table.sealed.match == 1


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("yooloo", 9, {}),
        ("yooloo", 1, {}),
        ("yooloo", 2, {"tokens": 3}),
        ("dieci", 2, {"tokens": "many"}),
        ("dieci", 2, {"tokens": [1]}),
        ("dieci", 2, {"tokens": {"a": 1}}),
        ("dieci", 2, {"tokens": True}),
        ("dieci", 2, {"tokens": 10**40}),
        ("dieci", 2, {"tokens": None}),
        ("uno", 2, {"custom": "plain"}),
        ("rookie", 5, {"mode": "team"}),
        ("poker", 2, {}),
    ],
)
def test_unknown_options_are_refused(game: str, players: int, options: Any) -> None:
    with pytest.raises(CommandRefused) as refusal:
        opening.open_table(ID, ANNA, game, players, options, QUIET, "C", secret(0), 5.0)
    assert refusal.value.code == "bad_option"


def test_arranging_seals_a_new_deal_and_drops_pledges() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.do(sitting.pledge, BEA, 1, "ab" * 32)
    before = evening.table.sealed
    settings = Settings(clock="fast")
    evening.do(opening.arrange, ANNA, 3, {"tokens": 2}, settings, secret(1))
    table = evening.table
    assert (table.players, table.options["tokens"], table.settings.clock) == (3, 2, "fast")
    assert [seat.kind for seat in table.seats] == ["person", "person", "open"]
    assert table.pledges == {}
    assert before is not None
    assert table.sealed is not None
    assert table.sealed.match == before.match == 1
    assert table.sealed.commitment == commit(table.deal, secret(1)) != before.commitment
    evening.do(opening.arrange, ANNA, 2, {}, QUIET, secret(2))
    assert len(evening.table.seats) == 2
    evening.start()
    evening.play(Random(1))
    assert verify(evening.record())["proof"] == "ok"


def test_arranging_is_the_hosts_and_leaves_people_their_seats() -> None:
    evening = Evening("dieci", ["Anna", "Bea", "Carl"])
    assert evening.refused(opening.arrange, BEA, 3, {}, QUIET, secret(1)).code == "not_host"
    assert evening.refused(opening.arrange, EVE, 3, {}, QUIET, secret(1)).code == "not_host"
    assert evening.refused(opening.arrange, ANNA, 2, {}, QUIET, secret(1)).code == "is_person"
    assert evening.refused(opening.arrange, ANNA, 99, {}, QUIET, secret(1)).code == "bad_option"
    refusal = evening.refused(opening.arrange, ANNA, 3, {"tokens": -1}, QUIET, secret(1))
    assert refusal.code == "bad_option"
    assert "tokens" in refusal.facts["reason"]
    evening.start()
    assert evening.refused(opening.arrange, ANNA, 3, {}, QUIET, secret(1)).code == "busy"


def test_arranging_removes_bots_of_removed_seats() -> None:
    evening = Evening("yooloo", ["Anna"], 4)
    evening.do(opening.arrange, ANNA, 2, {}, QUIET, secret(1))
    assert [seat.kind for seat in evening.table.seats] == ["person", "bot"]
    evening.do(opening.arrange, ANNA, 3, {}, QUIET, secret(2))
    assert [seat.kind for seat in evening.table.seats] == ["person", "bot", "open"]


def test_an_old_table_can_be_folded_after_the_game_has_a_new_option() -> None:
    game = find("dieci")
    then = game.full_options({"tokens": 1})
    del then["rabbit_strict"]
    deal = Deal(ID, 1, "dieci", game.version, 2, then)
    evening = Evening("dieci", ["Anna", "Bea"])
    old = [
        Opened("dieci", game.version, 2, then, QUIET, ANNA),
        Sealed(1, commit(deal, secret(0)), secret(0).hex()),
        *evening.entries[2:],
    ]
    evening.table = folded((1.0, entry) for entry in old)
    evening.start()
    evening.play(Random(3))
    assert evening.phase == "over"
    assert "rabbit_strict" not in evening.record().written["options"]
    assert verify(evening.record())["proof"] == "ok"


# From a record


def half_played(game: str, moves: int = 6) -> Record:
    longer = case(game).half_played
    evening = Evening(
        game, ["Nina", "Otto"], options=short(game) if longer is None else dict(longer)
    )
    evening.start()
    evening.play(Random(5), steps=moves)
    assert evening.phase == "playing"
    return evening.record()


@pytest.mark.parametrize("game", shelf())
def test_a_match_continues_a_record(game: str) -> None:
    record = half_played(game)
    evening = Evening(game, ["Anna", "Bea"], record=record)
    evening.start()
    assert evening.record().steps[: len(record.steps)] == record.steps
    evening.play(Random(6))
    assert evening.phase == "over"
    checked = verify(evening.record())
    assert checked["proof"] == checked["result"] == "ok"
    evening.do(playing.agree, ANNA, 0, secret(1))
    evening.do(playing.agree, BEA, 1, secret(1))
    evening.later(10)
    assert evening.table.began is not None
    assert len(evening.table.began.given) <= 1, "only the first match goes on from the record"


def test_a_match_may_continue_at_a_chance_step() -> None:
    record = half_played("dieci")
    for count in range(3):
        start = read(write({**record.written, "steps": record.steps[:count]}).encode(), find)
        evening = Evening("dieci", ["Anna", "Bea"], record=start)
        evening.start()
        assert evening.record().steps[:count] == record.steps[:count]
        evening.play(Random(6))
        assert verify(evening.record())["proof"] == "ok"


def test_draws_for_the_dealer_alone_are_made_again() -> None:
    record = half_played("uno_h2o")
    start = read(write({**record.written, "steps": record.steps[:1]}).encode(), find)
    evening = Evening("uno_h2o", ["Anna", "Bea"], record=start)
    evening.start()
    assert evening.table.began is not None
    assert evening.table.began.given == ()


def test_additional_fields_of_steps_are_dropped() -> None:
    record = half_played("dieci")
    steps = [{**step, "legal": {}, "note": 1.5} for step in record.steps]
    steps[-1]["cards"] = [1.5]  # a move has no cards
    start = read(write({**record.written, "steps": steps}).encode(), find)
    evening = Evening("dieci", ["Anna", "Bea"], record=start)
    evening.start()
    evening.play(Random(6))
    assert verify(evening.record())["proof"] == "ok"


def test_a_record_that_cannot_be_continued_is_refused() -> None:
    record = half_played("dieci")
    wrong = [
        [*record.steps, {"seat": 0, "move": "fly"}],
        [{"chance": "dealer", "seat": 7}],
        [{**record.steps[0], "move": 1}],
        [{**record.steps[0], "cards": 0.5}, *record.steps[1:]],
    ]
    for steps in wrong:
        start = read(write({**record.written, "steps": steps}).encode(), find)
        with pytest.raises(CommandRefused) as refusal:
            Evening("dieci", ["Anna", "Bea"], record=start)
        assert refusal.value.code == "bad_record"
        assert refusal.value.facts["reason"]
    over = Evening("dieci", ["Nina", "Otto"], options=short("dieci"))
    over.start()
    over.play(Random(5))
    with pytest.raises(CommandRefused) as refusal:
        Evening("dieci", ["Anna", "Bea"], record=over.record())
    assert refusal.value.code == "bad_record"


def test_options_of_a_match_from_a_record_stay() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], record=half_played("dieci"))
    options = dict(evening.table.options)
    refusal = evening.refused(opening.arrange, ANNA, 2, {"tokens": 9}, QUIET, secret(1))
    assert refusal.code == "bad_option"
    assert evening.refused(opening.arrange, ANNA, 3, options, QUIET, secret(1)).code == "bad_option"
    evening.do(opening.arrange, ANNA, 2, options, Settings(clock="fast"), secret(1))
    assert evening.refused(playing.start, ANNA, 1).code == "bad_option"
    evening.start()
    evening.play(Random(6))
    evening.do(opening.arrange, ANNA, 3, {"tokens": 9}, QUIET, secret(2))
    assert evening.table.players == 3


# Closing


def test_the_host_closes_a_table_for_good() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    assert evening.refused(opening.close, BEA).code == "not_host"
    assert evening.refused(opening.close, "").code == "not_host"
    evening.do(opening.close, ANNA)
    assert evening.phase == "closed"
    assert evening.refused(opening.close, ANNA).code == "closed"


def test_the_secret_of_an_aborted_match_is_revealed() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.do(sitting.pledge, BEA, 1, pledge(part("Bea")))
    evening.start()
    evening.do(playing.mix, BEA, 1, part("Bea").hex())
    evening.play(Random(1), steps=3)
    assert verify(evening.record())["proof"] == "sealed"
    evening.do(opening.close, ANNA)
    assert verify(evening.record())["proof"] == "ok"
    assert evening.table.evening == []


def test_nobody_is_the_host_of_an_empty_log() -> None:
    with pytest.raises(CommandRefused):
        opening.close(TableState(ID), "", 1.0)
