"""UNO by the rulebook: the action cards, the wild +4, Shuffle Hands and the customizable cards."""

from collections import Counter
from typing import Any

import pytest

from tests.games.uno.table import BOTH, COLOURS, UnoTable, listed, place

rule = pytest.mark.rule
both_boxes = pytest.mark.parametrize("box", BOTH)

OTHERS = ("y1 y2 y3", "g1 g2 g3", "b1 b2 b3")
"""Hands of the seats after the one that acts."""


# Draw two, reverse, skip, wild


@rule("UNO-D2-1")
def test_UNO_D2_1_the_next_player_draws_two_and_loses_the_turn() -> None:
    table = place("uno", "r+2 b4 b5", *OTHERS, pile="g4 g5")
    table.move(0, "play r+2")
    assert table.hand(1) == ["g4", "g5", "y1", "y2", "y3"]
    assert table.sizes == [2, 5, 3, 3]
    assert table.match.actors() == [2]
    # Against the clock it is the right neighbour.
    table = place("uno", "r+2 b4 b5", *OTHERS, direction=-1)
    table.move(0, "play r+2")
    assert table.sizes == [2, 3, 3, 5]
    assert table.match.actors() == [2]
    # example U8: with two players the same player moves again.
    table = place("uno", "r+2 b4 b5", "y1 y2 y3")
    table.move(0, "play r+2")
    assert table.sizes == [2, 5]
    assert table.match.actors() == [0]


@rule("UNO-REV-1")
def test_UNO_REV_1_the_direction_turns_round() -> None:
    # example U5
    table = place("uno", "rrev b4 b5", "r1 y2 y3", "g1 g2 g3", "rrev b2 b3", pile="b9")
    table.move(0, "play rrev")
    assert table.heard(2) == ["played 0 rrev r", "reversed 0"]
    assert table.match.actors() == [3]
    # ... and back again.
    table.move(3, "play rrev")
    assert table.match.actors() == [0]
    table.moves((0, "draw"), (0, "pass"))
    assert table.match.actors() == [1]


@both_boxes
@rule("AMB-UNO-5")
def test_AMB_UNO_5_with_two_players_a_reverse_is_a_skip(box: str) -> None:
    # example U7
    table = place(box, "rrev b4 b5", "y1 y2 y3")
    table.move(0, "play rrev")
    assert table.match.actors() == [0]
    assert "skipped 1" in table.heard(1)
    # With three it is not.
    table = place(box, "rrev b4 b5", "y1 y2 y3", "g1 g2 g3")
    table.move(0, "play rrev")
    assert table.match.actors() == [2]
    assert table.heard(1) == ["played 0 rrev r", "reversed 0"]


@rule("UNO-SKIP-1")
def test_UNO_SKIP_1_the_next_player_loses_the_turn() -> None:
    # example U4
    table = place("uno", "rskip b4 b5", *OTHERS)
    table.move(0, "play rskip")
    assert table.match.actors() == [2]
    assert table.sizes == [2, 3, 3, 3]
    assert table.heard(3) == ["played 0 rskip r", "skipped 1"]
    table = place("uno", "rskip b4 b5", *OTHERS, direction=-1, turn=0)
    table.move(0, "play rskip")
    assert table.match.actors() == [2]
    # example U8
    table = place("uno", "rskip b4 b5", "y1 y2 y3")
    table.move(0, "play rskip")
    assert table.match.actors() == [0]


@rule("UNO-WILD-1")
def test_UNO_WILD_1_the_player_names_any_colour() -> None:
    for colour in COLOURS:
        table = place("uno", "wild r1 r2", "r3 y3 g3", "r4 y4 g4")
        assert table.options(0) == listed("wild r1 r2", "draw")
        table.move(0, f"play wild {colour}")
        assert table.colour == colour
        assert table.heard(2) == [f"played 0 wild {colour}"]
        assert table.match.actors() == [1]
        plays = {"r": "r3", "y": "y3", "g": "g3", "b": ""}[colour]
        assert table.options(1) == listed(plays, "draw")
    assert place("uno", "wild r1 r2", "r3 y3").refusal(0, "play wild") == ("no_such_move", None)


# The wild +4


