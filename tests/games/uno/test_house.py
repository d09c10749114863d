"""The house rules of both UNO boxes (contract U12–U17)."""

from typing import Any

import pytest

from mazziere.kernel.events import SPECTATOR
from tests.games.uno.table import BOTH, UnoTable, held, listed, place

both_boxes = pytest.mark.parametrize("box", BOTH)
rule = pytest.mark.rule

POINTS: dict[str, Any] = {"scoring": "winner", "target": 500}


# HOUSE-UNO-1: stacking


@both_boxes
@rule("HOUSE-UNO-1")
def test_HOUSE_UNO_1_the_next_seat_is_always_asked(box: str) -> None:
    table = place(box, "r+2 b1 b2", "b3 b4 y5", "y1 y2 y3", pile="g1 g2", stacking="same")
    table.move(0, "play r+2")
    assert table.heard(2) == ["played 0 r+2 r", "stacked 0 2 1"]
    assert table.match.legal() == {1: ["accept"]}
    assert table.refusal(1, "draw") == ("must_settle", "HOUSE-UNO-1")
    assert table.refusal(1, "play b3") == ("no_stack", "HOUSE-UNO-1")
    assert table.refusal(1, "play g9") == ("not_held", ("UNO-TURN-1", "H2O-TURN-1")[box != "uno"])
    assert table.refusal(1, "challenge")[0] == "not_challenged"
    assert table.refusal(2, "accept")[0] == "not_challenged"
    table.move(1, "accept")
    assert table.heard(2)[0] == "took_stack 1 2"
    assert table.hand(1) == ["b3", "b4", "g1", "g2", "y5"]
    assert table.match.actors() == [2]
    assert table.read("stacked") == 0


@both_boxes
@pytest.mark.parametrize(
    ("value", "on_two", "on_four"),
    [
        ("same", "b+2 r+2", "wild+4"),
        ("up", "b+2 r+2 wild+4", "wild+4"),
        ("any", "b+2 r+2 wild+4", "b+2 wild+4"),
    ],
)
@rule("HOUSE-UNO-1")
def test_HOUSE_UNO_1_what_goes_on_what(box: str, value: str, on_two: str, on_four: str) -> None:
    hand = "b+2 r+2 wild+4 b5 r1"
    table = place(box, "r+2 g1 g2", hand, "y1 y2 y3", stacking=value)
    table.move(0, "play r+2")
    assert table.options(1) == listed(on_two, "accept")
    table = place(box, "wild+4 g1 g2", hand, "y1 y2 y3", stacking=value)
    table.move(0, "play wild+4 b")
    assert table.options(1) == listed(on_four, "accept", "challenge")


@both_boxes
@rule("HOUSE-UNO-1")
def test_HOUSE_UNO_1_the_cards_add_up(box: str) -> None:
    pile = "g1 g2 g3 g4 g5 g6 g8 g9"
    table = place(box, "r+2 b1 b2", "y+2 y1 y2", "wild+4 y4 y5", "b4 b5", pile=pile, stacking="up")
    table.moves((0, "play r+2"), (1, "play y+2"))
    assert table.colour == "y"
    table.move(2, "play wild+4 b")
    assert table.heard(0, "stacked") == ["stacked 2 8 3"]
    table.move(3, "accept")
    assert table.hand(3) == sorted(["b4", "b5", *pile.split()])
    assert table.match.actors() == [0]


@both_boxes
@rule("HOUSE-UNO-1")
def test_HOUSE_UNO_1_a_challenge_is_about_the_last_wild_draw_four(box: str) -> None:
    def stack(keeps: str, **options: Any) -> UnoTable:
        # Seat 1 could have played green, the colour that seat 0 named; or could not.
        table = place(
            box, "wild+4 r1 b2", f"wild+4 {keeps}", "y1 y2 y3", "b1 b3 b4", stacking="same",
            **options,
        )  # fmt: skip
        return table.moves((0, "play wild+4 g"), (1, "play wild+4 b"))  # type: ignore[return-value]

    table = stack("g1 y7")
    table.move(2, "challenge")
    assert table.heard(2, "shown") == ["shown 1 y7", "shown 1 g1"]
    assert table.heard(0)[1] == "guilty 1"
    assert table.sizes == [2, 10, 3, 3]
    assert table.match.actors() == [2]
    table = stack("g1 y7", guilty_skips=True)
    table.move(2, "challenge")
    assert table.match.actors() == [3]
    table = stack("r1 y7")
    table.move(2, "challenge")
    assert table.heard(0)[1] == "innocent 1"
    assert table.sizes == [2, 2, 13, 3]
    assert table.match.actors() == [3]


