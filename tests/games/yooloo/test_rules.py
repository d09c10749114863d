"""YOOLOO by the rulebook: set-up, rounds, showdowns, winning."""

import pytest

from mazziere.games.yooloo.box import ALL, HIDDEN, NONE
from mazziere.kernel.chances import BadChance
from mazziere.kernel.engine import TooLong
from mazziere.kernel.events import SPECTATOR
from mazziere.kernel.loops import MAX_STEPS
from mazziere.kernel.options import BadOption
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

# What you need


@rule("YOO-0a")
def test_YOO_0a_ten_points_cards_one_of_each() -> None:
    table = begin(3, variant="b")
    assert table.match.engine.chance(table.states, 0) == [list(range(10))]
    for wrong in (TEXTS[:9], [*TEXTS, "1"], [*TEXTS[:9], "9"]):
        with pytest.raises(BadChance):
            table.chance("points", cards=wrong)
    table.chance("points", cards=TEXTS)
    assert sum(play_game(begin(3), UP, DOWN, UP).scores) == 55


@rule("YOO-0b")
def test_YOO_0b_eight_colours_of_ten_cards() -> None:
    table = begin(8)
    for seat in range(8):
        assert table.legal(seat) == [f"stack {card}" for card in TEXTS]
    stack(table, *[UP] * 7)
    assert len(table.legal(7)) == 10  # nobody has taken a card of the eighth colour


@rule("YOO-0c")
@pytest.mark.parametrize("players", range(2, 9))
def test_YOO_0c_two_to_eight_players(players: int) -> None:
    assert len(begin(players).match.actors()) == players


@rule("YOO-0c")
@pytest.mark.parametrize("players", [0, 1, 9])
def test_YOO_0c_no_other_number_of_players(players: int) -> None:
    with pytest.raises(BadOption):
        Table("yooloo", players)


# Setting up


@rule("YOO-1.1a")
@pytest.mark.parametrize("variant", ["base", "a"])
def test_YOO_1_1a_played_for_in_order_from_the_1(variant: str) -> None:
    table = play_game(begin(2, variant=variant), UP, DOWN)
    assert [value for _, _, value, _ in table.told("opened")] == UP
    assert begin(2, variant=variant).visible(SPECTATOR).pile.tolist() == list(range(10))


@rule("YOO-1.1b")
def test_YOO_1_1b_each_number_once() -> None:
    table = begin(2)
    assert table.legal(0) == [f"stack {card}" for card in TEXTS]
    table.move(0, "stack 7")
    assert "stack 7" not in table.legal(0)
    assert len(table.legal(0)) == 9
    assert table.refusal(0, "stack 7") == ("is_stacked", "YOO-1.1b")
    assert len(table.legal(1)) == 10


@rule("YOO-1.2a")
def test_YOO_1_2a_secret_stacks_at_ones_own_pace() -> None:
    table = begin(3)
    table.moves((2, "stack 9"), (0, "stack 1"), (2, "stack 3"))
    assert table.match.actors() == [0, 1, 2]
    assert table.told("stacked", to=2) == [("stacked", 2, 8, 0), ("stacked", 2, 2, 0)]
    for other in (1, SPECTATOR):
        assert table.told("stacked", to=other) == []
        assert table.told("stacked_unseen", to=other) == [
            ("stacked_unseen", 2, 0, 0), ("stacked_unseen", 0, 0, 0), ("stacked_unseen", 2, 0, 0)
        ]  # fmt: skip
        for seen in (table.view(other), table.visible(other)):
            assert seen.stack[2].tolist() == [HIDDEN] * 2 + [NONE] * 8
            assert seen.hand[2] == 0
    for seen in (table.view(2), table.visible(2)):
        assert seen.stack[2].tolist() == [8, 2] + [NONE] * 8
        assert seen.hand[2] == ALL & ~(1 << 8) & ~(1 << 2)


@rule("YOO-1.2a")
def test_YOO_1_2a_a_stack_stays_as_it_is() -> None:
    table = stack(begin(2), UP)
    assert table.legal(0) == []
    assert table.match.actors() == [1]
    for card in TEXTS:
        assert table.refusal(0, f"stack {card}") == ("stack_is_fixed", "YOO-1.2a")
        for seat in (0, 1):
            assert table.refusal(seat, f"play {card}") == ("stack_first", "YOO-1.2a")