def wild_four(box: str, keeps: str, top: str = "r4", named: str = "g", **more: Any) -> UnoTable:
    """Return a table where seat 0 has played a wild +4 on a card and keeps these."""
    table = place(box, f"wild+4 {keeps}", "y1 y2 y3", "y4 y5 y6", top=top, **more)
    table.move(0, f"play wild+4 {named}")
    return table


def is_guilty(table: UnoTable) -> bool:
    """Let seat 1 challenge; return whether seat 0 is guilty."""
    table.move(1, "challenge")
    (found,) = {"guilty 0", "innocent 0"} & set(table.heard(2))
    return found == "guilty 0"


@rule("UNO-DRAW4-1")
def test_UNO_DRAW4_1_only_without_another_card_of_the_colour() -> None:
    # It fits on any card; matches of the number or the symbol do not matter: example U20
    for top, keeps in (("r7", "b7 y7"), ("rskip", "bskip yskip"), ("r+2", "b+2 g1"), ("r1", "y5")):
        table = place("uno", f"wild+4 {keeps} b9", "y1 y2", top=top, wd4="strict")
        assert set(listed("wild+4")) <= set(table.options(0))
        assert not is_guilty(wild_four("uno", f"{keeps} b9", top=top))
    # Any card of the colour forbids the wild +4.
    for keeps in ("r5 b9", "r0 b9", "rskip b9", "rrev b9", "r+2 b9"):
        table = place("uno", f"wild+4 {keeps}", "y1 y2", wd4="strict")
        assert not set(listed("wild+4")) & set(table.options(0))
        assert is_guilty(wild_four("uno", keeps))


@both_boxes
@rule("AMB-UNO-13")
def test_AMB_UNO_13_on_a_wild_the_named_colour_counts(box: str) -> None:
    for colour in COLOURS:
        for held in COLOURS:
            table = wild_four(box, f"{held}9 {held}8", top="wild", colour=colour)
            assert is_guilty(table) == (held == colour)


@both_boxes
@rule("AMB-UNO-10")
def test_AMB_UNO_10_bluffing_is_allowed(box: str) -> None:
    table = place(box, "wild+4 r5 b9", "y1 y2 y3")
    assert set(listed("wild+4")) <= set(table.options(0))
    table.move(0, "play wild+4 b")
    assert table.options(1) == ["accept", "challenge"]


@rule("UNO-DRAW4-2")
def test_UNO_DRAW4_2_the_next_player_draws_four_or_challenges() -> None:
    # example U23
    table = wild_four("uno", "b9 b8", pile="g1 g2 g3 g4")
    assert table.match.legal() == {1: ["accept", "challenge"]}
    assert table.refusal(1, "draw") == ("must_answer", "UNO-DRAW4-2")
    assert table.refusal(1, "play y1") == ("must_answer", "UNO-DRAW4-2")
    assert table.sizes == [2, 3, 3]
    table.move(1, "accept")
    assert table.heard(0) == ["accepted 1", *["drew_unseen 1"] * 4]
    assert table.hand(1) == ["g1", "g2", "g3", "g4", "y1", "y2", "y3"]
    assert table.match.actors() == [2]
    # Against the clock the right neighbour answers, and the one after loses nothing.
    table = wild_four("uno", "b9 b8", direction=-1)
    assert table.match.legal() == {2: ["accept", "challenge"]}
    table.move(2, "accept")
    assert table.sizes == [2, 3, 7]
    assert table.match.actors() == [1]


@both_boxes
@rule("AMB-UNO-11")
def test_AMB_UNO_11_nobody_else_may_challenge(box: str) -> None:
    table = wild_four(box, "r9 r8")
    for seat in (0, 2):
        assert table.options(seat) == []
        for move in ("challenge", "accept"):
            assert table.refusal(seat, move)[0] == "not_challenged"


@rule("UNO-DRAW4-3")
def test_UNO_DRAW4_3_the_challenger_sees_the_hand() -> None:
    table = wild_four("uno", "b9 b9 yskip wild+4 wild+4")
    table.move(1, "challenge")
    shown = ["shown 0 b9", "shown 0 b9", "shown 0 wild+4", "shown 0 wild+4", "shown 0 yskip"]
    assert sorted(table.heard(1, "shown")) == shown
    assert table.heard(0, "shown") == table.heard(2, "shown") == []
    for seat in range(3):
        assert table.heard(seat, "challenged", "innocent") == ["challenged 1 0", "innocent 0"]