@both_boxes
@rule("HOUSE-UNO-1")
def test_HOUSE_UNO_1_a_two_on_a_four_cannot_be_challenged(box: str) -> None:
    table = place(box, "wild+4 r1 b2", "b+2 g1 g2", "y1 y2 y3", stacking="any")
    table.moves((0, "play wild+4 b"), (1, "play b+2"))
    assert table.match.legal() == {2: ["accept"]}
    assert table.seen(2)["guilty"][0] == 0
    table.move(2, "accept")
    assert table.sizes == [2, 2, 9]


@both_boxes
@rule("HOUSE-UNO-1")
def test_HOUSE_UNO_1_at_a_strict_table(box: str) -> None:
    hands = "r+2 b1 b2", "wild+4 r1 y2", "wild+4 y1 y2"
    table = place(box, *hands, stacking="up", wd4="strict")
    table.move(0, "play r+2")
    assert table.options(1) == ["accept"]
    assert table.refusal(1, "play wild+4 b") == ("has_match", "AMB-UNO-10")
    table = place(box, "wild+4 b1 b2", "r1 y2 y3", *hands[2:], stacking="up", wd4="strict")
    table.move(0, "play wild+4 b")
    assert table.options(1) == ["accept"]  # contract U6: asked all the same
    table.move(1, "accept")
    assert table.options(2) == listed("wild+4", "draw")


@both_boxes
@rule("HOUSE-UNO-1")
def test_HOUSE_UNO_1_fewer_cards_than_owed(box: str) -> None:
    table = place(box, "r+2 b1 b2", "y1 y2 y3", "g1 g2 g3", spare=2, stacking="same")
    table.moves((0, "play r+2"), (1, "accept"))
    table.chance("reshuffle", cards=["r7"])
    assert table.hand(1) == ["r7", "y1", "y2", "y3"]
    assert table.match.actors() == [2]
    assert (table.read("stacked"), table.read("idle")) == (0, 0)


@both_boxes
@rule("HOUSE-UNO-1")
def test_HOUSE_UNO_1_calls_and_catches_while_cards_wait(box: str) -> None:
    table = place(box, "r+2 b1", "b+2 b3", "y1 y2 y3", stacking="same")
    table.move(0, "play r+2")
    assert table.match.legal() == {
        0: ["uno"],
        1: ["accept", "catch 0", "play b+2", "play b+2 uno"],
        2: ["catch 0"],
    }
    table.move(2, "catch 0")
    assert table.sizes[0] == 3
    assert table.options(1) == ["accept", "play b+2", "play b+2 uno"]
    table.move(1, "play b+2 uno")
    assert table.match.legal() == {2: ["accept"]}
    assert table.read("stacked") == 4


@both_boxes
@pytest.mark.parametrize(("options", "drawn"), [(POINTS, 4), ({"scoring": "hand"}, 0)])
@rule("HOUSE-UNO-1")
def test_HOUSE_UNO_1_the_last_card(box: str, options: dict[str, Any], drawn: int) -> None:
    table = place(box, "r+2 b1 b2", "b+2", "y1 y2", "g1", stacking="same", **options)
    table.moves((0, "play r+2"), (1, "play b+2"))
    assert len(table.heard(2, "drew")) == drawn
    assert table.heard(0, "hand_won") == ["hand_won 1"]


@rule("HOUSE-UNO-1")
def test_HOUSE_UNO_1_without_a_final_draw_the_debt_lapses() -> None:
    table = place("uno", "r+2 b1 b2", "b+2", "y1 y2", stacking="same", final_draw=False, **POINTS)
    table.moves((0, "play r+2"), (1, "play b+2"))
    assert table.heard(2, "drew") == []


