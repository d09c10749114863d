"""Records: strict reading, replaying, checking and writing."""

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mazziere.games import IDS, find
from mazziere.kernel.match import Match, deal_stream, match_seed, play_stream, random_move
from mazziere.kernel.record import (
    Played,
    Record,
    Recorder,
    RecordError,
    begin,
    parse,
    read,
    replay,
    verify,
    write,
)
from tools.vectors import LiveMatch, Plan

Json = dict[str, Any]


@cache
def written(name: str, with_legal: bool = True) -> str:
    """A whole random match of a game as we write it."""
    game = find(name)
    seed = match_seed(11, 1)
    options = {"scoring": "hand"} if name == "uno_h2o" else {}
    recorder = Recorder(Match(game, 3, options), seed, with_legal)
    deal, play = deal_stream(seed), play_stream(seed)
    while not recorder.match.is_over:
        if recorder.match.due is not None:
            recorder.deal(deal.order)
        else:
            recorder.move(*random_move(recorder.match, play))
    return write(recorder.record())


def record(name: str = "dieci") -> Json:
    """The same as an object to change."""
    found: Json = json.loads(written(name))
    return found


def readable(value: Any) -> Record:
    return read(json.dumps(value).encode(), find)


def fault(value: Any, check: Callable[[Record], object] | None = None) -> RecordError:
    """What is wrong with a record, read, replayed and perhaps checked."""
    with pytest.raises(RecordError) as caught:
        (check or replayed)(readable(value))
    assert str(caught.value).isprintable()
    return caught.value


def replayed(found: Record) -> list[Played]:
    return list(replay(found, begin(found)))


# What we write


@pytest.mark.parametrize("name", IDS)
def test_a_record_that_we_write_is_read_and_found_correct(name: str) -> None:
    found = readable(record(name))
    assert verify(found) == {"result": "ok", "legal": "ok", "seed": "ok", "proof": "none"}
    assert list(found.options) == [option.name for option in find(name).options]


@pytest.mark.parametrize("name", IDS)
def test_a_record_with_only_chance_and_moves_replays(name: str) -> None:
    whole = record(name)
    bare = {field: whole[field] for field in ("format", "game", "rules", "players")}
    bare["options"] = {"scoring": "hand"} if name == "uno_h2o" else {}
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


def yooloo_by_hand(**more: Any) -> Json:
    """The ledger's example: the stacks 1 to 10 and 10 to 1."""
    stacks = [{"seat": 0, "move": f"stack {card}"} for card in range(1, 11)]
    stacks += [{"seat": 1, "move": f"stack {card}"} for card in range(10, 0, -1)]
    steps = [{"chance": "starter", "seat": 1}, *stacks]
    return {
        "format": "mazziere-record/1", "game": "yooloo", "rules": 1, "players": 2,
        "steps": steps, **more,
    }  # fmt: skip


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


@cache
def live_record(revealed: bool) -> str:
    plan = Plan("t", "dieci", (("Ada", "person"), ("Bruno", "bot easy")), sends=(0,))
    return write(LiveMatch(plan).record(revealed))


def live(revealed: bool = True) -> Json:
    """A whole match as it is dealt at a live table."""
    found: Json = json.loads(live_record(revealed))
    return found


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
    newer = replace(find("dieci"), rules=2)
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


# The head


def without(name: str) -> Json:
    whole = record()
    del whole[name]
    return whole


@pytest.mark.parametrize("name", ["format", "game", "rules", "players", "steps"])
def test_required_fields(name: str) -> None:
    assert fault(without(name)).reason == f'"{name}" is missing'


def test_options_may_be_missing() -> None:
    assert readable(without("options")).options["tokens"] == 5


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("format", "mazziere-record/2", 'is "mazziere-record/2", not "mazziere-record/1"'),
        ("format", 1, "1, not a text"),
        ("game", "poker", 'no game "poker"'),
        ("game", "__class__", "no game"),
        ("game", None, "null, not a text"),
        ("game", ["dieci"], "a list, not a text"),
        ("rules", 0, "knows 1 to"),
        ("rules", 99, "knows 1 to"),
        ("rules", True, "true, not a whole number"),
        ("rules", 1.0, "1.0, not a whole number"),
        ("rules", "1", '"1", not a whole number'),
        ("players", 1, "not 1"),
        ("players", 11, "not 11"),
        ("players", -3, "not -3"),
        ("players", 10**100, "not a huge number"),
        ("players", 3.0, "3.0, not a whole number"),
        ("players", True, "true, not a whole number"),
        ("options", [], "a list, not an object"),
        ("options", None, "null, not an object"),
        ("options", {"colour": 1}, 'no option "colour"'),
        ("options", {"Tokens": 1}, 'no option "Tokens"'),
        ("options", {"a\nb\ud800": 1}, 'no option "a\\nb\\ud800"'),
        ("options", {"tokens": 0}, "1 to 9"),
        ("options", {"tokens": 10}, "1 to 9"),
        ("options", {"tokens": 5.0}, "1 to 9"),
        ("options", {"tokens": "5"}, "1 to 9"),
        ("options", {"tokens": True}, "1 to 9"),
        ("options", {"tokens": 10**50}, "1 to 9"),
        ("options", {"must_block": 1}, "true or false"),
        ("options", {"must_block": "true"}, "true or false"),
        ("options", {"must_block": None}, "true or false"),
        ("options", {"deck": "3-4-5"}, "3-4-4"),
        ("options", {"deck": ["3-4-4"]}, "3-4-4"),
        ("options", {"deck": [[]]}, "not a value"),
        ("options", {"deck": {}}, "not a value"),
        ("seed", 7, "7, not a text"),
        ("result", None, "null, not an object"),
        ("result", {"scores": [1, 2, 3]}, '"winners" is missing'),
        ("result", {"winners": [0]}, '"scores" is missing'),
        ("result", {"scores": [1.0], "winners": [0]}, "whole numbers"),
        ("result", {"scores": [1], "winners": 0}, "whole numbers"),
        ("steps", {}, "an object, not a list"),
        ("steps", None, "null, not a list"),
    ],
)
def test_faults_of_the_head(name: str, value: Any, reason: str) -> None:
    error = fault({**record(), name: value})
    assert reason in error.reason
    assert error.step is None
    assert error.rule is None


