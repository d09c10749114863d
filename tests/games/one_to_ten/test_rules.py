"""YOOLOO "from 1 to 10" by the rulebook: a test for every rule, and the ledger's examples."""

from collections.abc import Sequence
from typing import Any

import pytest

from mazziere.games.one_to_ten.box import HIDDEN, NONE
from mazziere.kernel.chances import BadChance
from mazziere.kernel.events import SPECTATOR
from mazziere.kernel.options import BadOption
from tests.rules.table import Table

rule = pytest.mark.rule

UP = list(range(1, 11))
DOWN = UP[::-1]
T1 = [4, 1, 9, 2, 3, 5, 6, 7, 8, 10]  # the row of the ledger's first example


def begin(*rows: Sequence[int], starter: int = 0, **options: Any) -> Table:
    table = Table("one_to_ten", len(rows), **options)
    table.chance("starter", seat=starter)
    return table.chance("rows", rows=[[str(card) for card in row] for row in rows])


def turn(table: Table, *places: int) -> Table:
    """Turn over places, one after the other, each by the seat on turn."""
    for place in places:
        table.move(table.match.actors()[0], f"turn {place}")
    return table


def up(table: Table, seat: int) -> list[int]:
    """Return the places of a seat whose cards lie face up."""
    return [place for place in UP if table.visible(SPECTATOR).row[seat, place - 1] != HIDDEN]


# Setting up


@rule("TEN-2.1a")
def test_TEN_2_1a_ten_cards_each_and_no_points_cards() -> None:
    table = Table("one_to_ten", 2).chance("starter", seat=0)
    texts = [str(card) for card in UP]
    for wrong in ([texts], [texts, texts[:9]], [texts, [*texts[:9], "1"]], [texts] * 3):
        with pytest.raises(BadChance):
            table.chance("rows", rows=wrong)
    assert table.match.engine.chance(table.states, 0) == [list(range(10))] * 2
    table.chance("rows", rows=[texts, texts])
    assert table.match.engine.chance(table.states, 0) == []
    assert table.match.actors() == [0]


@pytest.mark.parametrize("players", [1, 9])
def test_for_two_to_eight_players(players: int) -> None:
    with pytest.raises(BadOption):
        Table("one_to_ten", players)
    assert begin(*[UP] * 2, starter=1).match.actors() == [1]
    assert begin(*[UP] * 8, starter=7).match.actors() == [7]


@rule("TEN-2.2a")
def test_TEN_2_2a_nobody_knows_the_order_not_even_the_owner() -> None:
    table = Table("one_to_ten", 2).chance("starter", seat=0)
    assert table.due == "rows"
    assert table.match.actors() == []
    empty = table.match.engine.view(table.states, 0, 0)
    assert table.match.engine.hidden(empty, 0) == []
    assert table.refusal(0, "turn 1") == ("no_rows", "TEN-2.2a")
    assert table.view(0).row.tolist() == [[NONE] * 10] * 8
    table = begin(UP, DOWN)
    for seat in (0, 1, SPECTATOR):
        for seen in (table.view(seat), table.visible(seat)):
            assert seen.row.tolist() == [[HIDDEN] * 10] * 2 + [[NONE] * 10] * 6
        view = table.match.engine.view(table.states, 0, seat)
        assert table.match.engine.hidden(view, seat) == [list(range(10))] * 2


# A turn


@rule("TEN-2.3a")
def test_TEN_2_3a_one_of_your_own_cards_in_search_of_the_1() -> None:
    table = begin(UP, DOWN)
    assert table.legal(0) == [f"turn {place}" for place in UP]
    assert table.legal(1) == []
    turn(table, 1)  # place 1 of the first row, a 1
    assert table.scores == [1, 0]
    turn(table, 1)  # place 1 of the second row, a 10
    assert table.scores == [1, 0]


@rule("AMB-TEN-4")
def test_AMB_TEN_4_only_face_down_cards_known_ones_too() -> None:
    table = begin(T1, UP)
    turn(table, 1, 2)  # the 4 is wrong, the second player misses
    assert "turn 1" in table.legal(0)
    turn(table, 2, 3)  # the 1 is found
    assert table.legal(0) == [f"turn {place}" for place in UP if place != 2]
    assert table.refusal(0, "turn 2") == ("is_found", "AMB-TEN-4")
    turn(table, 1)  # the 4 again: nothing gained
    assert table.scores == [1, 0]
    assert table.match.actors() == [1]


@rule("TEN-2.3b")
def test_TEN_2_3b_a_miss_goes_back_a_hit_stays_and_ends_the_turn() -> None:
    table = begin(T1, UP)
    turn(table, 1)  # example T1: a 4
    assert table.told("missed", last=True) == [("missed", 0, 3, 1)]
    assert up(table, 0) == []
    assert table.scores == [0, 0]
    assert table.match.actors() == [1]
    turn(table, 5)
    turn(table, 2)  # example T2: the 1
    assert table.told("found", last=True) == [("found", 0, 0, 2)]
    assert up(table, 0) == [2]
    assert table.scores == [1, 0]
    assert table.match.actors() == [1]  # no second card
    turn(table, 5)
    assert turn(table, 3).scores == [1, 0]  # the 9 is not the 2
    turn(table, 5)
    assert turn(table, 4).scores == [2, 0]