@rule("HOUSE-UNO-1")
def test_HOUSE_UNO_1_the_first_card_makes_no_debt() -> None:
    table = UnoTable("uno_h2o", 3, stacking="any")
    table.choose_dealer(0).deal(0, {}, then="r+2")
    assert table.sizes == [7, 9, 7]
    assert table.match.actors() == [2]


# HOUSE-UNO-2: drawing until a card fits


@both_boxes
@rule("HOUSE-UNO-2")
def test_HOUSE_UNO_2_draw_until_a_card_fits(box: str) -> None:
    table = place(box, "b1 b2 b3", "y1 y2 y3", pile="g1 g2 r4 g3", draw_rule="until")
    table.move(0, "draw")
    assert table.hand(0) == ["b1", "b2", "b3", "g1", "g2", "r4"]
    assert table.options(0) == ["pass", "play r4"]
    assert table.heard(1) == ["drew_unseen 0"] * 3
    table.move(0, "pass")
    assert table.match.actors() == [1]
    # Also who could play may draw, and a wild +4 stops the drawing where it may be played.
    table = place(box, "r1 b2 b3", "y1 y2 y3", pile="g1 wild+4 r4", draw_rule="until")
    table.move(0, "draw")
    assert table.options(0) == listed("wild+4", "pass")
    table = place(box, "r1 b2", "y1 y2", pile="g1 wild+4 r4", draw_rule="until", wd4="strict")
    table.move(0, "draw")
    assert table.options(0) == ["pass", "play r4"]


@both_boxes
@rule("HOUSE-UNO-2")
def test_HOUSE_UNO_2_until_nothing_is_left(box: str) -> None:
    table = place(box, "b1 b2", "y1 y2 y3", "g8 g9", under="g1 g2", spare=2, draw_rule="until")
    table.move(0, "draw")
    table.chance("reshuffle", cards=["g2", "g1"])
    assert table.hand(0) == ["b1", "b2", "g1", "g2"]
    assert table.match.legal() == {0: ["pass"]}
    table.move(0, "pass")
    # Only a draw without any card counts for a void round.
    assert table.read("idle") == 0
    table.move(1, "draw")
    assert table.read("idle") == 1
    assert table.match.actors() == [2]


# HOUSE-UNO-3: who can play must


@both_boxes
@rule("HOUSE-UNO-3")
def test_HOUSE_UNO_3_who_can_play_must(box: str) -> None:
    table = place(box, "r1 b2 b3", "y1 y2 y3", must_play=True)
    assert table.options(0) == ["play r1"]
    assert table.refusal(0, "draw") == ("must_play", "HOUSE-UNO-3")
    table = place(box, "b1 b2 b3", "y1 y2 y3", pile="r4", must_play=True)
    assert table.options(0) == ["draw"]
    table.move(0, "draw")
    assert table.options(0) == ["play r4"]
    assert table.refusal(0, "pass") == ("must_play", "HOUSE-UNO-3")
    table = place(box, "b1 b2 b3", "y1 y2 y3", pile="g4", must_play=True)
    table.move(0, "draw")
    assert table.options(0) == ["pass"]
    # Nobody has to stack or to jump.
    table = place(
        box, "r+2 b1 b2", "b+2 y1 y2", "r+2 y3 y4", must_play=True, stacking="same", jump_in=True
    )
    table.move(0, "play r+2")
    assert table.match.legal() == {1: ["accept", "play b+2"]}


# HOUSE-UNO-4: seven and zero


