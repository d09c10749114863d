"""DIECI by the rulebook: a test for every rule of our text, and the ledger's examples."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from mazziere.games.dieci import CARDS, HIDDEN
from mazziere.kernel.chances import BadChance
from mazziere.kernel.events import SPECTATOR
from mazziere.kernel.options import BadOption
from tests.rules.table import Table

rule = pytest.mark.rule

# The ledger's letters: Gufo, Wolf, Puzzola, Rabbit, Hotel, Stone, Ogre, Mask, Lion, Joker-cat.
LETTERS = {
    "G": "10", "W": "9", "P": "8", "R": "7", "H": "6",
    "S": "0", "O": "00", "M": "000", "L": "0000", "J": "cat",
}  # fmt: skip
GROUPS = (("10", "9", "8", "7", "6"), ("5", "4", "3", "2", "1"), ("0", "00", "000", "0000", "cat"))


def pack(deck: str = "3-4-4") -> list[str]:
    """The 55 cards: so many copies of each kind of the three groups."""
    copies = [int(number) for number in deck.split("-")]
    return [card for many, group in zip(copies, GROUPS, strict=True) for card in group * many]


def cards(letters: str) -> list[str]:
    return [LETTERS.get(letter, letter) for letter in letters.split()]


def deck(*top: str, copies: str = "3-4-4") -> list[str]:
    """A whole pack with these cards on top."""
    rest = Counter(pack(copies)) - Counter(top)
    return [*top, *rest.elements()]


def deal(
    hands: str,
    then: str = "",
    tokens: Sequence[int] = (),
    dealer: int | None = None,
    **options: Any,
) -> Table:
    """A round in which each seat is dealt its card (`.`: it is out); the last seat deals."""
    held = cards(hands)
    dealer = len(held) - 1 if dealer is None else dealer
    table = Table("dieci", len(held), **options).chance("dealer", seat=dealer)
    if tokens:
        table.states["purse"][0, : len(tokens)] = tokens
    order = held[dealer:] + held[:dealer]
    top = [card for card in order if card != "."] + cards(then)
    return table.chance("deck", cards=deck(*top, copies=options.get("deck", "3-4-4")))


def play(table: Table, moves: str) -> Table:
    """Moves such as "0 swap, 1 accept"."""
    for move in moves.split(", ") if moves else []:
        seat, text = move.split()
        table.move(int(seat), text)
    return table


def shown(table: Table) -> str:
    """The cards that the last step revealed, in the ledger's letters, by seat."""
    names = {card: letter for letter, card in LETTERS.items()}
    revealed = {seat: CARDS[card] for _, seat, card, _ in table.told("revealed", last=True)}
    seats = range(table.match.players)
    return " ".join(names.get(revealed.get(seat, "."), revealed.get(seat, ".")) for seat in seats)


def turn(table: Table) -> int:
    """The one seat that may act."""
    (seat,) = table.match.actors()
    return seat


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
    assert known(0) == ["2", "0", "?", "?"]  # who has passed a card on knows where it is
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
    table = play(deal("S H 5"), "0 swap, 1 accept, 1 keep, 2 keep")  # D34
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
    assert shown(play(table, "2 keep, 3 keep")) == "2 4 S 5"  # D3


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


# The cards that block


@rule("DIE-OWL-1")
@rule("DIE-HOTEL-1")
@pytest.mark.parametrize("card", ["G", "H"])
def test_DIE_OWL_1_and_HOTEL_1_block_and_nothing_else(card: str) -> None:
    table = play(deal(f"1 2 {card} 5"), "0 swap, 1 accept, 1 swap, 2 block")
    assert table.told("blocked", to=SPECTATOR) == [("blocked", 2, CARDS.index(LETTERS[card]), 0)]
    assert table.scores == [5, 5, 5, 5]
    assert shown(play(table, "3 keep")) == f"2 1 {card} 5"  # the chain stays as it is


