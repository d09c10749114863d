"""DIECI by the rulebook: the examples of the ledger, set-up and rounds."""

from itertools import pairwise
from typing import Any

import pytest

from mazziere.games.dieci import GAME
from mazziere.games.dieci.box import CARDS, HIDDEN
from mazziere.kernel.chances import BadChance
from mazziere.kernel.events import SPECTATOR
from mazziere.kernel.match import Match
from mazziere.kernel.options import BadOption
from tests.games.dieci.table import deal, deck, pack, play, rule, shown, turn
from tests.rules.table import Table

# The examples of the ledger: hands, plays, deck, final hands, tokens

EXAMPLES = [
    ("D1", "S 2 5", "0 swap, 1 accept, 1 keep, 2 keep", "", "2 S 5", [5, 4, 5]),
    ("D2", "S W 5", "0 swap, 1 block, 2 keep", "", "S W 5", [3, 5, 5]),
    ("D3", "S 2 4 5", "0 swap, 1 accept, 1 swap, 2 accept, 2 keep, 3 keep", "", "2 4 S 5",
     [5, 5, 4, 5]),
    ("D4", "S 2 4 P 5", "0 swap, 1 accept, 1 swap, 2 accept, 2 swap, 3 block, 4 keep", "",
     "S 2 4 P 5", [4, 5, 4, 5, 5]),
    ("D5", "S P 5", "0 swap, 1 block, 2 keep", "", "S P 5", [3, 5, 5]),
    ("D6", "1 H 5", "0 swap, 1 block, 2 keep", "", "1 H 5", [4, 5, 5]),
    ("D7", "3 G 1", "0 swap, 1 block, 2 keep", "", "3 G 1", [5, 5, 4]),
    ("D8", "S R 3 5", "0 swap, 1 block, 2 accept, 2 keep, 3 keep", "", "3 R S 5", [5, 5, 4, 5]),
    ("D10", "S R H 5", "0 swap, 1 block, 2 block, 3 keep", "", "S R H 5", [4, 5, 5, 5]),
    ("D12", "3 S R", "0 keep, 1 swap, 2 block", "", "3 S R", [5, 4, 5]),
    ("D14", "4 5 S", "0 keep, 1 keep, 2 draw", "H", "4 5 H", [4, 5, 5]),
    ("D15", "4 5 1", "0 keep, 1 keep, 2 draw", "M", "4 5 M", [5, 5, 4]),
    ("D16", "2 2 5", "0 keep, 1 keep, 2 keep", "", "2 2 5", [4, 4, 5]),
    ("D17", "O O O 5", "0 keep, 1 keep, 2 keep, 3 keep", "", "O O O 5", [4, 4, 4, 5]),
    ("D18", "J L 5", "0 keep, 1 keep, 2 keep", "", "J L 5", [4, 4, 5]),
    ("D19", "J J 5", "0 keep, 1 keep, 2 keep", "", "J J 5", [5, 5, 5]),
    ("D29", "S O M L", "0 keep, 1 keep, 2 keep, 3 keep", "", "S O M L", [5, 5, 5, 4]),
    ("D32", "S 2 4", "0 swap, 1 accept, 1 swap, 2 accept, 2 draw", "5", "2 4 5", [4, 5, 5]),
    ("D34", "S H 5", "0 swap, 1 accept, 1 keep, 2 keep", "", "H S 5", [5, 4, 5]),
    ("D35", "S 3", "0 swap, 1 accept, 1 draw", "2", "3 2", [5, 4]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("hands", "moves", "then", "final", "tokens"),
    [pytest.param(*example[1:], id=example[0]) for example in EXAMPLES],
)
def test_rounds_of_the_ledger(
    hands: str, moves: str, then: str, final: str, tokens: list[int]
) -> None:
    table = play(deal(hands, then), moves)
    assert shown(table) == final
    assert table.scores == tokens
    assert table.due == "deck"  # another round


@pytest.mark.parametrize(
    ("hands", "moves", "before", "after", "winners"),
    [
        pytest.param("J J J 3 .", "0 keep, 1 keep, 2 keep, 3 keep", [5, 5, 5, 5, 0],
                     [5, 5, 5, 5, 1], [], id="D21"),
        pytest.param("3 3", "0 keep, 1 keep", [2, 1], [2, 1], [], id="D23"),
        pytest.param("3 4", "0 keep, 1 keep", [1, 1], [0, 1], [1], id="D24"),
        pytest.param("J L", "0 keep, 1 keep", [1, 1], [1, 1], [], id="D25"),
        pytest.param("3 3 3", "0 keep, 1 keep, 2 keep", [2, 1, 1], [1, 0, 0], [0], id="D27"),
        pytest.param("S W 5", "0 swap, 1 block, 2 keep", [2, 5, 5], [0, 5, 5], [], id="D30"),
    ],
)  # fmt: skip
def test_rounds_of_the_ledger_with_other_tokens(
    hands: str, moves: str, before: list[int], after: list[int], winners: list[int]
) -> None:
    dealer = hands.split().index(".") - 1 if "." in hands else None
    table = play(deal(hands, tokens=before, dealer=dealer), moves)
    assert table.scores == after
    assert table.winners == winners
    assert table.over() == bool(winners)


# What you need


@rule("DIE-0a")
def test_DIE_0a_two_to_ten_players_and_55_cards() -> None:
    for players in (1, 11):
        with pytest.raises(BadOption):
            Table("dieci", players)
    for players in (2, 10):
        table = Table("dieci", players).chance("dealer", seat=0)
        table.chance("deck", cards=deck())
        assert table.states["in_round"][0] == (1 << players) - 1
        assert table.states["rest"][0] == 55 - players
        with pytest.raises(BadChance):
            Table("dieci", players).chance("dealer", seat=0).chance("deck", cards=pack()[:54])


ORDER = ["G", "W", "P", "R", "H", "5", "4", "3", "2", "1", "S", "O", "M", "L"]


@rule("DIE-0b")
@pytest.mark.parametrize(("higher", "lower"), list(pairwise(ORDER)))
def test_DIE_0b_from_the_highest_to_the_lowest(higher: str, lower: str) -> None:
    table = play(deal(f"{higher} {lower} G"), "0 keep, 1 keep, 2 keep")
    assert table.scores == [5, 4, 5]


@rule("DIE-0b")
def test_DIE_0b_the_cat_is_worth_what_the_lion_is() -> None:
    assert play(deal("J M G"), "0 keep, 1 keep, 2 keep").scores == [4, 5, 5]
    assert play(deal("J L G"), "0 keep, 1 keep, 2 keep").scores == [4, 4, 5]


@rule("DIE-0c")
@rule("AMB-DIE-1")
@pytest.mark.parametrize("copies", ["3-4-4", "4-4-3", "3-5-3"])
def test_AMB_DIE_1_copies_of_each_card(copies: str) -> None:
    assert len(pack(copies)) == 55
    for other in ("3-4-4", "4-4-3", "3-5-3"):
        table = Table("dieci", 2, deck=copies).chance("dealer", seat=0)
        if other == copies:
            table.chance("deck", cards=pack(other))
        else:
            with pytest.raises(BadChance):
                table.chance("deck", cards=pack(other))
    assert Table("dieci", 2).match.options["deck"] == "3-4-4"


FEW = [1] * 5 + [2] * 9 + [1]
"""An own pack of 24 cards."""


@rule("DIE-0c")
@rule("AMB-DIE-1")
def test_AMB_DIE_1_an_own_pack_is_made_of_its_copies() -> None:  # contract D7
    own = [card for card, copies in zip(CARDS, FEW, strict=True) for _ in range(copies)]
    for players in (2, 10):
        table = Table("dieci", players, deck="own", copies=FEW).chance("dealer", seat=0)
        with pytest.raises(BadChance):
            table.chance("deck", cards=pack())
        table.chance("deck", cards=own)
        assert table.states["rest"][0] == 24 - players
    many = Table("dieci", 2, deck="own", copies=[8] * 15).chance("dealer", seat=0)
    many.chance("deck", cards=list(CARDS) * 8)
    assert many.states["rest"][0] == 118
    assert Table("dieci", 2).match.options["copies"] == [3] * 5 + [4] * 10
    unused = Table("dieci", 2, copies=FEW).chance("dealer", seat=0)
    unused.chance("deck", cards=pack())


@rule("AMB-DIE-1")
@pytest.mark.parametrize(
    ("copies", "reason"),
    [
        ([4] * 14, "a list of 15 whole numbers from 0 to 12"),
        ([4] * 16, "a list of 15 whole numbers from 0 to 12"),
        ([13] + [4] * 14, "a list of 15 whole numbers from 0 to 12"),
        ([-1] + [4] * 14, "a list of 15 whole numbers from 0 to 12"),
        ([True] + [4] * 14, "a list of 15 whole numbers from 0 to 12"),
        ([4.0] + [4] * 14, "a list of 15 whole numbers from 0 to 12"),
        ("4", "a list of 15 whole numbers from 0 to 12"),
        ([1] * 14 + [9], "a sum from 24 to 120: it is 23"),
        ([9] * 8 + [7] * 7, "a sum from 24 to 120: it is 121"),
    ],
)
@pytest.mark.parametrize("chosen", ["3-4-4", "own"])
def test_AMB_DIE_1_length_range_and_sum_are_checked(  # contract G7
    copies: Any, reason: str, chosen: str
) -> None:
    with pytest.raises(BadOption, match=reason):
        Table("dieci", 2, deck=chosen, copies=copies)


@rule("AMB-DIE-1")
def test_AMB_DIE_1_at_most_a_quarter_are_cats() -> None:  # contract D7
    quarter, more = [2] * 9 + [0] * 5 + [6], [2] * 9 + [0] * 5 + [7]
    Table("dieci", 2, deck="own", copies=quarter)
    with pytest.raises(BadOption, match="7 cats of 25 cards are more than a quarter"):
        Table("dieci", 2, deck="own", copies=more)
    Table("dieci", 2, copies=more)  # not used


@rule("AMB-DIE-1")
def test_AMB_DIE_1_version_1_knows_no_own_pack() -> None:  # contract G6
    with pytest.raises(BadOption, match="option deck: 'own' is not one of"):
        Match(GAME, 2, {"deck": "own"}, rules=1)
    with pytest.raises(BadOption, match="no option 'copies' in version 1"):
        Match(GAME, 2, {"copies": FEW}, rules=1)


# Getting ready


@rule("DIE-SET-1")
def test_DIE_SET_1_five_tokens_each() -> None:
    assert Table("dieci", 4).scores == [5, 5, 5, 5]
    for tokens in (1, 9):
        assert Table("dieci", 4, tokens=tokens).scores == [tokens] * 4
    for tokens in (0, 10):
        with pytest.raises(BadOption):
            Table("dieci", 4, tokens=tokens)
    assert play(deal("3 4", tokens=[5, 5]), "0 keep, 1 keep").due == "deck"
    table = Table("dieci", 2, tokens=1).chance("dealer", seat=1)
    assert play(table.chance("deck", cards=deck("4", "3")), "0 keep, 1 keep").winners == [1]


@rule("DIE-SET-2")
@rule("AMB-DIE-19")
@pytest.mark.parametrize("dealer", range(3))
def test_AMB_DIE_19_chance_names_the_first_dealer(dealer: int) -> None:
    table = Table("dieci", 3)
    assert table.due == "dealer"
    assert table.refusal(dealer, "keep") == ("is_chance", "DIE-SET-3")
    table.chance("dealer", seat=dealer)
    assert table.due == "deck"
    table.chance("deck", cards=deck("5", "4", "3"))
    assert table.told("deals") == [("deals", dealer, 0, 0)]
    assert turn(table) == (dealer + 1) % 3


@rule("AMB-DIE-18")
def test_AMB_DIE_18_the_deal_moves_right_to_who_has_a_token() -> None:
    table = play(deal("5 4 1 3"), "0 keep, 1 keep, 2 keep, 3 keep")
    assert table.due == "deck"
    with pytest.raises(BadChance):
        table.chance("deck", cards=pack()[4:])  # all cards are gathered
    table.chance("deck", cards=deck())
    assert table.told("deals", last=True) == [("deals", 0, 0, 0)]
    table = play(deal("1 4 5 3", tokens=[1, 5, 5, 5]), "0 keep, 1 keep, 2 keep, 3 keep")
    assert table.told("out") == [("out", 0, 0, 0)]
    assert table.chance("deck", cards=deck()).told("deals", last=True) == [("deals", 1, 0, 0)]


@rule("AMB-DIE-18")
def test_AMB_DIE_18_who_has_come_back_deals_too() -> None:
    table = deal(". J J J", tokens=[0, 5, 5, 5])
    play(table, "1 keep, 2 keep, 3 keep").chance("deck", cards=deck())
    assert table.told("deals", last=True) == [("deals", 0, 0, 0)]


@rule("DIE-SET-3")
def test_DIE_SET_3_one_card_each_the_dealer_first() -> None:
    table = Table("dieci", 4).chance("dealer", seat=2)
    table.chance("deck", cards=deck("10", "9", "0", "cat"))
    assert table.told("dealt") == [
        ("dealt", 2, CARDS.index("10"), 0), ("dealt", 3, CARDS.index("9"), 0),
        ("dealt", 0, CARDS.index("0"), 0), ("dealt", 1, CARDS.index("cat"), 0),
    ]  # fmt: skip
    assert table.told("dealt", to=3) == [("dealt", 3, CARDS.index("9"), 0)]
    assert table.told("dealt", to=SPECTATOR) == []
    assert len(table.told("drew_one", to=3)) == 3


@rule("AMB-DIE-23")
def test_AMB_DIE_23_cards_stay_face_down_except_in_a_block() -> None:
    table = deal("S 2 W 5")
    assert set(table.match.game.actions) == {"keep", "swap", "accept", "block", "draw"}

    def known(seat: int) -> list[str]:
        row = table.view(seat).card.tolist()[:4]
        return ["?" if card == HIDDEN else CARDS[card] for card in row]

    assert known(0) == ["0", "?", "?", "?"]
    assert known(SPECTATOR) == ["?"] * 4
    play(table, "0 swap, 1 accept")
    assert known(0) == ["2", "0", "?", "?"]  # a seat that passed a card on knows where it is
    assert known(1) == ["2", "0", "?", "?"]
    assert known(2) == ["?", "?", "9", "?"]
    assert table.told("received", to=0) == [("received", 0, CARDS.index("2"), 0)]
    assert table.told("received", to=1) == [("received", 1, CARDS.index("0"), 0)]
    assert table.told("received", to=SPECTATOR) == []
    play(table, "1 swap, 2 block")
    assert known(3) == ["?", "?", "9", "5"]
    assert known(SPECTATOR) == ["?", "?", "9", "?"]


# The round


@rule("DIE-R1")
def test_DIE_R1_to_the_right_the_dealer_last_one_play_each() -> None:
    table = deal("3 4 5 2", dealer=1)
    order = []
    for _ in range(4):
        seat = turn(table)
        order.append(seat)
        assert table.legal(seat) == (["keep", "draw"] if seat == 1 else ["keep", "swap"])
        for other in {0, 1, 2, 3} - {seat}:
            assert table.legal(other) == []
            assert table.refusal(other, "keep") == ("not_your_turn", "DIE-R1")
        table.move(seat, "keep")
    assert order == [2, 3, 0, 1]
    assert table.due == "deck"


@rule("DIE-R1")
def test_DIE_R1_the_offer_goes_to_the_right_neighbour_in_the_round() -> None:
    table = deal("3 . 5 2", tokens=[5, 0, 5, 5])
    assert table.refusal(1, "keep") == ("is_out", "DIE-ELIM-1")
    play(table, "0 swap")
    assert table.told("offered") == [("offered", 0, 2, 0)]
    assert turn(table) == 2


@rule("DIE-R2")
@pytest.mark.parametrize("card", [*ORDER, "J"])
def test_DIE_R2_only_6_to_10_may_block(card: str) -> None:
    table = play(deal(f"3 {card} 4"), "0 swap")
    assert turn(table) == 1  # always asked
    may = card in ("G", "W", "P", "R", "H")
    assert table.legal(1) == (["accept", "block"] if may else ["accept"])
    if not may:
        assert table.refusal(1, "block") == ("no_blocker", "DIE-R2")
    assert table.refusal(1, "keep") == ("must_answer", "DIE-R2")
    assert table.refusal(0, "keep") == ("not_your_turn", "DIE-R1")
    assert table.refusal(2, "accept") == ("not_asked", "DIE-R2")


@rule("DIE-R2")
def test_DIE_R2_an_answer_needs_a_question() -> None:
    table = deal("3 G 4")
    for move in ("accept", "block"):
        for seat in range(3):
            assert table.refusal(seat, move) == ("not_asked", "DIE-R2")


@rule("AMB-DIE-2")
def test_AMB_DIE_2_blocking_is_a_choice_or_with_must_block_a_duty() -> None:
    table = play(deal("S H 5"), "0 swap, 1 accept, 1 keep, 2 keep")  # example D34
    assert shown(table) == "H S 5"
    table = play(deal("S H 5", must_block=True), "0 swap")
    assert table.legal(1) == ["block"]
    assert table.refusal(1, "accept") == ("has_to_block", "AMB-DIE-2")
    assert play(deal("S 2 5", must_block=True), "0 swap").legal(1) == ["accept"]


@rule("AMB-DIE-3")
def test_AMB_DIE_3_who_has_blocked_has_no_play_of_his_own() -> None:
    moves = "0 swap, 1 block"
    assert turn(play(deal("3 G 1"), moves)) == 2
    table = play(deal("3 G 1", blocker_acts=True), moves)
    assert turn(table) == 1
    assert table.legal(1) == ["keep", "swap"]
    assert play(table, "1 swap, 2 accept, 2 keep").scores == [5, 4, 5]  # the 1 came back


@rule("AMB-DIE-3")
def test_AMB_DIE_3_nor_has_a_dealer_who_has_blocked() -> None:
    moves = "0 keep, 1 swap, 2 block"
    assert play(deal("3 4 G"), moves).due == "deck"
    table = play(deal("3 4 G", blocker_acts=True), moves)
    assert table.legal(2) == ["keep", "draw"]


@rule("AMB-DIE-3")
def test_AMB_DIE_3_with_blocker_acts_plays_go_in_seat_order() -> None:
    moves = "0 swap, 1 block, 2 accept"
    assert turn(play(deal("S R 3 5"), moves)) == 2
    table = play(deal("S R 3 5", blocker_acts=True), moves)
    assert turn(table) == 1  # the rabbit that was jumped over
    play(table, "1 keep")
    assert turn(table) == 2


@rule("DIE-R3")
def test_DIE_R3_the_receiver_keeps_or_passes_on() -> None:
    table = play(deal("S 2 4 5"), "0 swap, 1 accept")
    assert turn(table) == 1
    assert table.legal(1) == ["keep", "swap"]
    play(table, "1 swap, 2 accept")
    assert turn(table) == 2
    assert shown(play(table, "2 keep, 3 keep")) == "2 4 S 5"  # example D3


@rule("DIE-R3b")
def test_DIE_R3b_a_play_is_used_up_by_a_swap_or_a_block() -> None:
    table = play(deal("2 S 5"), "0 swap, 1 accept")  # a worse card came back
    assert turn(table) == 1
    assert table.refusal(0, "swap") == ("not_your_turn", "DIE-R1")
    assert turn(play(table, "1 keep")) == 2
    assert turn(play(deal("2 G 5"), "0 swap, 1 block")) == 2


@rule("DIE-R4")
@pytest.mark.parametrize(("card", "tokens"), [("G", 5), ("W", 4), ("P", 4), ("H", 5)])
def test_DIE_R4_a_chain_can_be_stopped_at_any_point(card: str, tokens: int) -> None:
    table = play(deal(f"S 2 4 {card} 5"), "0 swap, 1 accept, 1 swap, 2 accept, 2 swap")
    assert table.legal(3) == ["accept", "block"]
    assert play(table, "3 block").scores == [5, 5, tokens, 5, 5]
