"""The memory that fades, against its formula: share × 2^(-turns / half-life)."""

import math
from typing import Annotated, Any

import pytest

from mazziere.bots.memory import FOREVER, is_known, is_noted, lifetime, take_note
from mazziere.kernel.rng import FAST, seed_words, start_stream
from mazziere.kernel.state import I4, Ints, Plain, aligned, cells, dtype_of

DRAWS = 4000


class Two:
    """A memory of two places."""

    turn: I4
    until: Annotated[Ints, cells("i4", 2)]


def generator(seed: int) -> Any:
    """Return a new generator."""
    rng = Plain(aligned(1, FAST))[0]
    start_stream(rng, list(seed_words(seed)), 1)
    return rng


def memory() -> Any:
    """Return an empty memory."""
    return Plain(aligned(1, dtype_of(Two)))[0]


def is_close(hits: int, draws: int, chance: float) -> bool:
    """Return whether a count is within five standard deviations of its expectation."""
    return abs(hits - draws * chance) <= 5 * math.sqrt(draws * chance * (1 - chance)) + 1e-9


@pytest.mark.parametrize("share", [0, 1, 30, 90, 99, 100])
def test_a_card_is_noted_with_the_share_that_was_set(share: int) -> None:
    rng = generator(share)
    hits = sum(is_noted(share, rng) for _ in range(DRAWS))
    assert is_close(hits, DRAWS, share / 100)


@pytest.mark.parametrize("half_life", [1, 2, 12])
def test_half_of_the_notes_are_lost_in_each_half_life(half_life: int) -> None:
    rng = generator(half_life)
    lives = [lifetime(half_life, rng) for _ in range(DRAWS)]
    for turns in (0, 1, half_life, 2 * half_life, 3 * half_life):
        kept = sum(life >= turns for life in lives)
        assert is_close(kept, DRAWS, 2 ** (-turns / half_life))


def test_half_life_0_keeps_for_ever() -> None:
    rng = generator(1)
    assert {lifetime(0, rng) for _ in range(50)} == {FOREVER}


@pytest.mark.parametrize(("share", "half_life"), [(50, 2), (90, 12), (70, 4)])
def test_a_place_is_known_after_some_turns_as_the_formula_says(share: int, half_life: int) -> None:
    for turns in (0, 3, 8):
        rng, known = generator(turns), 0
        for _ in range(DRAWS):
            m = memory()
            m.turn = 5
            take_note(m, 1, share, half_life, rng)
            m.turn += turns
            known += is_known(m, 1)
            assert not is_known(m, 0)
        assert is_close(known, DRAWS, share / 100 * 2 ** (-turns / half_life))


def test_nothing_is_known_at_the_start() -> None:
    assert not is_known(memory(), 0)


def test_nobody_forgets_by_looking_again() -> None:
    rng, m = generator(4), memory()
    take_note(m, 0, 100, 1000, rng)
    long = m.until[0]
    for _ in range(50):
        take_note(m, 0, 100, 1, rng)
        assert m.until[0] == long
