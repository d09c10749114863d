"""The fast generator of simulations: the published algorithm, uniform, plain and compiled alike."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from mazziere.kernel.cache import use_cache
from mazziere.kernel.deal import DealStream
from mazziere.kernel.jit import Linker, Mode, jit
from mazziere.kernel.match import Stream, deal_stream, match_seed, play_stream
from mazziere.kernel.rng import (
    FAST,
    Fast,
    below,
    draw_member,
    mixed,
    next_word,
    seed_text,
    seed_words,
    shuffle,
    split,
    start_stream,
)
from mazziere.kernel.state import Ints, Plain, aligned
from tests.properties.uniform import is_uniform

QUICK = settings(max_examples=60, derandomize=True, deadline=None, database=None)
WORDS = st.integers(0, 2**32 - 1)
SEEDS = st.tuples(WORDS, WORDS, WORDS, WORDS)

PUBLISHED = [
    641, 1573767, 3222811527, 3517856514, 836907274,
    4247214768, 3867114732, 1355841295, 495546011, 621204420,
]  # fmt: skip
"""The first numbers from the state 1, 2, 3, 4 by the authors' xoshiro128plusplus.c."""


def generator(*words: int) -> Fast:
    """Return a generator in a given state, for uncompiled code."""
    fast = Stream((0, 0, 0, 1), 1)
    fast.word = list(words)
    return fast


class Reference:
    """The published algorithm on 32-bit words that wrap by themselves."""

    def __init__(self, *words: int) -> None:
        self.s = np.array(words, np.uint32)

    @staticmethod
    def turned(word: np.uint32, by: int) -> np.uint32:
        return np.uint32((word << np.uint32(by)) | (word >> np.uint32(32 - by)))

    def next(self) -> int:
        s = self.s
        with np.errstate(over="ignore"):
            result = self.turned(np.uint32(s[0] + s[3]), 7) + s[0]
        t = s[1] << np.uint32(9)
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = self.turned(s[3], 11)
        return int(result)


# The algorithm


def test_published_numbers() -> None:
    rng = generator(1, 2, 3, 4)
    assert [next_word(rng) for _ in PUBLISHED] == PUBLISHED
    reference = Reference(1, 2, 3, 4)
    assert [reference.next() for _ in PUBLISHED] == PUBLISHED


@QUICK
@given(words=SEEDS)
def test_words_are_those_of_the_reference(words: tuple[int, int, int, int]) -> None:
    rng, reference = generator(*words), Reference(*words)
    assert [next_word(rng) for _ in range(20)] == [reference.next() for _ in range(20)]
    assert list(reference.s) == list(rng.word)  # type: ignore[call-overload]


def unmixed(word: int) -> int:
    """Return the inverse of the scrambler, step by step."""
    for shift, factor in ((16, 0x846CA68B), (15, 0x7FEB352D), (16, 1)):
        whole, part = word, word >> shift
        while part:
            whole ^= part
            part >>= shift
        word = whole * pow(factor, -1, 2**32) % 2**32
    return word


@QUICK
@given(word=WORDS)
def test_scrambler_is_a_bijection(word: int) -> None:
    assert 0 <= mixed(word) < 2**32
    assert unmixed(mixed(word)) == word


# Numbers below a bound


@QUICK
@given(words=SEEDS, bound=st.integers(1, 4096))
def test_below_rejects_by_lemire(words: tuple[int, int, int, int], bound: int) -> None:
    rng, reference = generator(*words), Reference(*words)
    for _ in range(10):
        while True:
            high, low = divmod(reference.next() * bound, 2**32)
            if low >= 2**32 % bound:
                break
        assert below(rng, bound) == high


def test_rejected_word_is_drawn_again() -> None:
    bound = 3  # 2³² leaves a rest of 1: the word 0 alone is rejected
    words = (0, 5, 7, 0)  # whose first number is 0
    assert Reference(*words).next() == 0
    reference = Reference(*words)
    reference.next()
    assert below(generator(*words), bound) == reference.next() * bound >> 32