# A round


@rule("YOO-1.3a")
def test_YOO_1_3a_cards_come_from_the_top_of_the_stack() -> None:
    orders = [[3, 1, 4, 5, 9, 2, 6, 8, 7, 10], [2, 7, 1, 8, 4, 5, 9, 3, 6, 10], DOWN]
    table = stack(begin(3), *orders)
    for seat, order in enumerate(orders):
        assert [card + 1 for _, who, card, _ in table.told("showed") if who == seat] == order


@rule("YOO-1.3b")
def test_YOO_1_3b_rated_when_every_card_shows() -> None:
    table = stack(begin(3), UP, DOWN, UP[:9])
    assert table.told("showed") == []
    assert table.scores == [0, 0, 0]
    table.move(2, "stack 10")
    assert len(table.told("showed", last=True)) == 30
    assert table.over()


ROUNDS = [
    pytest.param([10, 7, 8, 10], 2, id="Y1"),
    pytest.param([10, 10, 1], 2, id="Y2"),
    pytest.param([5, 5, 5], None, id="Y3"),
    pytest.param([3, 3, 9, 9], None, id="Y4"),
    pytest.param([1, 2, 3, 4, 5, 6, 7, 8], 7, id="Y7"),
    pytest.param([10, 10, 10, 9, 9, 9, 8, 8], None, id="Y8"),
    pytest.param([7, 7], None, id="Y10"),
    pytest.param([7, 6], 0, id="Y11"),
    pytest.param([6, 7], 1, id="Y11 the other way round"),
    pytest.param([1, 1, 1, 2], 3, id="three equal cards are out as well"),
]


@rule("YOO-1.4a")
@pytest.mark.parametrize(("cards", "winner"), ROUNDS)
def test_YOO_1_4a_highest_unique_card_wins(cards: list[int], winner: int | None) -> None:
    table = play(begin(len(cards), variant="a"), *cards)
    assert table.scores == [int(seat == winner) for seat in range(len(cards))]
    assert [seat for _, seat, _, _ in table.told("took")] == ([] if winner is None else [winner])


@rule("YOO-1.4a")
@pytest.mark.parametrize(("cards", "winner"), ROUNDS)
def test_YOO_1_4a_also_in_the_base_game(cards: list[int], winner: int | None) -> None:
    stacks = [[first, *(card for card in UP if card != first)] for first in cards]
    table = stack(begin(len(cards)), *stacks)
    first_round = table.told("took", "parked", "removed")[0]
    if winner is None:
        assert first_round[0] == ("removed" if len(cards) == 2 else "parked")
    else:
        assert first_round == ("took", winner, 1, 0)


@rule("YOO-1.4b")
@rule("YOO-NWb")
def test_YOO_1_4b_the_winner_takes_the_card_and_the_parked_one() -> None:
    table = begin(3, variant="a")
    assert play(table, 5, 5, 5).scores == [0, 0, 0]
    assert play(table, 6, 6, 1).scores == [0, 0, 1 + 2]
    assert play(table, 7, 8, 2).scores == [0, 3, 3]  # nothing is parked any more


@rule("YOO-1.4c")
def test_YOO_1_4c_a_points_card_is_worth_its_number() -> None:
    table = begin(2, variant="a")
    for value in UP[:9]:
        before = table.scores
        play(table, value, value % 9 + 1)
        winner = 0 if value == 9 else 1
        assert table.scores[winner] == before[winner] + value
        assert table.scores[1 - winner] == before[1 - winner]


@rule("YOO-1.4d")
def test_YOO_1_4d_a_shown_card_is_out() -> None:
    table = stack(begin(3), UP, UP, UP)  # ends in a showdown
    for seat in range(3):
        assert sorted(card for _, who, card, _ in table.told("showed") if who == seat) == list(
            range(10)
        )
    assert table.states["stack"][0].tolist() == [[NONE] * 10] * 8


@rule("AMB-YOO-10")
def test_AMB_YOO_10_played_cards_are_not_looked_through() -> None:
    table = stack(begin(3), UP, UP, UP)
    for seat in (0, SPECTATOR):
        assert table.visible(seat).stack.tolist() == [[NONE] * 10] * 8
        assert table.visible(seat).chosen.tolist() == [NONE] * 8
    table = play(begin(3, variant="a"), 5, 5, 5)
    assert table.visible(0).hand.tolist()[:3] == [ALL & ~(1 << 4), 0, 0]
    assert table.visible(SPECTATOR).hand.tolist()[:3] == [0, 0, 0]
    assert table.view(0).hand.tolist()[:3] == [ALL & ~(1 << 4)] * 3  # but they can be remembered