@rule("DIE-WOLF-1")
def test_DIE_WOLF_1_the_passer_pays() -> None:
    table = play(deal("S W 5"), "0 swap, 1 block")
    assert table.scores == [4, 5, 5]  # at once
    assert play(table, "2 keep").scores == [3, 5, 5]  # D2
    table = play(deal("1 2 W 5"), "0 swap, 1 accept, 1 swap, 2 block, 3 keep")
    assert shown(table) == "2 1 W 5"  # no skunk: the chain stays
    assert table.scores == [5, 3, 5, 5]


@rule("AMB-DIE-9")
@pytest.mark.parametrize("card", ["W", "P"])
def test_AMB_DIE_9_tokens_go_to_the_bank_or_the_blocker(card: str) -> None:
    moves = "0 swap, 1 block, 2 keep"
    assert play(deal(f"S {card} 5"), moves).scores == [3, 5, 5]
    table = play(deal(f"S {card} 5", pay_to="blocker"), moves)
    assert table.scores == [3, 6, 5]  # the one for the lowest card goes to the bank
    assert table.told("paid", "paid_to") == [("paid_to", 0, 1, 0)]


@rule("AMB-DIE-10")
def test_AMB_DIE_10_out_at_the_end_of_the_round_or_at_once() -> None:
    moves = "0 swap, 1 block, 2 keep"
    table = play(deal("S W 5", tokens=[1, 5, 5]), moves)
    assert table.scores == [0, 5, 5]  # his card is the lowest, and nobody pays in his place
    assert shown(table) == "S W 5"
    table = play(deal("S W 5", tokens=[1, 5, 5], out_now=True), "0 swap, 1 block")
    assert table.told("out") == [("out", 0, 0, 0)]
    assert table.refusal(0, "keep") == ("is_out", "DIE-ELIM-1")
    assert shown(play(table, "2 keep")) == ". W 5"
    assert table.scores == [0, 5, 4]  # the 5 is the lowest card compared
    assert play(deal("S W 5", tokens=[2, 5, 5], out_now=True), moves).scores == [0, 5, 5]


@rule("AMB-DIE-10")
def test_AMB_DIE_10_out_now_after_a_skunk_has_sent_the_cards_back() -> None:
    moves = "0 swap, 1 accept, 1 swap, 2 block, 3 keep"
    table = play(deal("S 2 P 5", tokens=[5, 1, 5, 5], out_now=True), moves)
    assert shown(table) == "S . P 5"  # seat 1 left with its own 2
    assert table.scores == [4, 0, 5, 5]


@rule("AMB-DIE-10")
def test_AMB_DIE_10_out_now_two_players_with_one_card_left_to_compare() -> None:
    table = play(deal("G W", tokens=[1, 2], out_now=True), "0 swap, 1 block")
    assert table.scores == [0, 2]  # the wolf is alone and does not pay
    assert table.winners == [1]
    table = play(deal("G W", tokens=[1, 2]), "0 swap, 1 block")
    assert table.scores == [0, 1]  # compared, the wolf is lower than the owl


@rule("DIE-SKUNK-1")
def test_DIE_SKUNK_1_the_passer_pays_and_the_card_goes_back_to_the_first() -> None:
    table = play(deal("S 2 4 P 5"), "0 swap, 1 accept, 1 swap, 2 accept, 2 swap, 3 block")
    assert table.scores == [5, 5, 4, 5, 5]
    assert [seat for _, seat, _, _ in table.told("took_back_unseen", to=4)] == [0, 1, 2]
    assert shown(play(table, "4 keep")).split()[0] == "S"  # D4
    assert play(deal("S P 5"), "0 swap, 1 block").scores == [4, 5, 5]  # D5