@rule("UNO-DRAW4-3")
def test_UNO_DRAW4_3_a_plain_wild_counts_as_a_match() -> None:
    assert is_guilty(wild_four("uno", "b9 wild"))  # example U18
    assert is_guilty(wild_four("uno", "rskip"))  # example U21
    assert not is_guilty(wild_four("uno", "b9 yskip"))


@both_boxes
@rule("UNO-DRAW4-3")
@rule("H2O-DRAW4-2")
def test_UNO_DRAW4_3_the_hand_at_the_moment_of_the_play_counts(box: str) -> None:
    # One card is left and no call: caught, the player draws a red card; then comes the challenge.
    table = wild_four(box, "b9", pile="r1 r2")
    table.move(2, "catch 0")
    assert table.hand(0) == ["b9", "r1", "r2"]
    assert table.options(1) == ["accept", "challenge"]
    assert not is_guilty(table)
    assert table.sizes == [3, 9, 3]
    # ... and a guilty player is not saved.
    table = wild_four(box, "r9", pile="b1 b2")
    table.move(2, "catch 0")
    assert is_guilty(table)


@rule("AMB-UNO-8")
def test_AMB_UNO_8_of_the_wilds_only_the_plain_one_counts() -> None:
    assert not is_guilty(wild_four("uno", "b9 wild+4"))  # example U19
    for card in ("shuffle", "custom1", "custom2", "custom3"):
        assert not is_guilty(wild_four("uno", f"b9 {card}"))
    assert is_guilty(wild_four("uno", "b9 wild"))
    # The same test decides what is refused.
    table = place("uno", "wild+4 wild b9", "y1 y2", wd4="strict")
    assert table.refusal(0, "play wild+4 g") == ("has_match", "AMB-UNO-10")
    table = place("uno", "wild+4 wild+4 shuffle custom1 b9", "y1 y2", wd4="strict")
    assert table.options(0) == listed("wild+4 shuffle custom1", "draw")


@rule("UNO-DRAW4-4")
def test_UNO_DRAW4_4_innocent_the_challenger_draws_six_and_loses_the_turn() -> None:
    # example U17
    table = wild_four("uno", "b9 gskip", pile="g1 g2 g3 g4 g5 g6 g7")
    table.move(1, "challenge")
    assert table.sizes == [2, 9, 3]
    assert table.hand(1) == ["g1", "g2", "g3", "g4", "g5", "g6", "y1", "y2", "y3"]
    assert table.heard(0)[-7:] == ["innocent 0", *["drew_unseen 1"] * 6]
    assert table.match.actors() == [2]
    assert table.colour == "g"


@rule("UNO-DRAW4-5")
def test_UNO_DRAW4_5_guilty_the_player_draws_four_and_the_challenger_plays() -> None:
    # example U16
    table = wild_four("uno", "r5 b9", pile="y7 y8 y9 b1 g9")
    table.move(1, "challenge")
    assert table.hand(0) == ["b1", "b9", "r5", "y7", "y8", "y9"]
    assert table.sizes == [6, 3, 3]
    assert table.heard(2)[-5:] == ["guilty 0", *["drew_unseen 0"] * 4]
    assert table.match.actors() == [1]
    assert table.options(1) == ["draw"]
    table.move(1, "draw")
    assert table.options(1) == ["pass", "play g9"]


@both_boxes
@rule("AMB-UNO-12")
def test_AMB_UNO_12_a_successful_challenger_takes_a_normal_turn(box: str) -> None:
    table = place(box, "wild+4 r5 b9", "y1 g2 r3", "y4 y5 y6")
    table.move(0, "play wild+4 g")
    table.move(1, "challenge")
    assert table.sizes == [6, 3, 3]
    assert table.options(1) == listed("g2", "draw")
    assert table.options(2) == []
    table.move(1, "play g2")
    assert table.match.actors() == [2]


@rule("UNO-DRAW4-6")
@pytest.mark.parametrize("answer", ["accept", "challenge"])
@pytest.mark.parametrize("keeps", ["r5 b9", "b8 b9"])
def test_UNO_DRAW4_6_the_named_colour_stands(keeps: str, answer: str) -> None:
    for colour in COLOURS:
        table = wild_four("uno", keeps, named=colour)
        assert table.heard(2) == [f"played 0 wild+4 {colour}"]
        table.move(1, answer)
        assert table.colour == colour


