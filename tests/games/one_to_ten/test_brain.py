"""From 1 to 10: the rule is optimal, the search finds it, and levels differ by memory."""

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest

from mazziere.bots.bot import Bot
from mazziere.bots.engine import bot_engine
from mazziere.bots.levels import read_spec
from mazziere.bots.sitting import Sitting
from mazziere.games.one_to_ten import GAME
from mazziere.games.one_to_ten.box import ALL, MISSED, ONE_GO, TURN
from mazziere.games.one_to_ten.brain import RowMemory, easy, hear, normal, recall
from mazziere.games.one_to_ten.rules import apply, complete, fill
from mazziere.kernel.events import Event, new_log
from mazziere.kernel.match import Match, match_seed
from mazziere.kernel.rng import FAST, seed_words, start_stream
from mazziere.kernel.state import Plain, aligned, dtype_of

HARMONIC = [sum((Fraction(1, k) for k in range(1, n + 1)), Fraction(0)) for n in range(11)]


def generator(seed: int) -> Any:
    """Return a new generator."""
    rng = Plain(aligned(1, FAST))[0]
    start_stream(rng, list(seed_words(seed)), 1)
    return rng


def table(row: list[int], variant: str = "step", players: int = 2) -> Match:
    """Return a match in which seat 0 begins and every row lies like this, its cards from 1 on."""
    match = Match(GAME, players, {"variant": variant})
    match.chance({"chance": "starter", "seat": 0})
    match.chance({"chance": "rows", "rows": [[str(card) for card in row]] * players})
    return match


def view(match: Match, seat: int = 0) -> Any:
    """Return the view of a seat."""
    return Plain(match.engine.view(match.states, 0, seat))[0]


def told(*events: Event) -> Any:
    """Return a log with some events."""
    log = new_log()
    log[0, 0] = len(events)
    for row, event in enumerate(events, 1):
        log[row] = event
    return memoryview(log)


def choices(match: Match, policy: Any, times: int = 60) -> set[int]:
    """Return the places that a policy turns over in one situation, with several generators."""
    rng = generator(1)
    moves = match.engine.legal(match.states, 0, 0)
    return {policy(view(match), 0, moves, len(moves), rng) for _ in range(times)}


# The best play


@cache
def best_turns(cards: int, known: tuple[int, ...], found: int, one_go: bool) -> Fraction:
    """Return the fewest turns that a row needs on average, over all ways to play it.

    `known` are the cards seen, in any order: places are alike but for what is known of them. To
    look again at a known wrong card only loses a turn, so that is left out.
    """
    if found == cards:
        return Fraction(1 if one_go else 0)  # in one go the last turn is the one that succeeds
    options = []
    again = 0 if one_go else found
    if found in known:
        options.append((0 if one_go else 1) + best_turns(cards, known, found + 1, one_go))
    unseen = [card for card in range(cards) if card not in known]
    if unseen:
        total = Fraction(0)
        for card in unseen:
            seen = tuple(sorted((*known, card)))
            if card == found:
                total += (0 if one_go else 1) + best_turns(cards, seen, found + 1, one_go)
            else:
                total += 1 + best_turns(cards, seen, again, one_go)
        options.append(total / len(unseen))
    return min(options)


@pytest.mark.parametrize("cards", range(1, 8))
def test_the_best_play_takes_2n_less_a_harmonic_number(cards: int) -> None:
    assert best_turns(cards, (), 0, False) == 2 * cards - HARMONIC[cards]
    assert best_turns(cards, (), 0, True) == cards + 1 - HARMONIC[cards]


def turns_alone(row: list[int], variant: str, rng: Any) -> int:
    """Return the number of turns that the rule takes for a row, if nobody else moves."""
    match = table(row, variant)
    s = Plain(match.states)[0]
    turns = 0
    while s.found[0] < 10:
        before = s.found[0]
        apply(s, 0, normal(s, 0, [], 0, rng), None)
        turns += 0 if s.variant == ONE_GO and s.found[0] > before else 1
        s.turn, s.ending, s.phase = 0, 0, TURN
    return turns + (1 if s.variant == ONE_GO else 0)


@pytest.mark.parametrize(("variant", "most", "fewest"), [("step", 19, 10), ("one_go", 10, 1)])
def test_the_rule_takes_as_many_turns_as_the_best_play(
    variant: str, most: int, fewest: int
) -> None:
    rng, shuffler, rows = generator(2), Random(2), 1500
    taken = []
    for _ in range(rows):
        row = shuffler.sample(range(1, 11), 10)
        taken.append(turns_alone(row, variant, rng))
    mean = float((20 if variant == "step" else 11) - HARMONIC[10])
    spread = math.sqrt(sum(1 / n - 1 / n**2 for n in range(1, 11)) / rows)
    assert abs(sum(taken) / rows - mean) < 5 * spread
    assert fewest <= min(taken)
    assert max(taken) <= most


# The rules of thumb


def test_normal_turns_over_the_wanted_card_if_it_is_known() -> None:
    match = table([2, 1, 3, 4, 5, 6, 7, 8, 9, 10])
    for move in ("turn 1", "turn 2"):
        match.move(0, move)
        match.move(1, "turn 10")
    assert choices(match, normal) == {0}


