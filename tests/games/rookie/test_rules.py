"""ROOKIE by the rulebook: set-up, turns and captures.

Each rule has at least one test, named after it. Comments cite worked examples of the ledger.
"""

import pytest

from mazziere.games.rookie import GAME
from mazziere.kernel.chances import BadChance
from mazziere.kernel.events import SPECTATOR
from mazziere.kernel.match import Match
from mazziere.kernel.options import BadOption
from tests.games.rookie.table import EIGHT, KINDS, Table, dealt, pack, rule

# Set-up


@rule("ROO-0a")
def test_ROO_0a_eighteen_cards_of_six_kinds_or_twelve() -> None:
    for edition, copies in (("full", 18), ("pocket", 12)):
        assert pack(edition=edition) == dict.fromkeys(KINDS, copies)


@rule("ROO-0b")
def test_ROO_0b_two_to_six_players() -> None:
    for players in (1, 7):
        with pytest.raises(BadOption):
            Match(GAME, players, {})
    for players in (2, 3, 4, 5, 6):
        assert len(Table(players).scores) == players


@rule("ROO-0c")
def test_ROO_0c_each_card_is_a_point_and_the_most_points_win() -> None:
    last = {1: "R", 2: "R"}
    table = Table(3).piles(last).before(1, points=40).before(2, points=41).before(0, points=9)
    table.do("flip 1", "flip 2").lay("RR", 1)
    assert table.scores == [11, 40, 41]
    assert table.match.winners() == [2]
    moves = {
        mode: Table(4, mode=mode).piles(EIGHT).do("flip 1", "flip 2").moves.split()[0]
        for mode in ("normal", "team", "kids")
    }
    assert moves == {"normal": "place", "team": "give", "kids": "flip"}  # three ways to play


@rule("ROO-0d")
@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        ({}, [12] * 9),
        ({"edition": "pocket"}, [8] * 9),
        ({"mode": "kids"}, [10] * 9),
        ({"mode": "kids", "edition": "pocket"}, [7] * 6 + [6] * 3),
    ],
)
def test_ROO_0d_nine_piles_as_equal_as_can_be(options: dict[str, str], sizes: list[int]) -> None:
    match = Match(GAME, 2, options)
    match.chance({"chance": "starter", "seat": 0})
    piles = dealt({}, **options)
    assert [len(pile) for pile in piles] == sizes
    crooked = [pile[:] for pile in piles]
    crooked[0].append(crooked[8].pop())
    crooked[1].append(crooked[8].pop())
    with pytest.raises(BadChance):
        match.chance({"chance": "piles", "piles": crooked})
    piles.reverse()  # any of them may be the larger ones
    match.chance({"chance": "piles", "piles": piles})
    assert match.states["height"][0].tolist() == sizes[::-1]
    assert match.legal() == {0: [f"flip {number}" for number in range(1, 10)]}  # all face down
    for number, pile in enumerate(piles):
        top_first = match.states["table"][0][number, : len(pile)].tolist()[::-1]
        assert [GAME.cards[card] for card in top_first] == pile


@rule("ROO-0e")
def test_ROO_0e_captured_cards_cannot_be_taken() -> None:
    table = Table().piles(EIGHT).before(1, "R", "GG", "", points=7)
    table.do("flip 5", "flip 6").lay("XX", 1).do("rob 1")
    assert table.scores == [0, 7]
    assert table.uncaptured(1) == ""
    assert table.moves == "place G 1 G 2 G 3 R 1 R 2 R 3"  # three provisional piles


@rule("AMB-ROO-23")
def test_AMB_ROO_23_provisional_piles_are_open_to_all() -> None:
    table = Table(3).before(1, "RGB", "XY", "P")
    for seat in (0, 2, SPECTATOR):
        for look in (table.match.engine.view, table.match.engine.visible):
            view = look(table.states, 0, seat)
            assert view["laid"][0].tobytes() == table.states["laid"][0].tobytes()
            assert view["top"][0].tobytes() == table.states["top"][0].tobytes()


