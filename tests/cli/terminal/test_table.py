"""A match without a screen: order of moves, taking back, resuming, advice."""

import random
from typing import Any

import pytest

from mazziere.bots.levels import read_spec
from mazziere.cli.terminal.solo_match import PersonLeft, Question, SoloMatch, TakenBack
from mazziere.games import shelf
from mazziere.kernel.match import Match
from mazziere.kernel.record import RecordError
from tests.cases import case
from tests.cli.terminal.quick import Quick, hasty, play
from tests.cli.terminal.sitting import seating


def leave(table: SoloMatch, moves: list[str]) -> str:
    raise PersonLeft


class Undoing(Quick):
    """Takes every move back once if possible, and notes the reasons where it is not."""

    def __init__(self, seed: int) -> None:
        super().__init__(lambda table, moves: hasty(table, moves, self.rng))
        self.rng = random.Random(seed)
        self.back: list[tuple[str, list[Any]]] = []
        self.stands: dict[str, set[str]] = {}
        self.is_due = False
        self.stays = False

    def choose(self, question: Question) -> int | None:
        if self.is_due:
            self.look_back()
        self.is_due, self.stays = not self.stays, False
        return super().choose(question)

    def linger(self, seat: int, spent: float) -> None:
        if self.is_due:
            self.look_back()

    def look_back(self) -> None:
        assert self.table is not None
        self.is_due = False
        reason = self.table.why_not_back()
        last = next(step for step in reversed(self.table.steps) if step.get("seat") == 0)
        verb = last.get("move", "chance").split()[0]
        if reason is None:
            self.back.append((verb, list(self.table.steps[:-1])))
            self.stays = True  # the next one
            raise TakenBack
        self.stands.setdefault(reason, set()).add(verb)

    def hear_again(self, heard: Any) -> None:
        super().hear_again(heard)
        if self.back:
            assert self.table is not None
            assert self.table.steps == self.back[-1][1], "exactly the last move is gone"


@pytest.mark.parametrize("name", shelf())
def test_what_can_be_taken_back(name: str) -> None:
    declared = case(name)
    options = dict(declared.shortest or declared.between_bots or declared.short)
    guest = Undoing(4)
    table = guest.table = SoloMatch(seating(name, 3, options, 4), guest)
    table.play()
    taken, seen = {verb for verb, _ in guest.back}, guest.stands.get("seen", set())
    assert declared.undone <= taken
    assert declared.stands <= seen
    assert not taken & {"flip", "turn", "draw", "accept", "challenge"}


def test_others_have_acted() -> None:
    said: list[str | None] = []

    def choose(table: SoloMatch, moves: list[str]) -> str:
        said.append(table.why_not_back())
        if len(said) == 3:
            raise PersonLeft
        return moves[0]

    play(seating("one_to_ten", 3, {}, 2), choose)
    assert said == ["nothing", "acted", "acted"]


def test_the_person_goes_first_where_all_act_at_once() -> None:
    table = play(seating("yooloo", 4, {}, 7), lambda table, moves: moves[0])
    seats = [step["seat"] for step in table.steps if "move" in step]
    assert seats[:10] == [0] * 10
    assert sorted(seats[10:]) == [1] * 10 + [2] * 10 + [3] * 10


def test_the_person_may_let_the_others_go_first() -> None:
    table = play(
        seating("yooloo", 3, {"variant": "a"}, 7),
        lambda table, moves: None if len(table.match.actors()) > 1 else moves[0],
    )
    seats = [step["seat"] for step in table.steps if "move" in step]
    assert len(seats) == 30
    assert [seat == 0 for seat in seats] == [False, False, True] * 10


