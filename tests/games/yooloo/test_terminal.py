"""The terminal's drawing of YOOLOO."""

from mazziere.drawing.board import draw
from mazziere.games.yooloo.terminal import rounds_of, winner_of
from tests.cli.terminal.quick import play
from tests.cli.terminal.sitting import seating
from tests.cli.terminal.test_pictures import scene_of


def test_the_rounds_of_a_stack_are_told_line_by_line() -> None:
    assert winner_of({0: 9, 1: 9, 2: 4}) == 2
    assert winner_of({0: 9, 1: 9}) is None
    for players in (2, 8):
        table = play(seating("yooloo", players, {}, 3), lambda at, moves: moves[0])
        scene = scene_of(table, "en", [], None)
        events = [event for step in table.heard for event in step]
        rounds = rounds_of(scene, events)
        ticks = sum(winner_of(cards) is not None for cards, _ in rounds)
        drawn = draw(scene, 54, 16).plain.split("\n")
        assert [row.split()[0] for row in drawn[1:11]] == [str(n) for n in range(1, 11)]
        if len(rounds) == 10:
            assert "".join(drawn).count("✓") == ticks
            assert sum("takes" in outcome for _, outcome in rounds) == ticks