@both_boxes
@rule("AMB-UNO-14")
def test_AMB_UNO_14_a_last_wild_four_cannot_be_challenged(box: str) -> None:
    table = place(
        box,
        "wild+4",
        "r1 r2",
        "y4 y5",
        pile="g1 g1 g3 g2",
        scoring="winner",
    )
    table.move(0, "play wild+4 r")
    # The round is over at once: four cards are drawn and counted, nobody is asked.
    assert table.awaits() == "deck"
    assert table.heard(2, "challenged", "shown", "guilty", "innocent") == []
    assert table.scores == [1 + 2 + (1 + 1 + 3 + 2) + 4 + 5, 0, 0]
    table = place(box, "wild+4", "r1 r2", "y4 y5", scoring="hand")
    table.move(0, "play wild+4 r")
    assert table.over()
    assert table.winners == [0]


# Shuffle Hands


def new_hands(table: UnoTable, cards: str = "") -> UnoTable:
    """Deal the hands out again, these cards first."""
    rest = table.due_cards() - Counter(cards.split())
    table.chance("shuffle_hands", cards=[*cards.split(), *sorted(rest.elements())])
    return table


@rule("UNO-SHUF-1")
def test_UNO_SHUF_1_all_hands_are_dealt_out_again_from_the_left() -> None:
    # example U28: 3, 5, 2 and 7 cards
    hands = ("b7 b8 b9", "y1 y2 y3 y4 y5", "g1 g2", "r1 r2 r3 r4 r5 r6 r8")
    table = place("uno", f"shuffle {hands[0]}", *hands[1:])
    assert set(listed("shuffle")) <= set(table.options(0))
    table.move(0, "play shuffle y")
    assert table.awaits() == "shuffle_hands"
    assert table.match.legal() == {}
    assert table.due_cards() == Counter(" ".join(hands).split())
    order = "r1 g1 y1 b7 r2 g2 y2 b8 r3 y3 y4 b9 r4 y5 r5 r6 r8"
    table.chance("shuffle_hands", cards=order.split())
    assert table.sizes == [4, 5, 4, 4]
    assert table.hand(1) == ["r1", "r2", "r3", "r4", "r8"]
    assert table.hand(2) == ["g1", "g2", "y3", "y5"]
    assert table.hand(3) == ["r5", "y1", "y2", "y4"]
    assert table.hand(0) == ["b7", "b8", "b9", "r6"]


@rule("UNO-SHUF-1")
def test_UNO_SHUF_1_every_card_takes_part_also_equal_ones() -> None:
    table = place("uno", "shuffle wild wild", "wild wild r1", turn=0)
    table.move(0, "play shuffle r")
    assert table.due_cards() == Counter({"wild": 4, "r1": 1})
    table.chance("shuffle_hands", cards=["wild", "r1", "wild", "wild", "wild"])
    assert table.hand(1) == ["wild", "wild", "wild"]
    assert table.hand(0) == ["r1", "wild"]


@rule("UNO-SHUF-2")
def test_UNO_SHUF_2_the_colour_is_named_and_the_direction_stays() -> None:
    for direction, following in ((1, 1), (-1, 3)):
        table = place("uno", "shuffle b8 b9", *OTHERS, direction=direction)
        table.move(0, "play shuffle g")
        new_hands(table)
        assert table.colour == "g"
        assert table.match.actors() == [following]
        assert table.read("direction") == direction


@rule("AMB-UNO-20")
def test_AMB_UNO_20_always_dealt_clockwise() -> None:
    table = place("uno", "y1 y2", "g1 g2 g3", "shuffle b7 b8", "b1 b2 b3", turn=2, direction=-1)
    table.move(2, "play shuffle r")
    order = "g1 g2 g3 y1 y2 b7 b8 b1 b2 b3"
    table.chance("shuffle_hands", cards=order.split())
    assert table.hand(3) == ["b2", "g1", "y2"]
    assert table.hand(0) == ["b3", "b7", "g2"]
    assert table.hand(1) == ["b8", "g3"]
    assert table.hand(2) == ["b1", "y1"]
    assert table.match.actors() == [1]


