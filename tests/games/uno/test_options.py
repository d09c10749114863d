"""The effect of every value of every option of UNO, and of the options of both boxes."""

from collections import Counter
from typing import Any

import pytest

from mazziere.kernel.options import BadOption
from tests.games.uno.table import BOTH, UnoTable, listed, pack, place

rule = pytest.mark.rule
both_boxes = pytest.mark.parametrize("box", BOTH)


def custom(effect: str, follower: str = "y1 y2 y3", **more: Any) -> UnoTable:
    """Return a table where seat 0 played customizable card 3 with an effect, and named green."""
    chosen = ["plain", "plain", effect]
    table = place("uno", "custom3 g8 g9", follower, "b1 wild b3", custom=chosen, **more)
    table.move(0, "play custom3 g")
    return table


# uno


@rule("AMB-UNO-6")
def test_option_custom_plain() -> None:
    table = custom("plain")
    assert table.match.legal() == {1: ["draw"]}
    assert table.sizes == [2, 3, 3]
    assert table.hand(2) == ["b1", "b3", "wild"]


@rule("AMB-UNO-6")
def test_option_custom_none() -> None:
    # The card is not in the pack.
    table = UnoTable("uno", 2, custom=["plain", "none", "plain"]).choose_dealer(0)
    assert table.due_cards() == Counter(pack("uno", "custom2"))
    table.deal(0, {}, then="r1")
    assert len(table.pile) == 111 - 14 - 1
    table = UnoTable("uno", 2, custom=["none", "none", "none"]).choose_dealer(0)
    assert table.due_cards().total() == 109
    table.deal(0, {}, then="r1")
    assert len(table.pile) == 109 - 14 - 1


@rule("AMB-UNO-7")
def test_option_custom_draw_until() -> None:
    table = custom("draw_until", pile="b5 g5 b6")
    assert table.hand(1) == ["b5", "g5", "y1", "y2", "y3"]
    assert table.turn == 2


@rule("AMB-UNO-7")
def test_option_custom_dump_wilds() -> None:
    table = custom("dump_wilds")
    assert table.hand(2) == ["b1", "b3"]
    assert table.turn == 1


@rule("AMB-UNO-7")
def test_option_custom_draw_three() -> None:
    assert custom("draw_three").sizes == [2, 6, 3]
    assert custom("draw_three").turn == 2


@rule("AMB-UNO-7")
def test_option_custom_extra_turn() -> None:
    table = custom("extra_turn")
    assert table.match.legal() == {0: listed("g8 g9", "draw", uno=True)}


@rule("AMB-UNO-7")
def test_option_custom_exactly_seven() -> None:
    assert custom("exactly_seven").sizes == [2, 7, 3]
    table = custom("exactly_seven", "y1 y2 y3 y4 y5 y6 y7 y8")
    assert table.match.legal() == {1: [f"discard y{number}" for number in range(1, 9)]}


def test_option_custom_takes_three_values() -> None:
    for wrong in (["plain"], ["plain"] * 4, ["plain", "plain", "other"], "plain"):
        with pytest.raises(BadOption, match="custom"):
            UnoTable("uno", 2, custom=wrong)


def verdict(box: str, keeps: str, **options: Any) -> str:
    """Return the verdict of a challenge when seat 0 keeps these cards and the colour is red."""
    table = place(box, f"wild+4 {keeps}", "y1 y2 y3", "g1 g2 g3", **options)
    table.move(0, "play wild+4 b")
    table.move(1, "challenge")
    (found,) = table.heard(2, "guilty", "innocent")
    return found.split()[0]


def verdicts(matches: str) -> list[str]:
    kept = ("wild", "shuffle", "custom1", "wild+4")
    return [verdict("uno", f"b9 {card}", wild_matches=matches) for card in kept]


def refused(matches: str) -> list[bool]:
    """Return whether the strict table refuses a wild +4 beside each of these wilds."""
    tables = [
        place("uno", f"wild+4 b9 {card}", "y1 y2", wild_matches=matches, wd4="strict")
        for card in ("wild", "shuffle", "custom1", "wild+4")
    ]
    return ["play wild+4 r" not in table.options(0) for table in tables]


@rule("AMB-UNO-8")
def test_option_wild_matches_plain() -> None:
    assert verdicts("plain") == ["guilty", "innocent", "innocent", "innocent"]
    assert refused("plain") == [True, False, False, False]


@rule("AMB-UNO-8")
def test_option_wild_matches_all_but_wd4() -> None:
    assert verdicts("all_but_wd4") == ["guilty", "guilty", "guilty", "innocent"]
    assert refused("all_but_wd4") == [True, True, True, False]