@rule("ROO-T1")
def test_ROO_T1_turns_pass_in_the_order_of_seats() -> None:
    table = Table(3, 1).piles(EIGHT)
    order = []
    for _ in range(4):
        order.append(table.seat)
        assert table.refused("flip 1", (table.seat + 1) % 3) == "ROO-T1"
        table.do("flip 1", "flip 3")
    assert order == [1, 2, 0, 1]


@rule("AMB-ROO-22")
def test_AMB_ROO_22_anybody_may_begin() -> None:
    match = Match(GAME, 5, {})
    assert match.due == "starter"
    assert match.engine.chance(match.states, 0) == [[0, 1, 2, 3, 4]]
    assert [Table(5, seat).seat for seat in range(5)] == [0, 1, 2, 3, 4]


# The turn


@rule("ROO-T2")
@pytest.mark.parametrize(
    ("laying", "tops", "cards"),
    [(("place R 1", "place R 2"), "RR-", 2), (("place R 1", "place R 1"), "R--", 2)],
)
def test_ROO_T2_a_pair_is_laid_as_you_like(
    laying: tuple[str, str], tops: str, cards: int
) -> None:  # example R1
    table = Table().piles(EIGHT)
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"
    table.do("flip 1")
    assert table.open == {1: "R"}
    assert table.moves == "flip 2 3 4 5 6 7 8 9"
    assert table.refused("flip 1") == "ROO-T2"
    table.do("flip 2")
    assert table.open == {}
    assert table.moves == "place R 1 R 2 R 3"
    assert table.refused("flip 3") == "ROO-T2"
    assert table.refused("place G 1") == "ROO-T2"
    table.do(*laying)
    assert table.tops(0) == tops
    assert len(table.uncaptured(0)) == cards
    assert table.column(1) == table.column(2) == "G"


@rule("ROO-T3")
def test_ROO_T3_after_each_pair_two_more() -> None:  # example R1
    table = Table().piles(EIGHT)
    for flips in (("flip 1", "flip 2"), ("flip 3", "flip 4"), ("flip 7", "flip 8")):
        table.do(*flips)
        card = table.moves[6]
        table.lay(card * 2, 1)
        assert table.seat == 0
        assert table.moves.startswith("flip")
    table.do("flip 1")
    assert table.seat == 0  # two, not one


@rule("ROO-T4")
def test_ROO_T4_two_colours_are_covered_and_the_turn_passes() -> None:  # example R2
    table = Table(3).piles(EIGHT).do("flip 1", "flip 3")
    assert table.open == {}
    assert (table.column(1), table.column(3)) == ("RG", "BY")
    assert table.seat == 1
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"
    assert table.uncaptured(0) == ""


@rule("ROO-T5")
def test_ROO_T5_the_next_card_is_opened_in_the_gap_and_covered_there() -> None:  # example R19
    table = Table().piles({**EIGHT, 4: "", 7: "RGB"})
    assert table.refused("flip 4") == "ROO-T5"
    table.do("flip 7")
    assert table.events == ["moved", "flipped"]
    assert table.open == {4: "R"}
    assert table.column(7) == "GB"
    table.do("flip 3")
    assert table.open == {}
    assert table.column(4) == "R"
    assert table.seat == 1


@rule("AMB-ROO-5")
def test_AMB_ROO_5_the_lowest_gap_is_filled_first() -> None:
    table = Table().piles({1: "RB", 3: "GB", 5: "YP", 9: "YP"}).do("flip 9")
    assert table.open == {2: "Y"}
    table.do("flip 3")
    assert table.open == {}
    assert (table.column(2), table.column(4)) == ("Y", "G")
    assert (table.column(3), table.column(9)) == ("B", "P")


