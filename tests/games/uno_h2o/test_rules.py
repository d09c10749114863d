"""UNO H2O TO GO by the rulebook: what its booklet says, and where it differs from UNO.

Rules that stand in both texts alike are tested with both boxes in the files on UNO.
"""

from collections import Counter
from typing import Any

import pytest

from mazziere.kernel.chances import BadChance
from mazziere.kernel.options import BadOption
from tests.games.uno.table import COLOURS, UnoTable, listed, pack, place, without

rule = pytest.mark.rule

H2O = "uno_h2o"


def opened(first: str, players: int = 4, dealer: int = 0, **more: Any) -> UnoTable:
    """Return a table after the deal, with this first card and the next ones of the pile."""
    hands = more.pop("hands", {})
    table = UnoTable(H2O, players, **more).choose_dealer(dealer)
    return table.deal(dealer, hands, then=first)


# What you need


@rule("H2O-0a")
def test_H2O_0a_the_pack_has_108_cards() -> None:
    table = UnoTable(H2O, 2).choose_dealer(0)
    cards = table.due_cards()
    assert cards.total() == 108
    assert cards == Counter(pack(H2O))
    assert cards["r0"] == 1
    assert cards["b9"] == cards["gskip"] == cards["yrev"] == cards["r+2"] == 2
    assert cards["wild"] == cards["wild+4"] == 4
    with pytest.raises(BadChance, match="shuffle"):
        table.chance("deck", cards=["shuffle", *without(pack(H2O), ["r1"])])
    for players in (2, 10):
        assert opened("r1", players).sizes == [7] * players
    for players in (1, 11):
        with pytest.raises(BadOption, match="players"):
            UnoTable(H2O, players)


# Getting ready


@rule("H2O-DEAL-1")
def test_H2O_DEAL_1_the_highest_number_deals() -> None:
    table = UnoTable(H2O, 3)
    table.chance("dealer", seat=1, draws=[{"0": "r3", "1": "y8", "2": "b7"}])
    assert table.heard(2) == ["drew_for_deal 0 r3", "drew_for_deal 1 y8", "drew_for_deal 2 b7"]
    assert table.read("dealer") == 1
    # Symbols count as zero.
    for symbol in ("rskip", "yrev", "g+2", "wild", "wild+4"):
        table = UnoTable(H2O, 2)
        table.chance("dealer", seat=1, draws=[{"0": symbol, "1": "r1"}])
        assert table.read("dealer") == 1
        with pytest.raises(BadChance, match="draws make it 1"):
            UnoTable(H2O, 2).chance("dealer", seat=0, draws=[{"0": symbol, "1": "r1"}])
    with pytest.raises(BadChance, match="draws"):
        UnoTable(H2O, 2).chance("dealer", seat=0)


@rule("AMB-UNO-21")
def test_AMB_UNO_21_the_tied_draw_again_from_the_full_pack() -> None:
    # example U39
    first = {"0": "r9", "1": "wild", "2": "b9"}
    with pytest.raises(BadChance, match="seats 0, 2 are still tied"):
        UnoTable(H2O, 3).chance("dealer", seat=0, draws=[first])
    with pytest.raises(BadChance, match='"1" is not a seat that draws'):
        UnoTable(H2O, 3).chance("dealer", seat=0, draws=[first, {"0": "r2", "1": "r3", "2": "r1"}])
    table = UnoTable(H2O, 3)
    table.chance("dealer", seat=2, draws=[first, {"0": "b9", "2": "b9"}, {"0": "r2", "2": "y3"}])
    assert table.read("dealer") == 2
    with pytest.raises(BadChance, match="found after 1 of 2 rounds"):
        UnoTable(H2O, 2).chance(
            "dealer", seat=0, draws=[{"0": "r2", "1": "r1"}, {"0": "r2", "1": "r1"}]
        )
    # Zeros and symbols tie. The one red zero is back in the pack for the second round.
    table = UnoTable(H2O, 2)
    table.chance("dealer", seat=1, draws=[{"0": "r0", "1": "wild"}, {"0": "r0", "1": "r1"}])
    assert table.read("dealer") == 1