@both_boxes
@rule("HOUSE-UNO-4")
def test_HOUSE_UNO_4_a_seven_swaps_two_hands(box: str) -> None:
    table = place(box, "r7 b1 b2", "y1", "g1 g2 g3 g4", top="r1", seven_zero=True)
    table.move(0, "play r7")
    assert table.match.legal() == {0: ["swap 1", "swap 2"]}
    assert table.refusal(0, "draw") == ("must_swap", "HOUSE-UNO-4")
    assert table.refusal(0, "swap 0") == ("no_partner", "HOUSE-UNO-4")
    assert table.refusal(0, "swap 3") == ("no_partner", "HOUSE-UNO-4")
    assert table.refusal(1, "swap 2")[0] == "not_your_turn"
    table.move(0, "swap 2")
    assert table.hand(0) == ["g1", "g2", "g3", "g4"]
    assert table.hand(2) == ["b1", "b2"]
    assert table.heard(1) == table.heard(SPECTATOR) == ["swapped 0 2"]
    assert table.heard(2) == ["swapped 0 2", "took_over 2 b1", "took_over 2 b2"]
    assert table.match.actors() == [1]
    assert table.refusal(1, "swap 2") == ("no_swap", "HOUSE-UNO-4")


@both_boxes
@rule("HOUSE-UNO-4")
def test_HOUSE_UNO_4_a_zero_moves_all_hands_on(box: str) -> None:
    hands = "r0 b1 b2", "y1 y2", "g1 g2 g3 g4"
    table = place(box, *hands, seven_zero=True)
    table.move(0, "play r0")
    assert [table.hand(seat) for seat in range(3)] == [
        ["g1", "g2", "g3", "g4"],
        ["b1", "b2"],
        ["y1", "y2"],
    ]
    assert table.heard(SPECTATOR) == ["played 0 r0 r", "hands_moved 0 1 3"]
    assert table.match.actors() == [1]
    table = place(box, *hands, direction=-1, seven_zero=True)
    table.move(0, "play r0")
    assert [table.sizes, table.hand(2)] == [[2, 4, 2], ["b1", "b2"]]
    assert table.match.actors() == [2]


@both_boxes
@rule("HOUSE-UNO-4")
def test_HOUSE_UNO_4_the_last_card_and_the_first_move_nothing(box: str) -> None:
    for card in ("r7", "r0"):
        table = place(box, card, "y1 y2", "g1 g2", top="r1", seven_zero=True, scoring="hand")
        table.move(0, f"play {card}")
        assert table.over()
        table = UnoTable(box, 3, seven_zero=True)
        table.choose_dealer(0).deal(0, {1: "g1 g2 g3 g4 g5 g6 g8"}, then=card)
        assert table.hand(1) == ["g1", "g2", "g3", "g4", "g5", "g6", "g8"]
        assert table.match.actors() == [1]


@both_boxes
@rule("HOUSE-UNO-4")
def test_HOUSE_UNO_4_calls_are_owed_by_the_hands_that_have_moved(box: str) -> None:
    # Seat 0 gives its last card to seat 1, and takes one card: both owe a call.
    table = place(box, "r7 b1", "y1", "g1", top="r1", seven_zero=True)
    table.moves((0, "play r7"), (0, "swap 1"))
    assert table.match.legal() == {
        0: ["catch 1", "uno"],
        1: ["catch 0", "draw", "uno"],
        2: ["catch 0", "catch 1"],
    }
    # A call with the card counts for its player, if he holds one card then; seat 2 owes nothing.
    table = place(box, "r7 b1", "y1", "g1", top="r1", seven_zero=True)
    table.moves((0, "play r7 uno"), (0, "swap 1"))
    assert table.read("debt") == 0b010
    table = place(box, "r7 b1", "y1 y2", "g1", top="r1", seven_zero=True)
    table.moves((0, "play r7 uno"), (0, "swap 1"))
    assert table.read("debt") == 0b010
    table = place(box, "r0 b1", "y1 y2", "g1", seven_zero=True)
    table.move(0, "play r0 uno")
    assert table.sizes == [1, 1, 2]
    assert table.read("debt") == 0b010
    table = place(box, "r0 b1", "y1 y2", "g1", seven_zero=True, uno_call="auto")
    table.move(0, "play r0")
    assert table.read("debt") == 0


