"""Moves: several in one message, repeated, stale and illegal ones."""

from itertools import permutations
from random import Random

import pytest

from mazziere.games import find
from mazziere.kernel.record import verify
from mazziere.table import opening, playing, presence, sitting
from mazziere.table.entries import Moved, Returned
from mazziere.table.playing import MOST_MOVES, AlreadyMoved
from mazziere.table.refusals import CommandRefused
from mazziere.table.table import KEPT_ANSWERS, TableState
from tests.table.evening import Evening, person, seek

ANNA, BEA, EVE = map(person, ("Anna", "Bea", "Eve"))
STACK = tuple(f"stack {card}" for card in (3, 1, 4, 10, 5, 9, 2, 6, 8, 7))


def begun(game: str, *people: str) -> Evening:
    """Return a table with a match that has just begun."""
    evening = Evening(game, people or ("Anna", "Bea"))
    evening.start()
    return evening


def test_ten_cards_are_stacked_with_one_message() -> None:
    evening = begun("yooloo")
    evening.move(0, *STACK)
    assert evening.entries[-1] == Moved(0, STACK)
    assert 0 not in evening.table.legal
    evening.move(1, *STACK[:4])
    evening.move(1, *STACK[4:])
    assert evening.phase == "over"
    assert verify(evening.record())["proof"] == "ok"


def test_one_illegal_move_of_several_undoes_all() -> None:
    evening = begun("yooloo")
    refusal = evening.refused(
        playing.move, *evening.move_arguments(0, "stack 1", "stack 2", "stack 1")
    )
    assert (refusal.code, refusal.facts["move"]) == ("illegal", "stack 1")
    assert refusal.rule is not None
    assert len(evening.table.legal[0]) == 10
    refusal = evening.refused(playing.move, *evening.move_arguments(0, "stack 1", "stack 11"))
    assert (refusal.code, refusal.facts["why"]) == ("illegal", "no_such_move")


def test_laying_several_cards_is_one_message() -> None:
    evening = seek(
        lambda: Evening("rookie", ["Anna", "Bea"], options={"edition": "pocket"}),
        lambda table: any(move.startswith("place") for m in table.legal.values() for move in m),
    )
    (seat,) = evening.table.legal
    place = next(m for m in evening.table.legal[seat] if m.startswith("place"))
    _, card, _ = place.split()
    refusal = evening.refused(playing.move, *evening.move_arguments(seat, place, place, place))
    assert refusal.code in ("not_together", "illegal"), "there are two of a pair"
    evening.move(seat, f"place {card} 1", f"place {card} 2")
    assert len(evening.entries[-1].moves) == 2  # type: ignore[union-attr]
    evening.play(Random(1))
    assert verify(evening.record())["proof"] == "ok"


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("one_to_ten", ("turn 1", "turn 2")),
        ("rookie", ("flip 1", "flip 2")),
        ("rookie", ("flip 1", "place R 1")),
        ("uno", ("draw", "pass")),
        ("uno", ("draw", "draw")),
        ("uno", ("uno", "catch 1")),
        ("uno_h2o", ("draw", "pass")),
        ("dieci", ("keep", "keep")),
        ("yooloo", ("stack 1", "play 2")),
        ("yooloo", ("stack 1", "")),
        ("yooloo", ("stack 1", " ")),
    ],
)
def test_moves_that_may_reveal_a_card_come_alone(game: str, moves: tuple[str, ...]) -> None:
    evening = begun(game)
    seat = next(iter(evening.table.legal))
    assert (
        evening.refused(playing.move, *evening.move_arguments(seat, *moves)).code == "not_together"
    )


def test_an_extra_move_does_not_reveal_the_result_of_the_stacks() -> None:
    """Otherwise a person could try stacks, undone by an extra illegal move, until one wins."""
    refusals = set()
    for seed in range(12):
        evening = begun("yooloo", "Anna", "Bea", "Carl")
        evening.move(0, *STACK)
        evening.move(2, *STACK)
        rng = Random(seed)
        mine = [f"stack {card}" for card in rng.sample(range(1, 11), 10)]
        mine = mine if seed else list(STACK)  # nobody wins the tenth round, so a showdown follows
        for extra in ("stack 1", "stack 10", mine[-1]):
            refusal = evening.refused(playing.move, *evening.move_arguments(1, *mine, extra))
            refusals.add(
                (
                    refusal.code,
                    refusal.rule,
                    tuple(sorted(refusal.facts.items() - {("move", extra)})),
                )
            )
    assert refusals == {("not_together", None, ())}