@rule("DIE-SKUNK-2")
def test_DIE_SKUNK_2_all_take_back_the_cards_they_held() -> None:
    table = play(deal("S 2 4 P 5"), "0 swap, 1 accept, 1 swap, 2 accept, 2 swap, 3 block")
    took = [("took_back", 0, "0"), ("took_back", 1, "2"), ("took_back", 2, "4")]
    told = [(kind, seat, CARDS[card]) for kind, seat, card, _ in table.told("took_back")]
    assert told == took
    for seat in (0, 1, 2):
        assert [who for _, who, _, _ in table.told("took_back", to=seat)] == [seat]
    assert table.told("took_back", to=3) == table.told("took_back", to=SPECTATOR) == []
    view = table.view(1).card.tolist()[:5]
    assert [CARDS[card] for card in view[:4]] == ["0", "2", "4", "8"]  # 0 and 4 went through him
    view = table.view(2).card.tolist()[:5]
    assert view[1] == HIDDEN  # the 2 never did: he had the 0 and his own 4
    assert shown(play(table, "4 keep")) == "S 2 4 P 5"


@rule("AMB-DIE-8")
@pytest.mark.parametrize(
    ("hands", "moves", "final", "payer"),
    [
        pytest.param("S 2 4 P 5", "0 swap, 1 accept, 1 keep, 2 swap, 3 block, 4 keep",
                     "2 S 4 P 5", 2, id="a keep ends a chain"),
        pytest.param("S 2 G 4 P", "0 swap, 1 accept, 1 swap, 2 block, 3 swap, 4 block",
                     "2 S G 4 P", 3, id="a block ends a chain"),
        pytest.param("S R 2 P 5", "0 swap, 1 block, 2 accept, 2 swap, 3 block, 4 keep",
                     "S R 2 P 5", 2, id="a rabbit jumped over is not touched"),
        pytest.param("S P 5 4", "0 swap, 1 block, 2 keep, 3 keep",
                     "S P 5 4", 0, id="no earlier swap"),
        pytest.param("1 2 R P 5", "0 swap, 1 accept, 1 swap, 2 block, 3 block, 4 keep",
                     "1 2 R P 5", 1, id="a jump does not end a chain"),
    ],
)  # fmt: skip
def test_AMB_DIE_8_how_far_a_chain_goes(hands: str, moves: str, final: str, payer: int) -> None:
    table = play(deal(hands), moves)
    assert shown(table) == final
    assert [seat for _, seat, _, _ in table.told("paid")] == [payer]


@rule("AMB-DIE-8")
@rule("AMB-DIE-3")
@pytest.mark.parametrize(
    ("moves", "final"),
    [
        # The 8 goes over the rabbit to seat 2, who stops the rabbit's own card with it.
        pytest.param("0 swap, 1 block, 2 accept, 1 swap, 2 block, 2 keep, 3 keep, 4 keep",
                     "P R M 2 G", id="a swap of which the receiver has not yet played"),
        pytest.param("0 swap, 1 block, 2 accept, 1 keep, 2 keep, 3 keep, 4 keep",
                     "M R P 2 G", id="no skunk"),
    ],
)  # fmt: skip
def test_AMB_DIE_8_with_blocker_acts_a_chain_runs_until_its_last_receiver_keeps(
    moves: str, final: str
) -> None:
    # Contract D3 and INV-DIE-7: the hands are those before the first swap of the running chain.
    assert shown(play(deal("P R M 2 G", blocker_acts=True), moves)) == final


@rule("AMB-DIE-22")
def test_AMB_DIE_22_no_second_play_after_a_skunk() -> None:
    table = play(deal("S 2 4 P 5"), "0 swap, 1 accept, 1 swap, 2 accept, 2 swap, 3 block")
    assert turn(table) == 4


@rule("DIE-RABBIT-1")
def test_DIE_RABBIT_1_the_offer_jumps_over_the_rabbit() -> None:
    table = play(deal("S R 3 5"), "0 swap, 1 block")
    assert table.told("jumped") == [("jumped", 0, 2, 0)]
    assert turn(table) == 2
    play(table, "2 accept")
    assert table.told("swapped") == [("swapped", 0, 2, 0)]
    assert turn(table) == 2  # the receiver
    assert shown(play(table, "2 keep, 3 keep")) == "3 R S 5"  # D8
    assert play(deal("S R G 5"), "0 swap, 1 block").legal(2) == ["accept", "block"]


