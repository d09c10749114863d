"""DIECI by the rulebook: the end of rounds and matches; views and possible worlds."""

from collections import Counter

import pytest

from mazziere.games.dieci.box import CARDS
from mazziere.kernel.events import SPECTATOR
from tests.games.dieci.table import (
    deal,
    deck,
    pack,
    play,
    rule,
    shown,
)
from tests.rules.table import Table

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
    assert shown(table) == "4 5 H"  # example D14
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
    assert play(deal("2 2 5"), "0 keep, 1 keep, 2 keep").scores == [4, 4, 5]  # example D16
    assert play(deal("3 3 3"), "0 keep, 1 keep, 2 keep").scores == [4, 4, 4]


@rule("AMB-DIE-14")
def test_AMB_DIE_14_lion_and_cat_tie() -> None:
    assert play(deal("J L 5"), "0 keep, 1 keep, 2 keep").scores == [4, 4, 5]  # example D18
    assert play(deal("J L"), "0 keep, 1 keep").scores == [5, 5]  # example D25


@rule("DIE-CAT-1")
def test_DIE_CAT_1_two_cats_held_and_nobody_pays() -> None:
    assert play(deal("J J 5"), "0 keep, 1 keep, 2 keep").scores == [5, 5, 5]  # example D19
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
    play(table, "0 keep, 1 keep, 2 keep, 3 keep")  # example D21
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
    table = play(deal("W W W", tokens=[1, 1, 1], wipe_out="shared"), moves + ", 2 keep")
    assert (table.scores, table.winners) == ([0, 0, 0], [1, 2])  # nor here, with the lowest card


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
    """Return all cards on the table, or those that a seat knows: hands, then discards."""
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


def test_a_seat_that_is_out_still_knows_its_card() -> None:
    table = deal("S W 5 4", tokens=[1, 5, 5, 5], out_now=True)
    play(table, "0 swap, 1 block")  # the wolf removes seat 0, which leaves its stone
    assert held(table, 0) == ["9", "0"]
    assert held(table, 3) == ["9", "4"]
    assert held(table, SPECTATOR) == ["9"]


def test_a_blocker_from_the_deck_is_known_to_all() -> None:
    table = deal("4 5 R 3", "H", rabbit_dealer="deck", deck_blocks=True, dealer=2)
    play(table, "3 keep, 0 keep, 1 swap, 2 block")  # a 6 from the deck is set aside
    assert "6" in held(table, SPECTATOR)
    assert "6" in held(table, 3)


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