def test_team_mode_is_for_four_or_six() -> None:
    head = {"format": "mazziere-record/1", "game": "rookie", "rules": 1, "steps": []}
    assert "not 5" in fault({**head, "players": 5, "options": {"mode": "team"}}).reason
    assert readable({**head, "players": 6, "options": {"mode": "team"}}).players == 6


def test_custom_cards_are_a_list_of_three() -> None:
    head = {"format": "mazziere-record/1", "game": "uno", "rules": 1, "players": 2, "steps": []}
    for value in (["plain"] * 2, ["plain"] * 4, "plain,plain,plain", ["plain", "plain", 0]):
        assert "list of 3" in fault({**head, "options": {"custom": value}}).reason
    found = readable({**head, "options": {"custom": ["none", "none", "plain"]}})
    assert found.options["custom"] == ["none", "none", "plain"]


# Not JSON


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not JSON: Expecting value at line 1, column 1"),
        (b"hello", "not JSON"),
        (b"{", "not JSON"),
        (b'{"a": 1,\n "b" 2}', "line 2"),
        (b"{} {}", "Extra data"),
        (b'{"a": NaN}', "NaN is not a number"),
        (b'{"a": -Infinity}', "-Infinity is not a number"),
        (b'{"a": 1, "a": 2}', '"a" stands twice'),
        (b'{"steps": [{"seat": 0, "seat": 1}]}', '"seat" stands twice'),
        (b"\xef\xbb\xbf{}", "byte order mark"),
        (b"\xff\xfe{\x00}\x00", "not UTF-8: byte 0"),
        (b'{"a": "\xe9"}', "not UTF-8: byte 7"),
        (b'{"a": "\xed\xa0\x80"}', "not UTF-8"),
        (b'{"a": "\n"}', "control character"),
        (b"9" * 5000, "too many digits"),
        (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"[]", "a record is an object, not a list"),
        (b'"x"', 'not "x"'),
        (b"null", "not null"),
        (b"1e999", "not inf"),
        (b"\x00", "not JSON"),
    ],
)
def test_what_is_not_a_record(data: bytes, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(data, find)
    assert reason in caught.value.reason
    assert caught.value.reason.isprintable()
    assert caught.value.step is None


def test_lone_surrogates_are_not_cards_nor_moves() -> None:
    whole = record()
    whole["steps"][2]["move"] = "\ud800"
    error = fault(whole)
    assert (error.step, error.rule) == (2, None)
    assert '"\\ud800"' in error.reason
    whole = {**record(), "names": ["\ud800"]}
    assert verify(readable(whole))


# Steps


def first_move(whole: Json) -> int:
    return next(i for i, step in enumerate(whole["steps"]) if "move" in step)


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (None, "a step is an object, not null"),
        ([], "a step is an object, not a list"),
        ("keep", 'a step is an object, not "keep"'),
        ({}, "neither"),
        ({"seat": 0}, "neither"),
        ({"move": "keep"}, '"seat" is missing'),
        ({"seat": "0", "move": "keep"}, '"seat" is "0"'),
        ({"seat": 0.0, "move": "keep"}, '"seat" is 0.0'),
        ({"seat": False, "move": "keep"}, '"seat" is false'),
        ({"seat": 0, "move": 1}, '"move" is 1'),
        ({"seat": 0, "move": ["keep"]}, '"move" is a list'),
        ({"chance": 1}, '"chance" is 1'),
        ({"chance": None}, '"chance" is null'),
        ({"chance": "deck", "seat": 0, "move": "keep"}, "do not go together"),
        ({"seat": 0, "move": "keep", "legal": []}, '"legal" is a list'),
        ({"seat": 0, "move": "keep", "legal": {"0": "keep"}}, '"legal" of seat "0"'),
        ({"seat": 0, "move": "keep", "legal": {"0": [1]}}, '"legal" of seat "0"'),
        ({"chance": "deck", "cards": []}, "no chance step is due"),
        ({"seat": 7, "move": "keep"}, "no such seat"),
        ({"seat": -1, "move": "keep"}, "no such seat"),
        ({"seat": 10**30, "move": "keep"}, "no such seat"),
        ({"seat": 0, "move": "KEEP"}, "no such move"),
        ({"seat": 0, "move": "k" * 1000}, "no such move"),
    ],
)
def test_faults_of_a_step(step: Any, reason: str) -> None:
    whole = record()
    place = first_move(whole)
    whole["steps"][place] = step
    error = fault(whole)
    assert reason in error.reason
    assert error.step == place
    assert len(error.reason) < 200


