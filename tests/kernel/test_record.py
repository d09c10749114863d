"""Records: written, read, replayed and checked; false claims are found."""

import json
from dataclasses import replace
from typing import Any

import pytest

from mazziere.games import find, shelf
from mazziere.kernel.match import Match
from mazziere.kernel.record import Recorder, begin, replay, verify, write
from tests.cases import case
from tests.kernel.records import (
    fault,
    first_move,
    live,
    readable,
    record,
    replayed,
    written,
    yooloo_by_hand,
)

# Writing


@pytest.mark.parametrize("name", shelf())
def test_a_record_that_we_write_is_read_and_found_correct(name: str) -> None:
    found = readable(record(name))
    assert verify(found) == {"result": "ok", "legal": "ok", "seed": "ok", "proof": "none"}
    assert list(found.options) == [option.name for option in find(name).options]


@pytest.mark.parametrize("name", shelf())
def test_a_record_with_only_chance_and_moves_replays(name: str) -> None:
    whole = record(name)
    bare = {field: whole[field] for field in ("format", "game", "rules", "players")}
    bare["options"] = dict(case(name).shortest)
    bare["steps"] = [{k: v for k, v in step.items() if k != "legal"} for step in whole["steps"]]
    found = readable(bare)
    match = begin(found)
    played = list(replay(found, match))
    assert match.is_over
    assert played[-1].scores == whole["result"]["scores"]
    assert match.winners() == whole["result"]["winners"]
    assert verify(found) == {"result": "none", "legal": "none", "seed": "none", "proof": "none"}


def test_the_shape_of_a_written_record() -> None:
    text = written("dieci")
    found = json.loads(text)
    assert list(found) == [
        "format", "game", "rules", "players", "options", "seed", "steps", "result",
    ]  # fmt: skip
    assert found["format"] == "mazziere-record/1"
    assert len(text.splitlines()) == 11 + len(found["steps"])
    assert list(found["steps"][0]) == ["chance", "seat"]
    assert list(found["steps"][2]) == ["seat", "move", "legal"]
    assert "legal" not in written("dieci", with_legal=False)
    empty = Recorder(Match(find("dieci"), 2, {})).record()
    assert json.loads(write(empty))["steps"] == []
    assert "result" not in empty
    assert "seed" not in empty


def test_a_record_by_hand() -> None:
    found = readable(yooloo_by_hand())
    match = begin(found)
    played = list(replay(found, match))
    assert played[0].legal == {}
    assert list(played[1].legal) == [0, 1]
    assert played[-2].scores == [0, 0]
    assert played[-1].scores == [40, 15]
    assert match.winners() == [0]


def test_a_record_may_stop_anywhere() -> None:
    whole = record()
    del whole["result"]
    for length in range(len(whole["steps"]) + 1):
        part = {**whole, "steps": whole["steps"][:length]}
        assert verify(readable(part))["result"] == "none"


def test_unknown_fields_are_ignored() -> None:
    more = yooloo_by_hand(players_names=["a", "b"], times={"x": [1, 2.5, None]})
    more["steps"][3]["time"] = 17
    more["result"] = {"scores": [40, 15], "winners": [0], "why": "points"}
    assert verify(readable(more))["result"] == "ok"


def test_a_proof_is_checked() -> None:
    assert verify(readable(live())) == {
        "result": "ok", "legal": "none", "seed": "none", "proof": "ok",
    }  # fmt: skip
    assert list(live()) == [
        "format", "game", "rules", "players", "options", "fairness", "steps", "result",
    ]  # fmt: skip


def test_a_sealed_proof_is_no_fault_before_the_end() -> None:
    whole = live(revealed=False)
    assert "the secret is not revealed" in fault(whole, verify).reason
    del whole["result"]
    whole["steps"].pop()
    assert verify(readable(whole))["proof"] == "sealed"


def test_a_record_is_dealt_by_a_seed_or_a_proof() -> None:
    whole = {**live(), "seed": record()["seed"]}
    assert '"seed" or a "fairness", not both' in fault(whole, verify).reason
    assert len(replayed(readable(whole))) == len(whole["steps"])


@pytest.mark.parametrize("proof", [None, {}, [], "ok", {"by": "me"}])
def test_a_proof_that_is_none_is_a_fault_for_verify_alone(proof: Any) -> None:
    error = fault(yooloo_by_hand(fairness=proof), verify)
    assert error.reason.startswith("fairness: ")
    assert error.step is None
    assert len(replayed(readable(yooloo_by_hand(fairness=proof)))) == 21