@rule("YOO-1.5a")
@pytest.mark.parametrize("variant", ["base", "a"])
def test_YOO_1_5a_the_last_winner_opens(variant: str) -> None:
    table = play_game(begin(2, starter=1, variant=variant), UP, DOWN)
    assert [seat for _, seat, _, _ in table.told("opened")] == [1] * 6 + [0] * 4  # example Y13
    shown = [seat for _, seat, _, _ in table.told("showed")]
    assert shown == [1, 0] * 6 + [0, 1] * 4


@rule("AMB-YOO-1")
def test_AMB_YOO_1_the_starter_opens_and_opens_again() -> None:
    match = Table("yooloo", 3).match
    assert match.engine.chance(match.states, 0) == [[0, 1, 2]]
    table = begin(3, starter=2, variant="a", games=2)
    assert table.match.engine.chance(table.states, 0) == []
    play(table, 5, 5, 5)
    play(table, 6, 6, 6)
    assert [seat for _, seat, _, _ in table.told("opened")] == [2, 2, 2]
    assert table.refusal(0, "stack 1") == ("from_hand", "YOO-A1")
    assert Table("yooloo", 3).refusal(1, "stack 1") == ("no_starter", "AMB-YOO-1")


@rule("AMB-YOO-1")
def test_AMB_YOO_1_one_starter_for_the_whole_series() -> None:
    table = begin(2, starter=1, games=2)
    assert table.told("started", to=SPECTATOR) == [("started", 1, 0, 0)]
    stack(table, UP, DOWN)
    assert table.due is None  # the second game begins without a draw
    stack(table, UP, UP)
    assert [seat for _, seat, _, _ in table.told("opened")] == [1] * 6 + [0] * 14


@rule("AMB-YOO-1")
@pytest.mark.parametrize("starter", range(4))
@pytest.mark.parametrize("variant", VARIANTS)
def test_AMB_YOO_1_who_opens_never_changes_a_result(variant: str, starter: int) -> None:
    table = play_game(begin(4, starter, variant=variant), *NO_LAST_TWO)  # INV-YOO-5
    assert table.scores == BEFORE


@rule("AMB-YOO-1")
@pytest.mark.parametrize("order", [(1, 0, 2, 3), (3, 2, 1, 0), (2, 3, 1, 0)], ids=str)
@pytest.mark.parametrize("variant", VARIANTS)
def test_AMB_YOO_1_permuting_seats_permutes_scores(variant: str, order: tuple[int, ...]) -> None:
    table = play_game(begin(4, variant=variant), *(NO_LAST_TWO[seat] for seat in order))
    assert table.scores == [BEFORE[seat] for seat in order]  # INV-YOO-5


@rule("YOO-1.5b")
@pytest.mark.parametrize("variant", ["a", "b"])
def test_YOO_1_5b_ten_rounds(variant: str) -> None:
    table = begin(2, variant=variant)
    if variant == "b":
        table.chance("points", cards=TEXTS[::-1])
    for card in UP[:9]:
        play(table, card, 11 - card)
        assert not table.over()
    assert play(table, 10, 1).over()
    assert len(table.told("opened")) == 10
    assert len(stack(begin(2), UP, DOWN).told("opened")) == 10


# When nobody wins a round


@rule("YOO-NWa")
def test_YOO_NWa_the_points_card_is_parked() -> None:
    table = play(begin(4, variant="a"), 3, 3, 9, 9)
    assert table.scores == [0, 0, 0, 0]
    assert table.told("parked", "removed", "took") == [("parked", 0, 1, 0)]
    assert table.visible(SPECTATOR).parked == 1


