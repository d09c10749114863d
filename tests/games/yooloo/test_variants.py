"""YOOLOO by the rulebook: variants, two players, whole matches; views and possible worlds."""

import pytest

from mazziere.games.yooloo.box import ALL, HIDDEN, NONE, UNKNOWN
from mazziere.kernel.events import SPECTATOR
from tests.games.yooloo.table import (
    BEFORE,
    DOWN,
    NO_LAST_TWO,
    TEXTS,
    UP,
    VARIANTS,
    begin,
    play,
    play_game,
    rule,
    stack,
)
from tests.rules.table import Table

# Variants A and B


@rule("YOO-A1")
def test_YOO_A1_a_secret_card_in_each_round() -> None:
    table = begin(3, variant="a")
    assert table.legal(1) == [f"play {card}" for card in TEXTS]
    table.move(1, "play 10")
    assert table.match.legal().keys() == {0, 2}
    assert table.legal(1) == []
    assert table.refusal(1, "play 3") == ("has_chosen", "YOO-A1")
    assert table.refusal(0, "stack 3") == ("from_hand", "YOO-A1")
    assert table.told("chose", to=1) == [("chose", 1, 9, 0)]
    for other in (0, SPECTATOR):
        assert table.told("chose", to=other) == []
        assert table.told("chose_unseen", to=other) == [("chose_unseen", 1, 0, 0)]
        for seen in (table.view(other), table.visible(other)):
            assert seen.chosen.tolist()[:3] == [NONE, HIDDEN, NONE]
    assert table.view(0).hand[1] == ALL  # not even that the 10 is gone
    assert table.view(1).chosen[1] == 9
    table.moves((2, "play 1"), (0, "play 2"))
    assert table.told("showed", last=True, to=SPECTATOR) == [
        ("showed", 0, 1, 0), ("showed", 1, 9, 0), ("showed", 2, 0, 0)
    ]  # fmt: skip
    assert table.scores == [0, 1, 0]


@rule("YOO-A2")
def test_YOO_A2_each_number_once_in_a_game() -> None:
    table = begin(3, variant="a")
    for number, card in enumerate(UP):
        for seat in range(3):
            assert len(table.legal(seat)) == 10 - number
        play(table, card, card, card)
        if card < 10:
            assert table.refusal(0, f"play {card}") == ("was_played", "YOO-A2")  # example Y22
    assert len(table.legal(0)) == 10  # example Y22: before the showdown all are available again


@rule("YOO-A2")
def test_YOO_A2_the_last_card_is_laid_by_its_owner() -> None:
    table = begin(2, variant="a")
    for card in UP[:9]:
        play(table, card, 11 - card)
    assert table.legal(0) == ["play 10"]
    assert table.legal(1) == ["play 1"]
    assert not table.over()


@rule("YOO-A3")
@rule("AMB-YOO-12")
@pytest.mark.parametrize("variant", ["a", "b"])
def test_YOO_A3_only_the_own_points_are_on_show(variant: str) -> None:
    table = begin(2, variant=variant, games=2)
    for game in range(2):
        if variant == "b":
            table.chance("points", cards=TEXTS)
        for card in UP:
            for seat in (0, 1, SPECTATOR):
                seen = table.match.engine.visible(table.states, 0, seat)
                real = table.states["points"][0].tolist()[:2]
                own = [real[other] if other == seat else UNKNOWN for other in range(2)]
                assert seen["points"][0].tolist()[:2] == own
                assert table.match.engine.scores(seen, 0) == [
                    UNKNOWN if points == UNKNOWN else before + points
                    for points, before in zip(own, (40 * game, 15 * game), strict=True)
                ]
                assert seen["total"][0].tolist()[:2] == [40 * game, 15 * game]  # noted down
            assert table.view(0).points.tolist()[:2] == table.states["points"][0].tolist()[:2]
            play(table, card, 11 - card)
    assert table.visible(0).points.tolist()[:2] == [40, 15]  # the game is over
    assert table.visible(0).pile.tolist() == list(range(10))


@rule("AMB-YOO-12")
def test_AMB_YOO_12_in_the_base_game_points_are_on_show() -> None:
    table = stack(begin(4), *NO_LAST_TWO)
    assert table.visible(0).points.tolist()[:4] == BEFORE
    assert table.visible(0).pile.tolist() == list(range(10))


@rule("YOO-A4")
def test_YOO_A4_all_else_as_in_the_base_game() -> None:
    table = play_game(begin(4, variant="a"), *NO_LAST_TWO)
    assert [value for _, _, value, _ in table.told("opened")] == UP
    assert table.told("parked") == [("parked", 3, 9, 0), ("parked", 3, 10, 0)]
    assert table.legal(0) == [f"play {card}" for card in TEXTS]
    assert play(table, 4, 9, 9, 10).scores == [*BEFORE[:3], BEFORE[3] + 19]


@rule("YOO-B1")
def test_YOO_B1_points_cards_shuffled_and_uncovered_one_by_one() -> None:
    order = [7, 3, 10, 1, 2, 9, 5, 8, 4, 6]
    table = begin(2, variant="b")
    assert table.due == "points"
    assert table.refusal(0, "play 1") == ("no_points", "YOO-B1")
    table.chance("points", cards=[str(card) for card in order])
    for number, card in enumerate(UP):
        uncovered = [value - 1 for value in order[: number + 1]]
        for seat in (0, 1, SPECTATOR):
            assert table.told("opened", to=seat)[-1][2] == order[number]
            hidden = [HIDDEN] * (9 - number)
            assert table.view(seat).pile.tolist() == uncovered + hidden
            assert table.visible(seat).pile.tolist() == (
                [HIDDEN] * number + uncovered[-1:] + hidden
            )
        play(table, card, 11 - card)
    assert table.scores == [9 + 5 + 8 + 4 + 6, 7 + 3 + 10 + 1 + 2]  # example Y21: 32 and 23