@both_boxes
@rule("HOUSE-UNO-4")
def test_who_gives_a_hand_away_remembers_it(box: str) -> None:
    table = place(box, "r7 b1 b2 b2", "y1 y2", "g1 g2 g3", top="r1", seven_zero=True)
    table.moves((0, "play r7"), (0, "swap 1"))
    assert table.known(0, 1) == ["b1", "b2", "b2"]
    assert table.known(1, 0) == ["y1", "y2"]
    assert table.known(2, 0) == table.known(2, 1) == table.known(0, 2) == []
    table.moves((1, "draw"), (1, "pass"), (2, "draw"), (2, "pass"), (0, "draw"), (0, "pass"))
    table.states["colour"][0] = 3
    table.move(1, "play b2")
    assert table.known(0, 1) == ["b1", "b2"]


@both_boxes
@rule("HOUSE-UNO-4")
def test_what_is_known_of_a_hand_goes_with_it(box: str) -> None:
    # Seat 1 has seen the hand of seat 0, which then goes to seat 2; at last seat 1 takes it.
    table = place(box, "wild+4 b9 r7", "g1 g2 g7", "g3 g4 g7", seven_zero=True, pile="y1 y2 y3 y4")
    table.moves((0, "play wild+4 g"), (1, "challenge"))
    seen = ["b9", "r7"]
    assert table.known(1, 0) == seen
    table.moves((1, "play g1"), (2, "play g7"), (2, "swap 0"))
    assert table.known(1, 2) == seen
    assert table.known(0, 2) == table.hand(2)
    assert table.known(2, 0) == table.hand(0) == ["g3", "g4"]
    assert table.known(1, 0) == []
    table.moves((0, "play g3"), (1, "play g7"), (1, "swap 2"))
    assert set(seen) <= set(table.hand(1))
    assert table.known(1, 1) == table.hand(1)
    assert table.known(1, 2) == ["g2"]
    # Everybody who knows of a card in a hand is right.
    for viewer in range(3):
        for owner in range(3):
            hand = list(table.hand(owner))
            for card in table.known(viewer, owner):
                hand.remove(card)


@both_boxes
@rule("HOUSE-UNO-4")
def test_a_pool_loses_what_a_seat_now_holds(box: str) -> None:
    table = place(
        box, "b1 b2 r0", "g1 g2", "g4 g5", under="y8 y9", spare=2, turn=2, seven_zero=True
    )
    table.move(2, "draw")
    table.chance("reshuffle", cards=["y8", "y9"])
    table.move(2, "pass")
    table.move(0, "play r0")
    for seat in range(3):
        others = [card for other in range(3) if other != seat for card in table.hand(other)]
        known = [card for other in range(3) if other != seat for card in table.known(seat, other)]
        for card in known + table.pool(seat):
            others.remove(card)
    assert table.known(0, 1) == ["b1", "b2"]
    assert table.known(2, 0) == table.hand(0)
    world = table.match.engine
    for seat in range(3):
        view = table.seen(seat)
        full = world.world(view, seat, world.hidden(view, seat))
        assert [len(held(table, full, other)) for other in range(3)] == table.sizes


# HOUSE-UNO-5: jumping in


@both_boxes
@rule("HOUSE-UNO-5")
def test_HOUSE_UNO_5_the_very_card_on_top(box: str) -> None:
    table = place(box, "r5 b1 b2", "r6 g5 y1", "r5 y2", "g5 y3", jump_in=True)
    assert table.match.legal() == {0: listed("r5", "draw")}
    assert table.refusal(2, "jump r5") == ("not_on_top", "HOUSE-UNO-5")
    table = place(box, "r5 b1 b2", "r6 g5 y1", "r5 y2", "g5 y3", jump_in=True)
    table.move(0, "play r5")
    assert table.options(1) == listed("r6 g5", "draw")
    assert table.options(2) == ["jump r5", "jump r5 uno"]
    assert table.options(3) == []
    assert table.refusal(3, "jump r5") == (
        "not_held",
        ("UNO-TURN-1", "H2O-TURN-1")[box != "uno"],
    )
    assert table.refusal(1, "jump r5") == ("no_jump_now", "HOUSE-UNO-5")
    table.move(2, "jump r5 uno")
    assert table.heard(0) == ["jumped_in 2 r5", "played 2 r5 r", "called 2"]
    assert table.match.actors() == [3]
    assert table.hand(2) == ["y2"]
    off = place(box, "b1", "b2", jump_in=False)
    assert off.refusal(1, "jump r7") == ("no_jumping", "HOUSE-UNO-5")