@rule("AMB-YOO-2")
@pytest.mark.parametrize("variant", VARIANTS)
def test_AMB_YOO_2_parked_cards_add_up(variant: str) -> None:
    first = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    third = [1, 2, 3, 5, 4, 6, 7, 8, 10, 9]
    table = play_game(begin(3, variant=variant), first, first, third)
    # Rounds 1-3, 6-8 have no winner, the others go to the third player.
    assert table.told("took") == [
        ("took", 2, 1 + 2 + 3 + 4, 0), ("took", 2, 5, 0),
        ("took", 2, 6 + 7 + 8 + 9, 0), ("took", 2, 10, 0),
    ]  # fmt: skip
    assert table.scores == [0, 0, 55]


# The showdown


@rule("YOO-1.6a")
@pytest.mark.parametrize("variant", VARIANTS)
def test_YOO_1_6a_a_tenth_round_without_winner_ends_in_a_showdown(variant: str) -> None:
    table = play_game(begin(4, variant=variant), *NO_LAST_TWO)
    assert not table.over()
    assert table.told("tied") == [("tied", 3, 2, 0)]
    table.move(1, "play 9")
    assert table.match.actors() == [0, 2, 3]
    for card in (1, 9):
        assert table.refusal(1, f"play {card}") == ("has_chosen_last", "YOO-1.6a")
    assert table.refusal(0, "stack 9") == ("is_showdown", "YOO-1.6a")
    assert table.told("chose", to=1, last=True) == [("chose", 1, 8, 0)]
    for other in (0, SPECTATOR):
        assert table.told("chose", "chose_unseen", to=other, last=True) == [
            ("chose_unseen", 1, 0, 0)
        ]
        assert table.view(other).chosen[1] == HIDDEN
    table.moves((0, "play 4"), (3, "play 10"), (2, "play 9"))
    assert table.over()
    assert table.scores[3] == BEFORE[3] + 19


@rule("YOO-1.6a")
def test_YOO_1_6a_no_showdown_after_a_tenth_round_that_was_won() -> None:
    first = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    table = stack(begin(3), first, first, [1, 2, 3, 4, 5, 6, 7, 8, 10, 9])
    assert table.over()
    assert table.told("tied") == []


@rule("YOO-1.6a")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("prize", ["all", "last"])
def test_YOO_1_6a_also_when_only_the_tenth_card_is_parked(variant: str, prize: str) -> None:
    orders = [DOWN, DOWN, [9, 10, 8, 7, 6, 5, 4, 2, 3, 1]]
    # Equal cards of the first two cancel; all three are equal in rounds 3 to 7 and in the tenth.
    table = play_game(begin(3, variant=variant, showdown_prize=prize), *orders)
    assert table.scores == [0, 0, 1 + 2 + (3 + 4 + 5 + 6 + 7 + 8) + 9]
    assert table.told("tied") == [("tied", 2, 1, 0)]
    play(table, 1, 2, 1)
    assert table.scores == [0, 10, 45]
    assert table.told("forfeited") == []


@rule("AMB-YOO-4")
@pytest.mark.parametrize("variant", VARIANTS)
def test_AMB_YOO_4_all_play_with_all_ten_cards_each_time(variant: str) -> None:
    table = play_game(begin(4, variant=variant), *NO_LAST_TWO)
    for _ in range(2):
        for seat in range(4):
            assert table.legal(seat) == [f"play {card}" for card in TEXTS]
        play(table, 10, 10, 10, 10)
    assert not table.over()


@rule("YOO-1.6b")
def test_YOO_1_6b_a_showdown_without_winner_is_repeated() -> None:
    table = stack(begin(3), UP, UP, UP)
    play(table, 10, 10, 10)
    assert table.scores == [0, 0, 0]
    assert len(table.told("tied")) == 2
    play(table, 10, 10, 3)  # example Y16
    assert table.scores == [0, 0, 55]


@rule("AMB-YOO-5")
def test_AMB_YOO_5_no_limit_to_showdowns_but_that_of_a_match() -> None:
    table = stack(begin(3), UP, UP, UP)
    for _ in range(100):
        play(table, 10, 10, 10)
    assert not table.over()
    table.match.steps = MAX_STEPS - 1
    table.move(0, "play 10")
    with pytest.raises(TooLong):
        table.move(1, "play 10")


@rule("AMB-YOO-3")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("prize", "points"), [("all", 9 + 10), ("last", 10)])
def test_AMB_YOO_3_the_prize_of_a_showdown(variant: str, prize: str, points: int) -> None:
    table = begin(4, variant=variant, showdown_prize=prize)
    play_game(table, *NO_LAST_TWO)
    assert table.scores == BEFORE
    play(table, 4, 9, 9, 10)  # example Y19
    assert table.scores == [*BEFORE[:3], BEFORE[3] + points]
    assert table.told("forfeited") == ([("forfeited", 3, 1, 0)] if prize == "last" else [])


