"""UNO by the rulebook: the box, the start of a round, the turn and the draw pile.

Tests are named after the rules of our text. Comments cite worked examples of the ledger. Rules
that both boxes share are tested with both.
"""

from collections import Counter

import pytest

from mazziere.games import find
from mazziere.kernel.chances import BadChance
from mazziere.kernel.options import BadOption
from mazziere.kernel.texts import LANGUAGES, paragraphs, words
from tests.games.uno.table import BOTH, UnoTable, listed, pack, place, without

rule = pytest.mark.rule
both_boxes = pytest.mark.parametrize("box", BOTH)


# What you need


@rule("UNO-0a")
def test_UNO_0a_the_pack_has_112_cards() -> None:
    table = UnoTable("uno", 2).choose_dealer(0)
    cards = table.due_cards()
    assert cards.total() == 112
    assert cards == Counter(pack("uno"))
    assert cards["g0"] == 1
    assert cards["g1"] == cards["b9"] == cards["yskip"] == cards["r+2"] == cards["brev"] == 2
    assert cards["wild"] == cards["wild+4"] == 4
    assert cards["shuffle"] == cards["custom1"] == cards["custom2"] == cards["custom3"] == 1
    with pytest.raises(BadChance, match="too many 1 × r0, missing 1 × r1"):
        table.chance("deck", cards=["r0", *without(pack("uno"), ["r1"])])


@rule("UNO-0b")
def test_UNO_0b_two_to_ten_players() -> None:
    for players in range(2, 11):
        table = UnoTable("uno", players).choose_dealer(players - 1)
        table.deal(players - 1, {}, then="r1")
        assert table.sizes == [7] * players
    for players in (1, 11):
        with pytest.raises(BadOption, match="players"):
            UnoTable("uno", players)


@rule("UNO-0c")
def test_UNO_0c_every_colour_has_a_sign() -> None:
    game = find("uno")
    assert game.colours == ("r", "y", "g", "b")
    for lang in LANGUAGES:
        text = " ".join(paragraphs(find("uno"), lang)["UNO-0c"].text.split())
        for sign, colour in zip("●★▲■", game.colours, strict=True):
            assert f"{sign} {words(find('uno'), lang).colours[colour]}" in text


# Getting ready


@rule("UNO-START-1")
def test_UNO_START_1_seven_cards_one_at_a_time_from_the_left() -> None:
    table = UnoTable("uno", 3)
    assert table.awaits() == "dealer"
    table.chance("dealer", seat=1)
    assert table.awaits() == "deck"
    first = pack("uno")
    table.chance("deck", cards=first)
    assert table.hand(2) == sorted(first[0:21:3])
    assert table.hand(0) == sorted(first[1:21:3])
    assert table.hand(1) == sorted(first[2:21:3])
    assert [*table.discards, *table.pile] == first[21:]
    assert table.sizes == [7, 7, 7]


@rule("AMB-UNO-21")
def test_AMB_UNO_21_chance_picks_the_dealer_and_the_deal_passes_left() -> None:
    for seat in range(3):
        table = UnoTable("uno", 3).choose_dealer(seat)
        table.deal(seat, {}, then="r1")
        assert table.heard(0, "deals") == [f"deals {seat}"]
        assert table.turn == (seat + 1) % 3
    with pytest.raises(BadChance, match="seat"):
        UnoTable("uno", 3).choose_dealer(3)
    # The left of the last seat is seat 0, whichever way play goes.
    for direction in (1, -1):
        table = place("uno", "r1", "r2", "r3", direction=direction, dealer=2, scoring="winner")
        table.move(0, "play r1")
        table.deal(0, {}, then="r1")
        assert table.heard(0, "deals") == ["deals 0"]
        assert table.turn == 1


@rule("UNO-START-2")
def test_UNO_START_2_action_cards_are_passed_over_until_a_number() -> None:
    # example U9
    table = UnoTable("uno", 4).choose_dealer(0)
    table.deal(0, {}, then="rskip wild b4")
    assert table.discards == ["rskip", "wild", "b4"]
    assert table.colour == "b"
    assert table.turn == 1
    assert table.sizes == [7, 7, 7, 7]
    assert table.heard(2, "ignored", "turned_up") == [
        "ignored 0 rskip",
        "ignored 0 wild",
        "turned_up 0 b4",
    ]
    # A number is kept, zero too.
    table = UnoTable("uno", 4).choose_dealer(0)
    table.deal(0, {}, then="g0 b4")
    assert table.discards == ["g0"]