@rule("AMB-UNO-21")
def test_AMB_UNO_21_then_the_deal_passes_left() -> None:
    table = place(H2O, "r1", "y1 y2", "g1 g2", dealer=1)
    table.move(0, "play r1")
    assert table.awaits() == "deck"
    table.deal(2, {}, then="r1")
    assert table.heard(0, "deals") == ["deals 2"]
    assert table.turn == 0


@rule("H2O-DEAL-2")
def test_H2O_DEAL_2_seven_cards_each_and_one_turned_up() -> None:
    table = UnoTable(H2O, 3).choose_dealer(2)
    cards = pack(H2O)
    table.chance("deck", cards=cards)
    for seat in range(3):
        assert table.hand(seat) == sorted(cards[seat:21:3])
    assert table.discards == cards[21:22]
    assert table.pile == cards[22:]


# The first card


@rule("H2O-START-1")
def test_H2O_START_1_after_a_number_the_dealers_left_begins() -> None:
    table = opened("r5", dealer=2, hands={3: "r1 r2 r3 r4 r6 r7 r8"})
    assert table.match.actors() == [3]
    assert table.heard(0, "turned_up") == ["turned_up 2 r5"]
    table.move(3, "play r1")
    assert table.match.actors() == [0]


@rule("H2O-START-2")
def test_H2O_START_2_a_draw_two_hits_the_dealers_left() -> None:
    # example U10
    table = opened("g+2 b1 b2", hands={1: "y1 y2 y3 y4 y5 y6 y7"})
    assert table.sizes == [7, 9, 7, 7]
    assert table.hand(1) == ["b1", "b2", "y1", "y2", "y3", "y4", "y5", "y6", "y7"]
    assert table.match.actors() == [2]
    assert table.colour == "g"
    assert table.read("direction") == 1
    table = opened("g+2", players=2, dealer=1)
    assert table.sizes == [9, 7]
    assert table.match.actors() == [1]


@rule("H2O-START-3")
def test_H2O_START_3_after_a_reverse_the_dealer_begins_to_the_right() -> None:
    # example U11
    hands = {seat: "r1 r2 r3 r4 r5 r6 r8".replace("r", "rygb"[seat]) for seat in range(4)}
    table = opened("brev", hands={**hands, 0: "b1 r2 r3 r4 r5 r6 r8", 3: "b2 b3 b4 b5 b6 b7 b8"})
    order = []
    for move in ("play b1", "play b2", "play g2", "play y2"):
        (seat,) = table.match.actors()
        order.append(seat)
        table.move(seat, move)
    assert order == [0, 3, 2, 1]
    # With two players too, and then comes the other, whatever a reverse does later.
    for value in ("skip", "literal"):
        table = opened("brev", players=2, dealer=1, reverse_two=value, hands={1: "b1 r2"})
        assert table.match.actors() == [1]
        table.move(1, "play b1")
        assert table.match.actors() == [0]


@rule("H2O-START-4")
def test_H2O_START_4_a_skip_passes_over_the_dealers_left() -> None:
    # example U12
    table = opened("gskip", hands={2: "g1 g2 g3 g4 g5 g6 g7"})
    assert table.match.actors() == [2]
    assert table.heard(3, "skipped") == ["skipped 1"]
    assert table.sizes == [7, 7, 7, 7]
    table.move(2, "play g1")
    assert table.match.actors() == [3]


@rule("H2O-START-5")
def test_H2O_START_5_after_a_wild_the_dealers_left_names_the_colour() -> None:
    # example U13
    for colour in COLOURS:
        table = opened("wild", hands={1: "r1 y1 g1 b1 wild+4 rskip yskip"})
        assert table.match.legal() == {1: ["name b", "name g", "name r", "name y"]}
        assert table.refusal(1, "draw") == ("busy", "H2O-START-5")
        assert table.refusal(1, "play r1") == ("busy", "H2O-START-5")
        assert table.refusal(2, "name r") == ("not_your_turn", "H2O-TURN-1")
        table.move(1, f"name {colour}")
        assert table.heard(0) == [f"named 1 {colour}"]
        skips = {"r": " rskip", "y": " yskip"}.get(colour, "")
        assert table.match.legal() == {1: listed(f"{colour}1 wild+4{skips}", "draw")}


