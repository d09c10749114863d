"""ROOKIE by the rulebook: the X cards, Rookies, the end.

Each rule has at least one test, named after it. Comments cite worked examples of the ledger.
"""

import pytest

from mazziere.kernel.match import Refused
from tests.games.rookie.table import EIGHT, KINDS, Table, rule, walk

# The X cards


@rule("ROO-X-1")
def test_ROO_X_1_an_X_pair_takes_the_cards_of_a_neighbour() -> None:  # example R7
    for victim, total in ((1, 9), (3, 6)):
        table = Table(4).piles(EIGHT).before(0, "R", "B", "")
        table.before(1, "RR", "GG", "B").before(2, "P", "", "").before(3, "Y", "P", "")
        table.do("flip 5", "flip 6").lay("XX", 3)
        assert table.moves == "rob 1 3"
        assert table.refused("rob 2") == table.refused("rob 0") == "ROO-X-1"
        table.do(f"rob {victim}")
        table.lay("RRGGB" if victim == 1 else "YP", 3)
        assert len(table.uncaptured(0)) == total
        assert table.uncaptured(victim) == ""
        assert len(table.uncaptured(4 - victim)) == (2 if victim == 1 else 5)
        assert table.uncaptured(2) == "P"
        assert table.seat == 0
        assert table.moves.startswith("flip")


@rule("ROO-X-1")
def test_ROO_X_1_with_two_players_it_is_the_opponent() -> None:  # example R27
    own = Table(2, 1).piles(EIGHT).do("flip 5", "flip 6").lay("XX", 1)
    assert (own.seat, own.moves) == (1, "rob 0")
    sought = Table(2, 1).piles({**EIGHT, 1: "RG"}, shown="15").do("flip 6").lay("XX", 1)
    assert (sought.seat, sought.moves) == (1, "rob 0")


@rule("ROO-X-1")
def test_ROO_X_1_a_colour_pair_takes_nothing() -> None:
    table = Table().piles(EIGHT).before(1, "Y", "", "").do("flip 1", "flip 2").lay("RR", 1)
    assert table.refused("rob 1") == "ROO-X-1"
    assert table.uncaptured(1) == "Y"


@rule("AMB-ROO-11")
def test_AMB_ROO_11_two_X_go_on_one_pile_or_two() -> None:
    for piles, tops in (((1, 1), "X--"), ((1, 3), "X-X")):
        table = Table().piles(EIGHT).do("flip 5", "flip 6")
        table.lay("X", piles[0]).lay("X", piles[1])
        assert table.tops(0) == tops
        assert table.uncaptured(0) == "XX"


@rule("AMB-ROO-13")
def test_AMB_ROO_13_loot_is_laid_on_top_in_any_order() -> None:
    table = Table().piles(EIGHT).before(0, "Y", "P", "G").before(1, "RRR", "B", "")
    table.do("flip 5", "flip 6").lay("XX", 1).do("rob 1")
    assert table.moves == "place B 1 B 2 B 3 R 1 R 2 R 3"
    table.lay("B", 2).lay("R", 1).lay("R", 2)
    assert table.moves == "place R 1 R 2 R 3"
    table.lay("R", 3)
    assert table.scores == [9, 0]  # three of a colour among the loot capture at once


@rule("AMB-ROO-15")
def test_AMB_ROO_15_a_neighbour_without_cards_may_be_chosen() -> None:
    table = Table(3).piles(EIGHT).before(1, "R", "", "").do("flip 5", "flip 6").lay("XX", 1)
    assert table.moves == "rob 1 2"
    assert table.refused("flip 1") == "AMB-ROO-15"
    table.do("rob 2")
    assert table.uncaptured(0) == "XX"
    assert table.uncaptured(1) == "R"
    assert table.moves.startswith("flip")