@rule("AMB-DIE-6")
def test_AMB_DIE_6_two_rabbits_make_two_jumps() -> None:
    table = play(deal("S R R 3 5"), "0 swap, 1 block, 2 block, 3 accept, 3 keep, 4 keep")
    assert shown(table) == "3 R R S 5"


@rule("AMB-DIE-4")
def test_AMB_DIE_4_a_6_blocks_after_a_jump_unless_strict() -> None:
    moves = "0 swap, 1 block"
    assert play(deal("S R H 5"), moves).legal(2) == ["accept", "block"]
    table = play(deal("S R H 5", rabbit_strict=True), moves)
    assert table.legal(2) == ["accept"]
    assert table.refusal(2, "block") == ("six_jumped", "AMB-DIE-4")
    play(table, "2 accept, 2 keep, 3 keep")
    assert shown(table) == "H R S 5"  # D10
    assert table.scores == [5, 5, 4, 5]


@rule("AMB-DIE-4")
@pytest.mark.parametrize("options", [{"rabbit_strict": True}, {"must_block": True}])
def test_AMB_DIE_4_strict_concerns_a_6_after_a_jump_only(options: dict[str, Any]) -> None:
    assert "block" in play(deal("S H 5", **options), "0 swap").legal(1)
    assert "block" in play(deal("S R R 5", **options), "0 swap, 1 block").legal(2)
    # after a jump and a swap the next offer is a fresh one
    table = play(deal("S R 2 H 5", **options), "0 swap, 1 block, 2 accept, 2 swap")
    assert "block" in table.legal(3)
    table = play(deal("S R H 5", rabbit_strict=True, must_block=True), "0 swap, 1 block")
    assert table.legal(2) == ["accept"]


@rule("AMB-DIE-5")
def test_AMB_DIE_5_the_dealers_rabbit() -> None:
    moves = "0 keep, 1 swap, 2 block"
    table = play(deal("3 S R", "4"), moves)
    assert shown(table) == "3 S R"  # D12
    assert table.told("failed") == [("failed", 1, 0, 0)]
    table = play(deal("3 S R", "4", rabbit_dealer="deck"), moves)
    assert shown(table) == "3 4 R"
    assert table.scores == [4, 5, 5]
    assert table.told("drew_secretly", to=1) == [("drew_secretly", 1, CARDS.index("4"), 0)]
    for other in (0, 2, SPECTATOR):
        assert table.told("drew_secretly", to=other) == []
        assert table.told("drew_unseen", to=other) == [("drew_unseen", 1, 0, 0)]
    table = play(deal("3 S R", "H", rabbit_dealer="deck", deck_blocks=True), moves)
    assert shown(table) == "3 S R"  # a 6 from the deck is set aside, AMB-DIE-11


@rule("AMB-DIE-7")
@pytest.mark.parametrize("card", ["W", "P"])
def test_AMB_DIE_7_after_a_jump_the_passer_pays(card: str) -> None:
    table = play(deal(f"S R {card} 5"), "0 swap, 1 block, 2 block")
    assert table.scores == [4, 5, 5, 5]


# The end of the round


@rule("DIE-R5")
def test_DIE_R5_the_dealer_keeps_or_exchanges_with_the_deck() -> None:
    table = play(deal("4 5 S", "H"), "0 keep")
    assert table.refusal(1, "draw") == ("not_dealer", "DIE-R5")
    play(table, "1 keep")
    assert table.legal(2) == ["keep", "draw"]
    assert table.refusal(2, "swap") == ("dealer_draws", "DIE-R5")
    play(table, "2 draw")
    assert table.told("drew", to=SPECTATOR) == [("drew", 2, CARDS.index("6"), 0)]
    assert shown(table) == "4 5 H"  # D14
    assert table.scores == [4, 5, 5]
    assert play(deal("4 5 S", "H"), "0 keep, 1 keep, 2 keep").scores == [5, 5, 4]


