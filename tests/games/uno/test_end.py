"""UNO by the rulebook: calling UNO!, winning a round, and points."""

from collections import Counter
from typing import Any

import pytest

from tests.games.uno.table import BOTH, UnoTable, listed, pack, place

rule = pytest.mark.rule
both_boxes = pytest.mark.parametrize("box", BOTH)


def silent(box: str, card: str = "r1", **more: Any) -> UnoTable:
    """Return a table where seat 0 of three holds one card and has not called UNO."""
    hand = f"{card.split()[0]} b9"
    table = place(box, hand, "y1 r2 y3", "g1 g2 g3", **more)
    table.move(0, f"play {card}")
    return table


# Calling UNO!


@rule("UNO-CALL-1")
def test_UNO_CALL_1_the_call_goes_with_the_last_card_but_one() -> None:
    table = place("uno", "r1 wild", "y1 y2 y3", "g1 g2 g3")
    assert table.options(0) == listed("r1 wild", "draw", uno=True)
    table.move(0, "play wild b uno")
    assert table.heard(2) == ["played 0 wild b", "called 0"]
    assert table.match.legal() == {1: ["draw"]}
    # ... not with more cards, nor with the last one.
    table = place("uno", "r1 wild b1", "y1 y2 y3")
    assert table.options(0) == listed("r1 wild", "draw")
    assert table.refusal(0, "play r1 uno") == ("early_call", "UNO-CALL-1")
    table = place("uno", "r1", "y1 y2 y3")
    assert table.options(0) == ["draw", "play r1"]
    assert table.refusal(0, "play r1 uno") == ("early_call", "UNO-CALL-1")


@rule("UNO-CALL-1")
def test_UNO_CALL_1_or_just_afterwards() -> None:
    # example U26
    table = silent("uno")
    assert table.options(0) == ["uno"]
    table.move(0, "uno")
    assert table.heard(2) == ["called 0"]
    assert table.match.legal() == {1: listed("y1 r2", "draw")}
    assert table.refusal(2, "catch 0") == ("no_catch", "UNO-CALL-2")
    assert table.refusal(0, "uno") == ("no_call_owed", "UNO-CALL-1")


@rule("UNO-CALL-1")
def test_UNO_CALL_1_with_shuffle_hands_the_call_counts_after_the_deal() -> None:
    hands = ("shuffle r1", "y1", "y2")
    table = place("uno", *hands)
    assert table.options(0) == listed("r1 shuffle", "draw", uno=True)
    table.move(0, "play shuffle b uno")
    table.chance("shuffle_hands", cards=["r1", "y1", "y2"])
    assert table.sizes == [1, 1, 1]
    assert table.options(0) == ["catch 1", "catch 2"]
    assert table.options(1) == ["catch 2", "draw", "uno"]
    # Unsaid, it is owed.
    table = place("uno", *hands)
    table.move(0, "play shuffle b")
    table.chance("shuffle_hands", cards=["r1", "y1", "y2"])
    assert table.options(0) == ["catch 1", "catch 2", "uno"]
    # With two cards after the deal there is nothing to owe.
    table = place("uno", "shuffle r1", "y1 y2 y3", "y4 y5 y6")
    table.move(0, "play shuffle b uno")
    table.chance("shuffle_hands", cards=["r1", "y1", "y2", "y3", "y4", "y5", "y6"])
    assert table.match.actors() == [1]


@both_boxes
@rule("AMB-UNO-16")
def test_AMB_UNO_16_every_time_that_one_card_is_left(box: str) -> None:
    # example U27: one card, none that fits; the drawn card is played.
    table = place(box, "b1", "y1 y2 y3", "g1 g2 g3", pile="r5")
    table.move(0, "draw")
    assert table.options(0) == ["pass", "play r5", "play r5 uno"]
    table.move(0, "play r5")
    assert table.hand(0) == ["b1"]
    assert table.options(0) == ["uno"]
    assert table.options(2) == ["catch 0"]


@rule("AMB-UNO-16")
def test_AMB_UNO_16_also_after_shuffle_hands() -> None:
    # example U30
    table = place("uno", "shuffle r1", "y1", "y2", "y3")
    table.move(0, "play shuffle b")
    table.chance("shuffle_hands", cards=["y1", "r1", "y3", "y2"])
    assert table.sizes == [1, 1, 1, 1]
    assert table.match.legal() == {
        0: ["catch 1", "catch 2", "catch 3", "uno"],
        1: ["catch 0", "catch 2", "catch 3", "draw", "uno"],
        2: ["catch 0", "catch 1", "catch 3", "uno"],
        3: ["catch 0", "catch 1", "catch 2", "uno"],
    }