@rule("AMB-ROO-5")
def test_AMB_ROO_5_the_only_card_of_a_pile_stays() -> None:  # example R20
    table = Table().piles({**EIGHT, 4: "", 7: "R"}).do("flip 7")
    assert table.open == {7: "R"}
    assert table.column(4) == ""
    assert table.events == ["flipped"]


@rule("AMB-ROO-5")
@rule("AMB-ROO-21")
def test_AMB_ROO_5_a_card_from_beneath_an_open_one() -> None:
    table = Table(3).piles({2: "XGB", 5: "R", 6: "BRX"}, shown="256")
    assert table.moves == "cover, flip 2 6"
    assert table.refused("flip 5") == "AMB-ROO-5"
    table.do("flip 2")
    assert table.events == ["moved_under", "flipped", "left_open"]
    assert table.open == {1: "G", 2: "X", 5: "R", 6: "B"}
    assert table.column(2) == "XB"
    assert table.seat == 1
    table.do("flip 6").lay("RR", 1)  # seeking is always possible, and here it finds
    assert table.open == {1: "G", 2: "X", 6: "B"}
    assert table.column(6) == "BX"
    assert table.moves == "flip 2 6"


@rule("AMB-ROO-5")
def test_AMB_ROO_5_piles_with_a_covered_card_come_first() -> None:
    table = Table().piles({2: "XGB", 5: "R", 6: "B"}, shown="25")
    assert table.moves == "cover, flip 6"
    assert table.refused("flip 2") == "ROO-T2"
    assert table.refused("flip 1") == "ROO-T5"


@rule("AMB-ROO-5")
def test_AMB_ROO_5_tallest_fills_gaps_at_once() -> None:
    piles = {1: "R", 2: "R", 3: "GBY", 4: "PYBG", 5: "X", 6: "G", 7: "B", 8: "Y", 9: "P"}
    table = Table(refill="tallest").piles(piles).do("flip 1", "flip 2")
    assert table.events == ["flipped", "refilled", "refilled", "found"]
    assert table.open == {}
    assert (table.column(1), table.column(2)) == ("P", "G")  # of 4, then of 3 as the first of two
    assert (table.column(3), table.column(4)) == ("BY", "YBG")
    table.lay("RR", 1)
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"
    default = Table().piles(piles).do("flip 1", "flip 2").lay("RR", 1)
    assert default.moves == "flip 3 4 5 6 7 8 9"


@rule("AMB-ROO-5")
def test_AMB_ROO_5_tallest_counts_open_cards_but_leaves_them() -> None:
    piles = {1: "R", 2: "R", 3: "XBYG", 4: "PPP", 5: "X", 6: "G", 7: "B", 8: "Y", 9: "P"}
    table = Table(refill="tallest").piles(piles, shown="13").do("flip 2")
    assert table.open == {3: "X"}
    assert (table.column(1), table.column(2), table.column(3)) == ("B", "Y", "XG")
    assert table.column(4) == "PPP"


@rule("AMB-ROO-5")
def test_AMB_ROO_5_tallest_comes_before_covering() -> None:
    piles = {1: "RGB", 2: "X", 3: "X", 4: "R", 5: "G", 6: "B", 7: "Y", 8: "Y", 9: "P"}
    table = Table(refill="tallest").piles(piles, shown="12").do("flip 3")
    assert table.events == ["flipped", "refilled", "refilled", "found"]
    assert (table.column(1), table.column(2), table.column(3)) == ("R", "G", "B")


@rule("AMB-ROO-5")
def test_AMB_ROO_5_tallest_stops_when_all_piles_are_single() -> None:
    table = Table(refill="tallest").piles({1: "R", 2: "R", 3: "GB", 4: "G", 5: "B"})
    table.do("flip 1", "flip 2").lay("RR", 1)
    assert [table.column(number) for number in range(1, 6)] == ["G", "", "B", "G", "B"]
    table.do("flip 3")
    assert table.open == {3: "B"}