@rule("AMB-TEN-7")
def test_AMB_TEN_7_everybody_sees_a_card_that_is_uncovered() -> None:
    table = turn(begin(T1, UP, UP), 3)
    for seat in (0, 1, 2, SPECTATOR):
        assert table.told("missed", to=seat) == [("missed", 0, 8, 3)]
        assert table.view(seat).row[0].tolist() == [HIDDEN] * 2 + [8] + [HIDDEN] * 7
        assert table.visible(seat).row[0].tolist() == [HIDDEN] * 10  # but it must be remembered
        assert table.visible(seat).seen.tolist() == [0] * 8
        view = table.match.engine.view(table.states, 0, seat)
        unseen = [card for card in range(10) if card != 8]
        assert table.match.engine.hidden(view, seat) == [unseen, list(range(10)), list(range(10))]
        world = table.match.engine.world(view, seat, [unseen[::-1], range(10), range(10)])
        assert world["row"][0, 0].tolist() == [9, 7, 8, 6, 5, 4, 3, 2, 1, 0]
        assert world["row"][0, 2].tolist() == list(range(10))


@rule("TEN-2.3c")
def test_TEN_2_3c_turns_go_round_clockwise() -> None:
    table = begin(UP, UP, UP, starter=1)
    order = []
    for _ in range(7):
        order += table.match.actors()
        turn(table, 10)
    assert order == [1, 2, 0, 1, 2, 0, 1]
    assert table.refusal(0, "turn 1") == ("not_your_turn", "TEN-2.3c")


@rule("AMB-TEN-2")
@pytest.mark.parametrize("starter", range(3))
def test_AMB_TEN_2_who_begins_is_drawn_and_makes_no_difference(starter: int) -> None:
    match = Table("one_to_ten", 3).match
    assert match.due == "starter"
    assert match.engine.chance(match.states, 0) == [[0, 1, 2]]
    assert Table("one_to_ten", 3).refusal(0, "turn 1") == ("no_starter", "AMB-TEN-2")
    table = begin(UP, UP, UP, starter=starter)
    assert table.told("started") == [("started", starter, 0, 0)]
    assert table.match.actors() == [starter]
    while not table.over():
        seat = table.match.actors()[0]
        step = len([1 for _, who, _, _ in table.told("found", "missed") if who == seat])
        turn(table, [step + 1, step + 1 if step < 7 else 10, 10][seat])
    assert table.scores == [10, 7, 0]


# The end


def play_rows(table: Table, plans: dict[int, list[int]]) -> Table:
    """Let each seat turn over the places of its plan, one per turn."""
    while not table.over():
        seat = table.match.actors()[0]
        turn(table, plans[seat].pop(0))
    return table


@rule("TEN-2.3d")
@rule("AMB-TEN-1")
def test_TEN_2_3d_the_round_is_finished_when_somebody_has_all_ten() -> None:
    table = begin(UP, UP, UP, starter=1)
    turn(table, *[place for place in UP[:9] for _ in range(3)])  # all have found nine
    assert turn(table, 10).told("completed") == [("completed", 1, 0, 0)]
    assert not table.over()
    assert table.scores == [9, 10, 9]
    turn(table, 10)
    assert not table.over()
    assert table.match.actors() == [0]
    turn(table, 10)
    assert table.over()
    assert table.match.actors() == []
    assert table.scores == [10, 10, 10]
    assert table.refusal(0, "turn 1") == ("is_over", "TEN-2.3d")


@rule("AMB-TEN-1")
def test_AMB_TEN_1_nobody_plays_on_up_to_ten() -> None:
    table = play_rows(begin(UP, UP), {0: UP[:], 1: [1] + [10] * 9})
    assert table.scores == [10, 1]
    turns = [seat for _, seat, _, _ in table.told("found", "missed")]
    assert turns.count(0) == turns.count(1) == 10


@rule("AMB-TEN-1")
@pytest.mark.parametrize("variant", ["step", "one_go"])
def test_AMB_TEN_1_end_now_stops_at_once(variant: str) -> None:
    over = {}
    for end in ("round", "now"):
        table = begin(UP, UP, UP, starter=1, variant=variant, end=end)
        if variant == "step":
            turn(table, *[place for place in UP[:9] for _ in range(3)], 10)
        else:
            turn(table, *UP)
        over[end] = table.over()
        if end == "now":
            assert table.winners == [1]
    assert over == {"round": False, "now": True}


@rule("TEN-2.3e")
def test_TEN_2_3e_a_point_for_each_card_found() -> None:
    table = begin(UP, DOWN)
    for place in UP:
        assert table.scores == [place - 1, 0]
        turn(table, place, 1)
    assert table.over()
    assert table.scores == [10, 0]
    assert table.winners == [0]