@rule("AMB-YOO-3")
def test_AMB_YOO_3_last_means_the_tenth_card_played_for() -> None:
    table = begin(4, variant="b", showdown_prize="last")
    play_game(table, *NO_LAST_TWO, points=DOWN)
    before = table.scores
    assert sum(before) == 55 - 2 - 1
    play(table, 4, 9, 9, 10)
    assert table.scores == [*before[:3], before[3] + 1]  # the card 1 came tenth


# Winning


@rule("YOO-1.7a")
def test_YOO_1_7a_points_are_added_up_and_noted() -> None:
    table = stack(begin(2), UP, DOWN)  # example Y13
    assert table.told("noted") == [("noted", 0, 40, 0), ("noted", 1, 15, 0)]
    assert table.scores == [40, 15]
    assert table.winners == [0]
    assert table.told("won") == [("won", 0, 0, 0)]
    assert table.states["points"][0].tolist()[:2] == [40, 15]  # still on show after the last game


@rule("YOO-1.7b")
@pytest.mark.parametrize("variant", VARIANTS)
def test_YOO_1_7b_a_series_of_games(variant: str) -> None:
    table = begin(2, variant=variant, games=3)
    play_game(table, UP, DOWN)
    assert not table.over()
    assert table.winners == []
    assert table.told("won") == []
    assert table.scores == [40, 15]
    assert table.due == ("points" if variant == "b" else None)
    play_game(table, UP, DOWN)  # all ten cards are there again
    play_game(table, UP, UP)
    assert table.over()
    assert table.scores == [80, 30]
    for seat in range(2):
        assert table.refusal(seat, "play 1") == ("is_over", "YOO-1.7b")


@rule("YOO-1.7b")
def test_YOO_1_7b_a_single_game_stands_alone() -> None:
    assert stack(begin(2), UP, DOWN).over()
    with pytest.raises(BadOption):
        Table("yooloo", 2, games=51)
    with pytest.raises(BadOption):
        Table("yooloo", 2, games=0)
    assert not stack(begin(2, games=50), UP, DOWN).over()


@rule("AMB-YOO-8")
@pytest.mark.parametrize("variant", VARIANTS)
def test_AMB_YOO_8_points_or_games_won(variant: str) -> None:
    results = {}
    for series in ("points", "wins"):
        table = begin(2, variant=variant, games=3, series=series)
        play_game(table, UP, DOWN)  # 40 : 15
        assert table.scores == {"points": [40, 15], "wins": [1, 0]}[series]
        play_game(table, DOWN, [10, 9, 8, 7, 6, 5, 4, 3, 1, 2])  # only rounds 9 and 10 differ
        play_game(table, DOWN, [10, 9, 8, 7, 6, 5, 4, 3, 1, 2])
        results[series] = (table.scores, table.winners)
    # Rounds 9 (2 against 1) and 10 (1 against 2): 9 : 10 in each of the two games.
    assert results["points"] == ([40 + 9 + 9, 15 + 10 + 10], [0])
    assert results["wins"] == ([1, 2], [1])


@rule("AMB-YOO-8")
def test_AMB_YOO_8_a_shared_game_is_a_win_for_each_even_at_nil() -> None:
    table = begin(2, series="wins", games=2)
    stack(table, UP, UP)
    assert table.scores == [1, 1]
    assert table.told("won_game") == [("won_game", 0, 0, 0), ("won_game", 1, 0, 0)]
    stack(table, UP, DOWN)
    assert table.scores == [2, 1]
    assert table.winners == [0]


@rule("AMB-YOO-6")
def test_AMB_YOO_6_equal_totals_share_the_win() -> None:
    table = stack(begin(2), UP, UP)
    assert (table.scores, table.winners) == ([0, 0], [0, 1])
    table = begin(2, games=2)
    stack(stack(table, UP, DOWN), DOWN, UP)
    assert (table.scores, table.winners) == ([55, 55], [0, 1])
    assert table.told("won") == [("won", 0, 0, 0), ("won", 1, 0, 0)]