@rule("AMB-UNO-19")
def test_AMB_UNO_19_shuffle_hands_as_the_last_card_wins() -> None:
    table = place("uno", "shuffle", *OTHERS)
    table.move(0, "play shuffle g")
    assert table.over()
    assert table.winners == [0]
    assert table.heard(1, "received") == []


# The customizable cards


@rule("UNO-CUST-1")
def test_UNO_CUST_1_a_customizable_card_is_a_wild() -> None:
    for number in (1, 2, 3):
        table = place("uno", f"custom{number} b8 b9", *OTHERS, custom=["plain"] * 3)
        assert table.options(0) == listed(f"custom{number}", "draw")
        table.move(0, f"play custom{number} g")
        assert table.heard(1) == [f"played 0 custom{number} g"]
        assert table.match.legal() == {1: ["draw"]}
        assert table.colour == "g"


@rule("UNO-CUST-1")
def test_UNO_CUST_1_each_card_has_its_own_effect() -> None:
    effects = ["extra_turn", "plain", "draw_until"]
    following = []
    for number in (1, 2, 3):
        table = place("uno", f"custom{number} b8 b9", *OTHERS, pile="g5", custom=effects)
        table.move(0, f"play custom{number} g")
        following.append((table.turn, table.sizes[1]))
    assert following == [(0, 3), (1, 3), (2, 4)]


@rule("AMB-UNO-6")
def test_AMB_UNO_6_without_agreement_it_is_a_wild() -> None:
    table = place("uno", "custom1 b8 b9", "y1 y2 y3", "wild g2 g3")
    table.move(0, "play custom1 y")
    assert table.heard(2) == ["played 0 custom1 y"]
    assert table.match.actors() == [1]
    assert table.options(1) == listed("y1 y2 y3", "draw")
    assert table.sizes == [2, 3, 3]


def custom(effect: str, *hands: str, **more: Any) -> UnoTable:
    """Return a table where seat 0 has played a customizable card with an effect and named green."""
    first, *others = hands
    table = place("uno", f"custom2 {first}", *others, custom=["plain", effect, "plain"], **more)
    table.move(0, "play custom2 g")
    return table


@rule("AMB-UNO-7")
def test_AMB_UNO_7_draw_until_the_named_colour_comes() -> None:
    table = custom("draw_until", "b8 b9", *OTHERS, pile="r1 wild wild+4 y5 g5 g6")
    assert table.hand(1) == ["g5", "r1", "wild", "wild+4", "y1", "y2", "y3", "y5"]
    assert table.match.actors() == [2]
    # It goes on after a shuffle, and stops when nothing can be drawn.
    table = custom("draw_until", "b8 b9", *OTHERS, top="r9", pile="r1", under="b1 y5", spare=3)
    assert table.awaits() == "reshuffle"
    table.chance("reshuffle", cards=["y5", "r9", "b1"])
    assert table.hand(1) == ["b1", "r1", "r9", "y1", "y2", "y3", "y5"]
    assert table.heard(0)[-1] == "nothing_left 1"
    assert table.match.actors() == [2]


@rule("AMB-UNO-7")
def test_AMB_UNO_7_all_others_throw_away_their_wilds() -> None:
    hands = ("wild b9", "wild wild y3", "g1 g2 g3", "wild+4 shuffle custom1 b3 b4")
    table = custom("dump_wilds", *hands, under="r1")
    assert table.hand(0) == ["b9", "wild"]
    assert table.hand(1) == ["y3"]
    assert table.hand(2) == ["g1", "g2", "g3"]
    assert table.hand(3) == ["b3", "b4"]
    assert table.heard(2, "threw_away") == [
        "threw_away 1 wild",
        "threw_away 1 wild",
        "threw_away 3 wild+4",
        "threw_away 3 shuffle",
        "threw_away 3 custom1",
    ]
    # They lie under the discard pile and do nothing: no four cards, no shuffle.
    assert table.discards[-3:] == ["r1", "r7", "custom2"]
    assert sorted(table.discards[:5]) == ["custom1", "shuffle", "wild", "wild", "wild+4"]
    assert table.awaits() is None
    assert table.turn == 1
    assert table.colour == "g"