@rule("AMB-UNO-1")
@pytest.mark.parametrize("card", ["wild", "wild+4", "shuffle", "custom2", "y+2", "yrev"])
def test_AMB_UNO_1_wilds_are_passed_over_too(card: str) -> None:
    table = UnoTable("uno", 3).choose_dealer(2)
    table.deal(2, {0: "r1 r2 r3 y1 y2 y3 b5"}, then=f"{card} b4")
    assert table.awaits() is None
    assert table.sizes == [7, 7, 7]
    assert table.read("direction") == 1
    assert table.options(0) == listed("b5", "draw")
    assert table.options(1) == table.options(2) == []


@rule("AMB-UNO-2")
def test_AMB_UNO_2_cards_passed_over_stay_under_the_first_number() -> None:
    table = UnoTable("uno", 10).choose_dealer(9)
    table.deal(9, {}, then="gskip shuffle b4")
    assert table.discards == ["gskip", "shuffle", "b4"]
    assert len(table.pile) == 112 - 70 - 3
    # ... and come back with the first reshuffle.
    table.states["rest"][0] = 0
    table.move(0, "draw")
    assert table.due_cards() == Counter(["gskip", "shuffle"])


@rule("UNO-START-3")
def test_UNO_START_3_the_dealers_left_begins_clockwise() -> None:
    table = UnoTable("uno", 3).choose_dealer(1)
    table.deal(
        1, {seat: "r1 r2 r3 r4 r5 r6 r8".replace("r", "ryg"[seat]) for seat in range(3)}, "g9"
    )
    assert table.match.actors() == [2]
    table.move(2, "play g1")
    assert table.match.actors() == [0]
    table.move(0, "play r1")
    assert table.match.actors() == [1]


# Your turn

TURNS = [
    ("r7", "", "r2 b7 g5 wild yskip", "r2 b7 wild"),  # example U1
    ("wild", "b", "b3 r3 bskip wild+4 g9", "b3 bskip wild+4"),  # example U2, with bluffing
    ("yskip", "", "gskip y1 g1", "gskip y1"),  # example U3
    ("g+2", "", "r+2 g1 y2 b2", "r+2 g1"),
    ("brev", "", "yrev b0 yskip", "yrev b0"),
    ("custom3", "y", "y4 r4 g4 b4", "y4"),
    ("r9", "", "g9 b6 y6", "g9"),  # a 9 is no 6
    ("g5", "", "r1 b2 y3", ""),
]


@rule("UNO-TURN-1")
@pytest.mark.parametrize(("top", "colour", "hand", "plays"), TURNS)
def test_UNO_TURN_1_match_colour_number_or_symbol_or_a_wild(
    top: str, colour: str, hand: str, plays: str
) -> None:
    table = place("uno", hand, "y1 y2", "y5 y8", top=top, colour=colour)
    assert table.options(0) == listed(plays, "draw")
    for card in set(hand.split()) - set(plays.split()):
        assert table.refusal(0, f"play {card}") == ("no_match", "UNO-TURN-1")


@rule("UNO-TURN-1")
def test_UNO_TURN_1_a_wild_of_any_kind_goes_on_everything() -> None:
    wilds = "wild wild+4 shuffle custom1 custom2 custom3"
    for top, colour in (("y0", ""), ("bskip", ""), ("wild", "g")):
        table = place("uno", wilds, "r1 r2", top=top, colour=colour)
        assert table.options(0) == listed(wilds, "draw")


@rule("UNO-TURN-1")
def test_UNO_TURN_1_one_card_of_the_own_hand_is_played() -> None:
    table = place("uno", "r1 r1 r2", "y1 y2")
    assert table.refusal(0, "play y1") == ("not_held", "UNO-TURN-1")
    table.move(0, "play r1")
    assert table.hand(0) == ["r1", "r2"]
    assert table.discards == ["r7", "r1"]
    assert table.heard(1) == ["played 0 r1 r"]


@rule("UNO-TURN-2")
def test_UNO_TURN_2_who_cannot_or_will_not_play_draws_one() -> None:
    table = place("uno", "b1 b2 b3", "y1 y2", pile="b4 g5")
    assert table.options(0) == ["draw"]
    table.move(0, "draw")
    assert table.hand(0) == ["b1", "b2", "b3", "b4"]
    table.move(0, "pass")
    assert table.turn == 1
    # ... also with a card that fits.
    table = place("uno", "r1 b2 b3", "y1 y2", pile="b4 g5")
    assert table.options(0) == listed("r1", "draw")
    table.move(0, "draw")
    assert table.hand(0) == ["b2", "b3", "b4", "r1"]
    table.move(0, "pass")
    assert table.turn == 1


