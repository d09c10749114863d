"""How often a table lists legal moves, which is most of the cost of a move."""

import pytest

from mazziere.kernel.match import Match
from mazziere.table import playing
from tests.table.evening import Evening


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats whose moves were listed, one entry for each time."""
    seats: list[int] = []
    moves = Match.moves

    def counted(match: Match, seat: int) -> list[int]:
        seats.append(seat)
        return moves(match, seat)

    monkeypatch.setattr(Match, "moves", counted)
    return seats


@pytest.mark.parametrize("people", [["Ada", "Bea"], ["Ada"]])
def test_a_move_lists_only_the_moves_after_it(people: list[str], listed: list[int]) -> None:
    """Of people, and of bots."""
    evening = Evening("dieci", people, players=2)
    evening.is_careful = False
    evening.start(0)
    moves = 0
    while evening.phase == "playing" and moves < 20:
        (seat,) = evening.table.to_move()
        text = evening.table.legal[seat][0]
        before = len(evening.log)
        listed.clear()
        if evening.table.seats[seat].plays_itself:
            evening.do(playing.move_for, seat, text, evening.table.seq)
        else:
            evening.move(seat, text)
        if len(evening.log) == before + 1:  # no chance step followed
            assert sorted(listed) == sorted(evening.table.legal)
            moves += 1
    assert moves > 4


def test_several_moves_at_once_list_each_position_twice(listed: list[int]) -> None:
    """Once to check them together, and once to make them."""
    evening = Evening("yooloo", ["Ada", "Bea"])
    evening.is_careful = False
    evening.start()
    seat = next(iter(evening.table.legal))
    moves = evening.table.legal[seat][:5]
    listed.clear()
    evening.move(seat, *moves)
    assert listed.count(seat) == 2 * (len(moves) - 1) + 1


def test_a_wrong_move_is_refused_by_the_rules() -> None:
    evening = Evening("dieci", ["Ada", "Bea"])
    evening.start(0)
    assert evening.refused(playing.move, *evening.move_arguments(1, "nonsense")).code == "illegal"