@rule("AMB-ROO-1")
@pytest.mark.parametrize(("ends", "seat"), [(False, 0), (True, 1)])
def test_AMB_ROO_1_after_an_own_X_pair_the_turn_goes_on(ends: bool, seat: int) -> None:
    table = Table(3, x_pair_ends_turn=ends).piles(EIGHT).before(1, "Y", "", "")
    table.do("flip 5", "flip 6").lay("XX", 1).do("rob 1").lay("Y", 1)
    assert table.seat == seat
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"
    table = Table(3, x_pair_ends_turn=ends).piles(EIGHT).do("flip 1", "flip 2").lay("RR", 1)
    assert table.seat == 0  # a pair of colours never ends it


@rule("ROO-X-2")
def test_ROO_X_2_a_colour_and_an_X_stay_open() -> None:  # example R8
    for flips in (("flip 5", "flip 3"), ("flip 3", "flip 5")):
        table = Table(3).piles(EIGHT).do("flip 1", "flip 2").lay("RR", 2).do(*flips)
        assert table.open == {3: "B", 5: "X"}
        assert table.uncaptured(0) == "RR"  # earlier pairs stay
        assert table.seat == 1
        assert table.moves == "cover, flip 1 2 4 6 7 8 9"


@rule("ROO-X-3")
def test_ROO_X_3_covering_first_then_a_normal_turn() -> None:  # example R8
    table = Table(3).piles(EIGHT).do("flip 5", "flip 1").do("cover")
    assert table.open == {}
    assert table.seat == 1
    assert table.moves == "flip 2 3 4 6 7 8 9"  # two others, AMB-ROO-8
    assert table.refused("cover") == "ROO-X-3"
    table.do("flip 3")
    assert table.seat == 1  # two cards
    assert table.refused("cover") == "ROO-X-3"
    table.do("flip 4").lay("BB", 1)
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"


@rule("AMB-ROO-8")
def test_AMB_ROO_8_after_covering_two_others_are_turned_over() -> None:  # contract R12
    table = Table(3).piles(EIGHT).do("flip 5", "flip 1").do("cover")
    assert table.refused("flip 1") == "AMB-ROO-8"
    table.do("flip 3")
    assert table.moves == "flip 2 4 6 7 8 9"
    assert table.refused("flip 5") == "AMB-ROO-8"
    table.do("flip 4").lay("BB", 1)
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"  # after two flips, also when they were a pair
    missed = Table(3).piles(EIGHT).do("flip 5", "flip 1").do("cover", "flip 3", "flip 7")
    assert (missed.seat, missed.moves) == (2, "flip 1 2 3 4 5 6 7 8 9")


@rule("AMB-ROO-8")
def test_AMB_ROO_8_any_card_with_the_option() -> None:
    table = Table(3, after_cover="any").piles(EIGHT).do("flip 5", "flip 1").do("cover")
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"
    table.do("flip 1", "flip 5")
    assert table.open == {1: "R", 5: "X"}
    assert table.seat == 2


@rule("AMB-ROO-8")
def test_AMB_ROO_8_without_two_others_any_card() -> None:  # contract R12
    few = Table(2).piles({1: "XR", 2: "RX", 3: "R", 4: "R"}, shown="12").do("cover")
    assert few.moves == "flip 3 4"
    one = Table(2).piles({1: "XRR", 2: "RXR", 3: "RX"}, shown="12").do("cover")
    assert one.moves == "flip 1 2 3"  # fewer than two other piles
    none = Table(2).piles({1: "XR", 2: "RX"}, shown="12").do("cover")
    assert none.moves == "flip 1 2"


@rule("AMB-ROO-8")
def test_AMB_ROO_8_the_named_pile_counts_not_where_the_card_goes() -> None:  # contract R12
    table = Table(2).piles({1: "XR", 2: "RX", 3: "BG", 4: "GB"}, shown="12").do("cover")
    table.do("flip 3")  # its card goes into the gap at 5; pile 3 has another one
    assert table.open == {5: "B"}
    assert table.moves == "flip 3 4"