@rule("UNO-TURN-3")
def test_UNO_TURN_3_only_the_drawn_card_may_be_played_at_once() -> None:
    table = place("uno", "r1 b2 b3", "y1 y2", pile="g7")
    table.move(0, "draw")
    assert table.options(0) == ["pass", "play g7"]
    assert table.options(1) == []
    assert table.refusal(0, "play r1") == ("only_drawn", "UNO-TURN-3")
    assert table.refusal(0, "draw") == ("drew_already", "UNO-TURN-2")
    table.move(0, "play g7")
    assert table.hand(0) == ["b2", "b3", "r1"]
    assert table.turn == 1
    table = place("uno", "r1 b2 b3", "y1 y2", pile="wild")
    table.move(0, "draw")
    assert table.options(0) == listed("wild", "pass")


@both_boxes
@rule("AMB-UNO-26")
def test_AMB_UNO_26_the_drawn_card_need_not_be_played(box: str) -> None:
    table = place(box, "b1 b2 b3", "y1 y2", "y3 y4", pile="r5")
    table.move(0, "draw")
    table.move(0, "pass")
    assert table.heard(2) == ["passed 0"]
    assert table.hand(0) == ["b1", "b2", "b3", "r5"]
    assert table.discards == ["r7"]
    assert table.match.actors() == [1]
    assert table.options(1) == ["draw"]
    # contract U2: if it does not fit the seat is asked too, so that nobody can tell.
    table = place(box, "b1 b2 b3", "y1 y2", "y3 y4", pile="g5")
    table.move(0, "draw")
    assert table.heard(1) == ["drew_unseen 0"]
    assert table.match.legal() == {0: ["pass"]}
    assert table.refusal(0, "play g5")[0] == "no_match"
    table.move(0, "pass")
    assert table.heard(2) == ["passed 0"]
    assert table.match.actors() == [1]


@both_boxes
def test_version_1_passes_by_itself_when_the_drawn_card_does_not_fit(box: str) -> None:
    table = place(box, "b1 b2 b3", "y1 y2", "y3 y4", pile="g5 r5")
    table.states["rules"][0] = 1
    table.move(0, "draw")
    assert table.match.actors() == [1]
    table.move(1, "draw")
    assert table.match.legal() == {1: ["pass", "play r5"]}


@rule("UNO-TURN-4")
def test_UNO_TURN_4_then_the_next_player() -> None:
    table = place("uno", "r1 b2 b3", "r1 g2 g3", "y1 y2 y3", pile="g5 g6")
    for seat in (1, 2):
        assert table.options(seat) == []
        assert table.refusal(seat, "draw") == ("not_your_turn", "UNO-TURN-4")
    table.move(0, "play r1")
    assert table.match.actors() == [1]
    table.moves((1, "draw"), (1, "pass"))
    assert table.match.actors() == [2]
    table.move(2, "play y1")
    assert table.match.actors() == [0]


@both_boxes
@rule("AMB-UNO-25")
def test_AMB_UNO_25_no_house_rules(box: str) -> None:
    # No +2 on a +2: the next seat draws, and is not asked.
    table = place(box, "r+2 b1 b2", "b+2 r+2 b3", "y1 y2 y3", pile="g1 g2")
    table.move(0, "play r+2")
    assert table.hand(1) == ["b+2", "b3", "g1", "g2", "r+2"]
    assert table.match.actors() == [2]
    # No trading of hands on a 7 or a 0.
    for card in ("r7", "r0"):
        table = place(box, f"{card} b1 b2", "b3 b4 b5", "y1 y2 y3", top="r6")
        table.move(0, f"play {card}")
        assert table.hand(0) == ["b1", "b2"]
        assert table.hand(1) == ["b3", "b4", "b5"]
    # No jumping in with the same card.
    table = place(box, "r1 b1 b2", "b3 b4 b5", "r1 y1 y2")
    table.move(0, "play r1")
    assert table.options(2) == []
    # No drawing until something fits.
    table = place(box, "b1 b2 b3", "y1 y2 y3", "y4 y5 y6", pile="g1 r2")
    table.move(0, "draw")
    assert table.sizes == [4, 3, 3]
    # No duty to play.
    table = place(box, "r1 b2 b3", "y1 y2 y3", pile="r2")
    assert "draw" in table.options(0)
    table.move(0, "draw")
    assert "pass" in table.options(0)