@rule("AMB-UNO-8")
def test_option_wild_matches_none() -> None:
    assert verdicts("none") == ["innocent"] * 4
    assert refused("none") == [False] * 4


@rule("AMB-UNO-19")
def test_option_shuffle_last_wins() -> None:
    table = place("uno", "shuffle", "y1 y2", "g1 g2", shuffle_last="wins")
    table.move(0, "play shuffle b")
    assert table.over()
    assert table.winners == [0]


@rule("AMB-UNO-19")
def test_option_shuffle_last_redeal() -> None:
    table = place("uno", "shuffle", "y1 y2", "g1 g2", shuffle_last="redeal")
    table.move(0, "play shuffle b")
    assert table.awaits() == "shuffle_hands"
    table.chance("shuffle_hands", cards=["y1", "g1", "g2", "y2"])
    assert table.sizes == [1, 2, 1]
    assert table.hand(0) == ["g2"]
    assert not table.over()
    assert table.options(0) == ["catch 2", "uno"]
    assert table.turn == 1
    # No card is left for the player: won after all.
    table = place("uno", "y1", "shuffle", "g3", turn=1, shuffle_last="redeal", scoring="winner")
    table.move(1, "play shuffle b")
    table.chance("shuffle_hands", cards=["g3", "y1"])
    assert table.awaits() == "deck"
    assert table.scores == [0, 4, 0]
    # Another last card wins as ever.
    table = place("uno", "wild", "y1 y2", "g1 g2", shuffle_last="redeal")
    table.move(0, "play wild b")
    assert table.winners == [0]


def final_scores(card: str, **options: Any) -> list[int]:
    table = place("uno", card, "y1 y2", "g1 g2", pile="b9 b8 b7 b6", scoring="winner", **options)
    table.move(0, "play r+2" if card == "r+2" else "play wild+4 b")
    assert table.awaits() == "deck"
    return table.scores


@rule("AMB-UNO-18")
def test_option_final_draw_true() -> None:
    assert final_scores("r+2", final_draw=True) == [6 + 17, 0, 0]
    assert final_scores("wild+4", final_draw=True) == [6 + 30, 0, 0]


@rule("AMB-UNO-18")
def test_option_final_draw_false() -> None:
    assert final_scores("r+2", final_draw=False) == [6, 0, 0]
    assert final_scores("wild+4", final_draw=False) == [6, 0, 0]


@rule("UNO-SCORE-1")
def test_option_scoring_hand() -> None:
    table = place("uno", "r1", "y1 y2", "g1 g2")
    table.move(0, "play r1")
    assert table.over()
    assert table.scores == [1, 0, 0]
    assert table.winners == [0]


@rule("UNO-SCORE-1")
def test_option_scoring_winner() -> None:
    table = place("uno", "r1", "y1 y2", "g1 g2", scoring="winner")
    table.move(0, "play r1")
    assert table.awaits() == "deck"
    assert table.scores == [6, 0, 0]
    assert table.winners == []


# Both boxes


@both_boxes
@rule("UNO-SCORE-2")
def test_option_target_500(box: str) -> None:
    table = place(box, "r1", "wild wild", "wild wild", scoring="winner", points=(299, 0, 0))
    table.move(0, "play r1")
    assert table.scores == [499, 0, 0]
    assert not table.over()


@both_boxes
@pytest.mark.parametrize("target", [50, 200, 201, 2000])
@rule("UNO-SCORE-2")
def test_option_target_another(box: str, target: int) -> None:
    table = place(box, "r1", "wild wild", "wild wild", scoring="winner", target=target)
    table.move(0, "play r1")
    assert table.scores == [200, 0, 0]
    assert table.over() == (target <= 200)
    for wrong in (49, 2001):
        with pytest.raises(BadOption, match="target"):
            UnoTable(box, 2, target=wrong)


@both_boxes
@rule("AMB-UNO-5")
def test_option_reverse_two_skip(box: str) -> None:
    table = place(box, "rrev b4 b5", "y1 y2 y3", reverse_two="skip")
    table.move(0, "play rrev")
    assert table.match.actors() == [0]


@both_boxes
@rule("AMB-UNO-5")
def test_option_reverse_two_literal(box: str) -> None:
    # example U7
    table = place(box, "rrev b4 b5", "y1 y2 y3", reverse_two="literal")
    table.move(0, "play rrev")
    assert table.match.actors() == [1]
    assert table.heard(1) == ["played 0 rrev r", "reversed 0"]
    # A skip still skips.
    table = place(box, "rskip b4 b5", "y1 y2 y3", reverse_two="literal")
    table.move(0, "play rskip")
    assert table.match.actors() == [0]