@rule("AMB-UNO-16")
def test_AMB_UNO_16_also_after_throwing_wilds_away() -> None:
    hands = ("custom1 b9", "y1 y2 y3", "wild wild g3", "b3")
    table = place("uno", *hands, custom=["dump_wilds", "plain", "plain"])
    table.move(0, "play custom1 g uno")
    # Seat 2 threw two away; seat 3 had one card before, and threw nothing.
    assert table.sizes == [1, 3, 1, 1]
    assert table.match.legal() == {
        0: ["catch 2"],
        1: ["catch 2", "draw"],
        2: ["uno"],
        3: ["catch 2"],
    }


@rule("UNO-CALL-2")
def test_UNO_CALL_2_who_is_caught_draws_two() -> None:
    # example U24
    table = silent("uno", pile="b5 b6 b7")
    assert table.options(2) == ["catch 0"]
    table.move(2, "catch 0")
    assert table.heard(1) == ["caught 0 2", "drew_unseen 0", "drew_unseen 0"]
    assert table.hand(0) == ["b5", "b6", "b9"]
    assert table.match.legal() == {1: listed("y1 r2", "draw")}


@rule("UNO-CALL-2")
@pytest.mark.parametrize("move", ["play r2", "draw"])
def test_UNO_CALL_2_safe_once_the_next_player_has_moved(move: str) -> None:
    # example U25
    table = silent("uno", pile="b5 g7")
    table.move(1, move)
    assert table.refusal(2, "catch 0") == ("no_catch", "UNO-CALL-2")
    assert table.refusal(1, "catch 0") == ("no_catch", "UNO-CALL-2")
    assert table.refusal(0, "uno") == ("no_call_owed", "UNO-CALL-1")
    assert table.sizes[0] == 1


@both_boxes
@rule("AMB-UNO-15")
def test_AMB_UNO_15_everybody_else_may_catch_also_the_player_on_turn(box: str) -> None:
    table = silent(box, pile="b5 b6")
    assert table.match.legal() == {
        0: ["uno"],
        1: listed("y1 r2", "catch 0", "draw"),
        2: ["catch 0"],
    }
    assert table.refusal(0, "catch 0")[0] == "no_catch"
    table.move(1, "catch 0")
    assert table.sizes == [3, 3, 3]
    assert table.match.legal() == {1: listed("y1 r2", "draw")}


@both_boxes
@rule("AMB-UNO-15")
@pytest.mark.parametrize("answer", ["accept", "challenge"])
def test_AMB_UNO_15_an_answer_closes_the_window(box: str, answer: str) -> None:
    table = silent(box, "wild+4 g")
    assert table.match.legal() == {
        0: ["uno"],
        1: ["accept", "catch 0", "challenge"],
        2: ["catch 0"],
    }
    table.move(1, answer)
    assert table.refusal(2, "catch 0")[0] == "no_catch"
    assert len(table.match.actors()) == 1


@both_boxes
@rule("AMB-UNO-15")
def test_AMB_UNO_15_a_forced_draw_does_not_close_the_window(box: str) -> None:
    table = silent(box, "r+2", pile="y5 y6 b5 b6")
    assert table.hand(1) == ["r2", "y1", "y3", "y5", "y6"]
    assert table.options(0) == ["uno"]
    assert table.options(1) == ["catch 0"]
    assert table.options(2) == ["catch 0", "draw"]
    table.move(1, "catch 0")
    assert table.hand(0) == ["b5", "b6", "b9"]
    # ... not even with a shuffle in the middle.
    table = silent(box, "r+2", pile="y5", under="b5", spare=2)
    assert table.match.legal() == {}
    table.chance("reshuffle", cards=["r7", "b5"])
    assert table.options(0) == ["uno"]
    assert table.options(1) == ["catch 0"]


@both_boxes
@rule("AMB-UNO-15")
def test_AMB_UNO_15_the_own_next_move_closes_the_window_too(box: str) -> None:
    table = place(box, "rskip b9", "y1 y2 y3", pile="g1")
    table.move(0, "play rskip")
    assert table.options(0) == ["draw", "uno"]
    assert table.options(1) == ["catch 0"]
    table.move(0, "draw")
    assert table.refusal(1, "catch 0")[0] == "no_catch"