# The draw pile


@rule("UNO-PILE-1")
def test_UNO_PILE_1_an_empty_pile_is_made_of_the_discards() -> None:
    table = place("uno", "b1 b2 b3", "y1 y2 y3", under="r1 r5 r2", spare=1)
    assert table.pile == []
    table.move(0, "draw")
    assert table.awaits() == "reshuffle"
    assert table.options(0) == table.options(1) == []
    assert table.refusal(0, "draw")[0] == "is_chance"
    assert table.due_cards() == Counter(["r1", "r5", "r2"])
    table.chance("reshuffle", cards=["r5", "r2", "r1"])
    assert "r5" in table.hand(0)
    assert table.pile == ["r2", "r1"]
    assert table.discards == ["r7"]
    assert table.heard(1, "reshuffled") == ["reshuffled 0 3"]
    assert table.options(0) == ["pass", "play r5"]


@both_boxes
@rule("AMB-UNO-3")
def test_AMB_UNO_3_the_top_card_stays_and_the_shuffle_waits(box: str) -> None:
    hands = ("b1 b2 b3", "y1 y2 y3", "g1 g2 g3")
    # The last card is drawn: no shuffle yet. The next draw brings it.
    table = place(box, *hands, top="wild", colour="g", pile="r1", under="wild r2", spare=2)
    table.move(0, "draw")
    assert table.awaits() is None
    assert table.pile == []
    table.moves((0, "pass"), (1, "draw"))
    assert table.awaits() == "reshuffle"
    # The top card stays, with its colour; a wild under it forgets the colour that it had.
    assert table.due_cards() == Counter(["wild", "r2"])
    table.chance("reshuffle", cards=["wild", "r2"])
    assert table.discards == ["wild"]
    assert table.colour == "g"
    assert table.options(1) == listed("wild", "pass")
    assert table.refusal(1, "play y1")[0] == "only_drawn"
    # A draw of two goes on after the shuffle.
    table = place(box, "r+2 b1 b2", *hands[1:], pile="r1", under="b5 b6", spare=2)
    table.move(0, "play r+2")
    assert table.awaits() == "reshuffle"
    assert table.hand(1) == ["r1", "y1", "y2", "y3"]
    assert table.due_cards() == Counter(["b5", "b6", "r7"])
    table.chance("reshuffle", cards=["r7", "b6", "b5"])
    assert table.hand(1) == ["r1", "r7", "y1", "y2", "y3"]
    assert table.pile == ["b6", "b5"]
    assert table.match.actors() == [2]


@both_boxes
@rule("AMB-UNO-4")
def test_AMB_UNO_4_with_nothing_left_the_turn_passes(box: str) -> None:
    # example U37
    table = place(box, "y1 y2 y3", "b1 b2 b3", "g1 g2 g3", spare=2, turn=1)
    assert table.options(1) == ["draw"]
    table.move(1, "draw")
    assert table.awaits() is None
    assert table.heard(0) == ["nothing_left 1"]
    assert table.hand(1) == ["b1", "b2", "b3"]
    assert table.match.actors() == [2]
    # A card that fits may be held back even now.
    assert "draw" in table.options(2)
    # Only one of two cards can be drawn: the one under the +2.
    table = place(box, "r+2 b1 b2", "y1 y2 y3", "g1 g2 g3", top="r9", spare=2)
    table.move(0, "play r+2")
    table.chance("reshuffle", cards=["r9"])
    assert table.heard(2) == ["reshuffled 1 1", "drew_unseen 1", "nothing_left 1"]
    assert table.hand(1) == ["r9", "y1", "y2", "y3"]
    assert table.match.actors() == [2]