@rule("AMB-ROO-8")
def test_AMB_ROO_8_cards_that_the_rules_cover_are_not_barred() -> None:  # contract R12
    table = Table(3).piles(EIGHT).do("flip 5", "flip 1").do("flip 6").lay("XX", 1).do("rob 0")
    assert table.open == {}
    assert (table.seat, table.moves) == (2, "flip 1 2 3 4 5 6 7 8 9")


@rule("ROO-X-4")
def test_ROO_X_4_seeking_turns_over_a_single_card() -> None:
    table = Table(3).piles(EIGHT).do("flip 5", "flip 1").do("flip 3")
    assert table.seat == 2
    assert table.open == {1: "R", 3: "B", 5: "X"}


@rule("ROO-X-4a")
def test_ROO_X_4a_the_second_X_takes_from_the_left_and_ends_the_turn() -> None:  # example R9
    table = Table(4).piles(EIGHT).before(0, "Y", "P", "").before(2, "B", "", "")
    table.do("flip 5", "flip 1", "flip 6")
    assert table.seat == 1
    assert table.moves == "place X 1 X 2 X 3"
    table.lay("XX", 1)
    assert table.moves == "rob 0"
    assert table.refused("rob 2") == "ROO-X-4a"
    assert table.refused("rob 3") == "ROO-X-1"
    table.do("rob 0").lay("YP", 2)
    assert table.uncaptured(1) == "YPXX"
    assert table.uncaptured(0) == ""
    assert table.uncaptured(2) == "B"
    assert table.open == {}
    assert table.column(1) == "RG"
    assert table.seat == 2
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"


@rule("AMB-ROO-2")
def test_AMB_ROO_2_a_choice_also_when_seeking_with_the_option() -> None:
    for seek_victim, moves in (("left", "rob 0"), ("choice", "rob 0 2")):
        table = Table(4, seek_victim=seek_victim).piles(EIGHT)
        table.do("flip 5", "flip 1", "flip 6").lay("XX", 1)
        assert table.moves == moves
    own = Table(4).piles(EIGHT).do("flip 5", "flip 6").lay("XX", 1)
    assert own.moves == "rob 1 3"


@rule("ROO-X-4b")
@rule("AMB-ROO-9")
def test_ROO_X_4b_the_partner_of_a_colour_and_one_new_card() -> None:  # example R10
    table = Table(3).piles(EIGHT).do("flip 5", "flip 1", "flip 2").lay("RR", 1)
    assert table.seat == 1
    assert table.open == {5: "X"}
    assert table.moves == "flip 1 2 3 4 6 7 8 9"  # no covering in the middle of a turn
    assert table.refused("cover") == "ROO-X-3"
    table.do("flip 3")
    assert table.open == {3: "B", 5: "X"}
    assert table.uncaptured(1) == "RR"
    assert table.seat == 2
    assert table.moves == "cover, flip 1 2 4 6 7 8 9"


@rule("AMB-ROO-9")
def test_AMB_ROO_9_the_new_card_may_be_the_second_X_or_another_partner() -> None:
    table = Table(3).piles(EIGHT).do("flip 5", "flip 1", "flip 3")  # open X R B
    table.do("flip 2").lay("RR", 1).do("flip 4").lay("BB", 1)
    assert table.seat == 2
    assert table.open == {5: "X"}
    table.do("flip 6").lay("XX", 2)
    assert table.moves == "rob 1"
    table.do("rob 1")
    assert table.seat == 0
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"


@rule("AMB-ROO-10")
def test_AMB_ROO_10_the_partner_of_any_open_colour_counts() -> None:  # examples R14, R15
    for flip, card in (("flip 2", "R"), ("flip 4", "B"), ("flip 8", "G")):
        table = Table(3).piles(EIGHT, shown="1357").do(flip)
        assert table.moves == f"place {card} 1 {card} 2 {card} 3"
    everything = {1: "XR", 2: "RG", 3: "GB", 4: "BY", 5: "YP", 6: "PX"}
    for card in KINDS:
        table = Table().piles({**everything, 7: card}, shown="123456").do("flip 7")
        assert table.moves == f"place {card} 1 {card} 2 {card} 3"


