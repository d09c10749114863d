"""Deals of which only the first cards matter: the same match in every mode, at the same odds."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazziere.games import find, shelf
from mazziere.kernel.engine import Group, engine, wanted_mode
from mazziere.kernel.game import Game
from mazziere.kernel.match import Match, Stream, deal_stream, match_seed, play_stream, random_move
from mazziere.kernel.record import Recorder, begin, read, replay, verify, write
from mazziere.kernel.rng import shuffle_first
from mazziere.rl.setup import read_setup
from mazziere.rl.tables import Tables
from tests.conformance.cases import many_options

LAZY = [name for name in shelf() if hasattr(find(name).rules, "needed")]
MATCHES = 12
Move = tuple[int, int]


def drawn(name: str, number: int) -> tuple[Game, int, dict[str, Any]]:
    """Draw a number of players and a value for every option."""
    game, rng = find(name), Random(f"{name} {number}")
    options = many_options(game, rng)
    return game, rng.choice(game.allowed_players(game.full_options(options))), options


def recorded(match: Match, seed: tuple[int, ...]) -> tuple[Recorder, list[Move]]:
    """Play the match of a seed in Python as the compiled loops do; return its record and moves."""
    recorder, moves = Recorder(match, seed), []
    deal, play = deal_stream(seed), play_stream(seed)
    while not match.is_over:
        if match.due is not None:
            recorder.deal(deal.order)
        else:
            seat, action = random_move(match, play)
            recorder.move(seat, match.game.name(action))
            moves.append((seat, action))
    return recorder, moves


def test_a_game_deals_lazily() -> None:
    assert LAZY


@pytest.mark.parametrize("name", LAZY)
@pytest.mark.parametrize("number", range(MATCHES))
def test_a_seed_is_one_match_in_every_mode(name: str, number: int) -> None:
    """Playouts, desks, Python, records and environments play it, whatever the options."""
    game, players, options = drawn(name, number)
    seed = match_seed(77, 0)
    match = Match(game, players, options)
    recorder, moves = recorded(match, seed)
    outcome = match.scores(), sum(1 << seat for seat in match.winners())

    built = engine(game, wanted_mode())
    scores, results = built.play_matches(players, options, 77, 0, 1)
    assert (scores[0].tolist(), int(results[0, 2])) == outcome
    assert results[0, :2].tolist() == [len(moves), match.steps]

    desks = built.desks(players, options)
    seats = [built.begin(desks, 0, 77, 0)]
    seats += [built.step(desks, 0, action) for _, action in moves]
    assert seats == [*(seat for seat, _ in moves), -1]
    assert built.scores(desks["state"], 0) == outcome[0]

    tables = Tables(read_setup(game, players, options=options), 1)
    tables.reset([77])
    for seat, action in moves:
        assert tables.seats.tolist() == [seat]
        ended = tables.step(np.array([action], np.int32))
    assert ended == 1
    assert tables.scores[0].tolist() == outcome[0]

    record = read(write(recorder.record()).encode(), find)
    assert verify(record)["seed"] == "ok"
    again = begin(record)
    assert sum(1 for _ in replay(record, again)) > len(moves)
    assert again.states.tobytes() == match.states.tobytes()


@pytest.mark.parametrize("name", LAZY)
@pytest.mark.parametrize("number", range(4 * MATCHES))
def test_the_other_cards_do_not_matter(name: str, number: int) -> None:
    """Whatever order they are in, the same moves lead to the same events."""
    game, players, options = drawn(name, number)
    rng = Random(number)
    one, other = Match(game, players, options), Match(game, players, options)
    most = 0
    while not one.is_over and one.steps < 200:
        if one.due is not None:
            orders, shuffled = [], []
            for group in one.engine.chance(one.states, 0):
                needed = group.needed if isinstance(group, Group) else len(group)
                order = rng.sample(group, len(group))
                orders.append(order)
                shuffled.append([*order[:needed], *rng.sample(order[needed:], len(order) - needed)])
                most = max(most, len(group) - needed)
            assert one.engine.resolve(one.states, 0, orders) == other.engine.resolve(
                other.states, 0, shuffled
            )
        else:
            assert one.actors() == other.actors()
            seat = rng.choice(one.actors())
            assert one.moves(seat) == other.moves(seat)
            action = rng.choice(one.moves(seat))
            assert one.play(seat, action) == other.play(seat, action)
        assert one.scores() == other.scores()
    assert most > 0


@given(
    words=st.tuples(*[st.integers(0, 2**32 - 1)] * 4),
    size=st.integers(1, 120),
    share=st.floats(0, 1),
)
def test_the_first_cards_are_drawn_one_by_one(
    words: tuple[int, ...], size: int, share: float
) -> None:
    """They are those of a lottery without replacement, by the numbers of `below`."""
    wanted = round(share * size)
    lazy, lottery = Stream(words, 1), Stream(words, 1)
    cards, left = list(range(size)), list(range(size))
    shuffle_first(cards, size, wanted, lazy)
    expected = []
    for _ in range(wanted):
        place = lottery.below(len(left))
        expected.append(left[place])
        left[place] = left[0]  # the first card of the pack moves to the gap
        del left[0]
    assert cards[:wanted] == expected
    assert cards[wanted:] == left
    assert lazy.word == lottery.word


def test_a_whole_order_leaves_the_stream_where_the_loops_leave_it() -> None:
    """The cards that do not matter are in random order too, and draw nothing from the stream."""
    firsts: Counter[int] = Counter()
    for number in range(2000):
        stream, loop = deal_stream(match_seed(3, number)), deal_stream(match_seed(3, number))
        order = stream.order(Group(range(10), 3))
        cards = list(range(10))
        shuffle_first(cards, 10, 3, loop)
        assert order[:3] == cards[:3]
        assert sorted(order) == list(range(10))
        assert stream.word == loop.word
        firsts[order[9]] += 1
    assert all(140 < firsts[card] < 260 for card in range(10))  # 200 ± 4.5 deviations