@rule("AMB-TEN-3")
def test_AMB_TEN_3_equal_points_share_the_win() -> None:
    plans = {0: UP[:7] + [10] * 3, 1: UP[:], 2: UP[:]}
    table = play_rows(begin(UP, UP, UP), plans)  # example T4
    assert table.scores == [7, 10, 10]
    assert table.winners == [1, 2]
    assert table.told("won") == [("won", 1, 0, 0), ("won", 2, 0, 0)]


@pytest.mark.parametrize(
    ("row", "turns"),
    [
        pytest.param(UP, 10, id="T5"),
        pytest.param([2, 1, 3, 4, 5, 6, 7, 8, 9, 10], 11, id="T7"),
        pytest.param(DOWN, 19, id="INV-TEN-2 at its most"),
    ],
)
def test_turns_that_a_perfect_memory_needs(row: list[int], turns: int) -> None:
    table = begin(row, [10, *UP[:9]])
    taken = 0
    while table.scores[0] < 10:
        seat = table.match.actors()[0]
        if seat == 1:
            turn(table, 1)
            continue
        known = table.view(0).row[0].tolist()
        target = table.scores[0]
        turn(table, (known.index(target) if target in known else known.index(HIDDEN)) + 1)
        taken += 1
    assert taken == turns


# In one go


@rule("TEN-2.4a")
def test_TEN_2_4a_a_right_card_gives_another() -> None:
    table = begin(UP, UP, variant="one_go")
    turn(table, 1)
    assert table.match.actors() == [0]
    turn(table, 2, 3)
    assert table.match.actors() == [0]
    assert table.scores == [3, 0]
    assert up(table, 0) == [1, 2, 3]
    assert turn(begin(UP, UP), 1).match.actors() == [1]  # the other form


@rule("AMB-TEN-6")
def test_AMB_TEN_6_stopping_is_no_move() -> None:
    table = turn(begin(UP, UP, variant="one_go"), 1)
    assert table.legal(0) == [f"turn {place}" for place in UP[1:]]
    assert table.match.game.actions == tuple(f"turn {place}" for place in UP)


@rule("TEN-2.4b")
def test_TEN_2_4b_a_wrong_card_covers_them_all() -> None:
    table = turn(begin(UP, UP, variant="one_go"), 1, 2, 3, 7)  # example T8
    assert table.told("missed", "covered", last=True) == [
        ("missed", 0, 6, 7), ("covered", 0, 0, 0)
    ]  # fmt: skip
    assert up(table, 0) == []
    assert table.scores == [0, 0]
    assert table.match.actors() == [1]
    turn(table, 5)
    assert table.told("covered", last=True) == []  # nothing lay open
    assert table.legal(0) == [f"turn {place}" for place in UP]
    assert turn(table, 4).scores == [0, 0]  # it is the 1 again, not the 4
    turn(table, 5)
    assert turn(table, 1).scores == [1, 0]
    assert table.view(1).row[0].tolist() == [0, 1, 2, 3, HIDDEN, HIDDEN, 6] + [HIDDEN] * 3


@rule("TEN-2.4c")
def test_TEN_2_4c_all_ten_in_a_single_turn() -> None:
    table = begin(UP, UP, variant="one_go")
    turn(table, *UP[:9], 10)
    assert table.told("completed") == [("completed", 0, 0, 0)]
    assert table.match.actors() == [1]
    table = begin(UP, UP, variant="one_go")
    turn(table, 1, 2, 3, 4, 5, 7, 10)  # five found, then a miss of each player
    turn(table, 6)  # the sixth in another turn is a miss
    assert table.match.actors() == [1]
    assert table.scores == [0, 0]


@rule("AMB-TEN-5")
def test_AMB_TEN_5_the_round_is_finished_and_cards_face_up_count() -> None:
    table = begin(UP, UP, UP, variant="one_go", starter=1)
    turn(table, *UP)
    assert not table.over()
    turn(table, 1, 2, 4)
    assert not table.over()
    turn(table, *UP)
    assert table.over()
    assert table.scores == [10, 10, 0]
    assert table.winners == [0, 1]


@rule("AMB-TEN-5")
def test_AMB_TEN_5_best_run_of_the_match() -> None:
    table = begin(UP, UP, variant="one_go", one_go_score="best_run")
    turn(table, 1, 2, 3, 4, 9)
    assert table.scores == [4, 0]
    turn(table, 1, 3)
    assert table.scores == [4, 1]
    turn(table, 1, 2, 9)
    assert table.scores == [4, 1]  # the longest, not the last
    turn(table, *UP)
    assert table.over()
    assert table.scores == [4, 10]
    assert table.winners == [1]


@rule("AMB-TEN-5")
def test_AMB_TEN_5_best_run_concerns_the_game_in_one_go_only() -> None:
    table = turn(begin(UP, UP, one_go_score="best_run"), 1, 1, 2, 9)
    assert table.scores == [2, 1]
    table = turn(begin(UP, UP, variant="one_go"), 1, 2, 9)
    assert table.scores == [0, 0]
    assert table.view(0).best.tolist() == [0] * 8


def test_a_used_record_starts_afresh() -> None:
    assert Table("one_to_ten", 3).starts_afresh()
