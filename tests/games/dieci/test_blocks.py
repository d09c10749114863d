"""DIECI by the rulebook: the cards that block."""

from typing import Any

import pytest

from mazziere.games.dieci.box import CARDS, HIDDEN
from mazziere.kernel.events import SPECTATOR
from tests.games.dieci.table import LETTERS, deal, play, rule, shown, turn

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
    assert play(table, "2 keep").scores == [3, 5, 5]  # example D2
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
    assert shown(play(table, "4 keep")).split()[0] == "S"  # example D4
    assert play(deal("S P 5"), "0 swap, 1 block").scores == [4, 5, 5]  # example D5


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
    ("hands", "moves", "final", "before"),
    [
        # The 8 goes over the rabbit to seat 2, who stops the rabbit's own card with it.
        pytest.param("P R M 2 G",
                     "0 swap, 1 block, 2 accept, 1 swap, 2 block, 2 keep, 3 keep, 4 keep",
                     "M R P 2 G", "P R M 2 G", id="a swap of another passer that is blocked"),
        # The rabbit's own card goes on to seat 3, whom the 8 stops.
        pytest.param("S R 4 2 P", "0 swap, 1 block, 2 accept, 1 swap, 2 accept, 2 swap, 3 accept, "
                     "3 swap, 4 block, 4 keep",
                     "4 R S 2 P", "S R 4 2 P", id="a swap of another passer that goes on"),
        # The rabbit stays; the 0 of seat 0 continues from its receiver.
        pytest.param("S R 4 P G",
                     "0 swap, 1 block, 2 accept, 1 keep, 2 swap, 3 block, 3 keep, 4 keep",
                     "S R 4 P G", "S R 4 P G", id="the keep of another seat does not end a chain"),
        pytest.param("P R M 2 G", "0 swap, 1 block, 2 accept, 1 keep, 2 keep, 3 keep, 4 keep",
                     "M R P 2 G", "M R P 2 G", id="no skunk"),
    ],
)  # fmt: skip
def test_AMB_DIE_8_with_blocker_acts_a_chain_is_the_way_of_one_card(
    hands: str, moves: str, final: str, before: str
) -> None:
    # contract D3 and INV-DIE-7: the hands are those before the first swap of the running chain.
    assert shown(play(deal(hands, blocker_acts=True), moves)) == final
    # Version 1: the swap of another passer goes on with the same chain.
    assert shown(play(deal(hands, blocker_acts=True, rules=1), moves)) == before


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
    assert shown(play(table, "2 keep, 3 keep")) == "3 R S 5"  # example D8
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
    assert shown(table) == "H R S 5"  # example D10
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
    assert shown(table) == "3 S R"  # example D12
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