@rule("AMB-UNO-27")
def test_AMB_UNO_27_with_the_own_cards_in_view() -> None:
    table = opened("wild", players=2, hands={1: "r1 y1 g1 b1 wild+4 rskip yskip"})
    assert table.options(1) == ["name b", "name g", "name r", "name y"]
    assert len(table.heard(1, "dealt")) == 7
    assert table.known(1, 1) == ["b1", "g1", "r1", "rskip", "wild+4", "y1", "yskip"]


@rule("H2O-START-6")
def test_H2O_START_6_a_wild_four_goes_back_and_another_card_comes() -> None:
    table = opened("wild+4 r1 r2")
    assert table.heard(3, "put_back", "turned_up") == ["put_back 0 wild+4"]
    assert table.awaits() == "reshuffle"
    cards = sorted(table.due_cards().elements())
    table.chance("reshuffle", cards=["g5", *without(cards, ["g5"])])
    assert table.discards == ["g5"]
    assert table.heard(3) == ["turned_up 0 g5"]
    assert table.match.actors() == [1]
    assert table.sizes == [7, 7, 7, 7]
    # The next card acts as a first card does.
    table = opened("wild+4 r1 r2")
    table.chance("reshuffle", cards=["gskip", *without(cards, ["gskip"])])
    assert table.match.actors() == [2]


@rule("AMB-UNO-22")
def test_AMB_UNO_22_it_is_shuffled_into_the_draw_pile() -> None:
    table = opened("wild+4 r1 r2")
    assert table.due_cards().total() == 108 - 28
    assert (
        table.due_cards()["wild+4"] + sum(table.hand(seat).count("wild+4") for seat in range(4))
        == 4
    )
    cards = sorted(table.due_cards().elements())
    # It may come up again, and goes back again.
    again = ["wild+4", *without(cards, ["wild+4"])]
    table.chance("reshuffle", cards=again)
    assert table.heard(0) == ["put_back 0 wild+4"]
    assert table.awaits() == "reshuffle"
    order = ["b3", "wild+4", *without(cards, ["b3", "wild+4"])]
    table.chance("reshuffle", cards=order)
    assert table.discards == ["b3"]
    assert table.pile == order[1:]


# The turn


@rule("H2O-TURN-1")
@pytest.mark.parametrize(
    ("top", "colour", "hand", "plays"),
    [
        ("r7", "", "r2 b7 g5 wild yskip", "r2 b7 wild"),  # example U1
        ("wild", "b", "b3 r3 bskip wild+4 g9", "b3 bskip wild+4"),  # example U2
        ("yskip", "", "gskip y1 g1", "gskip y1"),  # example U3
        ("wild+4", "r", "r0 y0 b+2", "r0"),
    ],
)
def test_H2O_TURN_1_match_number_colour_or_symbol_or_a_wild(
    top: str, colour: str, hand: str, plays: str
) -> None:
    table = place(H2O, hand, "y2 y4", "y5 y8", top=top, colour=colour)
    assert table.match.legal() == {0: listed(plays, "draw")}
    for card in set(hand.split()) - set(plays.split()):
        assert table.refusal(0, f"play {card}") == ("no_match", "H2O-TURN-1")


@rule("H2O-TURN-2")
def test_H2O_TURN_2_draw_one_and_play_it_if_it_fits() -> None:
    table = place(H2O, "b1 b2 b3", "y1 y2", pile="r4 g5")
    assert table.options(0) == ["draw"]
    table.move(0, "draw")
    assert table.sizes == [4, 2]
    assert table.options(0) == ["pass", "play r4"]
    assert table.refusal(0, "draw") == ("drew_already", "H2O-TURN-2")
    table.move(0, "play r4")
    assert table.hand(0) == ["b1", "b2", "b3"]
    table = place(H2O, "b1 b2 b3", "y1 y2", pile="g5 r4")
    table.move(0, "draw")
    assert table.hand(0) == ["b1", "b2", "b3", "g5"]
    assert table.match.legal() == {0: ["pass"]}
    table.move(0, "pass")
    assert table.match.actors() == [1]


@rule("H2O-TURN-3")
def test_H2O_TURN_3_who_holds_a_card_back_draws_and_plays_no_other() -> None:
    table = place(H2O, "r1 r2 b3", "y1 y2", pile="g7")
    assert table.options(0) == listed("r1 r2", "draw")
    assert table.refusal(0, "pass") == ("nothing_drawn", "H2O-TURN-3")
    table.move(0, "draw")
    assert table.options(0) == ["pass", "play g7"]
    assert table.refusal(0, "play r1") == ("only_drawn", "H2O-TURN-3")


