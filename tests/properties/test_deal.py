"""The generator of live deals: determined by its key, uniform, and nothing else."""

import hashlib
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazziere.kernel.deal import KEY_BYTES, DealStream
from tests.properties.uniform import is_uniform

KEY = bytes(range(32))
QUICK = settings(max_examples=60, derandomize=True, deadline=None, database=None)


def words(key: bytes, purpose: str, count: int) -> list[int]:
    """The stream computed a second time: keyed BLAKE2b of a counter, cut into 32-bit numbers."""
    person = hashlib.blake2b(purpose.encode(), digest_size=16).digest()
    blocks = -(-count * 4 // 64)
    data = b"".join(
        hashlib.blake2b(n.to_bytes(8, "big"), digest_size=64, key=key, person=person).digest()
        for n in range(blocks)
    )
    return [int.from_bytes(data[i * 4 : i * 4 + 4], "big") for i in range(count)]


@QUICK
@given(key=st.binary(min_size=32, max_size=32), purpose=st.text(max_size=40))
def test_stream_is_keyed_hash_in_counter_mode(key: bytes, purpose: str) -> None:
    stream = DealStream(key, purpose)
    assert [stream.number(1 << 32) for _ in range(40)] == words(key, purpose, 40)


@QUICK
@given(cards=st.lists(st.integers(0, 60), max_size=120), key=st.binary(min_size=32, max_size=32))
def test_same_key_and_purpose_give_same_orders(cards: list[int], key: bytes) -> None:
    one, other = DealStream(key, "round 1"), DealStream(key, "round 1")
    for _ in range(3):
        order = one.order(cards)
        assert order == other.order(cards)
        assert Counter(order) == Counter(cards)


def test_another_key_purpose_or_place_gives_another_order() -> None:
    cards = list(range(112))
    stream = DealStream(KEY, "deck")
    orders = [
        stream.order(cards),
        stream.order(cards),
        DealStream(KEY, "deck ").order(cards),
        DealStream(KEY[::-1], "deck").order(cards),
        DealStream(KEY[:-1] + b"\x20", "deck").order(cards),
    ]
    assert len({tuple(order) for order in orders}) == len(orders)
    assert cards == list(range(112))


@pytest.mark.parametrize("size", [0, 1, 16, 31, 33, 64])
def test_key_of_another_length_is_refused(size: int) -> None:
    assert size != KEY_BYTES
    with pytest.raises(ValueError, match=f"32 bytes, not {size}"):
        DealStream(bytes(size), "deck")


@pytest.mark.parametrize("bound", [0, -1, (1 << 32) + 1])
def test_impossible_bound_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        DealStream(KEY, "deck").number(bound)


class Fixed(DealStream):
    """A stream of numbers written down."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(KEY, "")
        self.numbers = numbers

    def _take(self, count: int) -> bytes:
        return self.numbers.pop(0).to_bytes(count, "big")


@pytest.mark.parametrize(
    ("bound", "limit"), [(3, 0xFFFFFFFF), (10, 4294967290), (55, 4294967270), (112, 4294967264)]
)
def test_numbers_of_the_uneven_rest_are_rejected(bound: int, limit: int) -> None:
    assert limit == (2**32 // bound) * bound
    stream = Fixed([*range(limit, 2**32), limit - 1, 7])
    assert stream.number(bound) == (limit - 1) % bound
    assert stream.numbers == [7]


@QUICK
@given(bound=st.integers(1, 2**32), first=st.integers(0, 2**32 - 1))
def test_number_is_below_its_bound(bound: int, first: int) -> None:
    stream = Fixed([first, 0])
    limit = 2**32 // bound * bound
    assert stream.number(bound) == (first % bound if first < limit else 0)


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 10, 52, 108])
def test_numbers_are_uniform(bound: int) -> None:
    stream = DealStream(KEY, f"bound {bound}")
    assert is_uniform(Counter(stream.number(bound) for _ in range(bound * 150)), range(bound))


def test_orders_are_uniform() -> None:
    stream = DealStream(KEY, "orders")
    orders = Counter(tuple(stream.order("abcd")) for _ in range(24 * 150))
    assert is_uniform(orders, list(permutations("abcd")))


def test_every_card_comes_to_every_place() -> None:
    stream = DealStream(KEY, "places")
    places = Counter(
        (card, place) for _ in range(1500) for place, card in enumerate(stream.order(range(10)))
    )
    assert is_uniform(places, [(card, place) for card in range(10) for place in range(10)])
