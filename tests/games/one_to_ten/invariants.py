"""The invariants of YOOLOO "from 1 to 10"."""

from collections import Counter

from tests.properties.invariants.moment import Moment


def inv_TEN_1(m: Moment) -> None:
    """INV-TEN-1: the cards found are 1 to target - 1, a point each; all have the same turns.

    With `end=now` those after the one who has finished may have a turn less; with
    `one_go_score=best_run` the points are those of the longest run.
    """
    by_run = m.options["variant"] == "one_go" and m.options["one_go_score"] == "best_run"
    best = m.memory.setdefault("best", [0] * m.players)
    for seat in range(m.players):
        places = [place for place in range(10) if m.after.face_up[seat] >> place & 1]
        found = sorted(m.after.row[seat][place] for place in places)
        assert found == list(range(m.after.found[seat]))
        best[seat] = max(best[seat], len(found))
        if by_run:
            assert m.after.best[seat] == best[seat]
    assert 0 <= min(m.after.found) <= max(m.after.found) <= 10
    turns: Counter[int] = m.memory.setdefault("turns", Counter())
    if m.due is None and (m.is_over or m.after.turn != m.before.turn):
        assert m.step.seat == m.before.turn
        turns[m.before.turn] += 1
    if m.is_over:
        slack = 1 if m.options["end"] == "now" else 0
        counts = [turns[seat] for seat in range(m.players)]
        assert max(counts) - min(counts) <= slack
        points = best if by_run else m.after.found[: m.players]
        winners = [seat for seat in range(m.players) if points[seat] == max(points)]
        assert [told.seat for told in m.of("won")] == winners
        assert max(best) == 10


def inv_TEN_rows(m: Moment) -> None:
    """INV-TEN-1, what it stands on: every row is a permutation of the ten cards, and stays."""
    for seat in range(m.players):
        if m.after.row[seat][0] >= 0:
            assert sorted(m.after.row[seat]) == list(range(10))
            assert m.due == "rows" or m.after.row[seat] == m.before.row[seat]


INVARIANTS = (inv_TEN_1, inv_TEN_rows)
