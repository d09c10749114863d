"""Records: strict reading, with the reason and the step of the first fault."""

from typing import Any

import pytest

from mazziere.games import find
from mazziere.kernel.record import RecordError, read, verify
from tests.kernel.records import Json, fault, first_move, readable, record

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


def test_a_result_on_an_unfinished_match() -> None:  # contract G3
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