def test_normal_turns_over_any_place_not_seen_otherwise() -> None:
    match = table([4, 3, 2, 1, 5, 6, 7, 8, 9, 10])
    for move in ("turn 1", "turn 2"):
        match.move(0, move)
        match.move(1, "turn 10")
    assert choices(match, normal, 300) == set(range(2, 10))


def test_easy_sometimes_turns_over_a_card_that_it_knows_to_be_wrong() -> None:
    match = table([4, 3, 2, 1, 5, 6, 7, 8, 9, 10])
    match.move(0, "turn 1")
    match.move(1, "turn 10")
    assert 0 in choices(match, easy, 300)
    assert 0 not in choices(match, normal, 300)


# The search


def situations(count: int) -> Iterator[Match]:
    """Yield situations of seat 0 in which some cards are known, in both forms."""
    rng = Random(5)
    for number in range(count):
        row = rng.sample(range(1, 11), 10)
        match = table(row, ("step", "one_go")[number % 2])
        for _ in range(rng.randrange(1, 16)):
            match.move(0, rng.choice(match.legal()[0]))
            while 1 in match.actors():
                match.move(1, rng.choice(match.legal()[1]))
        yield match


def test_a_search_of_a_hundred_worlds_finds_what_the_rule_does() -> None:
    for number, match in enumerate(situations(24)):
        s = view(match)
        bot = Bot(GAME, read_spec("hard:iterations=100"), 0, seed_words(number), "plain")
        for place in range(10):
            if s.seen[0] >> place & 1:
                bot.tell([Event(MISSED, 0, s.row[0, place], place + 1, 1)])
        moves = match.engine.legal(match.states, 0, 0)
        chosen = bot.ask(match.engine.view(match.states, 0, 0), moves)
        known = [place for place in moves if s.row[0, place] == s.found[0]]
        unseen = [place for place in moves if not s.seen[0] >> place & 1]
        assert chosen in (known or unseen)


# Memory


def test_a_card_is_recalled_as_the_formula_says() -> None:
    match = table(list(range(1, 11)))
    match.move(0, "turn 5")
    match.move(1, "turn 5")
    for others in (0, 2, 6):  # own turns between
        rng, known, draws = generator(others), 0, 1200
        for _ in range(draws):
            m = Plain(aligned(1, dtype_of(RowMemory)))[0]
            hear(m, told(Event(MISSED, 0, 4, 5, 3)), 0, 80, 3, rng)
            for _ in range(others):
                hear(m, told(Event(MISSED, 1, 4, 5, 3)), 0, 80, 3, rng)
                hear(m, told(Event(MISSED, 0, 9, 10, 3)), 0, 80, 3, rng)
            v = view(match)
            recall(v, m)
            known += v.seen[0] >> 4 & 1
            assert (v.row[0, 4] == 4) == bool(v.seen[0] >> 4 & 1)
        chance = 0.8 * 2 ** (-others / 3)
        assert abs(known - draws * chance) < 5 * math.sqrt(draws * chance * (1 - chance))


def test_several_cards_in_one_go_are_one_turn() -> None:
    m, rng = Plain(aligned(1, dtype_of(RowMemory)))[0], generator(1)
    hear(m, told(Event(1, 0, 0, 1, 3)), 0, 100, 0, rng)
    hear(m, told(Event(1, 0, 1, 2, 3)), 0, 100, 0, rng)
    assert m.turn == 1
    hear(m, told(Event(MISSED, 1, 1, 2, 3)), 0, 100, 0, rng)
    assert m.turn == 1
    hear(m, told(Event(MISSED, 0, 7, 8, 3)), 0, 100, 0, rng)
    assert m.turn == 2


def test_what_is_forgotten_leaves_a_view_that_can_be_completed() -> None:
    for match in situations(20):
        v = view(match)
        m = Plain(aligned(1, dtype_of(RowMemory)))[0]
        for place in range(0, 10, 2):
            m.until[place] = 1
        before = [v.row[0, place] for place in range(10)]
        recall(v, m)
        assert v.seen[0] & 0b1010101010 & ~v.face_up[0] == 0
        kept = [place for place in range(10) if v.seen[0] >> place & 1]
        cards, sizes = [0] * 20, [0] * 8
        if complete(v, 0, cards, sizes):
            fill(v, 0, cards)
        assert sorted(v.row[0, place] for place in range(10)) == list(range(10))
        assert all(v.row[0, place] == before[place] for place in kept)
        assert v.face_up[0] & ~v.seen[0] & ALL == 0


@pytest.mark.slow
def test_compiled_matches_are_the_uncompiled_ones() -> None:
    names = ("easy", "normal", "hard:iterations=20")
    specs = [read_spec(name) for name in names]
    scores, _ = bot_engine(GAME, "compiled").play_matches(
        3, {"end": "now"}, specs, 4, range(3), [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
    )
    for number, seats in enumerate(([0, 1, 2], [2, 0, 1], [1, 2, 0])):
        seed = match_seed(4, number)
        match = Match(GAME, 3, {"end": "now"})
        players = [Bot(GAME, specs[which], seat, seed, "plain") for seat, which in enumerate(seats)]
        Sitting(match, players, seed).play()
        assert match.scores() == scores[number].tolist()
