"""Words of two hands: the same word, the same game."""

from itertools import combinations

import numpy as np
import pytest

from mazziere.games.yooloo.box import ALL, KINDS
from mazziere.games.yooloo.solved import patterns
from tests.games.yooloo.solved.games import bits, sign

HANDS = [cards for size in range(KINDS + 1) for cards in combinations(range(KINDS), size)]


def test_a_word_says_which_cards_beat_which_and_nothing_else() -> None:
    seen: dict[int, tuple[int, tuple[tuple[int, ...], ...]]] = {}
    for size in range(4):
        hands = [cards for cards in HANDS if len(cards) == size]
        for mine in hands:
            for yours in hands:
                code = patterns.code_of(bits(mine), bits(yours))
                wins = tuple(tuple(sign(one, two) for two in yours) for one in mine)
                assert seen.setdefault(code, (size, wins)) == (size, wins)
    assert len(set(seen.values())) == len(seen)


def test_every_pair_of_hands_has_a_row() -> None:
    row = patterns.index(False)[0]["row"]
    by_size = [[bits(cards) for cards in HANDS if len(cards) == size] for size in range(KINDS + 1)]
    codes = {
        patterns.code_of(mine, yours) for hands in by_size for mine in hands for yours in hands[::7]
    }
    assert all(row[code] != 0 for code in codes)
    words = [word for size in range(KINDS + 1) for word in patterns.words(size)]
    assert len(words) == len(set(words)) == 13_815  # central trinomial coefficients, 0 to 10
    assert set(np.flatnonzero(row)) == {patterns.number_of(word) for word in words}


def test_a_mirrored_word_has_the_row_from_the_other_side() -> None:
    record = patterns.index(True)[0]
    for size in range(KINDS + 1):
        for word in patterns.words(size):
            here = int(record["row"][patterns.number_of(word)])
            there = int(record["row"][patterns.number_of(patterns.mirrored(word))])
            even = word == patterns.mirrored(word)
            assert there == here if even else there == -here
            row = abs(here) - 1
            hands = int(record["mine"][row]), int(record["yours"][row])
            code = patterns.code_of(*(hands if here > 0 else hands[::-1]))
            assert code == patterns.number_of(word)


@pytest.mark.parametrize("shuffled", [False, True])
def test_every_position_has_a_place_of_its_own(shuffled: bool) -> None:
    record = patterns.index(shuffled)[0]
    taken = []
    for size in range(KINDS + 1):
        sets = [bits(cards) for cards in HANDS if len(cards) == size]
        points = sets if shuffled else sets[-1:]
        listed = record["points"][record["first_points"][size] : record["first_points"][size + 1]]
        assert sorted(listed.tolist()) == sorted(points)
        rows = np.arange(record["first_row"][size + 1] - record["first_row"][size])
        start = record["first_value"][size] + rows * record["width"][size]
        taken.append((start[:, None] + record["place"][points]).ravel())
    count = patterns.values_in(patterns.index(shuffled))
    assert (np.sort(np.concatenate(taken)) == np.arange(count)).all()
    assert ALL in record["points"]