@pytest.mark.parametrize("second", [5, 6, 1 << 20, 0xFFFFFFFF])
def test_a_shuffle_draws_a_rejected_word_again(second: int) -> None:
    """The first word of this state is 0, which three cards reject, as `below` does."""
    words = (0, second, 7, 0)
    one, other = generator(*words), generator(*words)
    shuffled, cards = [10, 11, 12], [10, 11, 12]
    shuffle(shuffled, 0, 3, one)
    for i in (2, 1):
        j = below(other, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    assert shuffled == cards
    assert [one.word[i] for i in range(4)] == [other.word[i] for i in range(4)]


def test_the_only_member_of_a_set_is_drawn_without_a_number() -> None:
    rng = generator(1, 2, 3, 4)
    assert [draw_member(1 << place, rng) for place in (0, 5, 9)] == [0, 5, 9]
    assert [rng.word[i] for i in range(4)] == [1, 2, 3, 4]
    draws = Counter(draw_member(0b1010010, rng) for _ in range(450))
    assert is_uniform(draws, [1, 4, 6])


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 10, 55, 112])
def test_numbers_are_uniform(bound: int) -> None:
    rng = Stream(seed_words(bound), 1)
    assert is_uniform(Counter(rng.below(bound) for _ in range(bound * 150)), range(bound))


def test_orders_are_uniform() -> None:
    rng = Stream(seed_words(4), 1)
    orders = Counter(tuple(rng.order(range(4))) for _ in range(24 * 150))
    assert is_uniform(orders, list(permutations(range(4))))


def test_first_numbers_of_successive_matches_are_uniform() -> None:
    first = Counter(deal_stream(match_seed(1, number)).below(10) for number in range(2000))
    assert is_uniform(first, range(10))
    pairs = Counter(
        (deal_stream(match_seed(1, n)).below(4), play_stream(match_seed(1, n)).below(4))
        for n in range(2000)
    )
    assert is_uniform(pairs, [(one, other) for one in range(4) for other in range(4)])


@QUICK
@given(cards=st.lists(st.integers(0, 60), max_size=40), seed=st.integers())
def test_shuffle_touches_only_its_part(cards: list[int], seed: int) -> None:
    padded = [-1, -2, *cards, -3]
    shuffle(padded, 2, len(cards), Stream(seed_words(seed), 1))
    assert padded[:2] == [-1, -2]
    assert padded[-1] == -3
    assert Counter(padded[2:-1]) == Counter(cards)


# Seeds and streams


def test_same_seed_gives_the_same_and_every_other_another() -> None:
    seeds = [0, 1, -1, 2**31, 2**32, 2**64, 10**30]
    streams = {
        (seed, number, which): tuple(stream(match_seed(seed, number)).below(2**32) for _ in (1, 2))
        for seed in seeds
        for number in (0, 1, 2**32)
        for which, stream in enumerate((deal_stream, play_stream))
    }
    assert len(set(streams.values())) == len(streams)
    again = deal_stream(match_seed(1, 2**32))
    assert streams[1, 2**32, 0][0] == again.below(2**32)


def test_seed_text_is_the_words_in_hexadecimal() -> None:
    words = seed_words(7)
    assert all(0 <= word < 2**32 for word in words)
    text = seed_text(words)
    assert len(text) == 32
    assert [int(text[i : i + 8], 16) for i in range(0, 32, 8)] == list(words)
    assert seed_text((0, 1, 2**32 - 1, 16)) == "0000000000000001ffffffff00000010"