@rule("ROO-X-4c")
def test_ROO_X_4c_neither_leaves_everything_open() -> None:  # examples R12, R14
    table = Table(4).piles(EIGHT).before(1, "Y", "", "").before(3, "B", "", "")
    table.do("flip 5", "flip 1", "flip 7")
    assert table.events == ["flipped", "left_open"]
    assert table.open == {1: "R", 5: "X", 7: "G"}
    assert table.seat == 2
    assert table.moves == "cover, flip 2 3 4 6 8 9"
    table.do("flip 6").lay("XX", 1).do("rob 1").lay("Y", 1)
    assert table.uncaptured(2) == "YXX"
    assert table.open == {}
    assert table.seat == 3
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"


# Rookie


@rule("ROO-X-5")
@rule("AMB-ROO-12")
def test_ROO_X_5_three_X_capture_and_take_the_cards_of_all() -> None:  # example R16
    table = Table(4).piles(EIGHT).before(0, "X", "R", "")
    table.before(1, "GG", "", "").before(2, "B", "Y", "", points=5).before(3, "", "P", "")
    table.do("flip 5", "flip 6", "place X 2", "place X 3")
    assert table.scores == [4, 0, 5, 0]
    assert table.tops(0) == "---"
    assert [table.uncaptured(seat) for seat in (1, 2, 3)] == ["", "", ""]
    assert table.seat == 0  # no neighbour is chosen
    table.lay("GGBYP", 1)
    assert table.uncaptured(0) == "GGBYP"
    assert table.scores == [4, 0, 5, 0]
    assert table.seat == 0
    assert table.moves.startswith("flip")


@rule("AMB-ROO-12")
def test_AMB_ROO_12_loot_is_looked_at_when_the_last_card_lies() -> None:
    table = Table(4).piles(EIGHT).before(0, "X", "X", "").before(1, "RRR", "", "")
    table.before(2, "", "XXX", "").before(3, "G", "", "")
    table.do("flip 5", "flip 6").lay("XX", 3)
    table.lay("R", 1).lay("R", 2).lay("R", 3).lay("X", 1).lay("X", 2).lay("G", 1)
    assert table.tops(0) == "GXR"
    table.lay("X", 1)  # X X R
    assert table.scores == [4, 0, 0, 0]
    assert table.moves.startswith("flip")


@rule("AMB-ROO-12")
def test_AMB_ROO_12_a_Rookie_from_loot() -> None:
    table = Table(3).piles(EIGHT).before(1, "X", "", "").before(2, "P", "", "")
    table.do("flip 5", "flip 6").lay("X", 1).lay("X", 2).do("rob 1", "place X 3")
    assert table.scores == [3, 0, 0]
    assert table.moves == "place P 1 P 2 P 3"


# The end


@rule("ROO-E1")
@rule("AMB-ROO-7")
def test_ROO_E1_the_finder_of_the_last_pair_gets_all_uncaptured_cards() -> None:
    table = Table(3).piles({1: "R", 2: "R"}).before(0, "G", "", "")
    table.before(1, "BB", "", "", points=6).before(2, "Y", "", "")
    table.do("flip 1", "flip 2", "place R 1")
    assert not table.is_over()
    table.do("place R 2")
    assert table.is_over()
    assert table.scores == [6, 6, 0]  # G, R, R and the loot B, B, Y
    assert table.match.legal() == {}
    with pytest.raises(Refused) as error:
        table.match.move(0, "flip 1")
    assert error.value.rule == "ROO-E1"