@both_boxes
@rule("HOUSE-UNO-5")
def test_HOUSE_UNO_5_who_has_just_played_may_jump_too(box: str) -> None:
    table = place(box, "r5 r5 b1 b2", "y1 y2", "y3 y4", jump_in=True)
    table.move(0, "play r5")
    assert table.options(0) == ["jump r5"]
    table.move(0, "jump r5")
    assert table.match.actors() == [1]
    # Its effect counts from there: a skip of seat 0 goes past seat 1.
    table = place(box, "rskip g1 g2", "y1 y2", "y3 y4", "rskip b3", jump_in=True, top="r1")
    table.move(0, "play rskip")
    assert table.match.actors() == [2, 3]
    table.move(3, "jump rskip")
    assert table.turn == 1


@both_boxes
@rule("HOUSE-UNO-5")
def test_HOUSE_UNO_5_only_while_somebody_else_is_about_to_move(box: str) -> None:
    table = place(box, "r5 b1 b2", "y1 y2", "r5 y3", pile="r6", jump_in=True)
    table.moves((0, "play r5"), (1, "draw"))
    assert table.match.actors() == [1]
    assert table.refusal(2, "jump r5") == ("no_jump_now", "HOUSE-UNO-5")
    table.move(1, "pass")
    assert table.turn == 2  # on turn: an ordinary play
    assert "jump r5" not in table.options(2)
    # The first card may be jumped on; a wild never.
    table = UnoTable(box, 3, jump_in=True)
    table.choose_dealer(0).deal(0, {0: "r1"}, then="r1")
    assert table.options(0) == ["jump r1"]
    table = place(box, "wild b1 b2", "y1 y2", "wild y3", jump_in=True)
    table.move(0, "play wild r")
    assert table.options(2) == []
    assert table.refusal(2, "jump r7") == ("not_on_top", "HOUSE-UNO-5")


@both_boxes
@rule("HOUSE-UNO-5")
def test_HOUSE_UNO_5_a_jump_closes_the_window_and_may_win(box: str) -> None:
    table = place(box, "r5 b1", "y1 y2", "r5", jump_in=True, scoring="hand")
    table.move(0, "play r5")
    assert table.options(2) == ["catch 0", "jump r5"]
    table.move(2, "jump r5")
    assert table.over()
    assert table.winners == [2]
    table = place(box, "r5 b1", "y1 y2", "r5 y3", jump_in=True)
    table.moves((0, "play r5"), (2, "jump r5"))
    assert table.read("debt") == 0b100


@both_boxes
@rule("HOUSE-UNO-5")
def test_HOUSE_UNO_5_a_settled_plus_two_may_be_jumped_on(box: str) -> None:
    table = place(
        box, "r+2 b1 b2", "y1 y2", "g1 g2", "r+2 y3", jump_in=True, stacking="same", seven_zero=True
    )
    table.move(0, "play r+2")
    assert table.options(3) == []
    table.move(1, "accept")
    assert table.options(3) == ["jump r+2", "jump r+2 uno"]
    table.move(3, "jump r+2 uno")
    assert table.match.legal() == {0: ["accept"]}
    assert table.read("stacked") == 2
    # A 7 that was jumped in swaps hands.
    table = place(box, "r7 b1 b2", "y1 y2", "r7 g1 g2", top="r1", jump_in=True, seven_zero=True)
    table.moves((0, "play r7"), (0, "swap 1"), (2, "jump r7"), (2, "swap 0"))
    assert table.hand(0) == ["g1", "g2"]
    assert table.turn == 0


# Contract U17: the lowest total


@rule("AMB-UNO-23")
def test_scoring_lowest_in_the_big_box() -> None:
    table = place(
        "uno", "r5", "y9 y8", "wild g1", points=(100, 40, 30), scoring="lowest", target=100
    )
    table.move(0, "play r5")
    assert table.scores == [100, 57, 81]
    assert table.winners == [1]