@rule("AMB-DIE-11")
@pytest.mark.parametrize(("card", "blocks"), [("H", True), ("G", True), ("5", False)])
def test_AMB_DIE_11_a_blocker_from_the_deck(card: str, blocks: bool) -> None:
    moves = "0 keep, 1 keep, 2 draw"
    assert shown(play(deal("4 5 S", card), moves)) == f"4 5 {card}"
    table = play(deal("4 5 S", card, deck_blocks=True), moves)
    assert shown(table) == ("4 5 S" if blocks else f"4 5 {card}")
    assert len(table.told("set_aside", to=SPECTATOR)) == blocks


@rule("AMB-DIE-12")
def test_AMB_DIE_12_the_dealers_old_card_is_drawn_but_not_held() -> None:
    # one cat set aside and one held: not two held, and not three drawn
    table = play(deal("J 3 J", "5"), "0 keep, 1 keep, 2 draw")
    assert table.scores == [4, 5, 5]
    # one set aside and two held are three drawn: who is out comes back
    table = deal("J J J .", "5", tokens=[5, 5, 5, 0], dealer=2)
    assert play(table, "0 keep, 1 keep, 2 draw").scores == [5, 5, 5, 1]
    # a stone set aside is no cat
    table = deal("J J S .", "5", tokens=[5, 5, 5, 0], dealer=2)
    assert play(table, "0 keep, 1 keep, 2 draw").scores == [5, 5, 5, 0]


@rule("DIE-LOSE-1")
def test_DIE_LOSE_1_the_lowest_pays_all_that_share_it() -> None:
    table = play(deal("2 5 4"), "0 keep, 1 keep, 2 keep")
    assert table.scores == [4, 5, 5]
    assert table.told("lost") == [("lost", 0, CARDS.index("2"), 0)]
    assert play(deal("2 2 5"), "0 keep, 1 keep, 2 keep").scores == [4, 4, 5]  # D16
    assert play(deal("3 3 3"), "0 keep, 1 keep, 2 keep").scores == [4, 4, 4]


@rule("AMB-DIE-14")
def test_AMB_DIE_14_lion_and_cat_tie() -> None:
    assert play(deal("J L 5"), "0 keep, 1 keep, 2 keep").scores == [4, 4, 5]  # D18
    assert play(deal("J L"), "0 keep, 1 keep").scores == [5, 5]  # D25


@rule("DIE-CAT-1")
def test_DIE_CAT_1_two_cats_held_and_nobody_pays() -> None:
    assert play(deal("J J 5"), "0 keep, 1 keep, 2 keep").scores == [5, 5, 5]  # D19
    assert play(deal("J J L"), "0 keep, 1 keep, 2 keep").scores == [5, 5, 5]
    table = deal("J J 5 .", tokens=[5, 5, 5, 0], dealer=2)
    play(table, "0 keep, 1 keep, 2 keep")
    assert table.scores == [5, 5, 5, 0]  # two bring nobody back
    assert table.told("cats", "returned") == [("cats", 2, 2, 0)]


@rule("AMB-DIE-13")
def test_AMB_DIE_13_cats_refund_nothing() -> None:
    table = play(deal("J W J"), "0 swap, 1 block, 2 keep")
    assert table.scores == [4, 5, 5]


@rule("DIE-CAT-2")
def test_DIE_CAT_2_three_cats_drawn_bring_back_who_is_out() -> None:
    table = deal("J J J 3 .", tokens=[5, 5, 5, 5, 0], dealer=3)
    play(table, "0 keep, 1 keep, 2 keep, 3 keep")  # D21
    assert table.scores == [5, 5, 5, 5, 1]
    assert table.told("returned") == [("returned", 4, 0, 0)]
    table.chance("deck", cards=deck())
    assert len(table.told("drew_one", to=SPECTATOR, last=True)) == 5


@rule("AMB-DIE-15")
def test_AMB_DIE_15_three_drawn_stand_alone_where_fewer_than_two_are_held() -> None:
    table = deal("J W J J", "5", tokens=[1, 5, 5, 5], out_now=True)
    play(table, "0 swap, 1 block, 2 keep, 3 draw")
    assert shown(table) == ". W J 5"  # one cat held, three drawn
    assert table.scores == [1, 5, 5, 5]  # nobody pays, and seat 0 is back