@rule("AMB-UNO-15")
def test_AMB_UNO_15_a_card_thrown_away_closes_the_window() -> None:
    hands = ("custom1 b9", "y1 y2 y3 y4 y5 y6 y7 y8", "g1 g2 g3")
    table = place("uno", *hands, custom=["exactly_seven", "plain", "plain"])
    table.move(0, "play custom1 g")
    discards = [f"discard y{number}" for number in range(1, 9)]
    assert table.match.legal() == {0: ["uno"], 1: ["catch 0", *discards], 2: ["catch 0"]}
    table.move(2, "catch 0")
    assert table.sizes == [3, 8, 3]
    assert table.match.legal() == {1: discards}
    table = place("uno", *hands, custom=["exactly_seven", "plain", "plain"])
    table.move(0, "play custom1 g")
    table.move(1, "discard y1")
    assert table.refusal(2, "catch 0")[0] == "no_catch"


@rule("AMB-UNO-15")
def test_AMB_UNO_15_the_debts_of_others_stay() -> None:
    table = place("uno", "shuffle r1", "y1", "y2", pile="b5 b6 b7 b8")
    table.move(0, "play shuffle b")
    table.chance("shuffle_hands", cards=["y1", "y2", "r1"])
    table.move(2, "catch 0")
    assert table.sizes == [3, 1, 1]
    assert table.options(0) == ["catch 1", "catch 2"]
    table.move(1, "uno")
    assert table.match.legal() == {0: ["catch 2"], 1: ["catch 2", "draw"], 2: ["uno"]}
    table.move(0, "catch 2")
    assert table.sizes == [3, 1, 3]
    assert table.match.legal() == {1: ["draw"]}


@both_boxes
@rule("AMB-UNO-15")
def test_AMB_UNO_15_caught_when_the_pile_is_empty(box: str) -> None:
    table = silent(box, under="b5", spare=2)
    table.move(2, "catch 0")
    assert table.awaits() == "reshuffle"
    table.chance("reshuffle", cards=["b5", "r7"])
    assert table.hand(0) == ["b5", "b9", "r7"]
    assert table.match.actors() == [1]
    # With an answer pending, it is still pending afterwards.
    table = silent(box, "wild+4 g", under="b5", spare=2)
    table.move(2, "catch 0")
    table.chance("reshuffle", cards=["b5", "r7"])
    assert table.match.legal() == {1: ["accept", "challenge"]}


@both_boxes
@rule("AMB-UNO-17")
def test_AMB_UNO_17_a_wrong_call_or_accusation_costs_nothing(box: str) -> None:
    table = place(box, "r1 b9", "y1 y2", "g1 g2 g3")
    before = table.states.tobytes()
    for seat, move in ((0, "uno"), (0, "catch 1"), (1, "catch 0"), (2, "uno")):
        assert table.refusal(seat, move)[0] in ("no_call_owed", "no_catch")
    assert table.states.tobytes() == before


# Winning


@rule("UNO-WIN-1")
@pytest.mark.parametrize("card", ["r1", "rskip", "rrev", "r+2", "wild", "wild+4", "custom3"])
def test_UNO_WIN_1_the_last_card_wins_and_has_no_effect(card: str) -> None:
    move = f"play {card} b" if card in ("wild", "wild+4", "custom3") else f"play {card}"
    table = place("uno", card, "y1 y2 y3", "g1 g2 g3")
    table.move(0, move)
    assert table.over()
    assert table.winners == [0]
    assert table.scores == [1, 0, 0]
    assert [line.split()[0] for line in table.heard(2)] == ["played", "hand_won", "won"]
    assert table.match.legal() == {}
    assert table.sizes == [0, 3, 3]


@rule("UNO-WIN-1")
def test_UNO_WIN_1_then_shuffle_and_play_again() -> None:
    table = place("uno", "r1", "y1 y2 y3", "g1 g2 g3", scoring="winner")
    table.move(0, "play r1")
    assert not table.over()
    assert table.awaits() == "deck"
    assert table.due_cards() == Counter(pack("uno"))
    assert table.heard(2) == ["played 0 r1 r", "hand_won 0", "scored 0 6", "scored 0 6"]
    table.deal(0, {}, then="b1")
    assert table.sizes == [7, 7, 7]
    assert table.scores == [12, 0, 0]