def test_a_message_has_a_move_and_not_too_many() -> None:
    evening = begun("yooloo")
    assert evening.refused(playing.move, *evening.move_arguments(0)).code == "too_many"
    too_many = ("stack 1",) * (MOST_MOVES + 1)
    assert evening.refused(playing.move, *evening.move_arguments(0, *too_many)).code == "too_many"


@pytest.mark.parametrize("text", ["", " ", "fly", "stack", "stack 1 ", "STACK 1", "stack 1\n", "é"])
def test_invalid_moves_are_refused(text: str) -> None:
    evening = begun("yooloo")
    refusal = evening.refused(playing.move, *evening.move_arguments(0, text))
    assert (refusal.code, refusal.facts["why"], refusal.facts["move"]) == (
        "illegal",
        "no_such_move",
        text,
    )


def test_a_move_out_of_turn_is_refused_with_the_rule() -> None:
    evening = begun("dieci", "Anna", "Bea", "Carl")
    (on_turn,) = evening.table.legal
    for seat in range(3):
        if seat != on_turn:
            refusal = evening.refused(playing.move, *evening.move_arguments(seat, "keep"))
            assert refusal.code == "illegal"
            assert refusal.rule is not None


def test_a_seat_is_moved_by_its_person_only() -> None:
    evening = begun("dieci")
    (seat,) = evening.table.legal
    other = BEA if seat == 0 else ANNA
    for who in (other, EVE, ""):
        refusal = evening.refused(playing.move, who, seat, ("keep",), "", evening.table.seq)
        assert refusal.code == "not_seated"
    refusal = evening.refused(playing.move, ANNA, 2, ("keep",), "", evening.table.seq)
    assert refusal.code == "no_seat"


def test_moves_before_and_after_a_match() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], options={"tokens": 1})
    assert evening.refused(playing.move, *evening.move_arguments(0, "keep")).code == "busy"
    evening.do(sitting.pledge, ANNA, 0, "ab" * 32)
    evening.start()
    assert evening.phase == "starting"
    assert evening.refused(playing.move, *evening.move_arguments(0, "keep")).code == "busy"
    evening.later(10)
    evening.play(Random(2))
    assert evening.refused(playing.move, *evening.move_arguments(0, "keep")).code == "match_over"
    evening.do(opening.close, ANNA)
    assert evening.refused(playing.move, *evening.move_arguments(0, "keep")).code == "closed"


# Repeated moves


def answer(evening: Evening, seat: int, move_id: str) -> int:
    """Return the entry of a repeated move."""
    with pytest.raises(AlreadyMoved) as done:
        evening.move(seat, "anything", move_id=move_id, expect=0)
    return done.value.seq


def test_a_repeated_move_gets_the_same_answer() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], options={"tokens": 1})
    evening.start()
    (seat,) = evening.table.legal
    evening.move(seat, evening.table.legal[seat][0], move_id="first")
    entry = next(n for n, entry in enumerate(evening.entries, 1) if isinstance(entry, Moved))
    assert answer(evening, seat, "first") == entry
    evening.play(Random(1))
    assert answer(evening, seat, "first") == entry, "when the match is over"
    other = 1 - seat
    refusal = evening.refused(playing.move, *evening.move_arguments(other, "keep", move_id="first"))
    assert refusal.code == "match_over", "another seat's"
    for n, who in enumerate((ANNA, BEA)):
        evening.do(playing.agree, who, n, b"x" * 32)
    evening.later(10)
    assert evening.phase == "playing"
    assert answer(evening, seat, "first") == entry, "in the next match"
    evening.do(opening.close, ANNA)
    assert answer(evening, seat, "first") == entry, "at a table that is closed"


def test_answers_of_the_previous_person_are_forgotten() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], options={"tokens": 1})
    evening.start()
    while evening.phase == "playing":
        (seat,) = evening.table.legal
        evening.move(seat, evening.table.legal[seat][0], move_id=f"{evening.table.seq}")
    assert 1 in evening.table.answers
    evening.do(sitting.stand, BEA, 1)
    evening.do(sitting.sit, EVE, "Eve", 1)
    assert 1 not in evening.table.answers


def test_the_number_of_remembered_answers_is_limited() -> None:
    evening = begun("uno")
    made: list[tuple[int, str]] = []
    rng = Random(1)
    while len([1 for seat, _ in made if seat == 0]) <= KEPT_ANSWERS:
        seat = rng.choice(sorted(evening.table.legal))
        made.append((seat, f"m{len(made)}"))
        evening.move(seat, rng.choice(evening.table.legal[seat]), move_id=made[-1][1])
    mine = [name for seat, name in made if seat == 0]
    assert list(evening.table.answers[0]) == mine[-KEPT_ANSWERS:]