# Capturing


@rule("ROO-C1")
def test_ROO_C1_three_piles_of_one_colour_come_home() -> None:  # example R3
    table = Table().piles(EIGHT).before(0, "R", "R", "").do("flip 1", "flip 2")
    table.do("place R 3")
    assert table.scores == [0, 0]  # not halfway through
    table.do("place R 2")
    assert table.scores == [4, 0]
    assert table.tops(0) == "---"
    assert table.uncaptured(0) == ""
    assert table.seat == 0
    assert table.moves.startswith("flip")


@rule("ROO-C1")
def test_ROO_C1_what_is_covered_while_laying_does_not_count() -> None:
    table = Table().piles(EIGHT).before(0, "R", "R", "").before(1, "R", "B", "")
    table.do("flip 5", "flip 6").lay("XX", 3).do("rob 1", "place R 3")
    assert table.tops(0) == "RRR"
    table.do("place B 3")
    assert table.scores == [0, 0]
    assert table.tops(0) == "RRB"


@rule("ROO-C1")
def test_ROO_C1_empty_piles_capture_nothing() -> None:  # example R5
    table = Table().piles(EIGHT).do("flip 1", "flip 2").lay("RR", 1)
    assert table.scores == [0, 0]
    assert table.uncaptured(0) == "RR"


@rule("AMB-ROO-3")
def test_AMB_ROO_3_top_cards_count_or_any_with_the_option() -> None:  # example R6
    for capture_by, points in (("top", 0), ("any", 6)):
        table = Table(capture_by=capture_by).piles(EIGHT).before(0, "R", "R", "RB")
        table.do("flip 7", "flip 8").lay("GG", 1)
        assert table.scores == [points, 0]


@rule("AMB-ROO-3")
def test_AMB_ROO_3_any_X_within_the_piles_makes_a_Rookie() -> None:
    for capture_by, moves in (("top", "flip 1 2 3 4 5 6 7 8 9"), ("any", "place Y 1 Y 2 Y 3")):
        table = Table(capture_by=capture_by).piles({**EIGHT, 7: "GPP", 8: "GPP"})
        table.before(0, "XR", "XR", "XB").before(1, "Y", "", "")
        table.do("flip 7", "flip 8").lay("GG", 3)
        assert table.moves == moves
    assert table.scores == [8, 0]


@rule("AMB-ROO-4")
def test_AMB_ROO_4_asked_each_time_with_manual() -> None:
    table = Table(capture="manual").piles(EIGHT).before(0, "R", "R", "").do("flip 1", "flip 2")
    table.lay("RR", 3)
    assert table.scores == [0, 0]
    assert table.moves == "capture, hold"
    assert table.refused("flip 3") == "AMB-ROO-4"
    table.do("hold")
    assert table.refused("capture") == "AMB-ROO-4"
    table.do("flip 7", "flip 8").lay("GG", 1)
    assert table.moves.startswith("flip")  # G R R could not be captured
    table.do("flip 3", "flip 4").lay("BB", 2)
    assert table.moves.startswith("flip")
    assert table.scores == [0, 0]


@rule("AMB-ROO-4")
def test_AMB_ROO_4_after_a_no_the_question_comes_back() -> None:
    table = Table(2, capture="manual").piles(EIGHT).before(0, "R", "R", "R")
    table.do("flip 5", "flip 6").lay("XX", 1)  # X R R: nothing to ask
    assert table.moves == "rob 1"
    table = Table(2, capture="manual", capture_by="any").piles(EIGHT).before(0, "R", "R", "R")
    table.do("flip 7", "flip 8").lay("GG", 1).do("hold", "flip 3", "flip 4").lay("BB", 1)
    assert table.moves == "capture, hold"
    table.do("capture")
    assert table.scores == [7, 0]
    assert table.seat == 0


