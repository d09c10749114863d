"""Seatings are balanced for every number of seats."""

from itertools import product
from math import comb

import pytest

from mazziere.lab.seatings import seatings


def alone(players: int) -> list[tuple[int, ...]]:
    return [(seat,) for seat in range(players)]


@pytest.mark.parametrize("players", range(2, 11))
def test_each_bot_has_every_seat_equally_often(players: int) -> None:
    found = seatings(alone(players))
    assert len(set(found)) == len(found)
    for seat in range(players):
        assert sum(seating[seat] for seating in found) * 2 == len(found)
    for seating in found:
        assert len(seating) == players
        assert abs(players - 2 * sum(seating)) <= players % 2
        assert tuple(1 - bot for bot in seating) in found


@pytest.mark.parametrize("players", range(2, 6))
def test_few_seats_have_all_arrangements(players: int) -> None:
    every = {
        bots
        for bots in product((0, 1), repeat=players)
        if abs(players - 2 * sum(bots)) <= players % 2
    }
    assert set(seatings(alone(players))) == every
    assert len(every) == comb(players, players // 2) * (1 + players % 2)


@pytest.mark.parametrize("players", range(6, 11))
def test_many_seats_have_every_rotation_of_turns_and_blocks(players: int) -> None:
    found = set(seatings(alone(players)))
    assert tuple(seat % 2 for seat in range(players)) in found
    half = (players + 1) // 2
    assert (0,) * half + (1,) * (players - half) in found
    assert {bots[1:] + bots[:1] for bots in found} == found
    assert len(found) == (players + 2 if players % 2 == 0 else 4 * players)


@pytest.mark.parametrize(("players", "count"), [(4, 2), (6, 6)])
def test_partners_share_a_bot(players: int, count: int) -> None:
    found = seatings([(seat, seat + players // 2) for seat in range(players // 2)])
    assert len(found) == count
    for seating in found:
        assert seating[: players // 2] == seating[players // 2 :]
    assert all(sum(column) * 2 == count for column in zip(*found, strict=True))