def test_an_illegal_move_names_step_and_rule() -> None:
    whole = record()
    place = first_move(whole)
    seat = whole["steps"][place]["seat"]
    whole["steps"][place]["move"] = "block"
    error = fault(whole)
    assert (error.step, error.rule) == (place, "DIE-R2")
    assert error.refused is not None
    whole["steps"][place] = {"seat": (seat + 1) % 3, "move": "keep"}
    error = fault(whole)
    assert (error.step, error.rule) == (place, "DIE-R1")


def test_a_move_instead_of_a_chance_step() -> None:
    whole = record()
    del whole["steps"][1]
    error = fault(whole)
    assert error.step == 1
    assert 'the chance step "deck" is due' in error.reason
    assert error.rule in ("DIE-SET-2", "DIE-SET-3")


def test_steps_after_the_end() -> None:
    whole = record()
    end = len(whole["steps"])
    for step in ({"seat": 0, "move": "keep"}, {"chance": "deck", "cards": []}):
        error = fault({**whole, "steps": [*whole["steps"], step]})
        assert error.step == end
        assert "the match is over" in error.reason
        assert error.rule == "DIE-ELIM-1"


def test_a_result_on_an_unfinished_match() -> None:
    whole = record()
    whole["steps"].pop()
    error = fault(whole)
    assert error.step is None
    assert "not over" in error.reason


def test_the_first_fault_counts() -> None:
    whole = record()
    whole["steps"][-1] = None
    whole["steps"][0] = {"chance": "dealer", "seat": 9}
    assert fault(whole).step == 0


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


@pytest.mark.parametrize("name", IDS)
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


# Anything


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=4),
    st.sampled_from(["keep", "swap", "draw", "accept", "block", "cat", "r7", "deck", "dealer"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """All places inside a JSON value."""
    found = [path] if path else []
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in inner if isinstance(value, (dict, list)) else ():
        found += places(part, (*path, key)) if isinstance(part, (dict, list)) else [(*path, key)]
    return found


def changed(value: Any, path: tuple[Any, ...], how: str, other: Any) -> Any:
    """A copy of a JSON value with one place changed."""
    whole = copy.deepcopy(value)
    inner = whole
    for key in path[:-1]:
        inner = inner[key]
    if how == "replace":
        inner[path[-1]] = other
    elif how == "remove":
        del inner[path[-1]]
    elif isinstance(inner, list):
        inner.insert(path[-1], copy.deepcopy(inner[path[-1]]))
    else:
        inner[str(other)] = inner[path[-1]]
    return whole


def only_record_errors(data: bytes) -> None:
    line = ""
    try:
        verify(read(data, find))
    except RecordError as error:
        line = str(error)
    assert line.isprintable()
    assert len(line) < 400


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.sampled_from(["dieci", "yooloo", "one_to_ten", "uno_h2o", "rookie"]))
def test_a_changed_record_gives_a_record_error_or_none(data: st.DataObject, name: str) -> None:
    whole = short(name)
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(whole)))
        how = data.draw(st.sampled_from(["replace", "replace", "remove", "repeat"]))
        whole = changed(whole, path, how, data.draw(VALUES))
    only_record_errors(json.dumps(whole).encode())


def short(name: str) -> Json:
    """The beginning of a record."""
    whole = record(name)
    whole["steps"] = whole["steps"][:12]
    return whole


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=60), st.integers(0, 1500), st.integers(0, 40))
def test_changed_bytes_give_a_record_error_or_none(junk: bytes, place: int, length: int) -> None:
    data = json.dumps(short("dieci")).encode()
    only_record_errors(data[:place] + junk + data[place + length :])


@settings(max_examples=100, deadline=None)
@given(VALUES)
@example([])
def test_any_json_gives_a_record_error(value: Any) -> None:
    with pytest.raises(RecordError):
        readable(value)


def test_parse_reads_what_the_standard_allows() -> None:
    assert parse(b' {"a": [1, -0.5e3, "\\u00e9", null, true]} ') == {
        "a": [1, -500.0, "é", None, True]
    }