@QUICK
@given(words=SEEDS, number=st.integers(0, 2**62))
def test_split_depends_on_every_word(words: tuple[int, int, int, int], number: int) -> None:
    whole, part = [0] * 4, [0] * 4
    split(list(words), number, whole)
    assert all(0 <= word < 2**32 for word in whole)
    for place in range(4):
        changed = [word ^ (place == i) for i, word in enumerate(words)]
        split(changed, number, part)
        assert part != whole
    split(list(words), number + 1, part)
    assert part != whole


def test_generator_is_never_left_without_a_bit() -> None:
    rng = generator(0, 0, 0, 0)
    assert {next_word(rng) for _ in range(10)} == {0}  # which is why a stream must not begin so
    start_stream(rng, [0, 0, 0, 0], 1)
    assert any(rng.word[i] for i in range(4))


# Plain and compiled


@jit
def draw_all(rngs: Any, index: int, seed: Ints, out: Ints, cards: Ints) -> None:
    """Draw words, bounded numbers and an order from the start of stream i."""
    rng = rngs[index]
    start_stream(rng, seed, index)
    for k in range(0, len(out), 2):
        out[k] = next_word(rng)
        out[k + 1] = below(rng, k + 1)
    shuffle(cards, 0, len(cards), rng)


@jit
def order_with(cards: Ints, rng: Any) -> None:
    """Shuffle with the given generator."""
    shuffle(cards, 0, len(cards), rng)


def linked(mode: Mode, function: Callable[..., Any]) -> Callable[..., Any]:
    if mode != "plain":
        use_cache()
    return Linker(mode, "properties", {}).entry(function)


def drawn(mode: Mode, seed: int, stream: int) -> tuple[list[int], list[int], list[int]]:
    rngs = aligned(3, FAST)
    out = np.zeros(200, np.int64)
    cards = np.arange(112, dtype=np.int16)
    words = np.array(seed_words(seed), np.int64)
    arrays: list[NDArray[Any]] = [words, out, cards]
    given: list[Any] = [memoryview(a) for a in arrays] if mode == "plain" else arrays
    linked(mode, draw_all)(Plain(rngs) if mode == "plain" else rngs, stream, *given)
    return out.tolist(), cards.tolist(), rngs["word"][stream].tolist()


@pytest.mark.parametrize("mode", ["compiled", "checked"])
def test_compiled_stream_is_the_plain_one(mode: Mode) -> None:
    for seed in (0, 1, 12345, -7):
        for stream in (1, 2):
            assert drawn(mode, seed, stream) == drawn("plain", seed, stream)
    words, _, _ = drawn("plain", 1, 1)
    rng = Stream(seed_words(1), 1)
    for k in range(0, 200, 2):
        assert words[k : k + 2] == [next_word(rng), rng.below(k + 1)]


# One generator cannot be passed for the other


def test_fast_shuffle_takes_no_deal_stream() -> None:
    live: Any = DealStream(bytes(32), "deck")
    for function in (next_word, lambda rng: below(rng, 3), lambda rng: order_with([1, 2], rng)):
        with pytest.raises(AttributeError):
            function(live)
    with pytest.raises(AttributeError):
        start_stream(live, [1, 2, 3, 4], 1)


def test_compiled_shuffle_takes_no_deal_stream() -> None:
    from numba.core.errors import TypingError

    live = DealStream(bytes(32), "deck")
    with pytest.raises((TypeError, TypingError)):
        linked("compiled", order_with)(np.arange(5, dtype=np.int16), live)


def test_live_deal_takes_no_fast_generator() -> None:
    fast: Any = Stream((1, 2, 3, 4), 1)
    record: Any = aligned(1, FAST)
    for impostor in (fast, record, Plain(record)[0]):
        with pytest.raises((AttributeError, TypeError)):
            DealStream.order(impostor, [1, 2, 3])
        with pytest.raises((AttributeError, TypeError)):
            DealStream.number(impostor, 3)
    with pytest.raises(TypeError):
        DealStream(fast, "deck")
    assert not issubclass(Stream, DealStream)
    assert not issubclass(DealStream, Fast)