# Points

VALUES = {
    **{f"{colour}{number}": number for colour in "rygb" for number in range(10)},
    **{f"{colour}{symbol}": 20 for colour in "rygb" for symbol in ("skip", "rev", "+2")},
    **dict.fromkeys(("wild", "wild+4"), 50),
}  # example U40


@both_boxes
@rule("UNO-SCORE-1")
@rule("H2O-SCORE-1")
def test_UNO_SCORE_1_what_the_cards_count(box: str) -> None:
    extra = dict.fromkeys(("shuffle", "custom1", "custom2", "custom3"), 50) if box == "uno" else {}
    for card, value in {**VALUES, **extra}.items():
        table = place(box, "y7", card, top="r7", scoring="winner")
        table.move(0, "play y7")
        assert table.scores == [value, 0], card


@rule("UNO-SCORE-1")
def test_UNO_SCORE_1_shuffle_and_customizable_count_fifty() -> None:
    # example U32
    table = place("uno", "r1", "shuffle custom1 y9", scoring="winner")
    table.move(0, "play r1")
    assert table.scores == [109, 0]


@rule("AMB-UNO-24")
def test_AMB_UNO_24_the_cards_of_all_others_count() -> None:
    # example U31
    table = place("uno", "r1", "r5 yskip wild", "b0 wild+4", scoring="winner")
    table.move(0, "play r1")
    assert table.scores == [125, 0, 0]
    # What counts nothing is not told.
    table = place("uno", "r1", "y1", "b0", scoring="winner")
    table.move(0, "play r1")
    assert table.heard(2, "scored") == ["scored 0 1"]
    # Copies count each.
    table = place("uno", "r1", "g9 g9 wild wild", "wild wild", scoring="winner", target=50)
    table.move(0, "play r1")
    assert table.scores == [218, 0, 0]


@rule("AMB-UNO-18")
@pytest.mark.parametrize(("card", "drawn"), [("r+2", 2), ("wild+4", 4)])
@pytest.mark.parametrize("direction", [1, -1])
def test_AMB_UNO_18_a_last_draw_card_is_still_drawn(card: str, drawn: int, direction: int) -> None:
    table = place(
        "uno", card, "y1", "g2", "b3", pile="y9 y8 y7 y6", direction=direction, scoring="winner"
    )
    table.move(0, "play r+2" if card == "r+2" else "play wild+4 b")
    assert table.awaits() == "deck"
    hit = 1 if direction == 1 else 3
    assert table.sizes[hit] == 1 + drawn
    assert sum(table.sizes) == 3 + drawn
    assert table.scores == [1 + 2 + 3 + sum((9, 8, 7, 6)[:drawn]), 0, 0, 0]


@both_boxes
@rule("AMB-UNO-18")
@rule("H2O-END-1")
def test_AMB_UNO_18_the_last_draw_may_need_a_shuffle(box: str) -> None:
    table = place(
        box, "r+2", "y1", "g2", pile="y9", top="r3", spare=2, scoring="winner", target=2000
    )
    table.move(0, "play r+2")
    assert table.awaits() == "reshuffle"
    assert table.scores == [0, 0, 0]
    table.chance("reshuffle", cards=["r3"])
    assert table.awaits() == "deck"
    assert table.hand(1) == ["r3", "y1", "y9"]
    assert table.heard(0, "hand_won") == ["hand_won 0"]
    # All cards but the +2 are in the others' hands.
    assert table.scores[0] == {"uno": 1440, "uno_h2o": 1240}[box] - 20


@rule("UNO-SCORE-2")
def test_UNO_SCORE_2_points_add_up_to_500() -> None:
    # example U34: 480 and a hand worth 25
    table = place("uno", "r1", "gskip g5", points=(480, 499), scoring="winner")
    table.move(0, "play r1")
    assert table.scores == [505, 499]
    assert table.over()
    assert table.winners == [0]
    assert table.heard(1)[-1] == "won 0"
    # One point less than 500 is not enough, 500 is.
    for before, over in ((474, False), (475, True)):
        table = place("uno", "r1", "gskip g5", points=(before, 0), scoring="winner")
        table.move(0, "play r1")
        assert table.scores == [before + 25, 0]
        assert table.over() is over
        assert table.winners == ([0] if over else [])
        assert table.awaits() == (None if over else "deck")