@rule("ROO-E1")
def test_ROO_E1_the_last_pair_captures_as_usual() -> None:
    table = Table(2, end_loot="strict").piles({1: "R", 2: "R"}).before(0, "GR", "R", "")
    table.do("flip 1", "flip 2").lay("RR", 3)
    assert table.is_over()
    assert table.scores == [5, 0]


@rule("ROO-E1")
def test_ROO_E1_a_last_pair_of_X_robs_no_neighbour() -> None:
    table = Table(3, 2).piles({1: "X", 2: "X"}).before(0, "G", "", "").before(1, "B", "", "")
    table.do("flip 1", "flip 2").lay("XX", 1)
    assert table.is_over()
    assert table.scores == [0, 0, 4]


@rule("ROO-E1")
def test_ROO_E1_a_Rookie_of_the_last_pair_takes_and_lays_as_usual() -> None:  # contract R7
    for end_loot, points in (("all", 6), ("strict", 4)):
        table = Table(2, end_loot=end_loot).piles({1: "X", 2: "X"})
        table.before(0, "X", "X", "").before(1, "G", "B", "")
        table.do("flip 1", "flip 2").lay("XX", 3)
        assert table.scores == [4, 0]
        table.lay("GB", 1)
        assert table.is_over()
        assert table.scores == [points, 0]


@rule("AMB-ROO-7")
def test_AMB_ROO_7_strict_counts_only_what_can_still_be_captured() -> None:
    for last, points in ((3, 7), (2, 0)):
        table = Table(3, end_loot="strict").piles({1: "R", 2: "R"}).before(0, "B", "R", "")
        table.before(1, "BB", "", "", points=2).before(2, "Y", "", "")
        table.do("flip 1", "flip 2").lay("RR", 3)
        assert table.moves == "place B 1 B 2 B 3 Y 1 Y 2 Y 3"
        table.lay("Y", 2).lay("B", 2)
        assert not table.is_over()
        table.lay("B", last)
        assert table.is_over()
        assert table.scores == [points, 2, 0]
        assert table.match.winners() == ([0] if points else [1])


@rule("AMB-ROO-7")
def test_AMB_ROO_7_strict_asks_once_more_with_manual() -> None:  # contract R7, R9
    for loot, points in (("R", 5), ("", 0)):
        table = Table(2, end_loot="strict", capture="manual").piles({1: "R", 2: "R"})
        table.before(0, "R", "R", "").before(1, loot, "", "")
        table.do("flip 1", "flip 2").lay("RR", 3).do("hold")
        if loot:
            table.lay(loot, 1).do("capture")
        assert table.is_over()
        assert table.scores == [points, 0]  # without a loot nothing is asked: held cards are lost


@rule("AMB-ROO-6")
def test_AMB_ROO_6_the_last_two_cards_always_match() -> None:  # example R22
    for seed in range(8):
        for states in walk(2 + seed % 5, {"edition": "pocket"}, seed):
            if states["rest"][0].sum() == 2:
                assert max(states["rest"][0]) == 2
                break
        else:
            pytest.fail("no last two cards")


@rule("AMB-ROO-20")
def test_AMB_ROO_20_a_tie_is_shared() -> None:
    table = Table(3).piles({1: "R", 2: "R"}).before(1, points=2).before(2, points=1)
    table.do("flip 1", "flip 2").lay("RR", 1)
    assert table.scores == [2, 2, 1]
    assert table.match.winners() == [0, 1]
    nobody = Table(3, end_loot="strict").piles({1: "R", 2: "R"})
    nobody.do("flip 1", "flip 2").lay("RR", 1)
    assert (nobody.scores, nobody.match.winners()) == ([0, 0, 0], [0, 1, 2])
    teams = Table(6, mode="team").piles({1: "R", 2: "R"}).before(1, points=1).before(4, points=1)
    teams.before(5, points=1).do("flip 1", "flip 2").lay("RR", 1)
    assert teams.match.winners() == [0, 1, 3, 4]
