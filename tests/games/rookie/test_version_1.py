"""ROOKIE by version 1 of our rules, where it differs from version 2. Old records depend on it."""

import pytest

from mazziere.games.rookie import GAME
from mazziere.kernel.match import Match
from mazziere.kernel.options import BadOption
from tests.games.rookie.table import EIGHT, Table, rule


@rule("AMB-ROO-8")
def test_cards_just_covered_may_be_turned_over_again() -> None:
    table = Table(3, rules=1).piles(EIGHT).do("flip 5", "flip 1").do("cover", "flip 1", "flip 5")
    assert table.open == {1: "R", 5: "X"}
    assert table.seat == 2


def test_the_option_after_cover_is_unknown() -> None:  # contract G6
    with pytest.raises(BadOption, match="no option 'after_cover' in version 1"):
        Match(GAME, 2, {"after_cover": "other"}, rules=1)


@rule("ROO-TM2")
def test_both_cards_given_still_ask_for_the_own_piles() -> None:
    given = Table(4, rules=1, mode="team", capture="manual").piles(EIGHT).before(0, "R", "R", "R")
    given.do("flip 3", "flip 4", "give B 1", "give B 1")
    assert (given.seat, given.moves) == (0, "capture, hold")


@rule("ROO-TM2")
@pytest.mark.parametrize("spare", [False, True])
def test_with_two_Rookies_the_movers_loot_comes_before_the_partners_check(spare: bool) -> None:
    table = Table(4, rules=1, mode="team", spare_partner=spare).piles(EIGHT).before(1, "G", "", "")
    table.before(0, "X", "X", "").before(2, "X", "X", "")
    table.do("flip 5", "flip 6", "place X 3", "give X 3")
    assert table.scores == [3, 0, 0, 0]
    assert table.seat == 0
    table.lay("G" if spare else "GXXX", 1)
    assert table.scores == [3, 0, 3 if spare else 0, 0]
    assert (table.seat, table.moves) == (0, "flip 1 2 3 4 5 6 7 8 9")


@rule("AMB-ROO-4")
def test_the_check_after_a_robbery_of_nothing_asks_again() -> None:
    table = Table(2, rules=1, capture="manual", capture_by="any").piles(EIGHT)
    table.before(0, "R", "R", "R").do("flip 5", "flip 6").lay("XX", 1).do("hold", "rob 1")
    assert table.moves == "capture, hold"


@rule("AMB-ROO-4")
def test_a_Rookie_may_wait_too() -> None:
    table = Table(3, rules=1, capture="manual").piles(EIGHT).before(0, "X", "X", "")
    table.do("flip 5", "flip 6").lay("XX", 3)
    assert table.moves == "capture, hold"
    table.do("hold")
    assert table.moves == "rob 1 2"  # no Rookie was made


@rule("AMB-ROO-4")
def test_nothing_is_asked_at_the_start_of_a_turn() -> None:
    table = Table(2, rules=1, capture="manual").piles(EIGHT).before(0, "R", "R", "")
    table.do("flip 1", "flip 2").lay("RR", 3).do("hold", "flip 1", "flip 3", "flip 1", "flip 3")
    assert (table.seat, table.moves) == (0, "flip 1 2 3 4 5 6 7 8 9")


@rule("AMB-ROO-7")
def test_strict_asks_once_more_without_a_loot() -> None:
    table = Table(2, rules=1, end_loot="strict", capture="manual").piles({1: "R", 2: "R"})
    table.before(0, "R", "R", "").do("flip 1", "flip 2").lay("RR", 3).do("hold", "capture")
    assert table.is_over()
    assert table.scores == [4, 0]
