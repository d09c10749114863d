"""Lookups by bots: mixtures and cards for the view of a seat."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from mazziere.games import find
from mazziere.games.yooloo import solved
from mazziere.games.yooloo.box import PLAY
from mazziere.games.yooloo.solved import many, rounds, solution
from mazziere.kernel.cache import use_cache
from mazziere.kernel.engine import Engine, engine, wanted_mode
from mazziere.kernel.state import States
from tests.games.yooloo.solved.games import round_value

MODE = wanted_mode()
BUILT: Engine = engine(find("yooloo"), "plain")


@pytest.fixture(autouse=True)
def nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    use_cache()  # compiled code stays where it was
    monkeypatch.setenv("MAZZIERE_CACHE_DIR", str(tmp_path))
    solved.forget()
    yield
    solved.forget()


def new_match(variant: str, seed: int, players: int = 2) -> States:
    """Return a match before the first choice."""
    random = Random(seed)
    states = BUILT.new(players, {"variant": variant})
    while groups := BUILT.chance(states, 0):
        BUILT.resolve(states, 0, [random.sample(group, len(group)) for group in groups])
    return states


def after_rounds(variant: str, seed: int, played: int) -> States:
    """Return a match after some rounds of random cards."""
    random = Random(seed)
    states = new_match(variant, seed)
    for _ in range(played):
        for seat in (0, 1):
            BUILT.apply(states, 0, seat, random.choice(BUILT.legal(states, 0, seat)))
    return states


def cards_of(hand: int) -> tuple[int, ...]:
    return tuple(card for card in range(10) if hand >> card & 1)


@pytest.mark.parametrize("played", [6, 8, 9])
def test_a_late_rounds_are_played_optimally(played: int) -> None:
    for seed in range(3):
        states = after_rounds("a", seed, played)
        mine, yours = (cards_of(int(states["hand"][0, seat])) for seat in (0, 1))
        points = tuple(range(played, 10))
        mixtures = [solved.mixture(BUILT.view(states, 0, seat), seat, MODE) for seat in (0, 1)]
        assert [card for card, _ in mixtures[0]] == list(mine)
        wanted = round_value(mine, yours, played, points, False)
        found = solved.values_of("a")
        for here, sign, others in ((mixtures[0], 1, yours), (mixtures[1], -1, mine)):
            assert sum(share for _, share in here) == pytest.approx(1)
            hands = (mine, yours) if sign == 1 else (yours, mine)
            gains = [
                sum(share * payoff(found, *hands, card, other, points) for card, share in here)
                for other in others
            ]
            assert min(gains) == pytest.approx(sign * wanted, abs=1e-9)


def payoff(found: Any, mine: Any, yours: Any, card: int, other: int, points: Any) -> float:
    """Return the payoff of a pair of cards in variant A, plus the stored value after it."""
    left = sum(1 << each for each in mine if each != card)
    right = sum(1 << each for each in yours if each != other)
    rest = sum(1 << point for point in points[1:])
    later = rounds.value_of(found.index[0], found.values, left, right, rest)
    return float((points[0] + 1) * ((card > other) - (card < other)) + later)


def test_a_card_that_the_other_has_chosen_makes_no_difference() -> None:
    states = after_rounds("a", 5, 4)
    before = solved.mixture(BUILT.view(states, 0, 0), 0, MODE)
    for action in BUILT.legal(states, 0, 1):
        chosen = states.copy()
        BUILT.apply(chosen, 0, 1, action)
        assert solved.mixture(BUILT.view(chosen, 0, 0), 0, MODE) == before


def test_choosing_is_decided_by_the_generator() -> None:
    for played in range(10):
        states = after_rounds("a", 1, played)
        view = BUILT.view(states, 0, 0)
        picks = []
        for _ in range(2):
            rngs = many.generators(played)
            picks.append((solved.choose(view, 0, rngs, MODE), rngs.tobytes()))
        assert picks[0] == picks[1]
        assert PLAY + picks[0][0] in BUILT.legal(states, 0, 0)


@pytest.mark.slow
def test_compiled_chooses_what_plain_chooses() -> None:
    for players in (2, 3):
        one, two = (many.generators(players) for _ in range(2))
        for _ in range(20):
            assert solved.stack(players, one, "plain") == solved.stack(players, two, "compiled")
        assert one.tobytes() == two.tobytes()
    view = BUILT.view(after_rounds("a", 2, 3), 0, 1)
    one, two = (many.generators(1) for _ in range(2))
    drawn = [solved.choose(view, 1, one, "plain") for _ in range(20)]
    assert [solved.choose(view, 1, two, "compiled") for _ in range(20)] == drawn
    assert len(set(drawn)) > 1


def test_other_rounds_are_refused() -> None:
    for states in (new_match("base", 1), new_match("a", 1, players=3)):
        with pytest.raises(ValueError, match="not a round"):
            solved.mixture(BUILT.view(states, 0, 0), 0)


def test_b_says_that_it_is_not_built() -> None:
    view = BUILT.view(new_match("b", 1), 0, 0)
    assert not solved.is_ready("b")
    assert solved.is_ready("a")
    with pytest.raises(solved.NotBuilt, match="mazziere solve yooloo --variant b"):
        solved.mixture(view, 0)


@pytest.mark.slow
def test_b_is_built_once_and_read_again() -> None:
    built = solved.build("b", "compiled", jobs=2)
    assert built.gap < 1e-10
    solved.forget()
    assert solved.is_ready("b")
    assert solved.values_of("b").values.tobytes() == built.values.tobytes()
    for seed in range(4):
        states = after_rounds("b", seed, 7)
        mine, yours = (cards_of(int(states["hand"][0, seat])) for seat in (0, 1))
        pile = [int(point) for point in states["pile"][0]]
        points = tuple(sorted(pile[7:]))
        here = solved.position(BUILT.view(states, 0, 0), 0)
        assert (here.point, cards_of(here.rest)) == (pile[7], tuple(sorted(pile[8:])))
        value, mixture = solution.mixture(built, *here[1:], MODE)
        assert value == pytest.approx(round_value(mine, yours, pile[7], points, True), abs=1e-9)
        assert solved.mixture(BUILT.view(states, 0, 0), 0) == mixture
    value, _ = solution.mixture(built, 1023, 1023, 4, 1023 & ~16, MODE)
    assert abs(value) < 1e-12
    assert np.isfinite(built.values).all()