@both_boxes
@rule("AMB-UNO-10")
def test_option_wd4_bluff(box: str) -> None:
    # example U2: only as a bluff, for the 3 has the colour.
    table = place(box, "b3 r3 bskip wild+4 g9", "y1 y2", top="wild", colour="b", wd4="bluff")
    assert table.options(0) == listed("b3 bskip wild+4", "draw")


@both_boxes
@rule("AMB-UNO-10")
def test_option_wd4_strict(box: str) -> None:
    table = place(box, "b3 r3 bskip wild+4 g9", "y1 y2", top="wild", colour="b", wd4="strict")
    assert table.options(0) == listed("b3 bskip", "draw")
    assert table.refusal(0, "play wild+4 r") == ("has_match", "AMB-UNO-10")
    # Without a match it may be played: nobody is asked, the next seat draws four at once.
    table = place(box, "y9 wild+4 g9", "y1 y2", "g1 g2", wd4="strict", pile="b1 b2 b3 b4")
    assert table.options(0) == listed("wild+4", "draw")
    table.move(0, "play wild+4 y")
    assert table.hand(1) == ["b1", "b2", "b3", "b4", "y1", "y2"]
    assert table.match.actors() == [2]
    # The same rule, with the whole hand, applies to a card drawn in this turn.
    table = place(box, "r3 g3 g4", "y1 y2", wd4="strict", pile="wild+4")
    table.move(0, "draw")
    assert table.options(0) == ["pass"]
    table = place(box, "y3 g3 g4", "y1 y2", wd4="strict", pile="wild+4")
    table.move(0, "draw")
    assert table.options(0) == listed("wild+4", "pass")


@both_boxes
@rule("AMB-UNO-12")
def test_option_guilty_skips_false(box: str) -> None:
    table = place(box, "wild+4 r5 b9", "y1 g2 y3", "y4 y5 y6", guilty_skips=False)
    table.move(0, "play wild+4 g")
    table.move(1, "challenge")
    assert table.match.actors() == [1]


@both_boxes
@rule("AMB-UNO-12")
def test_option_guilty_skips_true(box: str) -> None:
    table = place(box, "wild+4 r5 b9", "y1 g2 y3", "y4 y5 y6", guilty_skips=True)
    table.move(0, "play wild+4 g")
    table.move(1, "challenge")
    assert table.sizes == [6, 3, 3]
    assert table.match.actors() == [2]
    # With two players the turn goes back.
    table = place(box, "wild+4 r5 b9", "y1 g2 y3", guilty_skips=True)
    table.move(0, "play wild+4 g")
    table.move(1, "challenge")
    assert table.match.actors() == [0]


@both_boxes
@rule("AMB-UNO-15")
def test_option_uno_call_call(box: str) -> None:
    table = place(box, "r1 b9", "y1 y2 y3", "g1 g2 g3", uno_call="call")
    assert table.options(0) == listed("r1", "draw", uno=True)
    table.move(0, "play r1")
    assert table.match.actors() == [0, 1, 2]


@both_boxes
@rule("AMB-UNO-15")
def test_option_uno_call_auto(box: str) -> None:
    table = place(box, "r1 b9", "y1 y2 y3", "g1 g2 g3", uno_call="auto")
    assert table.options(0) == listed("r1", "draw")
    for seat, move in ((0, "play r1 uno"), (0, "uno"), (1, "catch 0")):
        assert table.refusal(seat, move) == ("calls_are_free", "AMB-UNO-15")
    table.move(0, "play r1")
    assert table.match.actors() == [1]


@rule("AMB-UNO-15")
def test_option_uno_call_auto_after_shuffle_hands_and_thrown_wilds() -> None:
    table = place("uno", "shuffle r1", "y1", "y2", uno_call="auto")
    assert table.options(0) == listed("r1 shuffle", "draw")
    table.move(0, "play shuffle b")
    table.chance("shuffle_hands", cards=["r1", "y1", "y2"])
    assert table.match.legal() == {1: ["draw"]}
    effects = ["dump_wilds", "plain", "plain"]
    table = place("uno", "custom1 b9", "y1 wild", "y2 y3", uno_call="auto", custom=effects)
    table.move(0, "play custom1 b")
    assert table.sizes == [1, 1, 2]
    assert table.match.legal() == {1: ["draw"]}