# Stale moves


def test_a_move_for_an_earlier_moment_is_stale() -> None:
    evening = begun("dieci")
    (seat,) = evening.table.legal
    expect = evening.table.seq
    refusal = evening.refused(
        playing.move, *evening.move_arguments(seat, "keep", expect=expect + 1)
    )
    assert (refusal.code, refusal.facts["seq"]) == ("stale", evening.table.seq)
    refusal = evening.refused(
        playing.move, *evening.move_arguments(seat, "keep", expect=expect - 1)
    )
    assert refusal.code == "stale", "it had not seen the deal"
    refusal = evening.refused(playing.move, *evening.move_arguments(seat, "keep", expect=-1))
    assert refusal.code == "stale"
    evening.move(seat, "keep", expect=expect)


def test_a_move_for_a_turn_that_a_bot_has_played_is_stale() -> None:
    evening = begun("dieci", "Anna", "Bea", "Carl")
    (seat,) = evening.table.legal
    who = evening.table.seats[seat].person
    seen = evening.table.seq
    evening.do(presence.leave, who)
    evening.later(60)
    evening.do(playing.move_for, seat, "keep", evening.table.seq)
    assert seat not in evening.table.legal
    refusal = evening.refused(playing.move, *evening.move_arguments(seat, "keep", expect=seen))
    assert (refusal.code, refusal.facts["seq"]) == ("stale", evening.table.seq)


def test_secret_choices_at_the_same_time_do_not_make_each_other_stale() -> None:
    for order in permutations(range(3)):
        evening = begun("yooloo", "Anna", "Bea", "Carl")
        seen = evening.table.seq
        for seat in order:
            evening.move(seat, *STACK[seat:], *STACK[:seat], expect=seen)
        assert sum(isinstance(entry, Moved) for entry in evening.entries) == 3


def test_two_moves_in_a_row_each_need_the_answer_to_the_one_before() -> None:
    evening = begun("yooloo")
    seen = evening.table.seq
    evening.move(0, "stack 1", expect=seen)
    assert (
        evening.refused(playing.move, *evening.move_arguments(0, "stack 2", expect=seen)).code
        == "stale"
    )
    evening.move(0, "stack 2")


# Returning people, and bots


def test_a_move_marks_its_person_as_present() -> None:
    evening = begun("yooloo")
    evening.do(presence.leave, ANNA)
    evening.later(60)
    assert evening.sits_in(0)
    evening.move(0, "stack 1")
    assert [type(entry) for entry in evening.entries[-2:]] == [Returned, Moved]
    assert not evening.sits_in(0)
    evening.do(presence.leave, ANNA)
    refusal = evening.refused(playing.move, *evening.move_arguments(0, "stack 1"))
    assert refusal.code == "illegal"
    assert evening.table.seats[0].is_away, "a refused move is no return"


def test_bots_move_for_their_seats_only() -> None:
    evening = Evening("yooloo", ["Anna"], 2)
    assert evening.refused(playing.move_for, 1, "stack 1", evening.table.seq).code == "stale"
    evening.start()
    seen = evening.table.seq
    assert evening.refused(playing.move_for, 0, "stack 1", seen).code == "stale"
    assert evening.refused(playing.move_for, 1, "stack 1", seen + 1).code == "stale"
    assert evening.refused(playing.move_for, 1, "stack 1", seen - 1).code == "stale"
    assert evening.refused(playing.move_for, 1, "play 1", seen).code == "illegal"
    evening.move(0, "stack 1")
    evening.do(playing.move_for, 1, "stack 1", seen)
    assert evening.entries[-1] == Moved(1, ("stack 1",), by="bot")
    assert evening.refused(playing.move_for, 1, "stack 2", seen).code == "stale", "exactly once"


def test_a_bot_does_not_move_during_a_pause() -> None:
    evening = Evening("yooloo", ["Anna"], 2)
    evening.start()
    evening.do(presence.leave, ANNA)
    refusal = evening.refused(playing.move_for, 1, "stack 1", evening.table.seq)
    assert refusal.code == "paused"


def test_every_illegal_move_names_its_rule() -> None:
    evening = begun("uno", "Anna", "Bea", "Carl")
    evening.play(Random(4), steps=20)
    table: TableState = evening.table
    seen = table.seq
    for seat in range(3):
        for text in find("uno").actions:
            if text not in table.legal.get(seat, ()):
                with pytest.raises(CommandRefused) as refusal:
                    playing.move(table, table.seats[seat].person, seat, (text,), "", seen, 1e9)
                assert (refusal.value.code, refusal.value.facts["move"]) == ("illegal", text)
                assert refusal.value.rule is not None
