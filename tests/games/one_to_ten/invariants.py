"""The invariants of YOOLOO "from 1 to 10"."""

from collections import Counter

from tests.properties.invariants.moment import Moment


def inv_TEN_1(moment: Moment) -> None:
    """INV-TEN-1: the cards found are 1 to target - 1, a point each; all have the same turns.

    With `end=now` those after the one who has finished may have a turn less; with
    `one_go_score=best_run` the points are those of the longest run.
    """
    by_run = moment.options["variant"] == "one_go" and moment.options["one_go_score"] == "best_run"
    best = moment.memory.setdefault("best", [0] * moment.players)
    for seat in range(moment.players):
        places = [place for place in range(10) if moment.after.face_up[seat] >> place & 1]
        found = sorted(moment.after.row[seat][place] for place in places)
        assert found == list(range(moment.after.found[seat]))
        best[seat] = max(best[seat], len(found))
        if by_run:
            assert moment.after.best[seat] == best[seat]
    assert 0 <= min(moment.after.found) <= max(moment.after.found) <= 10
    turns: Counter[int] = moment.memory.setdefault("turns", Counter())
    if moment.due is None and (moment.is_over or moment.after.turn != moment.before.turn):
        assert moment.step.seat == moment.before.turn
        turns[moment.before.turn] += 1
    if moment.is_over:
        slack = 1 if moment.options["end"] == "now" else 0
        counts = [turns[seat] for seat in range(moment.players)]
        assert max(counts) - min(counts) <= slack
        points = best if by_run else moment.after.found[: moment.players]
        winners = [seat for seat in range(moment.players) if points[seat] == max(points)]
        assert [told.seat for told in moment.of("won")] == winners
        assert max(best) == 10


def inv_TEN_rows(moment: Moment) -> None:
    """INV-TEN-1, its precondition: every row is a permutation of the ten cards, and stays."""
    for seat in range(moment.players):
        if moment.after.row[seat][0] >= 0:
            assert sorted(moment.after.row[seat]) == list(range(10))
            assert moment.due == "rows" or moment.after.row[seat] == moment.before.row[seat]


INVARIANTS = (inv_TEN_1, inv_TEN_rows)