@rule("AMB-UNO-7")
@pytest.mark.parametrize(("direction", "winner"), [(1, 2), (-1, 3)])
def test_AMB_UNO_7_whoever_has_thrown_all_cards_away_wins(direction: int, winner: int) -> None:
    hands = ("b8 b9", "wild y3 y4", "wild wild", "wild+4")
    table = custom("dump_wilds", *hands, direction=direction, scoring="winner")
    assert table.heard(0, "hand_won") == [f"hand_won {winner}"]
    # All wilds are gone before the rest is counted: 8 + 9 and 3 + 4.
    assert table.scores[winner] == sum(table.scores) == 24
    assert table.awaits() == "deck"


@rule("AMB-UNO-7")
def test_AMB_UNO_7_draw_three_if_nothing_can_be_played() -> None:
    table = custom("draw_three", "b8 b9", *OTHERS, pile="b5 b6 b6")
    assert table.hand(1) == ["b5", "b6", "b6", "y1", "y2", "y3"]
    assert table.match.actors() == [2]
    # A card of the named colour, or any wild, and the turn is a normal one.
    for card in ("g9", "wild", "wild+4", "shuffle"):
        table = custom("draw_three", "b8 b9", f"y1 y2 {card}", *OTHERS[1:])
        assert table.sizes == [2, 3, 3, 3]
        assert table.options(1) == listed(card, "draw")


@rule("AMB-UNO-7")
def test_AMB_UNO_7_an_extra_turn() -> None:
    table = custom("extra_turn", "b8 g9 y1", *OTHERS)
    assert table.heard(2) == ["played 0 custom2 g", "extra_turn 0"]
    assert table.match.legal() == {0: listed("g9", "draw")}
    table.move(0, "play g9")
    assert table.match.actors() == [1]


@rule("AMB-UNO-7")
def test_AMB_UNO_7_exactly_seven_by_drawing() -> None:
    table = custom("exactly_seven", "b8 b9", *OTHERS, pile="b1 b2 g9 g8")
    assert table.hand(1) == ["b1", "b2", "g8", "g9", "y1", "y2", "y3"]
    assert table.match.actors() == [2]
    # With seven cards already, or with nothing to draw, the turn is still lost.
    table = custom("exactly_seven", "b8 b9", "y1 y2 y3 y4 y5 y6 y7", *OTHERS[1:])
    assert table.sizes == [2, 7, 3, 3]
    assert table.match.actors() == [2]
    table = custom("exactly_seven", "b8 b9", *OTHERS, spare=3)
    table.chance("reshuffle", cards=["r7"])
    assert table.sizes[:3] == [2, 4, 3]
    assert table.match.actors() == [2]


@rule("AMB-UNO-7")
def test_AMB_UNO_7_exactly_seven_by_throwing_away() -> None:
    table = custom("exactly_seven", "b8 b9", "y1 y1 y3 y4 y5 y6 wild wild+4 g+2", *OTHERS[1:])
    kinds = ["y1", "y3", "y4", "y5", "y6", "wild", "wild+4", "g+2"]
    assert table.match.legal() == {1: sorted(f"discard {card}" for card in kinds)}
    assert table.refusal(1, "discard b1") == ("not_held", "UNO-TURN-1")
    assert table.refusal(1, "draw") == ("busy", "AMB-UNO-7")
    assert table.refusal(1, "play g+2") == ("busy", "AMB-UNO-7")
    table.move(1, "discard g+2")
    assert table.heard(0) == ["discarded 1 g+2"]
    assert table.match.actors() == [1]
    table.move(1, "discard y1")
    # Under the pile, without effect; and the turn is lost.
    assert table.discards == ["y1", "g+2", "r7", "custom2"]
    assert table.colour == "g"
    assert table.sizes == [2, 7, 3, 3]
    assert table.match.actors() == [2]
    assert table.options(2) == listed("g1 g2 g3", "draw")


@rule("AMB-UNO-7")
@pytest.mark.parametrize(
    "effect", ["draw_until", "dump_wilds", "draw_three", "extra_turn", "exactly_seven"]
)
def test_AMB_UNO_7_as_a_last_card_no_effect(effect: str) -> None:
    table = custom(effect, "", "wild y2 y3", "wild", scoring="winner")
    assert table.awaits() == "deck"
    assert table.heard(1, "hand_won") == ["hand_won 0"]
    assert table.scores == [50 + 2 + 3 + 50, 0, 0]