@rule("H2O-END-2")
def test_H2O_END_2_an_empty_pile_is_made_of_the_discards() -> None:
    table = place(H2O, "b1 b2 b3", "y1 y2", under="r1 gskip r2", spare=1)
    table.move(0, "draw")
    assert table.awaits() == "reshuffle"
    assert table.due_cards() == Counter(["r1", "gskip", "r2"])
    with pytest.raises(BadChance, match="r7"):
        table.chance("reshuffle", cards=["r7", "gskip", "r2"])
    table.chance("reshuffle", cards=["gskip", "r2", "r1"])
    assert table.hand(0) == ["b1", "b2", "b3", "gskip"]
    assert table.pile == ["r2", "r1"]
    assert table.discards == ["r7"]


# The action cards


@rule("H2O-ACT-1")
def test_H2O_ACT_1_action_cards_go_on_their_colour_or_symbol_and_act() -> None:
    symbols = "g+2 grev gskip"
    for top, plays in (
        ("g1", symbols),
        ("y+2", "g+2"),
        ("yrev", "grev"),
        ("yskip", "gskip"),
        ("y1", ""),
    ):
        assert place(H2O, symbols, "y1 y2", top=top).options(0) == listed(plays, "draw")
    others = ("y1 y2 y3", "b1 b2 b3", "r1 r2 r3")
    table = place(H2O, "g+2 b4 b5", *others, top="g1", pile="y8 y9")
    table.move(0, "play g+2")
    assert table.hand(1) == ["y1", "y2", "y3", "y8", "y9"]
    assert table.match.actors() == [2]
    table = place(H2O, "grev b4 b5", *others, top="g1")
    table.move(0, "play grev")
    assert table.match.actors() == [3]
    table = place(H2O, "gskip b4 b5", *others, top="g1")
    table.move(0, "play gskip")
    assert table.match.actors() == [2]
    for card in ("g+2", "gskip"):  # example U8
        table = place(H2O, f"{card} b4 b5", "y1 y2 y3", top="g1")
        table.move(0, f"play {card}")
        assert table.match.actors() == [0]


@rule("H2O-ACT-2")
def test_H2O_ACT_2_a_wild_at_any_time_for_any_colour() -> None:
    for colour in COLOURS:
        table = place(H2O, "wild r1 r2", "r3 y3 g3 b3", "r4 y4")
        assert table.options(0) == listed("wild r1 r2", "draw")
        table.move(0, f"play wild {colour}")
        assert table.options(1) == listed(f"{colour}3", "draw")


# The wild +4


def verdict(keeps: str, top: str = "r7", **more: Any) -> str:
    """Return the verdict of a challenge when seat 0 keeps these cards."""
    table = place(H2O, f"wild+4 {keeps}", "y1 y2 y3", "g1 g2 g3", top=top, **more)
    table.move(0, "play wild+4 g")
    table.move(1, "challenge")
    (found,) = table.heard(2, "guilty", "innocent")
    assert table.sizes[:2] == (
        [len(keeps.split()) + 4, 3] if "guilty" in found else [len(keeps.split()), 9]
    )
    assert table.match.actors() == ([1] if "guilty" in found else [2])
    return found.split()[0]


@rule("H2O-DRAW4-1")
def test_H2O_DRAW4_1_only_without_a_card_of_the_colour() -> None:
    assert verdict("r5 b9") == "guilty"  # example U16
    assert verdict("b9 gskip") == "innocent"  # example U17
    assert verdict("b9 wild") == "innocent"  # example U18: wilds do not matter here
    assert verdict("b9 wild+4") == "innocent"  # example U19
    assert verdict("b7") == "innocent"  # example U20: nor does the number
    assert verdict("bskip", top="rskip") == "innocent"
    # Accepted, the next player draws four and loses the turn (example U23), and the colour stands.
    table = place(H2O, "wild+4 b8 b9", "y1 y2 y3", "g1 g2 g3", pile="b1 b2 b3 b4")
    table.move(0, "play wild+4 y")
    assert table.match.legal() == {1: ["accept", "challenge"]}
    table.move(1, "accept")
    assert table.hand(1) == ["b1", "b2", "b3", "b4", "y1", "y2", "y3"]
    assert table.match.actors() == [2]
    assert table.colour == "y"
    # The strict table refuses by the same test.
    table = place(H2O, "wild+4 wild b9", "y1 y2", wd4="strict")
    assert table.options(0) == listed("wild wild+4", "draw")