@rule("YOO-B1")
def test_YOO_B1_parked_cards_stay_in_sight() -> None:
    table = begin(3, variant="b")
    table.chance("points", cards=[str(card) for card in DOWN])
    for cards in ((1, 2, 3), (4, 4, 4), (5, 5, 5)):
        play(table, *cards)
    assert table.visible(0).pile.tolist() == [HIDDEN, 8, 7, 6] + [HIDDEN] * 6


@rule("AMB-YOO-7")
def test_AMB_YOO_7_the_topmost_card_not_the_highest() -> None:
    order = [4, 6, 1, 10, 2, 9, 5, 8, 3, 7]
    table = begin(2, variant="b")
    play_game(table, UP, DOWN, points=order)
    assert [value for _, _, value, _ in table.told("opened")] == order


# Two players


@rule("YOO-2P1")
@rule("AMB-YOO-9")
@pytest.mark.parametrize("variant", VARIANTS)
def test_YOO_2P1_a_tie_removes_the_points_card(variant: str) -> None:
    table = begin(2, variant=variant)
    play_game(table, UP, [1, 2, 3, 5, 4, 6, 7, 8, 9, 10])
    assert [value for _, _, value, _ in table.told("removed")] == [1, 2, 3, 6, 7, 8, 9, 10]
    assert table.told("parked") == []
    assert table.scores == [5, 4]  # the winners of rounds 4 and 5 take just one card each


@rule("YOO-2P2")
@rule("AMB-YOO-9")
@pytest.mark.parametrize("variant", VARIANTS)
def test_YOO_2P2_no_showdown_for_two(variant: str) -> None:
    table = play_game(begin(2, variant=variant), UP, UP)  # example Y12
    assert table.over()
    assert table.scores == [0, 0]
    assert len(table.told("removed")) == 10
    assert table.told("tied") == []


# Whole matches of the ledger


@pytest.mark.parametrize(
    ("orders", "showdowns", "scores"),
    [
        pytest.param([UP, UP], [], [0, 0], id="Y12"),
        pytest.param([UP, DOWN], [], [40, 15], id="Y13"),
        pytest.param([UP, DOWN, UP], [], [0, 55, 0], id="Y15"),
        pytest.param([UP] * 3, [(10, 10, 10), (10, 10, 3)], [0, 0, 55], id="Y16"),
        pytest.param(NO_LAST_TWO, [(4, 9, 9, 10)], [0, 0, 7, 29 + 19], id="Y19"),
    ],
)
@pytest.mark.parametrize("variant", VARIANTS)
def test_matches_of_the_ledger(
    variant: str, orders: list[list[int]], showdowns: list[tuple[int, ...]], scores: list[int]
) -> None:
    table = play_game(begin(len(orders), variant=variant), *orders)
    for cards in showdowns:
        assert not table.over()
        play(table, *cards)
    assert table.over()
    assert table.scores == scores
    assert table.winners == [seat for seat, points in enumerate(scores) if points == max(scores)]


# Views and possible worlds


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_view_completes_into_worlds_of_each_owners_cards(variant: str) -> None:
    table = begin(3, variant=variant)
    if variant == "base":
        table.moves((1, "stack 4"), (1, "stack 7"), (2, "stack 1"))
        wanted = [list(range(10)), list(range(10))]
        orders = [[8, 3, *range(3), *range(4, 8), 9], [5, *range(5), *range(6, 10)]]
    else:
        if variant == "b":
            table.chance("points", cards=TEXTS)
        play(table, 1, 2, 3)
        table.moves((1, "play 4"), (0, "play 5"))
        wanted = [[0, 2, 3, 4, 5, 6, 7, 8, 9]]
        orders = [[6, 0, 2, 3, 4, 5, 7, 8, 9]]
        if variant == "b":
            wanted.append([2, 3, 4, 5, 6, 7, 8, 9])
            orders.append([9, 8, 7, 6, 5, 4, 3, 2])
    engine = table.match.engine
    view = engine.view(table.states, 0, 0)
    assert engine.hidden(view, 0) == wanted
    world = engine.world(view, 0, orders)
    assert engine.view(world, 0, 0).tobytes() == view.tobytes()
    if variant == "base":
        assert world["stack"][0, 1].tolist() == [8, 3] + [NONE] * 8
        assert world["hand"][0].tolist()[:3] == [ALL, ALL & ~(1 << 8 | 1 << 3), ALL & ~(1 << 5)]
    else:
        assert world["chosen"][0].tolist()[:3] == [4, 6, NONE]
    if variant == "b":
        assert world["pile"][0].tolist() == [0, 1, 9, 8, 7, 6, 5, 4, 3, 2]


@pytest.mark.parametrize("variant", VARIANTS)
def test_in_a_showdown_any_of_the_ten_cards_may_lie_there(variant: str) -> None:
    table = play_game(begin(4, variant=variant), *NO_LAST_TWO).move(2, "play 6")
    engine = table.match.engine
    for seat in (0, SPECTATOR):
        view = engine.view(table.states, 0, seat)
        assert engine.hidden(view, seat) == [list(range(10))]
    assert engine.hidden(engine.view(table.states, 0, 2), 2) == []


def test_before_the_shuffle_nothing_is_hidden() -> None:
    table = begin(3, variant="b")
    engine = table.match.engine
    assert engine.hidden(engine.view(table.states, 0, 0), 0) == []
    assert table.view(0).pile.tolist() == [NONE] * 10


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_used_record_starts_afresh(variant: str) -> None:
    assert Table("yooloo", 3, variant=variant).starts_afresh()