def test_nobody_goes_on_before_the_person_could_call() -> None:
    """While a call is owed, bots may call or catch, but play only after the person has waited."""
    rng = random.Random(3)
    table = play(
        seating("uno", 4, {"scoring": "winner", "target": 200}, 2),
        lambda table, moves: hasty(table, moves, rng),
    )
    match = Match(table.match.game, 4, table.seating.options)
    calls = []
    for step in table.steps:
        if "chance" in step:
            match.chance(step)
            continue
        legal = match.legal().get(0, [])
        if legal and all(move.split()[0] in ("catch", "uno") for move in legal):
            calls.append((step["seat"], step["move"].split()[0]))
        match.move(step["seat"], step["move"])
    assert len(calls) > 3
    assert {verb for _, verb in calls} <= {"catch", "uno"}
    assert 0 in {seat for seat, _ in calls}


def test_the_person_may_let_a_call_pass() -> None:
    rng = random.Random(3)
    waited = 0

    def choose(table: SoloMatch, moves: list[str]) -> str | None:
        nonlocal waited
        if all(move.split()[0] in ("catch", "uno") for move in moves):
            waited += 1
            return None
        return hasty(table, moves, rng)

    for seed in range(2, 40):
        table = play(seating("uno", 2, {}, seed), choose)
        if waited:
            break
    assert waited
    assert table.match.is_over
    mine = [step["move"] for step in table.steps if step.get("seat") == 0 and "move" in step]
    assert not any(move.split()[0] in ("catch", "uno") for move in mine)


@pytest.mark.parametrize("name", shelf())
def test_going_on_gives_the_same_match(name: str) -> None:
    table = seating(name, 3, {}, 6, "easy")
    rng = random.Random(1)
    asked = 0

    def choose(at: SoloMatch, moves: list[str]) -> str:
        nonlocal asked
        asked += 1
        if asked > 4:
            raise PersonLeft
        return hasty(at, moves, rng)

    first = play(table, choose)
    again = play(table, leave, first.steps)
    assert again.steps == first.steps
    assert again.match.states.tobytes() == first.match.states.tobytes()
    assert again.heard == first.heard


def test_a_script_that_the_seed_does_not_give() -> None:
    first = play(seating("dieci", 3, {}, 6), leave)
    with pytest.raises(RecordError) as caught:
        play(seating("dieci", 3, {}, 7), leave, first.steps)
    assert caught.value.step in (0, 1)


def test_advice_is_that_of_a_bot_in_the_persons_place() -> None:
    """The adviser gets the person's events, and its search does not change the match."""
    questions: list[Question] = []

    class Asking(Quick):
        def choose(self, question: Question) -> int | None:
            questions.append(question)
            if len(questions) == 3:
                raise PersonLeft
            return super().choose(question)

    guest = Asking(lambda table, moves: moves[0])
    table = guest.table = SoloMatch(seating("yooloo", 2, {}, 9), guest)
    with pytest.raises(PersonLeft):
        table.play()
    before = table.match.states.tobytes()
    advice = table.advise(questions[-1], read_spec("hard:iterations=12"))
    assert advice is not None
    assert advice.action in questions[-1].moves
    assert {share.action for share in advice.shares} == set(questions[-1].moves)
    assert sum(share.visits for share in advice.shares) > 0
    assert not advice.stands_in
    assert table.match.states.tobytes() == before
    assert table.advise(questions[-1], read_spec("hard:iterations=12"), lambda: False) is None


def test_a_record_holds_who_sat_where() -> None:
    table = play(seating("dieci", 3, {}, 6, "easy"), leave)
    record = table.record()
    assert (record["person"], record["bots"]) == (0, ["", "easy", "easy"])
    assert "result" not in record


def test_a_seat_without_another_move_passes_by_itself() -> None:
    """The person is not asked about a drawn card that does not fit; nobody but bots sees when."""
    asked: list[list[str]] = []

    def choose(table: SoloMatch, moves: list[str]) -> str:
        asked.append(moves)
        return hasty(table, moves, rng)

    rng = random.Random(2)
    table = play(seating("uno", 2, {"scoring": "hand"}, 2), choose)
    passes = [step for step in table.steps if step.get("seat") == 0 and step.get("move") == "pass"]
    assert ["pass"] not in asked
    assert len(passes) > sum("pass" in moves for moves in asked)
