"""A match with bots is the same in every loop, and always ends."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from mazziere.bots.engine import bot_engine
from mazziere.bots.levels import read_spec
from mazziere.bots.sitting import Sitting
from mazziere.games import find, shelf
from mazziere.kernel.engine import wanted_mode
from mazziere.kernel.events import Event
from mazziere.kernel.match import Match, match_seed
from mazziere.kernel.record import read, verify, write
from mazziere.kernel.state import States
from tests.bots.tables import seat_bots, short, sitting
from tests.conformance.cases import Case, case_id, option_sets

TEXTS = ("random", "easy", "normal", "hard:iterations=3")


@pytest.mark.parametrize("name", shelf())
def test_loop_plays_the_very_matches_that_a_sitting_does(name: str) -> None:
    options = short(name)
    specs = [read_spec(text) for text in TEXTS]
    seatings = [[0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 2, 1]]
    scores, results = bot_engine(find(name), wanted_mode()).play_matches(
        4, options, specs, 5, [0, 1, 1], seatings
    )
    for row, number in enumerate([0, 1, 1]):
        table = sitting(name, [TEXTS[i] for i in seatings[row]], 5, number)
        table.play()
        moves = [step for step in table.recorder.record()["steps"] if "move" in step]
        assert table.match.scores() == scores[row].tolist()
        assert sum(1 << seat for seat in table.match.winners()) == results[row, 2]
        assert len(moves) == results[row, 0]


def cases() -> list[Case]:
    rng = Random(1)
    listed: list[Case] = []
    for name in shelf():
        game = find(name)
        for chosen in option_sets(game):
            options = {**short(name), **chosen}
            listed.append(
                (name, rng.choice(game.allowed_players(game.full_options(options))), options)
            )
    return listed


@pytest.mark.parametrize("case", cases(), ids=case_id)
def test_bots_play_to_the_end_under_every_option(case: Case) -> None:
    name, players, options = case
    if options.get("variant") == "one_go":
        texts = ["normal"] * players  # others may go on for ever
    else:
        texts = [TEXTS[seat % 3] for seat in range(players)]
    table = sitting(name, texts, 11, options=options)
    table.play()
    record = read(write(table.recorder.record()).encode(), find)
    verify(record)


class Listener:
    """A player that keeps what it is told and shown, and always does the first thing it can."""

    def __init__(self) -> None:
        self.heard: list[Event] = []
        self.views: list[States] = []

    def tell(self, events: Sequence[Event]) -> None:
        self.heard += events

    def ask(self, view: States, moves: Sequence[int]) -> int | None:
        self.views.append(view)
        return moves[0]


@pytest.mark.parametrize("name", shelf())
def test_players_hear_and_see_what_is_for_their_seat(name: str) -> None:
    seed = match_seed(2, 0)
    match = Match(find(name), 2, short(name))
    listeners = [Listener(), Listener()]
    table = Sitting(match, listeners, seed)
    told: list[Event] = []
    while not match.is_over and match.steps < 60:
        before = match.states.copy()
        told += table.step()
        for seat, listener in enumerate(listeners):
            for view in listener.views:
                assert view.tobytes() == match.engine.view(before, 0, seat).tobytes()
            listener.views.clear()
    for seat, listener in enumerate(listeners):
        assert listener.heard == [event for event in told if event.audience >> seat & 1]


def test_who_waits_lets_another_go_on() -> None:
    """In UNO only the seat on turn must act while a call is owed."""

    class Waiter(Listener):
        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

        def ask(self, view: States, moves: Sequence[int]) -> int | None:
            return moves[0] if view["turn"][0] == self.seat else None

    seed = match_seed(4, 0)
    match = Match(find("uno"), 3, {})
    table = Sitting(match, [Waiter(seat) for seat in range(3)], seed)
    table.play()
    moves: list[Any] = [step["move"] for step in table.recorder.record()["steps"] if "move" in step]
    assert any(move.startswith("play") for move in moves)
    assert not any(move.startswith(("uno", "catch")) for move in moves)


def test_players_who_all_wait_do_not_stop_the_match() -> None:
    class Sleeper(Listener):
        def ask(self, view: States, moves: Sequence[int]) -> int | None:
            return None

    match = Match(find("dieci"), 3, {"tokens": 1})
    Sitting(match, [Sleeper(), Sleeper(), Sleeper()], match_seed(1, 0)).play()
    assert match.is_over


def test_bots_of_one_match_differ_and_repeat() -> None:
    def record(seed: int) -> dict[str, Any]:
        table = sitting("yooloo", ["random"] * 3, seed)
        table.play()
        return table.recorder.record()

    assert record(1) == record(1)
    assert record(1)["steps"] != record(2)["steps"]
    one, other = seat_bots("yooloo", ["random", "random"], match_seed(1, 0))
    assert one.generator != other.generator  # type: ignore[attr-defined]
