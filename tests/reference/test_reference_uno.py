"""The reference of UNO and UNO H2O TO GO against the ledger's examples and invariants."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.reference.protocol import Choose, Impossible, Reference, any_move
from tests.reference.uno import EFFECTS, WILDS, Uno, UnoH2o, classic_pack, points, value

BOXES = [Uno, UnoH2o]
NUMBERS = ["g1", "g2", "g3", "g4", "g6", "g7", "g8", "g9", "b1", "b2", "b3", "b4", "b6", "b8"]


# ---- Positions ---------------------------------------------------------------------------


def position(
    box: type[Uno],
    hands: list[str],
    top: str,
    *,
    colour: str = "",
    turn: int = 0,
    pile: str = " ".join(NUMBERS),
    below: str = "",
    **options: Any,
) -> Uno:
    """A position in the middle of a hand; cards as texts with blanks between."""
    match = box(len(hands), options)
    match.waiting = None
    match.hands = [hand.split() for hand in hands]
    match.discards = [*below.split(), top]
    match.colour = colour or top[0]
    match.pile = pile.split()
    match.ask("turn", turn)
    return match


def deck(match: Uno, hands: list[str], pile: str) -> dict[str, Any]:
    """A deck that deals these seven cards to each seat and has `pile` on top of the rest."""
    left = Counter(match.pack())
    for text in [*hands, pile]:
        left.subtract(text.split())
    assert min(left.values()) >= 0
    order = [(match.dealer + 1 + place) % match.players for place in range(match.players)]
    dealt = [hands[seat].split()[turn] for turn in range(7) for seat in order]
    return {"chance": "deck", "cards": [*dealt, *pile.split(), *left.elements()]}


def dealt(box: type[Uno], hands: list[str], pile: str, dealer: int = 0, **options: Any) -> Uno:
    """A match at the start of its first hand."""
    match = box(len(hands), options)
    match.waiting, match.dealer = "deck", dealer
    match.chance(deck(match, hands, pile))
    return match


FOUR_HANDS = [
    "r1 r2 r3 r4 r5 r6 r7",
    "y1 y2 y3 y4 y5 y6 y7",
    "g1 g2 g3 g4 g5 g6 g7",
    "b1 b2 b3 b5 b6 b7 b8",
]


def sizes(match: Uno) -> list[int]:
    return [len(hand) for hand in match.hands]


def playable(match: Uno) -> set[str]:
    texts = match.legal()[match.turn]
    return {text.split()[1] for text in texts if text.startswith("play")}


def keeps(box: type[Uno], kept: str, top: str = "r7", **options: Any) -> Uno:
    """P0 has just played a wild +4 on `top`, keeping `kept`, and named green."""
    match = position(box, ["wild+4 " + kept, "g5 b5", "b5 b6", "b7 b8"], top, **options)
    match.move(0, "play wild+4 g uno" if len(kept.split()) == 1 else "play wild+4 g")
    return match


# ---- Worked examples ---------------------------------------------------------------------


@pytest.mark.parametrize("box", BOXES)
def test_U1_playable_on_a_number(box: type[Uno]) -> None:
    match = position(box, ["r2 b7 g5 wild yskip", "y1"], "r7")
    assert playable(match) == {"r2", "b7", "wild"}
    assert match.legal() == {
        0: ["draw", "play b7", "play r2", "play wild b", "play wild g", "play wild r",
            "play wild y"],
    }  # fmt: skip


@pytest.mark.parametrize("box", BOXES)
def test_U2_playable_on_a_wild(box: type[Uno]) -> None:
    hand = "b3 r3 bskip wild+4 g9"
    assert playable(position(box, [hand, "y1"], "wild", colour="b")) == {"b3", "bskip", "wild+4"}
    strict = position(box, [hand, "y1"], "wild", colour="b", wd4="strict")
    assert playable(strict) == {"b3", "bskip"}


@pytest.mark.parametrize("box", BOXES)
def test_U3_playable_on_a_symbol(box: type[Uno]) -> None:
    assert playable(position(box, ["gskip y1 g1", "y1"], "yskip")) == {"gskip", "y1"}


@pytest.mark.parametrize("box", BOXES)
def test_U4_U5_skip_and_reverse_with_four(box: type[Uno]) -> None:
    hands = ["rskip rrev b1", "b2 b3", "b4 b5", "b6 r8"]
    match = position(box, hands, "r7")
    match.move(0, "play rskip")
    assert list(match.legal()) == [2]
    match = position(box, hands, "r7")
    match.move(0, "play rrev")
    assert list(match.legal()) == [3]
    match.move(3, "play r8 uno")
    assert list(match.legal()) == [2]


@pytest.mark.parametrize("box", BOXES)
def test_U7_reverse_with_two(box: type[Uno]) -> None:
    match = position(box, ["rrev b1 b2", "b2 b3"], "r7")
    match.move(0, "play rrev")
    assert list(match.legal()) == [0]
    match = position(box, ["rrev b1 b2", "b2 b3"], "r7", reverse_two="literal")
    match.move(0, "play rrev")
    assert list(match.legal()) == [1]


@pytest.mark.parametrize("box", BOXES)
def test_U8_skip_and_draw_two_with_two(box: type[Uno]) -> None:
    match = position(box, ["rskip r+2 b1 b2", "b2 b3"], "r7")
    match.move(0, "play rskip")
    assert list(match.legal()) == [0]
    match.move(0, "play r+2")
    assert list(match.legal()) == [0]
    assert sizes(match) == [2, 4]


def test_U9_first_card_of_the_big_box() -> None:
    match = dealt(Uno, FOUR_HANDS, "rskip wild b4")
    assert match.discards == ["rskip", "wild", "b4"]
    assert (match.colour, match.direction, match.turn) == ("b", 1, 1)
    assert sizes(match) == [7, 7, 7, 7]
    assert list(match.legal()) == [1]


def test_U10_first_card_draw_two() -> None:
    match = dealt(UnoH2o, FOUR_HANDS, "r+2")
    assert (sizes(match), list(match.legal())) == ([7, 9, 7, 7], [2])


def test_U11_first_card_reverse() -> None:
    match = dealt(UnoH2o, FOUR_HANDS, "rrev")
    for seat in [0, 3, 2, 1, 0]:
        assert list(match.legal()) == [seat]
        match.move(seat, "draw")
        while "pass" in match.legal().get(seat, []):
            match.move(seat, "pass")


@pytest.mark.parametrize("reverse_two", ["skip", "literal"])
def test_contract_U11_first_card_reverse_with_two(reverse_two: str) -> None:
    match = dealt(UnoH2o, FOUR_HANDS[:2], "rrev", dealer=1, reverse_two=reverse_two)
    assert list(match.legal()) == [1]


def test_U12_first_card_skip() -> None:
    assert list(dealt(UnoH2o, FOUR_HANDS, "rskip").legal()) == [2]
    assert list(dealt(UnoH2o, FOUR_HANDS, "rskip", dealer=3).legal()) == [1]
    assert list(dealt(UnoH2o, FOUR_HANDS[:2], "rskip").legal()) == [0]
    assert list(dealt(UnoH2o, FOUR_HANDS[:2], "r+2").legal()) == [0]


def test_U13_first_card_wild() -> None:
    match = dealt(UnoH2o, FOUR_HANDS, "wild")
    assert match.legal() == {1: ["name b", "name g", "name r", "name y"]}
    match.move(1, "name y")
    assert match.legal() == {1: ["draw", *(f"play y{number}" for number in range(1, 8))]}


def test_H2O_START_6_first_card_wild_four_goes_back() -> None:
    match = dealt(UnoH2o, FOUR_HANDS, "wild+4 wild+4")
    assert (match.due(), match.legal(), sizes(match)) == ("reshuffle", {}, [7, 7, 7, 7])
    rest = list(match.pile)
    assert len(rest) == 80
    with pytest.raises(Impossible):
        match.chance({"chance": "reshuffle", "cards": rest[1:]})  # the wild +4 belongs to it
    match.chance({"chance": "reshuffle", "cards": rest[1:] + rest[:1]})
    assert match.due() == "reshuffle"  # the second one
    match.chance({"chance": "reshuffle", "cards": rest[2:] + rest[:2]})
    assert match.due() is None
    assert match.discards == rest[2:3]


@pytest.mark.parametrize(
    ("box", "kept", "guilty"),
    [
        (Uno, "r5 b9", True),  # U16
        (UnoH2o, "r5 b9", True),
        (Uno, "b9 gskip", False),  # U17
        (UnoH2o, "b9 gskip", False),
        (Uno, "b9 wild", True),  # U18
        (UnoH2o, "b9 wild", False),
        (Uno, "b9 wild+4", False),  # U19
        (UnoH2o, "b9 wild+4", False),
        (Uno, "b7", False),  # U20
        (UnoH2o, "b7", False),
        (Uno, "rskip", True),  # U21
        (UnoH2o, "rskip", True),
        (Uno, "shuffle custom1", False),  # AMB-UNO-8 (a)
    ],
)
def test_U16_to_U21_challenge(box: type[Uno], kept: str, guilty: bool) -> None:
    match = keeps(box, kept)
    left = len(kept.split())
    assert match.legal() == {1: ["accept", "challenge"]}
    match.move(1, "challenge")
    assert match.colour == "g"
    if guilty:
        assert (sizes(match), list(match.legal())) == ([left + 4, 2, 2, 2], [1])
        assert playable(match) == {"g5"}
    else:
        assert (sizes(match), list(match.legal())) == ([left, 8, 2, 2], [2])


@pytest.mark.parametrize("card", ["wild", "shuffle", "custom1", "custom2", "custom3", "wild+4"])
@pytest.mark.parametrize(
    ("wild_matches", "counted"),
    [
        ("plain", ["wild"]),
        ("all_but_wd4", ["wild", "shuffle", "custom1", "custom2", "custom3"]),
        ("none", []),
    ],
)
def test_AMB_UNO_8_wilds_that_match(card: str, wild_matches: str, counted: list[str]) -> None:
    match = keeps(Uno, card + " b9", wild_matches=wild_matches)
    assert match.guilty == (card in counted)
    strict = position(Uno, [f"wild+4 {card} b9", "b1"], "r7", wd4="strict",
                      wild_matches=wild_matches)  # fmt: skip
    assert ("play wild+4 r" in strict.legal()[0]) == (card not in counted)


def test_AMB_UNO_9_actions_ignored() -> None:
    for card in ["rskip", "rrev", "r+2"]:
        assert not keeps(UnoH2o, card, wd4_actions="ignore").guilty
        assert keeps(UnoH2o, card).guilty
    assert keeps(UnoH2o, "r5", wd4_actions="ignore").guilty
    match = position(UnoH2o, ["wild+4 rskip", "b1"], "r7", wd4="strict", wd4_actions="ignore")
    assert "play wild+4 r uno" in match.legal()[0]


def test_AMB_UNO_12_guilty_skips() -> None:
    match = keeps(Uno, "r5 b9", guilty_skips=True)
    match.move(1, "challenge")
    assert (sizes(match), list(match.legal())) == ([6, 2, 2, 2], [2])


def test_AMB_UNO_13_colour_named_before() -> None:
    match = position(Uno, ["wild+4 r5 b9", "b1 b2"], "wild", colour="r")
    match.move(0, "play wild+4 b")
    assert match.guilty
    match = position(Uno, ["wild+4 r5 b9", "b1 b2"], "wild", colour="y")
    match.move(0, "play wild+4 b")  # b9 matches only the colour named now
    assert not match.guilty


@pytest.mark.parametrize("box", BOXES)
def test_U23_no_challenge(box: type[Uno]) -> None:
    match = keeps(box, "r5 b9")
    match.move(1, "accept")
    assert (sizes(match), list(match.legal())) == ([2, 6, 2, 2], [2])


@pytest.mark.parametrize("box", BOXES)
def test_contract_U6_strict_draws_at_once(box: type[Uno]) -> None:
    match = position(box, ["wild+4 b9 b8", "g5 b5", "b5 b6"], "r7", wd4="strict")
    match.move(0, "play wild+4 g")
    assert (sizes(match), list(match.legal())) == ([2, 6, 2], [2])


@pytest.mark.parametrize("box", BOXES)
def test_U24_U25_U26_the_call(box: type[Uno]) -> None:
    hands = ["r5 b9", "r6 b8", "b1 b2"]
    match = position(box, hands, "r7")
    match.move(0, "play r5")
    assert match.legal() == {
        0: ["uno"],
        1: ["catch 0", "draw", "play r6", "play r6 uno"],
        2: ["catch 0"],
    }
    match.move(2, "catch 0")  # U24
    assert sizes(match) == [3, 2, 2]
    assert match.legal() == {1: ["draw", "play r6", "play r6 uno"]}

    for move in ["draw", "play r6 uno"]:  # U25
        match = position(box, hands, "r7")
        match.move(0, "play r5")
        match.move(1, move)
        assert list(match.legal()) == [2]
        with pytest.raises(Impossible):
            match.move(2, "catch 0")

    match = position(box, hands, "r7")
    match.move(0, "play r5")
    match.move(0, "uno")  # U26
    assert match.legal() == {1: ["draw", "play r6", "play r6 uno"]}
    match = position(box, hands, "r7")
    match.move(0, "play r5 uno")
    assert match.legal() == {1: ["draw", "play r6", "play r6 uno"]}


@pytest.mark.parametrize("box", BOXES)
def test_U27_call_again(box: type[Uno]) -> None:
    match = position(box, ["b9", "b8 b7"], "r7", pile="r3 g1")
    assert match.legal() == {0: ["draw"]}
    match.move(0, "draw")
    assert match.legal() == {0: ["pass", "play r3", "play r3 uno"]}
    match.move(0, "play r3")
    assert match.legal() == {0: ["uno"], 1: ["catch 0", "draw"]}


@pytest.mark.parametrize("box", BOXES)
def test_uno_call_auto(box: type[Uno]) -> None:
    match = position(box, ["r5 b9", "b7 b8", "b1 b2"], "r7", uno_call="auto")
    assert match.legal() == {0: ["draw", "play r5"]}
    match.move(0, "play r5")
    assert match.legal() == {1: ["draw"]}


def shuffled(held: list[int], call: bool = False, **options: Any) -> Uno:
    """P0 has played Shuffle Hands and this many cards are left to each seat."""
    cards = iter([colour + number for number in "123456789" for colour in "ybg"])
    hands = [" ".join(next(cards) for _ in range(count)) for count in held]
    hands[0] = "shuffle " + hands[0]
    match = position(Uno, hands, "r7", **options)
    match.move(0, "play shuffle r uno" if call else "play shuffle r")
    return match


def test_U28_shuffle_sizes() -> None:
    match = shuffled([3, 5, 2, 7])
    assert (match.due(), match.legal()) == ("shuffle_hands", {})
    step = match.random_chance(Random(1))
    match.chance(step)
    assert sizes(match) == [4, 5, 4, 4]
    assert match.hands[1] == step["cards"][0::4]
    assert match.hands[0] == step["cards"][3::4]
    assert (match.colour, list(match.legal())) == ("r", [1])


def test_AMB_UNO_20_shuffle_while_reversed() -> None:
    match = position(Uno, ["b1 b2", "shuffle b3 b4", "b6", "b7 b8"], "r7", turn=1)
    match.direction = -1
    match.move(1, "play shuffle r")
    match.chance(match.random_chance(Random(1)))
    assert sizes(match) == [2, 1, 2, 2]  # dealt to seats 2, 3, 0, 1
    assert match.turn == 0
    assert match.debts == [1]


def test_U30_shuffle_leaves_one_each() -> None:
    match = shuffled([1, 1, 1, 1])
    match.chance(match.random_chance(Random(1)))
    catches = [f"catch {seat}" for seat in range(4)]
    assert match.legal() == {
        0: [*catches[1:], "uno"],
        1: [catches[0], *catches[2:], "draw", "uno"],
        2: [*catches[:2], catches[3], "uno"],
        3: [*catches[:3], "uno"],
    }
    match.move(0, "catch 1")  # the seat on turn
    match.move(2, "uno")
    assert sizes(match) == [1, 3, 1, 1]
    assert match.debts == [0, 3]
    match.move(1, "draw")
    assert match.debts == []


def test_contract_U2_call_with_shuffle() -> None:
    match = shuffled([1, 1, 1, 1], call=True)
    match.chance(match.random_chance(Random(1)))
    assert match.debts == [1, 2, 3]
    match = shuffled([1, 5, 5, 5], call=True)
    match.chance(match.random_chance(Random(1)))
    assert sizes(match) == [4, 4, 4, 4]
    assert list(match.legal()) == [1]


def test_AMB_UNO_19_shuffle_as_last_card() -> None:
    match = shuffled([0, 1, 2])
    assert (match.winners(), match.scores()) == ([0], [1, 0, 0])
    match = shuffled([0, 1, 2], shuffle_last="redeal")
    match.chance(match.random_chance(Random(1)))
    assert (match.over(), sizes(match), match.debts) == (False, [1, 1, 1], [0, 1, 2])
    match = shuffled([0, 1, 1], shuffle_last="redeal")
    assert match.due() == "shuffle_hands"
    match.chance(match.random_chance(Random(1)))
    assert match.winners() == [0]


@pytest.mark.parametrize("box", BOXES)
def test_U31_score_of_a_hand(box: type[Uno]) -> None:
    match = position(box, ["r2", "r5 gskip wild", "b0 wild+4"], "r7", scoring="winner")
    match.move(0, "play r2")
    assert (match.scores(), match.due(), match.over()) == ([125, 0, 0], "deck", False)
    assert match.dealer == 1


def test_U32_score_of_special_wilds() -> None:
    match = position(Uno, ["r2", "shuffle custom2 y9"], "r7", scoring="winner")
    match.move(0, "play r2")
    assert match.scores() == [109, 0]


@pytest.mark.parametrize("box", BOXES)
def test_U34_target_reached(box: type[Uno]) -> None:
    match = position(box, ["r2", "r5 gskip"], "r7", scoring="winner")
    match.points = [480, 490]
    match.move(0, "play r2")
    assert (match.scores(), match.winners(), match.due()) == ([505, 490], [0], None)
    match = position(box, ["r2", "gskip"], "r7", scoring="winner")
    match.points = [480, 490]
    match.move(0, "play r2")
    assert match.winners() == [0]  # exactly 500


def test_U35_lowest_wins() -> None:
    match = position(UnoH2o, ["r5", "b5", "y3", "r2"], "r7", scoring="lowest", turn=3)
    match.points = [305, 500, 117, 120]
    match.move(3, "play r2")
    assert (match.scores(), match.winners()) == ([310, 505, 120, 120], [2, 3])
    match = position(UnoH2o, ["r5", "b5", "y3", "r2"], "r7", scoring="lowest", turn=3)
    match.move(3, "play r2")
    assert (match.scores(), match.due()) == ([5, 5, 3, 0], "deck")


@pytest.mark.parametrize("box", BOXES)
def test_U37_nothing_to_draw(box: type[Uno]) -> None:
    match = position(box, ["b1 b2", "b1 b3", "b4 r8"], "r7", pile="", turn=1)
    assert match.legal() == {1: ["draw"]}
    match.move(1, "draw")
    assert (match.due(), sizes(match), list(match.legal())) == (None, [2, 2, 2], [2])


def dealer_draws(*rounds: dict[str, str], seat: int) -> dict[str, Any]:
    return {"chance": "dealer", "seat": seat, "draws": list(rounds)}


def test_U39_dealer_draw() -> None:
    first = {"0": "r9", "1": "wild", "2": "b9"}
    match = UnoH2o(3, {})
    match.chance(dealer_draws(first, {"0": "gskip", "2": "y1"}, seat=2))
    assert (match.due(), match.dealer) == ("deck", 2)
    match = UnoH2o(3, {})
    match.chance(dealer_draws(first, {"0": "gskip", "2": "y0"}, {"0": "r9", "2": "y1"}, seat=0))
    assert match.dealer == 0
    clear = {"0": "r8", "1": "wild", "2": "b9"}
    for wrong in [
        dealer_draws(first, seat=0),  # still tied
        dealer_draws(first, {"0": "gskip", "1": "y1"}, seat=1),  # not the tied ones
        dealer_draws(first, {"0": "gskip", "1": "r2", "2": "y1"}, seat=2),  # one too many
        dealer_draws(clear, seat=0),  # not the highest
        dealer_draws(clear, {"2": "r1"}, seat=2),  # a round too many
        dealer_draws({"0": "r8", "1": "b9"}, seat=1),  # one seat missing
        dealer_draws({"0": "r0", "1": "r0", "2": "r1"}, seat=2),  # there is one red 0
        dealer_draws({"0": "shuffle", "1": "r0", "2": "r1"}, seat=2),  # not in this box
        dealer_draws(seat=2),
        {"chance": "dealer", "seat": 2},
        {"chance": "dealer", "seat": True, "draws": [{"0": "r1", "1": "r2", "2": "r0"}]},
    ]:
        with pytest.raises(Impossible):
            UnoH2o(3, {}).chance(wrong)


def test_U40_values() -> None:
    assert [value(card) for card in ["r9", "b0", "g+2", "yskip", "brev", *WILDS]] == [
        9, 0, 20, 20, 20, 50, 50, 50, 50, 50, 50,
    ]  # fmt: skip


def test_INV_UNO_7_whole_pack() -> None:
    assert (points(Uno(2, {}).pack()), len(Uno(2, {}).pack())) == (1440, 112)
    assert (points(UnoH2o(2, {}).pack()), len(UnoH2o(2, {}).pack())) == (1240, 108)
    assert len(Uno(2, {"custom": ["none", "none", "none"]}).pack()) == 109
    assert "custom2" not in Uno(2, {"custom": ["plain", "none", "plain"]}).pack()
    copies = Counter(classic_pack())
    assert (copies["r0"], copies["b7"], copies["g+2"], copies["wild+4"]) == (1, 2, 2, 4)


# ---- The draw pile runs out --------------------------------------------------------------


def reshuffle(match: Uno, cards: str) -> None:
    assert (match.due(), match.legal()) == ("reshuffle", {})
    match.chance({"chance": "reshuffle", "cards": cards.split()})


@pytest.mark.parametrize("box", BOXES)
def test_reshuffle_in_a_turn(box: type[Uno]) -> None:
    match = position(box, ["b1 b2", "b3 b4"], "r7", pile="", below="g1 wild r3")
    match.move(0, "draw")
    with pytest.raises(Impossible):
        match.chance({"chance": "reshuffle", "cards": ["g1", "wild", "r3", "r7"]})
    with pytest.raises(Impossible):
        match.move(0, "draw")
    reshuffle(match, "r3 wild g1")
    assert match.legal() == {0: ["pass", "play r3"]}
    assert (match.pile, match.discards) == (["wild", "g1"], ["r7"])


@pytest.mark.parametrize("box", BOXES)
def test_reshuffle_within_two_four_and_six_cards(box: type[Uno]) -> None:
    match = position(box, ["r+2 b1 b2", "b3", "b4"], "r7", pile="g1", below="g2 g3")
    match.move(0, "play r+2")
    reshuffle(match, "g3 r7 g2")
    assert match.hands[1] == ["b3", "g1", "g3"]
    assert list(match.legal()) == [2]

    match = position(box, ["wild+4 b1 b2", "b3", "b4"], "r7", pile="g1 g2", below="g3")
    match.move(0, "play wild+4 y")
    match.move(1, "accept")
    reshuffle(match, "r7 g3")
    assert match.hands[1] == ["b3", "g1", "g2", "r7", "g3"]
    assert (list(match.legal()), match.colour) == ([2], "y")

    match = position(box, ["wild+4 b1 b2", "b3", "b4"], "r7", pile="g1 g2", below="g3")
    match.move(0, "play wild+4 y")
    match.move(1, "challenge")  # innocent: six cards, but only four exist
    reshuffle(match, "r7 g3")
    assert (sizes(match), match.due(), list(match.legal())) == ([2, 5, 1], None, [2])

    match = position(box, ["wild+4 r1 b2", "b3", "b4"], "r7", pile="", below="g3")
    match.move(0, "play wild+4 y")
    match.move(1, "challenge")  # guilty: two cards exist
    reshuffle(match, "r7 g3")
    assert (sizes(match), list(match.legal())) == ([4, 1, 1], [1])


@pytest.mark.parametrize("box", BOXES)
def test_the_window_stays_open_through_a_reshuffle(box: type[Uno]) -> None:
    match = position(box, ["r+2 b1", "b3 b4", "b5 b6"], "r7", pile="g1", below="g2 g3")
    match.move(0, "play r+2")
    reshuffle(match, "g3 r7 g2")
    assert match.legal() == {0: ["uno"], 1: ["catch 0"], 2: ["catch 0", "draw"]}


@pytest.mark.parametrize("box", BOXES)
def test_caught_while_a_wild_four_waits_for_its_answer(box: type[Uno]) -> None:
    match = position(box, ["wild+4 b1", "b3 b4", "b5 b6"], "r7", pile="r9", below="g2 g3")
    match.move(0, "play wild+4 y")
    window = {0: ["uno"], 1: ["accept", "catch 0", "challenge"], 2: ["catch 0"]}
    assert match.legal() == window
    match.move(1, "catch 0")
    reshuffle(match, "g3 r7 g2")
    assert match.hands[0] == ["b1", "r9", "g3"]
    assert match.legal() == {1: ["accept", "challenge"]}
    match.move(1, "challenge")  # innocent still, though he has drawn a red card since (U5)
    assert (sizes(match), match.due()) == ([3, 4, 2], None)  # the two cards left, nothing below


@pytest.mark.parametrize("box", BOXES)
def test_caught_with_nothing_to_draw(box: type[Uno]) -> None:
    match = position(box, ["wild b1", "b3 b4", "b5 b6"], "r7", pile="")
    match.discards = ["r7"]
    match.move(0, "play wild b")
    match.discards = ["wild"]
    match.move(2, "catch 0")
    assert (match.due(), sizes(match), match.debts) == (None, [1, 2, 2], [])


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("scoring", ["hand", "winner"])
def test_contract_U8_void_hand(box: type[Uno], scoring: str) -> None:
    match = position(box, ["b1", "b2 r5", "b3"], "r7", pile="", scoring=scoring)
    match.dealer = 2
    match.move(0, "draw")
    match.move(1, "draw")
    assert match.legal() == {2: ["draw"]}
    match.move(2, "draw")
    assert (match.due(), match.over(), match.dealer) == ("deck", False, 0)
    assert match.scores() == [0, 0, 0]


@pytest.mark.parametrize("box", BOXES)
def test_contract_U8_a_play_breaks_the_row(box: type[Uno]) -> None:
    match = position(box, ["b1 b9", "b2 r5 b8", "b3 b5"], "r7", pile="")
    match.move(0, "draw")
    match.move(1, "play r5")  # r7 can be drawn now
    match.move(2, "draw")
    reshuffle(match, "r7")
    match.move(2, "pass")
    for seat in [0, 1]:
        match.move(seat, "draw")
        assert match.due() is None
    match.move(2, "draw")
    assert match.due() == "deck"


@pytest.mark.parametrize("box", BOXES)
def test_contract_U8_a_play_breaks_the_row_though_its_card_is_drawn_at_once(
    box: type[Uno],
) -> None:
    match = position(box, ["b1 b9", "b2 r+2 b8", "b3 b5"], "r7", pile="")
    match.move(0, "draw")
    match.move(1, "play r+2")
    reshuffle(match, "r7")  # the one card that seat 2 draws
    assert sizes(match) == [2, 2, 3]
    for seat in [0, 1]:
        match.move(seat, "draw")
        assert match.legal() != {}
    match.move(2, "draw")
    assert match.due() == "deck"


@pytest.mark.parametrize("box", BOXES)
def test_AMB_UNO_21_the_next_hand_starts_afresh(box: type[Uno]) -> None:
    match = position(box, ["r2", *["b5"] * 3], "r7", scoring="winner")
    match.direction, match.dealer = -1, 3
    match.move(0, "play r2")
    match.chance(deck(match, FOUR_HANDS, "y0"))
    assert match.dealer == 0
    assert list(match.legal()) == [1]
    match.move(1, "play y1")
    assert list(match.legal()) == [2]
    assert match.scores() == [15, 0, 0, 0]


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("players", [2, 5, 10])
def test_players_who_never_play(box: type[Uno], players: int) -> None:
    rng = Random(players)
    match = box(players, {})
    dealers = []
    for _ in range(5):
        while match.due() != "deck":
            if match.due():
                match.chance(match.random_chance(rng))
            elif match.asked == "name":
                match.move(match.turn, "name r")
            else:
                match.move(match.turn, "pass" if match.asked == "drawn" else "draw")
        dealers.append(match.dealer)
        match.chance(match.random_chance(rng))
    assert dealers == [(dealers[0] + hand) % players for hand in range(5)]
    assert match.scores() == [0] * players


# ---- The last card -----------------------------------------------------------------------


@pytest.mark.parametrize("card", ["r+2", "wild+4"])
@pytest.mark.parametrize(
    ("box", "options", "draws"),
    [
        (Uno, {"scoring": "winner"}, True),
        (Uno, {"scoring": "winner", "final_draw": False}, False),
        (Uno, {}, False),
        (UnoH2o, {}, True),
        (UnoH2o, {"scoring": "lowest"}, True),
        (UnoH2o, {"scoring": "hand"}, False),
        (UnoH2o, {"scoring": "winner", "wd4": "strict"}, True),
    ],
)
def test_contract_U7_final_draw(
    box: type[Uno], options: dict[str, Any], draws: bool, card: str
) -> None:
    match = position(box, [card, "b3", "b5 b6"], "r7", pile="g1", below="g2 g3", **options)
    match.direction = -1
    match.move(0, f"play {card} b" if card == "wild+4" else f"play {card}")
    if not draws:
        assert sizes(match) == [0, 1, 2]
    else:
        reshuffle(match, "g3 r7 g2")
        drawn = ["g1", "g3"] if card == "r+2" else ["g1", "g3", "r7", "g2"]
        assert match.hands[2] == ["b5", "b6", *drawn]
    theirs = points(match.hands[1] + match.hands[2])
    scoring = match.options["scoring"]
    if scoring == "hand":
        assert (match.winners(), match.scores()) == ([0], [1, 0, 0])
    elif scoring == "winner":
        assert (match.due(), match.scores()) == ("deck", [theirs, 0, 0])
    else:
        assert match.scores() == [0, 3, theirs - 3]


@pytest.mark.parametrize("effect", [effect for effect in EFFECTS if effect != "none"])
def test_contract_U7_no_other_effect_of_a_last_card(effect: str) -> None:
    match = position(Uno, ["custom1", "wild", "b5 b6"], "r7", custom=[effect] * 3)
    match.move(0, "play custom1 b")
    assert (match.winners(), sizes(match)) == ([0], [0, 1, 2])


# ---- Customizable wilds ------------------------------------------------------------------


def custom(effect: str, hands: list[str], top: str = "r7", **options: Any) -> Uno:
    """P0 plays its custom2, which has this effect, and names blue."""
    effects = ["plain", effect, "plain"]
    hands = ["custom2 " + hands[0], *hands[1:]]
    match = position(Uno, hands, top, custom=effects, **options)
    match.move(0, "play custom2 b")
    return match


def test_AMB_UNO_6_plain() -> None:
    match = custom("plain", ["r1 r2", "b3 y4", "g1"])
    assert match.legal() == {1: ["draw", "play b3", "play b3 uno"]}


def test_AMB_UNO_7_draw_until() -> None:
    match = custom("draw_until", ["r1 r2", "b3 y4", "g1"], pile="g1 wild+4 r2 bskip b4")
    assert match.hands[1] == ["b3", "y4", "g1", "wild+4", "r2", "bskip"]
    assert list(match.legal()) == [2]
    match = custom("draw_until", ["r1", "b3 y4", "g1 g2"], pile="g1", below="b9 g3")
    reshuffle(match, "r7 g3 b9")
    assert match.hands[1] == ["b3", "y4", "g1", "r7", "g3", "b9"]
    assert match.legal() == {0: ["uno"], 1: ["catch 0"], 2: ["catch 0", "draw"]}
    match = custom("draw_until", ["r1 r2", "b3 y4", "g1"], pile="g1", below="g3")
    reshuffle(match, "r7 g3")
    assert (sizes(match), match.due(), list(match.legal())) == ([2, 5, 1], None, [2])


def test_AMB_UNO_7_dump_wilds() -> None:
    match = custom("dump_wilds", ["wild wild", "wild+4 g1", "shuffle custom1 g3 g4", "y1"])
    assert match.hands == [["wild", "wild"], ["g1"], ["g3", "g4"], ["y1"]]
    assert (match.discards[-2:], match.colour) == (["r7", "custom2"], "b")
    assert Counter(match.discards[:-2]) == Counter(["wild+4", "shuffle", "custom1"])
    assert match.debts == [1]  # P3 has one card too, but threw none away
    assert match.legal()[1] == ["draw", "uno"]


def test_AMB_UNO_7_dump_wilds_empties_hands() -> None:
    hands = ["r1 r2", "r5 g6", "wild wild", "g1", "wild+4"]
    match = custom("dump_wilds", hands, scoring="winner")
    assert (match.scores(), match.due()) == ([0, 0, 15, 0, 0], "deck")
    match = position(Uno, ["custom2 r1 r2", *hands[1:]], "r7", custom=["dump_wilds"] * 3)
    match.direction = -1
    match.move(0, "play custom2 r")
    assert match.winners() == [4]


def test_AMB_UNO_7_draw_three() -> None:
    match = custom("draw_three", ["r1 r2", "g3 y4", "g1"])
    assert (sizes(match), list(match.legal())) == ([2, 5, 1], [2])
    match = custom("draw_three", ["r1 r2", "b3 y4", "g1"])
    assert match.legal() == {1: ["draw", "play b3", "play b3 uno"]}
    match = custom("draw_three", ["r1 r2", "wild+4 wild", "g1"])
    assert match.turn == 1
    match = custom("draw_three", ["r1 r2", "wild+4 y4 r4", "g1"])
    assert match.turn == 1


def test_AMB_UNO_7_extra_turn() -> None:
    match = custom("extra_turn", ["b5", "b3 y4", "g1"])
    assert match.legal() == {0: ["draw", "play b5", "uno"], 1: ["catch 0"], 2: ["catch 0"]}
    match.move(1, "catch 0")
    assert (sizes(match), list(match.legal())) == ([3, 2, 1], [0])


def test_AMB_UNO_7_exactly_seven() -> None:
    match = custom("exactly_seven", ["r1 r2", "g3 y4", "g1"], pile="g1 g2 g4", below="y1 y2")
    reshuffle(match, "y2 y1 r7")
    assert match.hands[1] == ["g3", "y4", "g1", "g2", "g4", "y2", "y1"]
    assert list(match.legal()) == [2]

    match = custom("exactly_seven", ["r1 r2", "g3 y4", "g1"], pile="g1", below="")
    reshuffle(match, "r7")
    assert (sizes(match), match.due(), list(match.legal())) == ([2, 4, 1], None, [2])

    match = custom("exactly_seven", ["r1 r2", "b1 b2 b3 b4 b5 b6 b7", "g1"])
    assert (sizes(match), list(match.legal())) == ([2, 7, 1], [2])

    match = custom("exactly_seven", ["r1", "b1 b1 b3 b4 b5 b6 b7 wild g9", "g1 g2"])
    cards = ["b1", "b3", "b4", "b5", "b6", "b7", "g9", "wild"]
    discards = [f"discard {card}" for card in cards]
    assert match.legal() == {0: ["uno"], 1: ["catch 0", *discards], 2: ["catch 0"]}
    match.move(1, "discard wild")
    assert match.legal() == {1: discards[:-1]}
    match.move(1, "discard b1")
    assert (match.hands[1], list(match.legal())) == (
        ["b1", "b3", "b4", "b5", "b6", "b7", "g9"],
        [2],
    )
    assert match.discards == ["b1", "wild", "r7", "custom2"]


# ---- What is refused ---------------------------------------------------------------------


@pytest.mark.parametrize("box", BOXES)
def test_refused_chance_and_moves(box: type[Uno]) -> None:
    match = box(3, {})
    wrong: list[dict[str, Any]] = [{"chance": "deck", "cards": match.pack()}, {}]
    for step in [*wrong, {"chance": "dealer", "seat": 3}]:
        with pytest.raises(Impossible):
            match.chance(step)
    match.chance(match.random_chance(Random(1)))
    pack = match.pack()
    for cards in [pack[1:], [*pack[1:], "r9"], [*pack, "r9"], None, [1] * len(pack)]:
        with pytest.raises(Impossible):
            match.chance({"chance": "deck", "cards": cards})
    with pytest.raises(Impossible):
        match.move(0, "draw")
    match = position(box, ["r5 b9", "r6 b8", "b1 b2"], "r7")
    for seat, move in [(1, "draw"), (0, "pass"), (0, "play b9"), (0, "uno"), (0, "play r5  uno")]:
        with pytest.raises(Impossible):
            match.move(seat, move)
    with pytest.raises(Impossible):
        match.random_chance(Random(1))


@pytest.mark.parametrize(
    "options",
    [
        {"target": 49},
        {"target": True},
        {"target": 500.0},
        {"custom": ["plain"]},
        {"custom": ["plain", "plain", "other"]},
        {"final_draw": 1},
        {"wd4": "maybe"},
        {"wd4_actions": "ignore"},
        {"scoring": "lowest"},
    ],
)
def test_refused_options(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"option|not a value"):
        Uno(4, options)


# ---- Invariants under random play --------------------------------------------------------


def fits(card: str, top: str, colour: str) -> bool:
    """INV-UNO-3, worked out apart from the reference."""
    if card in WILDS:
        return True
    return card[0] == colour or (top not in WILDS and top[1:] == card[1:])


class Watched:
    """A match whose every step is checked against the invariants."""

    def __init__(self, box: type[Uno], players: int, options: dict[str, Any]) -> None:
        self.match = box(players, options)
        self.reference: Reference = self.match  # it offers what the protocol wants
        self.hands_played = 0
        self.hands_void = 0

    def step(self, rng: Random, choose: Choose) -> None:
        match = self.match
        if match.due() is not None:
            self.take_chance(match.random_chance(rng))
        else:
            legal = match.legal()
            self.check_legal(legal)
            self.make_move(*choose(match, legal, rng))
        self.check()

    def take_chance(self, step: dict[str, Any]) -> None:
        match = self.match
        assert match.legal() == {}
        shuffler, held = match.shuffler, sum(sizes(match))
        match.chance(step)
        if step["chance"] == "shuffle_hands":  # INV-UNO-5
            places = [(shuffler + place) % match.players for place in range(1, match.players + 1)]
            more, rest = divmod(held, match.players)
            expected = [more + 1] * rest + [more] * (match.players - rest)
            assert [len(match.hands[seat]) for seat in places] == expected

    def make_move(self, seat: int, move: str) -> None:
        match = self.match
        held, debts, before = sizes(match), list(match.debts), match.scores()
        top, colour, asked = match.discards[-1], match.colour, match.asked
        match.move(seat, move)
        verb, *words = move.split()
        if verb == "play":
            assert fits(words[0], top, colour)
            self.check_play(seat, words, held[seat])
        elif verb == "draw" and match.due() is None:
            assert len(match.hands[seat]) - held[seat] in (0, 1)  # INV-UNO-6
            assert match.debts == []
        elif verb == "pass":
            assert asked == "drawn"
            assert sizes(match) == held
        elif verb == "uno":
            assert match.debts == [debtor for debtor in debts if debtor != seat]
        elif verb == "catch":
            assert match.debts == [debtor for debtor in debts if debtor != int(words[0])]
        if match.due() == "deck" or match.over():
            self.check_end(verb, before)

    def check_play(self, seat: int, words: list[str], held: int) -> None:
        match = self.match
        if words[0] == "shuffle" and match.due() == "shuffle_hands":
            return
        assert len(match.hands[seat]) == held - 1  # INV-UNO-6
        if held == 1 or match.due() or match.over():
            return
        owes = held == 2 and words[-1] != "uno" and match.options["uno_call"] == "call"
        assert (seat in match.debts) == owes
        if match.players == 2 and match.asked == "turn":  # INV-UNO-8
            if words[0][1:] in ("skip", "+2"):
                assert match.turn == seat
            if words[0][1:] == "rev":
                assert (match.turn == seat) == (match.options["reverse_two"] == "skip")

    def check_end(self, verb: str, before: list[int]) -> None:
        match = self.match
        gained = [now - old for now, old in zip(match.scores(), before, strict=True)]
        empty = [seat for seat in range(match.players) if not match.hands[seat]]
        self.hands_played += 1
        if not empty:
            assert verb == "draw"  # void
            assert gained == [0] * match.players
            self.hands_void += 1
            return
        assert len(empty) == 1 or "dump_wilds" in match.options["custom"]  # INV-UNO-4
        held = [points(hand) for hand in match.hands]
        if match.options["scoring"] == "winner":  # INV-UNO-7
            assert sorted(gained) == [0] * (match.players - 1) + [sum(held)]
            assert gained[empty[0]] == sum(held) or len(empty) > 1
        elif match.options["scoring"] == "lowest":
            assert gained == held
        else:
            assert sorted(gained) == [0] * (match.players - 1) + [1]

    def check_legal(self, legal: dict[int, list[str]]) -> None:
        match = self.match
        assert legal
        assert list(legal) == sorted(legal)
        for seat, moves in legal.items():
            assert moves == sorted(set(moves))
            assert moves
            for text in moves:
                if seat != match.turn:
                    assert text == "uno" or text.startswith("catch ")
        for debtor in match.debts:
            assert len(match.hands[debtor]) == 1
            assert "uno" in legal[debtor]
            assert sum(f"catch {debtor}" in moves for moves in legal.values()) == match.players - 1
        if match.options["uno_call"] == "auto":
            assert list(legal) == [match.turn]
        assert all(match.hands)  # INV-UNO-4: the hand goes on while nobody is out
        if match.asked == "turn":
            assert "draw" in legal[match.turn]

    def check(self) -> None:
        match = self.match
        if match.due() == "dealer" or not match.pile + match.discards:
            return
        everything = Counter(match.pile) + Counter(match.discards)
        for hand in match.hands:
            everything += Counter(hand)
        assert everything == Counter(match.pack())  # INV-UNO-1
        if match.discards and match.asked != "name":  # INV-UNO-2
            top = match.discards[-1]
            assert match.colour in ("r", "y", "g", "b")
            assert top in WILDS or match.colour == top[0]
        if match.over():
            assert match.legal() == {}
            assert match.due() is None
            assert match.winners() == sorted(set(match.winners()))


def mostly_play(match: Any, legal: dict[int, list[str]], rng: Random) -> tuple[int, str]:
    """Any move now and then, else a card of the seat on turn if it can play one.

    Wholly random players can keep a hand alive for ever: they catch nearly everyone, and with
    `draw_until` and five or more players all cards soon are in hands and stay there.
    """
    if rng.random() < 0.3:
        return any_move(match, legal, rng)
    own = [move for move in legal[match.turn] if not move.startswith("catch")]
    return match.turn, rng.choice([move for move in own if move.startswith("play")] or own)


def option_sets(box: type[Uno]) -> list[dict[str, Any]]:
    """The defaults, and every other value of every option, with scoring to a low target."""
    scoring: dict[str, Any] = {"scoring": "winner", "target": 150}
    sets = [{}, scoring]
    for name, values in box.VALUES.items():
        sets += [{**scoring, name: value} for value in values[1:]]
        sets += [{"scoring": "hand", name: value} for value in values[1:]]
    if box is Uno:
        sets += [{**scoring, "custom": [effect] * 3} for effect in EFFECTS]
        sets.append({**scoring, "custom": ["dump_wilds", "exactly_seven", "draw_until"]})
        sets.append({"custom": ["draw_three", "exactly_seven", "none"], "shuffle_last": "redeal"})
    else:
        sets.append({"scoring": "lowest", "target": 150, "wd4": "strict", "uno_call": "auto"})
    return sets


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("box", BOXES)
def test_INV_UNO_random_play_to_the_end(box: type[Uno], players: int) -> None:
    for number, options in enumerate(option_sets(box)):
        rng = Random(1000 * players + number)
        watched = Watched(box, players, options)
        steps = 0
        while not watched.match.over():
            watched.step(rng, mostly_play)
            steps += 1
            assert steps < 100_000 * (watched.hands_played + 1)
        scores = watched.match.scores()
        if watched.match.options["scoring"] == "hand":
            assert sorted(scores) == [0] * (players - 1) + [1]
            assert watched.hands_played == watched.hands_void + 1
        else:
            assert max(scores) >= watched.match.options["target"]


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("box", BOXES)
def test_INV_UNO_wholly_random_play(box: type[Uno], players: int) -> None:
    for number, options in enumerate(option_sets(box)):
        rng = Random(1000 * players + number)
        watched = Watched(box, players, options)
        for _ in range(300):
            if not watched.match.over():
                watched.step(rng, any_move)