@rule("AMB-UNO-9")
@pytest.mark.parametrize("card", ["rskip", "rrev", "r+2"])
def test_AMB_UNO_9_an_action_card_of_the_colour_counts(card: str) -> None:
    assert verdict(f"b9 {card}") == "guilty"  # example U21
    table = place(H2O, f"wild+4 b9 {card}", "y1 y2", wd4="strict")
    assert table.refusal(0, "play wild+4 b") == ("has_match", "AMB-UNO-10")


@rule("H2O-DRAW4-2")
def test_H2O_DRAW4_2_the_challenge() -> None:
    table = place(H2O, "wild+4 r5 b9", "y1 g2 y3", "y4 y5 y6", pile="r1 r2 r3 r4")
    table.move(0, "play wild+4 g")
    assert table.refusal(1, "draw") == ("must_answer", "H2O-DRAW4-2")
    table.move(1, "challenge")
    assert sorted(table.heard(1, "shown")) == ["shown 0 b9", "shown 0 r5"]
    assert table.heard(2, "shown") == table.heard(0, "shown") == []
    assert table.hand(0) == ["b9", "r1", "r2", "r3", "r4", "r5"]
    assert table.options(1) == listed("g2", "draw")
    table = place(H2O, "wild+4 b8 b9", "y1 y2 y3", "y4 y5 y6")
    table.move(0, "play wild+4 g")
    table.move(1, "challenge")
    assert table.sizes == [2, 9, 3]
    assert table.match.actors() == [2]
    assert table.colour == "g"


# Calling UNO!


@rule("H2O-CALL-1")
def test_H2O_CALL_1_say_it_or_draw_two() -> None:
    table = place(H2O, "r1 b9", "y1 y2 y3", "g1 g2 g3", pile="b5 b6")
    assert table.options(0) == listed("r1", "draw", uno=True)
    table.move(0, "play r1")
    assert table.match.legal() == {0: ["uno"], 1: listed("y1", "catch 0", "draw"), 2: ["catch 0"]}
    table.move(2, "catch 0")  # example U24
    assert table.hand(0) == ["b5", "b6", "b9"]
    # Said with the card, said afterwards (example U26), or too late to be caught (example U25).
    for moves in (
        [(0, "play r1 uno")],
        [(0, "play r1"), (0, "uno")],
        [(0, "play r1"), (1, "draw")],
        [(0, "play r1"), (1, "play y1")],
    ):
        table = place(H2O, "r1 b9", "y1 y2 y3", "g1 g2 g3", pile="b5 b6")
        table.moves(*moves)
        assert table.refusal(2, "catch 0") == ("no_catch", "H2O-CALL-1")
        assert table.sizes[0] == 1


# The end of a round, and points


@rule("H2O-END-1")
def test_H2O_END_1_a_last_draw_card_is_still_drawn_and_counted() -> None:
    table = place(H2O, "r+2", "y1 y2", "g1 g2", pile="b9 b8 b7 b6")
    table.move(0, "play r+2")
    assert table.awaits() == "deck"
    assert table.hand(1) == ["b8", "b9", "y1", "y2"]
    assert table.scores == [6 + 17, 0, 0]
    table = place(H2O, "wild+4", "y1 y2", "g1 g2", pile="b9 b8 b7 b6", direction=-1)
    table.move(0, "play wild+4 r")
    assert table.hand(2) == ["b6", "b7", "b8", "b9", "g1", "g2"]
    assert table.scores == [6 + 30, 0, 0]
    # No other effect, and where no points are counted none at all.
    table = place(H2O, "rrev", "y1 y2", "g1 g2")
    table.move(0, "play rrev")
    assert table.heard(1) == ["played 0 rrev r", "hand_won 0", "scored 0 3", "scored 0 3"]
    table = place(H2O, "r+2", "y1 y2", "g1 g2", scoring="hand")
    table.move(0, "play r+2")
    assert table.over()
    assert table.sizes == [0, 2, 2]