@rule("AMB-DIE-16")
def test_AMB_DIE_16_the_return_is_automatic_also_for_who_lost_all_just_now() -> None:
    table = deal("J W J J .", tokens=[1, 5, 5, 5, 0], dealer=3)
    play(table, "0 swap, 1 block, 2 keep, 3 keep")
    assert table.scores == [1, 5, 5, 5, 1]
    assert table.due == "deck"


@rule("AMB-DIE-16")
def test_AMB_DIE_16_a_token_even_from_an_empty_bank() -> None:
    # 5 seats × 5 tokens, all of them on the table
    table = deal("J W J J .", tokens=[1, 14, 5, 5, 0], dealer=3, pay_to="blocker")
    play(table, "0 swap, 1 block, 2 keep, 3 keep")
    assert table.scores == [1, 15, 5, 5, 1]


# The end of the match


@rule("DIE-ELIM-1")
def test_DIE_ELIM_1_without_tokens_you_are_out_and_the_last_one_wins() -> None:
    table = play(deal("1 4 5", tokens=[1, 1, 5]), "0 keep, 1 keep, 2 keep")
    assert table.told("out") == [("out", 0, 0, 0)]
    assert not table.over()
    table.chance("deck", cards=deck("3", "5"))  # seat 1 deals to itself and to seat 2
    assert table.legal(0) == []
    assert table.refusal(0, "keep") == ("is_out", "DIE-ELIM-1")
    play(table, "2 keep, 1 keep")
    assert table.over()
    assert table.scores == [0, 0, 5]
    assert table.winners == [2]
    assert table.told("won") == [("won", 2, 0, 0)]
    assert table.refusal(2, "keep") == ("is_over", "DIE-ELIM-1")


@rule("AMB-DIE-17")
def test_AMB_DIE_17_nobody_would_be_left() -> None:
    moves = "0 keep, 1 keep, 2 keep"
    table = play(deal("3 3 3", tokens=[1, 1, 1]), moves)
    assert table.scores == [1, 1, 1]
    assert table.told("replayed") == [("replayed", 2, 0, 0)]
    assert table.due == "deck"
    table = play(deal("3 3 3", tokens=[1, 1, 1], wipe_out="shared"), moves)
    assert table.scores == [0, 0, 0]
    assert table.winners == [0, 1, 2]
    table = play(deal("3 3 3", tokens=[1, 1, 2]), moves)
    assert table.scores == [0, 0, 1]  # somebody is left, so all pay


@rule("AMB-DIE-17")
def test_AMB_DIE_17_those_who_paid_share_the_win() -> None:
    # The wolf takes the last token of seat 0 and is then the lowest card itself.
    moves = "0 swap, 1 block"
    table = play(deal("G W", tokens=[1, 1]), moves)
    assert (table.scores, table.winners) == ([0, 1], [1])
    table = play(deal("G W", tokens=[1, 1], wipe_out="shared"), moves)
    assert (table.scores, table.winners) == ([0, 0], [1])  # seat 0 did not pay for the lowest


@rule("AMB-DIE-24")
def test_AMB_DIE_24_the_round_is_played_to_its_end() -> None:
    table = play(deal("G W", tokens=[1, 2]), "0 swap, 1 block")
    assert [kind for kind, _, _, _ in table.told("paid", "revealed", "lost", "won")] == [
        "paid", "revealed", "revealed", "lost", "won"
    ]  # fmt: skip
    assert table.scores == [0, 1]
    assert table.winners == [1]
    # With `blocker_acts` the dealer, alone with tokens, still has his play.
    table = play(deal("G W", tokens=[1, 2], blocker_acts=True), "0 swap, 1 block")
    assert table.scores == [0, 2]
    assert not table.over()
    assert table.legal(1) == ["keep", "draw"]


