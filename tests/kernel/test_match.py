"""A match driven by texts equals one of the compiled loops."""

import pytest

from mazziere.games import find, shelf
from mazziere.kernel import match as match_module
from mazziere.kernel.chances import BadChance
from mazziere.kernel.engine import TooLong, engine, wanted_mode
from mazziere.kernel.loops import MAX_STEPS
from mazziere.kernel.match import (
    Match,
    Refused,
    deal_stream,
    match_seed,
    play_stream,
    random_move,
    seed_from_text,
    seed_to_text,
)
from tests.cases import case


def play_out(match: Match, seed: tuple[int, ...]) -> int:
    """Play a match as the compiled loops do; return the moves made."""
    deal, play = deal_stream(seed), play_stream(seed)
    moves = 0
    while not match.is_over:
        if match.due is not None:
            match.deal(deal.order)
        else:
            match.play(*random_move(match, play))
            moves += 1
    return moves


@pytest.mark.parametrize("name", shelf())
def test_a_match_of_a_seed_is_one_match_however_it_is_run(name: str) -> None:
    game = find(name)
    options = case(name).shortest
    scores, results = engine(game, wanted_mode()).play_matches(3, options, 99, 4, 3)
    for number in range(3):
        match = Match(game, 3, options)
        moves = play_out(match, match_seed(99, 4 + number))
        assert match.scores() == scores[number].tolist()
        assert moves == results[number, 0]
        assert sum(1 << seat for seat in match.winners()) == results[number, 2]


def test_different_seeds_and_numbers_are_different_matches() -> None:
    seeds = {match_seed(seed, number) for seed in range(5) for number in range(5)}
    assert len(seeds) == 25


def test_the_seed_as_a_record_holds_it() -> None:
    text = seed_to_text(match_seed(1, 2))
    assert len(text) == 32
    assert seed_from_text(text) == match_seed(1, 2)
    assert seed_from_text("00000001" + "ffffffff" + "0" * 16) == (1, 0xFFFFFFFF, 0, 0)
    for bad in ("", "0" * 31, "0" * 33, "G" * 32, "A" * 32, "-" + "0" * 31, "٣" * 32):
        with pytest.raises(ValueError, match="32"):
            seed_from_text(bad)


def three() -> Match:
    """DIECI with three seats: seat 2 deals and holds a 5, seat 0 a 0, seat 1 a 2."""
    match = Match(find("dieci"), 3, {})
    match.chance({"chance": "dealer", "seat": 2})
    match.chance({"chance": "deck", "cards": stacked("5", "0", "2", "9", "cat")})
    return match


def stacked(*top: str) -> list[str]:
    """Return a deck of DIECI with these cards on top."""
    rest = [card for card in find("dieci").cards[:5] for _ in range(3)]
    rest += [card for card in find("dieci").cards[5:] for _ in range(4)]
    for card in top:
        rest.remove(card)
    return [*top, *rest]


def test_a_round_by_hand() -> None:
    match = three()
    assert (match.due, match.legal()) == (None, {0: ["keep", "swap"]})
    match.move(0, "swap")
    assert match.legal() == {1: ["accept"]}
    match.move(1, "accept")
    match.move(1, "keep")
    assert match.legal() == {2: ["draw", "keep"]}
    match.move(2, "keep")
    assert match.scores() == [5, 4, 5]
    assert match.due == "deck"
    assert match.legal() == {}
    assert match.winners() == []
    assert match.steps == 6


def test_moves_are_sorted_by_code_point() -> None:
    match = Match(find("one_to_ten"), 2, {})
    match.deal(list)
    match.deal(list)
    assert match.legal() == {
        0: [f"turn {place}" for place in (1, 10, 2, 3, 4, 5, 6, 7, 8, 9)],
    }


def test_all_seats_that_may_act_are_listed() -> None:
    match = Match(find("yooloo"), 3, {})
    match.deal(lambda group: [2, 0, 1] if len(group) == 3 else group)
    assert list(match.legal()) == [0, 1, 2]
    for card in range(1, 11):
        match.move(1, f"stack {card}")
    assert list(match.legal()) == [0, 2]


@pytest.mark.parametrize(
    ("seat", "move", "code", "rule"),
    [
        (0, "block", "not_asked", "DIE-R2"),
        (0, "draw", "not_dealer", "DIE-R5"),
        (1, "keep", "not_your_turn", "DIE-R1"),
        (0, "Keep", "no_such_move", None),
        (0, "keep ", "no_such_move", None),
        (0, "", "no_such_move", None),
        (3, "keep", "no_such_seat", None),
        (-1, "keep", "no_such_seat", None),
        (10**30, "keep", "no_such_seat", None),
    ],
)
def test_refusals(seat: int, move: str, code: str, rule: str | None) -> None:
    match = three()
    before = match.states.tobytes()
    with pytest.raises(Refused) as caught:
        match.move(seat, move)
    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert (caught.value.seat, caught.value.text) == (seat, move)
    assert "\n" not in str(caught.value)
    assert match.states.tobytes() == before
    assert match.steps == 2


def test_a_move_while_chance_is_due_or_after_the_end() -> None:
    match = Match(find("dieci"), 2, {"tokens": 1})
    with pytest.raises(Refused) as caught:
        match.move(0, "keep")
    assert caught.value.rule is not None
    play_out(match, match_seed(3, 0))
    with pytest.raises(Refused) as caught:
        match.move(0, "keep")
    assert caught.value.code == "is_over"
    with pytest.raises(BadChance, match="over") as bad:
        match.chance({"chance": "deck", "cards": stacked()})
    assert bad.value.rule == caught.value.rule


def test_peek_changes_nothing() -> None:
    for name in shelf():
        match = Match(find(name), 4, {})
        before = match.states.tobytes()
        step = match.peek(deal_stream(match_seed(5, 5)).order)
        assert match.states.tobytes() == before
        assert match.steps == 0
        assert match.deal(deal_stream(match_seed(5, 5)).order)[0] == step


def test_a_match_stops_with_an_error_after_a_million_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert MAX_STEPS == 10**6
    monkeypatch.setattr(match_module, "MAX_STEPS", 3)
    match = three()
    match.move(0, "keep")
    with pytest.raises(TooLong, match="3 steps"):
        match.move(1, "keep")


def test_visible_is_what_the_seat_sees() -> None:
    match = three()
    visible = match.visible(0)
    cards = visible["card"][:3].tolist()
    assert cards == [find("dieci").card_numbers["0"], -2, -2]