@rule("H2O-SCORE-1")
def test_H2O_SCORE_1_the_winner_gets_points_for_all_other_cards() -> None:
    # example U31
    table = place(H2O, "r1", "r5 yskip wild", "b0 wild+4")
    table.move(0, "play r1")
    assert table.scores == [125, 0, 0]
    assert table.awaits() == "deck"
    # example U34
    table = place(H2O, "r1", "gskip g5", points=(480, 499))
    table.move(0, "play r1")
    assert table.scores == [505, 499]
    assert table.winners == [0]
    for before, over in ((474, False), (475, True)):
        table = place(H2O, "r1", "gskip g5", points=(before, 0))
        table.move(0, "play r1")
        assert table.over() is over


@rule("H2O-SCORE-2")
def test_H2O_SCORE_2_everybody_counts_the_own_hand_and_the_lowest_wins() -> None:
    table = place(H2O, "r1", "gskip g5", "wild y3", scoring="lowest", points=(30, 10, 20))
    table.move(0, "play r1")
    assert table.scores == [30, 35, 73]
    assert table.heard(0, "scored") == ["scored 1 25", "scored 2 53"]
    assert table.awaits() == "deck"
    table = place(H2O, "r1", "gskip g5", "wild y3", scoring="lowest", points=(330, 310, 447))
    table.move(0, "play r1")
    assert table.scores == [330, 335, 500]
    assert table.winners == [0]
    # The winner of the round need not have the lowest total.
    table = place(H2O, "r1", "gskip g5", "wild y3", scoring="lowest", points=(336, 310, 447))
    table.move(0, "play r1")
    assert table.winners == [1]


@rule("AMB-UNO-23")
def test_AMB_UNO_23_the_lowest_share_the_win() -> None:
    # example U35
    hands = ("r1", "gskip g5", "g1 g2", "g3 g4")
    table = place(H2O, *hands, scoring="lowest", points=(310, 480, 117, 113))
    table.move(0, "play r1")
    assert table.scores == [310, 505, 120, 120]
    assert table.over()
    assert table.winners == [2, 3]
    assert table.heard(0)[-2:] == ["won 2", "won 3"]
    # The winner of a round writes down nothing.
    assert table.heard(0, "scored") == ["scored 1 25", "scored 2 3", "scored 3 7"]


# Options of this box


def result(scoring: str) -> tuple[list[int], list[int]]:
    table = place(H2O, "r1", "gskip g5", "wild y3", scoring=scoring, points=(0, 470, 10))
    table.move(0, "play r1")
    return table.scores, table.winners


@rule("H2O-SCORE-1")
def test_option_scoring_winner() -> None:
    assert result("winner") == ([78, 470, 10], [])


@rule("H2O-SCORE-2")
def test_option_scoring_lowest() -> None:
    assert result("lowest") == ([0, 495, 63], [])
    table = place(H2O, "r1", "gskip g5", "wild y3", scoring="lowest", points=(0, 475, 10))
    table.move(0, "play r1")
    assert table.scores == [0, 500, 63]
    assert table.winners == [0]


@rule("H2O-SCORE-2")
def test_option_scoring_hand() -> None:
    table = place(H2O, "r1", "gskip g5", "wild y3", scoring="hand")
    table.move(0, "play r1")
    assert table.over()
    assert table.scores == [1, 0, 0]
    assert table.winners == [0]


@rule("AMB-UNO-9")
@pytest.mark.parametrize("card", ["rskip", "rrev", "r+2"])
def test_option_wd4_actions_count(card: str) -> None:
    assert verdict(f"b9 {card}", wd4_actions="count") == "guilty"


@rule("AMB-UNO-9")
@pytest.mark.parametrize("card", ["rskip", "rrev", "r+2"])
def test_option_wd4_actions_ignore(card: str) -> None:
    assert verdict(f"b9 {card}", wd4_actions="ignore") == "innocent"
    table = place(H2O, f"wild+4 b9 {card}", "y1 y2", wd4="strict", wd4_actions="ignore")
    assert table.options(0) == listed(f"{card} wild+4", "draw")
    # Numbers of the colour count as ever.
    for number in ("r0", "r9"):
        assert verdict(f"b9 {number}", wd4_actions="ignore") == "guilty"