@rule("DIE-2P-1")
def test_DIE_2P_1_two_left_with_equal_cards_play_another_round() -> None:
    table = deal("3 3 .", tokens=[1, 1, 0], dealer=1)
    play(table, "0 keep, 1 keep")
    assert table.scores == [1, 1, 0]
    assert table.told("equal") == [("equal", 1, 0, 0)]
    assert table.due == "deck"
    play(table.chance("deck", cards=deck("3", "4")), "1 keep, 0 keep")
    assert table.winners == [1]  # seat 0 dealt itself the 3


@rule("AMB-DIE-20")
def test_AMB_DIE_20_also_in_a_match_begun_by_two_and_never_for_three() -> None:
    assert play(deal("3 3"), "0 keep, 1 keep").scores == [5, 5]
    assert play(deal("3 3 3"), "0 keep, 1 keep, 2 keep").scores == [4, 4, 4]


@rule("AMB-DIE-20")
def test_AMB_DIE_20_two_cards_compared_are_what_counts() -> None:
    # seat 0 is removed by the wolf, the two cards compared are equal
    moves = "0 swap, 1 block, 2 keep"
    table = play(deal("S W W", tokens=[1, 5, 5], out_now=True), moves)
    assert table.scores == [0, 5, 5]


# Views and possible worlds


def held(table: Table, seat: int | None = None) -> list[str]:
    """All cards on the table, or those that a seat knows: hands, then what was set aside."""
    state = table.states[0] if seat is None else table.view(seat)
    places = [*state.card.tolist(), *state.aside.tolist(), *state.pile.tolist()]
    return [CARDS[card] for card in places if card >= 0]


def test_no_card_is_lost_or_made() -> None:
    table = deal("3 S R", "4 2", rabbit_dealer="deck", blocker_acts=True)
    for moves in ("0 keep", "1 swap", "2 block", "2 draw"):
        play(table, moves)
        assert sorted(held(table)) == sorted(pack())  # INV-DIE-1
    assert shown(table) == "3 4 2"
    assert table.states["asides"][0] == 2


def test_what_is_set_aside_is_known_to_those_who_have_had_it() -> None:
    table = deal("S 2 4 R", "5 3", rabbit_dealer="deck", blocker_acts=True)
    play(table, "0 swap, 1 accept, 1 swap, 2 accept")  # the stone has gone from 0 to 2
    play(table, "2 swap, 3 block")  # who gets the 5 for it
    assert held(table, 0) == ["2", "7", "0"]
    assert held(table, 1) == ["2", "4", "7", "0"]
    assert held(table, 2) == ["4", "5", "7", "0"]
    assert held(table, 3) == ["7"]
    assert held(table, SPECTATOR) == ["7"]


def test_a_view_completes_into_possible_worlds() -> None:
    table = deal("S 2 R", "5", rabbit_dealer="deck", blocker_acts=True)
    play(table, "0 keep, 1 swap, 2 block")  # seat 1 changes the 2 for the 5 in secret
    engine = table.match.engine
    view = engine.view(table.states, 0, 0)
    unseen = list((Counter(pack()) - Counter(["0", "7"])).elements())
    (hidden,) = engine.hidden(view, 0)
    assert Counter(CARDS[card] for card in hidden) == Counter(unseen)
    order = [hidden.index(CARDS.index("cat")), hidden.index(CARDS.index("3"))]
    cards = [hidden[place] for place in order]
    cards += [card for place, card in enumerate(hidden) if place not in order]
    world = engine.world(view, 0, [cards])
    assert CARDS[world["card"][0, 1]] == "cat"
    assert CARDS[world["aside"][0, 0]] == "3"
    assert world["pile"][0, :51].tolist() == cards[2:]
    assert engine.view(world, 0, 0).tobytes() == view.tobytes()


def test_before_the_deal_nothing_is_hidden() -> None:
    table = Table("dieci", 3).chance("dealer", seat=0)
    engine = table.match.engine
    assert engine.hidden(engine.view(table.states, 0, 0), 0) == []


def test_a_used_record_starts_afresh() -> None:
    assert Table("dieci", 3).starts_afresh()