@both_boxes
@pytest.mark.parametrize("scoring", ["hand", "winner"])
@rule("AMB-UNO-4")
def test_AMB_UNO_4_a_circle_of_empty_draws_makes_the_round_void(box: str, scoring: str) -> None:
    table = place(box, "b1 b2", "r1 b3", "g1 g2", spare=2, points=(40, 0, 30), scoring=scoring)
    table.move(0, "draw")
    table.move(1, "draw")
    assert table.awaits() is None
    table.move(2, "draw")
    assert table.awaits() == "deck"
    assert table.heard(0) == ["nothing_left 2", "void 2"]
    assert table.scores == [40, 0, 30]
    assert not table.over()
    table.deal(0, {}, then="r1")
    assert table.heard(0, "deals") == ["deals 0"]
    assert table.turn == 1
    # A play in between, and the counting begins anew (and there is a card to shuffle again).
    table = place(box, "b1 b2", "r1 b3 y8", "g1 g2", spare=2, scoring=scoring)
    for seat, move in ((0, "draw"), (1, "play r1"), (2, "draw")):
        table.move(seat, move)
    table.chance("reshuffle", cards=["r7"])
    table.moves((2, "pass"), (0, "draw"), (1, "draw"))
    assert table.awaits() is None
    table.move(2, "draw")
    assert table.awaits() == "deck"


# Refusals


@both_boxes
def test_refusals_at_the_table(box: str) -> None:
    number = {"uno": 0, "uno_h2o": 1}[box]
    table = place(box, "r1 b2 b3", "y1 y2 y3")
    for move, refusal, rules in [
        ("pass", "nothing_drawn", ("UNO-TURN-2", "H2O-TURN-3")),
        ("accept", "not_challenged", ("UNO-DRAW4-2", "H2O-DRAW4-2")),
        ("challenge", "not_challenged", ("UNO-DRAW4-2", "H2O-DRAW4-2")),
        ("uno", "no_call_owed", ("UNO-CALL-1", "H2O-CALL-1")),
        ("catch 1", "no_catch", ("UNO-CALL-2", "H2O-CALL-1")),
        ("catch 0", "no_catch", ("UNO-CALL-2", "H2O-CALL-1")),
        ("play r1 uno", "early_call", ("UNO-CALL-1", "H2O-CALL-1")),
        ("play b2 uno", "no_match", ("UNO-TURN-1", "H2O-TURN-1")),
        ("name r", "no_naming", ("UNO-WILD-1", "H2O-ACT-2")),
        ("discard r1", "no_discard", ("AMB-UNO-7", "H2O-TURN-1")),
        ("play g1", "not_held", ("UNO-TURN-1", "H2O-TURN-1")),
    ]:
        assert table.refusal(0, move) == (refusal, rules[number]), move
    assert table.refusal(1, "play y1")[0] == "not_your_turn"
    assert table.refusal(1, "accept")[0] == "not_challenged"


@both_boxes
def test_refusals_while_chance_is_due_and_after_the_end(box: str) -> None:
    number = {"uno": 0, "uno_h2o": 1}[box]
    table = UnoTable(box, 2)
    assert table.refusal(0, "draw") == ("is_chance", ("UNO-START-1", "H2O-DEAL-2")[number])
    table = place(box, "r1", "y1 y2", scoring="hand")
    table.move(0, "play r1")
    assert table.over()
    assert table.refusal(1, "draw") == ("is_over", ("UNO-WIN-1", "H2O-END-1")[number])


@both_boxes
def test_every_move_is_either_legal_or_refused_for_a_reason(box: str) -> None:
    hands = ("r1 b9", "y1 r2 wild", "g1 g2 g3")
    tables = [place(box, *hands), place(box, *hands, pile="r5"), place(box, *hands)]
    tables[1].move(0, "draw")
    tables[2].move(0, "play r1")
    tables.append(place(box, "wild+4 b9", *hands[1:]))
    tables[3].move(0, "play wild+4 g")
    for table in tables:
        engine = table.match.engine
        for seat in range(3):
            legal = engine.legal(table.states, 0, seat)
            for action, text in enumerate(table.match.game.actions):
                refusal = engine.why_not(table.states, 0, seat, action)
                assert (refusal == 0) == (action in legal), (seat, text)


@both_boxes
def test_a_match_may_be_started_again_in_the_same_record(box: str) -> None:
    fresh = UnoTable(box, 3)
    table = place(
        box, "r1", "wild+4 r1 y2", "g1 g2 g3", turn=1, dealer=0, scoring="winner", target=50
    )
    fresh.states["scoring"][0] = table.states["scoring"][0]
    fresh.states["target"][0] = 50
    table.moves((1, "play wild+4 b"), (2, "challenge"))
    table.match.engine.start(table.states, 0)
    assert table.awaits() == "dealer"
    assert table.states.tobytes() == fresh.states.tobytes()