def test_options_are_proven_as_they_stand_in_the_record() -> None:
    whole = live()
    assert whole["options"].pop("wipe_out") == "replay"  # the default
    assert readable(whole).options["wipe_out"] == "replay"
    assert "the commitment is not that of" in fault(whole, verify).reason


def test_a_record_keeps_the_rules_that_its_match_began_with() -> None:
    newer = replace(find("dieci"), version=2)
    assert Recorder(Match(newer, 2, {}, rules=1)).record()["rules"] == 1
    assert Recorder(Match(newer, 2, {})).record()["rules"] == 2


def test_a_recorder_takes_steps_as_they_are_written() -> None:
    steps = live()["steps"]
    recorder = Recorder(Match(find("dieci"), 2, {}))
    for step in steps:
        recorder.take({**step, "time": 1})
    assert recorder.record()["steps"] == steps
    with pytest.raises(Exception, match="the match is over"):
        recorder.take(steps[0])


def test_forks_of_a_recorder_go_their_own_ways() -> None:
    steps = live()["steps"]
    first = next(n for n, step in enumerate(steps) if "move" in step)
    recorder = Recorder(Match(find("dieci"), 2, {}))
    for step in steps[:first]:
        recorder.take(step)
    seat, moves = next(iter(recorder.match.legal().items()))
    forks = [recorder.fork() for _ in moves]
    for fork, move in zip(forks, moves, strict=True):
        fork.move(seat, move)
    assert recorder.steps == steps[:first]
    assert len(moves) > 1
    for fork, move in zip(forks, moves, strict=True):
        assert fork.steps == [*steps[:first], {"seat": seat, "move": move}]


# Claims


def test_a_wrong_result_is_found() -> None:
    whole = record()
    whole["result"]["scores"][0] += 1
    assert '"scores"' in fault(whole, verify).reason
    whole = record()
    whole["result"]["winners"] = [0, 1, 2]
    assert '"winners"' in fault(whole, verify).reason


def test_wrong_legal_moves_are_found() -> None:
    whole = record()
    place = first_move(whole)
    step = whole["steps"][place]
    seat, moves = next(iter(step["legal"].items()))
    for legal, reason in (
        ({seat: moves[:-1]}, "lacks"),
        ({seat: [*moves, "block"]}, 'has "block"'),
        ({}, "lacks"),
        ({**step["legal"], "9": ["keep"]}, 'seat "9" has "keep"'),
        ({**step["legal"], "9": []}, "empty"),
        ({seat: moves[::-1]}, "not sorted"),
        ({seat: moves + moves[-1:]}, "repeats"),
    ):
        step["legal"] = legal
        error = fault(whole, verify)
        assert reason in error.reason
        assert error.step == place


def test_legal_moves_before_chance_are_none() -> None:
    whole = record()
    whole["steps"][0]["legal"] = {}
    assert verify(readable(whole))["legal"] == "ok"
    whole["steps"][0]["legal"] = {"0": ["keep"]}
    assert fault(whole, verify).step == 0


@pytest.mark.parametrize("name", shelf())
def test_a_chance_step_that_the_seed_does_not_give_is_found(name: str) -> None:
    whole = record(name)
    del whole["result"]
    whole["seed"] = "0" * 31 + "1"
    error = fault(whole, verify)
    assert "not what the seed gives" in error.reason
    assert error.step is not None
    assert "chance" in whole["steps"][error.step]


def test_one_exchanged_card_is_found() -> None:
    whole = record()
    cards = whole["steps"][1]["cards"]
    other = next(i for i, card in enumerate(cards) if card != cards[-1])
    cards[-1], cards[other] = cards[other], cards[-1]
    error = fault({**whole, "steps": whole["steps"][:2]} | {"result": None}, verify)
    assert error.step is None  # the result is not an object
    del whole["result"]
    whole["steps"] = whole["steps"][:2]
    error = fault(whole, verify)
    assert (error.step, error.reason) == (1, '"cards" is not what the seed gives')


def test_a_seed_of_another_kind() -> None:
    for seed in ("", "7", "Z" * 32, "\ud800" * 32):
        assert "32 hexadecimal digits" in fault({**record(), "seed": seed}, verify).reason
        found = readable({**record(), "seed": seed})
        assert len(replayed(found)) == len(found.steps)
