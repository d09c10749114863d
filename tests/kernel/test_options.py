"""Options: what is allowed, what is refused, and how it stands in a state."""

import re
from typing import Any

import pytest

from mazziere.games import find, shelf
from mazziere.kernel.engine import engine, wanted_mode
from mazziere.kernel.options import BadOption, Choice, Counts, Each, Flag, Number

CHOICE = Choice("end", ("R-1",), ("round", "now"))
CODED = Choice("scoring", ("R-1",), ("winner", "hand"), codes=(1, 0))
FLAG = Flag("strict", ("R-1",))
NUMBER = Number("tokens", ("R-1",), 1, 9, 5)
EACH = Each("custom", ("R-1",), 3, ("plain", "none"))
COUNTS = Counts("copies", ("R-1",), ("a", "b", "c"), 0, 4, 3, 9, ((1, 2, 3), (4, 4, 1)))


def test_values_are_numbers_in_the_state() -> None:
    assert (CHOICE.encode("now"), CODED.encode("winner"), FLAG.encode(True)) == (1, 1, 1)
    assert (NUMBER.encode(9), EACH.encode(["none", "plain", "none"])) == (9, (1, 0, 1))
    assert COUNTS.encode([0, 4, 4]) == (0, 4, 4)
    assert COUNTS.samples() == [[1, 2, 3], [4, 4, 1]]


@pytest.mark.parametrize(
    ("option", "values"),
    [
        (CHOICE, ["never", "", None, 0, True, ["round"]]),
        (FLAG, [0, 1, "true", None]),
        (NUMBER, [0, 10, True, 5.0, "5", -1, 10**30, None]),
        (COUNTS, [[1, 2], [1, 2, 3, 4], [1, 2, 5], [1, 2, -1], [True, 2, 3], [1.0, 2, 3], "123"]),
        (COUNTS, [[0, 0, 2], [4, 4, 2], None]),
        (EACH, [["plain"] * 2, ["plain"] * 4, "plain", ["plain", "none", 1], None, ["x"] * 3]),
    ],
)
def test_what_is_not_allowed_is_refused_by_name(option: Any, values: list[Any]) -> None:
    for value in values:
        with pytest.raises(BadOption, match=f"option {option.name}: .* is not "):
            option.encode(value)


@pytest.mark.parametrize(("length", "shown"), [(38, "x" * 38 + "'"), (39, "x" * 36 + "...")])
def test_a_long_value_is_cut_in_the_message(length: int, shown: str) -> None:
    with pytest.raises(BadOption, match=f"option end: '{re.escape(shown)} is not one of "):
        CHOICE.encode("x" * length)


def test_a_long_value_is_shown_short() -> None:
    with pytest.raises(BadOption) as error:
        CHOICE.encode("x" * 1000)
    assert len(str(error.value)) < 100


def test_values_from_a_command_line() -> None:
    assert CHOICE.from_text("now") == "now"
    assert (FLAG.from_text("true"), FLAG.from_text("false"), FLAG.from_text("yes")) == (
        True,
        False,
        "yes",
    )
    assert (NUMBER.from_text("7"), NUMBER.from_text("+7"), NUMBER.from_text("٣")) == (7, "+7", "٣")
    assert EACH.from_text("plain,none,plain") == ["plain", "none", "plain"]
    assert COUNTS.from_text("1,2,12") == [1, 2, 12]
    assert COUNTS.from_text("1,x") == [1, "x"]


@pytest.mark.parametrize("name", shelf())
def test_defaults_and_samples_are_allowed(name: str) -> None:
    for option in find(name).options:
        assert option.samples()[0] == option.default
        for value in option.samples():
            option.encode(value)
        assert option.allowed()


@pytest.mark.parametrize("name", shelf())
def test_unknown_options_and_player_counts_are_refused(name: str) -> None:
    plain = engine(find(name), "plain")
    with pytest.raises(BadOption, match="no option 'colour'"):
        plain.new(2, {"colour": "red"})
    for players in (0, 1, 11, -2, True, 2.0, "2", 10**20):
        with pytest.raises(BadOption, match="players"):
            plain.new(players, {})  # type: ignore[arg-type]


def test_teams_are_four_or_six() -> None:
    rookie = find("rookie")
    assert rookie.allowed_players(rookie.full_options({"mode": "team"})) == (4, 6)
    with pytest.raises(BadOption, match="4, 6 players"):
        engine(rookie, "plain").new(3, {"mode": "team"})


def test_the_mode_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, mode in (("0", "plain"), ("1", "compiled"), ("check", "checked")):
        monkeypatch.setenv("MAZZIERE_JIT", text)
        assert wanted_mode() == mode
    monkeypatch.setenv("MAZZIERE_JIT", "yes")
    with pytest.raises(ValueError, match="MAZZIERE_JIT=yes"):
        wanted_mode()


NEWER = Choice("cover", ("R-1",), ("other", "any"), since=2, earlier="any")
GROWN = Choice("score", ("R-1",), ("a", "b", "c"), codes=(5, 6, 7), later={"b": 2})


def test_a_version_knows_only_its_own_options_and_values() -> None:
    """Contract G6."""
    assert NEWER.at(1) is None
    assert NEWER.at(2) is NEWER
    assert NEWER.encode_earlier() == NEWER.encode("any")
    assert FLAG.encode_earlier() == FLAG.encode(False)
    assert GROWN.at(2) is GROWN
    old = GROWN.at(1)
    assert old is not None
    assert (old.samples(), old.encode("c")) == (["a", "c"], 7)
    with pytest.raises(BadOption, match="option score: 'b' is not one of a, c"):
        old.encode("b")


@pytest.mark.parametrize("name", shelf())
def test_an_older_match_plays_without_later_options(name: str) -> None:
    """Contract G6: they are refused by name, and their fields hold what version 1 did."""
    game = find(name)
    full = game.full_options({}, 1)
    assert set(full) == {option.name for option in game.options if option.since == 1}
    states = engine(game, "plain").new(4, {}, 1)
    assert states["rules"][0] == 1
    for option in game.options:
        if option.since > 1:
            assert tuple(states[option.name][0].ravel()) == tuple(
                engine(game, "plain")
                .new(4, {option.name: option.earlier or option.default})[option.name][0]
                .ravel()
            )
            with pytest.raises(BadOption, match=f"no option '{option.name}' in version 1"):
                game.full_options({option.name: option.default}, 1)