@rule("AMB-ROO-4")
def test_AMB_ROO_4_the_check_after_a_robbery_asks_again() -> None:  # contract R4, R9
    for loot in ("", "Y"):
        table = Table(2, capture="manual", capture_by="any").piles(EIGHT)
        table.before(0, "R", "R", "R").before(1, loot, "", "")
        table.do("flip 5", "flip 6").lay("XX", 1).do("hold", "rob 1").lay(loot, 2)
        assert table.moves == ("capture, hold" if loot else "flip 1 2 3 4 5 6 7 8 9")
        if loot:
            table.do("capture")
            assert table.scores == [6, 0]


@rule("AMB-ROO-4")
def test_AMB_ROO_4_asked_at_the_start_of_a_turn_before_anything_else() -> None:  # contract R9
    table = Table(2, capture="manual").piles(EIGHT).before(0, "R", "R", "")
    table.do("flip 1", "flip 2").lay("RR", 3).do("hold", "flip 5", "flip 3")
    assert (table.seat, table.moves) == (1, "cover, flip 1 2 4 6 7 8 9")  # X and B lie open
    table.do("flip 1")
    assert (table.seat, table.moves) == (0, "capture, hold")
    assert table.refused("cover") == "AMB-ROO-4"
    assert table.refused("flip 2") == "AMB-ROO-4"
    assert table.refused("capture", 1) == "ROO-T1"
    table.do("hold")
    assert table.moves.startswith("cover")
    table.do("flip 9")
    assert table.seat == 1
    table.do("flip 6").lay("XX", 1).do("rob 0").lay("RRRR", 1)
    assert (table.seat, table.moves) == (0, "flip 1 2 3 4 5 6 7 8 9")  # nothing left to capture


@rule("AMB-ROO-4")
def test_AMB_ROO_4_captured_at_the_start_of_a_turn() -> None:
    table = Table(2, capture="manual").piles(EIGHT).before(0, "R", "R", "")
    table.do("flip 1", "flip 2").lay("RR", 3).do("hold", "flip 1", "flip 3", "flip 1", "flip 3")
    assert (table.seat, table.moves) == (0, "capture, hold")
    table.do("capture")
    assert table.scores == [4, 0]
    assert table.told[-1] == "captured 0 4 0"
    assert (table.seat, table.moves) == (0, "flip 1 2 3 4 5 6 7 8 9")


@rule("AMB-ROO-4")
def test_AMB_ROO_4_three_X_are_never_asked_for() -> None:  # contract R9
    table = Table(3, capture="manual").piles(EIGHT).before(0, "X", "X", "").before(1, "Y", "", "")
    table.do("flip 5", "flip 6").lay("XX", 3)
    assert table.scores == [4, 0, 0]
    assert table.moves == "place Y 1 Y 2 Y 3"
    both = Table(2, capture="manual", capture_by="any").piles(EIGHT)
    both.before(0, "RX", "RX", "R").do("flip 5", "flip 6").lay("XX", 3)
    assert both.scores == [7, 0]  # R could have waited, but X is among the kinds


@rule("AMB-ROO-14")
def test_AMB_ROO_14_several_captures_in_one_turn() -> None:
    table = Table().piles(EIGHT).before(0, "R", "R", "").do("flip 1", "flip 2")
    table.lay("RR", 3)
    table.before(0, "B", "B", "", points=4).do("flip 3", "flip 4").lay("BB", 3)
    assert table.scores == [8, 0]
    assert table.seat == 0


@rule("AMB-ROO-16")
def test_AMB_ROO_16_an_X_is_no_joker() -> None:
    table = Table().piles(EIGHT).before(0, "R", "X", "").do("flip 1", "flip 2").lay("RR", 3)
    assert table.tops(0) == "RXR"
    assert table.scores == [0, 0]
    table = Table().piles(EIGHT).do("flip 1", "flip 5")
    assert table.uncaptured(0) == ""  # nor does it pair with a colour
