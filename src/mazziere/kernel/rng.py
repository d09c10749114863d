"""The fast generator of simulations: xoshiro128++ on 32-bit words, seeded and split by hashing.

Words are kept below 2³² in 64-bit integers, so that compiled and uncompiled code agree bit for bit.
Live deals never come from here: they need a secret, see `kernel.deal`.
"""

import hashlib
from typing import Annotated

from mazziere.kernel.bits import count, nth
from mazziere.kernel.jit import jit, native
from mazziere.kernel.state import Ints, cells, dtype_of

WORD = 0xFFFFFFFF


class Fast:
    """The state of one fast generator, a record like any other."""

    word: Annotated[Ints, cells("i8", 4)]


FAST = dtype_of(Fast)

DEAL, PLAY = 1, 2
"""The two streams of a match: one for chance, one for random players."""
REST = 3
"""The stream, split from the state of a generator, that orders cards which do not matter."""


def seed_words(seed: int) -> tuple[int, int, int, int]:
    """Turn any whole number into the four words of a seed."""
    data = hashlib.blake2s(str(seed).encode("ascii"), digest_size=16).digest()
    first, second, third, fourth = (int.from_bytes(data[i : i + 4], "big") for i in (0, 4, 8, 12))
    return first, second, third, fourth


def seed_text(words: tuple[int, int, int, int]) -> str:
    """Write the words of a seed as 32 hexadecimal digits."""
    return "".join(f"{word:08x}" for word in words)


@jit
def mixed(word: int) -> int:
    """Scramble one 32-bit word; a bijection with good avalanche."""
    word ^= word >> 16
    word = (word * 0x7FEB352D) & WORD
    word ^= word >> 15
    word = (word * 0x846CA68B) & WORD
    return word ^ (word >> 16)


@jit
def split(seed: Ints, number: int, out: Ints) -> None:
    """Derive the four seed words of part `number` (a match, a stream) from those of the whole."""
    low, high = number & WORD, (number >> 32) & WORD
    carry = mixed(low ^ mixed(high ^ 0x9E3779B9))
    for i in range(4):
        carry = mixed((seed[i] + carry + 0x85EBCA6B * (i + 1)) & WORD)
        out[i] = carry
    for i in range(4):  # a second pass, so that every word depends on all
        carry = mixed((out[i] ^ carry) & WORD)
        out[i] = carry


@jit
def start_stream(rng: Fast, seed: Ints, stream: int) -> None:
    """Set a generator to the beginning of a match's stream."""
    split(seed, stream, rng.word)
    if rng.word[0] | rng.word[1] | rng.word[2] | rng.word[3] == 0:
        rng.word[0] = 1


@native("next_word")
def next_word(rng: Fast) -> int:
    """Return 32 random bits."""
    words = rng.word
    result, words[0], words[1], words[2], words[3] = next_state(
        words[0], words[1], words[2], words[3]
    )
    return result


@native("next_state")
def next_state(first: int, second: int, third: int, fourth: int) -> tuple[int, int, int, int, int]:
    """Return 32 random bits and the next four words of a generator."""
    a, b, c, d = first, second, third, fourth
    total = (a + d) & WORD
    result = (((total << 7) & WORD) + (total >> 25) + a) & WORD
    shifted = (b << 9) & WORD
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    return result, a, b, c, ((d << 11) & WORD) | (d >> 21)


@jit
def below(rng: Fast, bound: int) -> int:
    """Return a uniform number from 0 to bound - 1, exactly (Lemire's rejection)."""
    product = next_word(rng) * bound
    if (product & WORD) < bound:
        threshold = (WORD + 1 - bound) % bound
        while (product & WORD) < threshold:
            product = next_word(rng) * bound
    return product >> 32


@jit
def draw_member(bits: int, rng: Fast) -> int:
    """Return a random member of a set; draw no number if there is only one."""
    if bits & (bits - 1) == 0:
        return nth(bits, 0)
    return nth(bits, below(rng, count(bits)))


@jit
def shuffle(cards: Ints, first: int, size: int, rng: Fast) -> None:
    """Put cards[first : first + size] into a uniformly random order.

    The numbers are those of `below`. The words of the generator stay in variables: compiled code
    would read and write them in memory for every card.
    """
    a, b, c, d = rng.word[0], rng.word[1], rng.word[2], rng.word[3]
    for i in range(size - 1, 0, -1):
        word, a, b, c, d = next_state(a, b, c, d)
        product = word * (i + 1)
        if (product & WORD) <= i:
            threshold = (WORD - i) % (i + 1)
            while (product & WORD) < threshold:
                word, a, b, c, d = next_state(a, b, c, d)
                product = word * (i + 1)
        j = product >> 32
        cards[first + i], cards[first + j] = cards[first + j], cards[first + i]
    rng.word[0], rng.word[1], rng.word[2], rng.word[3] = a, b, c, d


@jit
def shuffle_first(cards: Ints, size: int, wanted: int, rng: Fast) -> None:
    """Put `wanted` random cards of cards[:size] first, in random order; move others out of the way.

    The order of the others is no random one. The numbers are those of `below`.
    """
    a, b, c, d = rng.word[0], rng.word[1], rng.word[2], rng.word[3]
    for i in range(wanted):
        left = size - i
        word, a, b, c, d = next_state(a, b, c, d)
        product = word * left
        if (product & WORD) < left:
            threshold = (WORD + 1 - left) % left
            while (product & WORD) < threshold:
                word, a, b, c, d = next_state(a, b, c, d)
                product = word * left
        j = i + (product >> 32)
        cards[i], cards[j] = cards[j], cards[i]
    rng.word[0], rng.word[1], rng.word[2], rng.word[3] = a, b, c, d
