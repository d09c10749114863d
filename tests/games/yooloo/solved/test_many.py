"""Three and more players: chances of a card, stacks by weights, the showdown."""

from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from math import factorial

import numpy as np
import pytest
from scipy.stats import chisquare  # type: ignore[import-untyped]

from mazziere.games import find
from mazziere.games.yooloo import solved
from mazziere.games.yooloo.box import KINDS
from mazziere.games.yooloo.solved import crowd, many, stacks, tables
from mazziere.games.yooloo.solved.calls import linked
from mazziere.kernel.engine import engine, wanted_mode
from tests.games.yooloo.reference import Yooloo, round_winner

MODE = wanted_mode()
CROWDS = range(3, 9)


def weights_of(players: int) -> np.ndarray:
    return np.array(stacks.tables()["weights"][str(players)], float)


def reference_points(orders: list[list[int]]) -> tuple[list[int], int]:
    """Return the points of all seats before a showdown, and what is parked for it."""
    table = Yooloo(len(orders), {"variant": "base"})
    table.chance({"chance": "starter", "seat": 0})
    for seat, order in enumerate(orders):
        for card in order:
            table.move(seat, f"stack {card + 1}")
    return table.scores(), sum(map(int, table.parked))


@pytest.mark.parametrize("players", [3, 4])
def test_chances_by_counting_all_opponents(players: int) -> None:
    shares = np.random.default_rng(players).dirichlet(np.ones(KINDS), 2).T
    wins, nobody = many.chances(shares, players)
    for place in range(2):
        won, none = np.zeros(KINDS), np.zeros(KINDS)
        for others in product(range(KINDS), repeat=players - 1):
            share = float(np.prod(shares[list(others), place]))
            for card in range(KINDS):
                winner = round_winner([str(card), *map(str, others)])
                won[card] += share * (winner == 0)
                none[card] += share * (winner is None)
        assert wins[:, place] == pytest.approx(won, abs=1e-12)
        assert nobody[:, place] == pytest.approx(none, abs=1e-12)


def test_rounds_without_a_winner_by_counting() -> None:
    shares = np.random.default_rng(5).dirichlet(np.ones(KINDS), 1).T
    wanted = 0.0
    for cards in product(range(KINDS), repeat=4):
        if round_winner([str(card) for card in cards]) is None:
            wanted += float(np.prod(shares[list(cards), 0]))
    assert many.without_winner(shares, 4) == pytest.approx([wanted], abs=1e-12)


@pytest.mark.parametrize("players", CROWDS)
def test_no_stack_beats_the_weights_if_rounds_are_independent(players: int) -> None:
    shares = many.marginals_of(weights_of(players), MODE)
    assert shares.sum(axis=0) == pytest.approx(1)
    assert shares.sum(axis=1) == pytest.approx(1)
    assert 0 <= many.best_gain(shares, players)[0] < 1e-4
    even = np.full((KINDS, KINDS), 1 / KINDS)
    assert many.best_gain(even, players)[0] > 1  # where something can be gained, it is


def test_the_weights_are_found_again() -> None:
    shares = many.equilibrium(3)
    assert many.best_gain(shares, 3)[0] <= many.FINE
    assert np.abs(shares - many.marginals_of(weights_of(3), MODE)).max() < 1e-5  # of millionths
    assert many.weights_for(shares, MODE) == stacks.tables()["weights"]["3"]


def test_marginals_by_adding_up_all_stacks() -> None:
    rng = np.random.default_rng(1)
    weights = np.eye(KINDS)
    weights[:6, :6] = rng.random((6, 6))
    weights[0, 3] = 0.0
    total, found = 0.0, np.zeros((KINDS, KINDS))
    for order in permutations(range(6)):
        weight = float(np.prod(weights[list(order), range(6)]))
        total += weight
        found[list(order), range(6)] += weight
    found[range(6, KINDS), range(6, KINDS)] = total
    assert many.completions_of(weights, MODE)[0] == pytest.approx(total)
    assert many.marginals_of(weights, MODE) == pytest.approx(found / total)


@pytest.mark.parametrize("players", [3, 8])
def test_stacks_are_drawn_as_often_as_the_marginals_say(players: int) -> None:
    rngs, draws = many.generators(players), 3000
    seen = np.zeros((KINDS, KINDS))
    for _ in range(draws):
        order = solved.stack(players, rngs, MODE)
        assert sorted(order) == list(range(KINDS))
        seen[order, range(KINDS)] += 1
    expected = many.marginals_of(weights_of(players), MODE) * draws
    for place in range(KINDS):
        possible = expected[:, place] > 0
        assert seen[~possible, place].sum() == 0
        assert chisquare(seen[possible, place], expected[possible, place]).pvalue > 1e-4


def test_a_stack_that_was_begun_otherwise_is_finished() -> None:
    built = engine(find("yooloo"), "plain")
    states = built.new(3, {})
    built.resolve(states, 0, [[0, 1, 2]])
    built.apply(states, 0, 1, 9)  # the 10 for one point
    for _ in range(KINDS - 1):
        card = solved.next_of_stack(built.view(states, 0, 1), 1, many.generators(1), "plain")
        assert card in built.legal(states, 0, 1)
        built.apply(states, 0, 1, card)


@pytest.mark.parametrize("players", [3, 4, 6])
def test_points_by_the_reference(players: int) -> None:
    rngs, others = many.generators(players), players - 1
    weights = np.ones((KINDS, KINDS))
    weights[:, :3] = np.eye(KINDS)[:, :3] + 1e-3  # many equal cards
    rivals = many.drawn(weights, 60 * others, rngs, MODE)
    order = [0, 1, 2, 5, 4, 3, 8, 9, 6, 7]
    sums = np.zeros(2)
    linked(MODE, crowd.points_against)(rivals, others, np.array([order], np.int8), sums)
    wanted = []
    for n in range(0, len(rivals), others):
        scores, parked = reference_points([order, *rivals[n : n + others].tolist()])
        wanted.append(scores[0] + parked / players)
    assert sums[0] == pytest.approx(sum(wanted))
    assert sums[1] == pytest.approx(sum(points**2 for points in wanted))


@pytest.mark.parametrize("players", [3, 5])
def test_whole_games_by_the_reference(players: int) -> None:
    rngs, tables_played = many.generators(players), 80
    weights = np.ones((KINDS, KINDS))
    weights[9, 9] = 50  # the same card at the end: some showdowns
    drawn = many.drawn(weights, tables_played * players, rngs, MODE)
    before = [drawn[n : n + players].tolist() for n in range(0, len(drawn), players)]
    totals = np.zeros((tables_played, players), np.int32)
    shares = np.ones((players, KINDS), np.int64)
    linked(MODE, crowd.play_tables)(drawn, players, shares, totals, rngs)
    showdowns = 0
    for orders, found in zip(before, totals.tolist(), strict=True):
        scores, parked = reference_points(orders)
        showdowns += parked > 0
        gained = [after - score for after, score in zip(found, scores, strict=True)]
        assert sorted(gained) == [0] * (players - 1) + [parked]
    assert 0 < showdowns < tables_played


def test_a_better_stack_is_found_against_even_stacks() -> None:
    tried = 300 if MODE == "plain" else 3000
    found = many.measure(np.ones((KINDS, KINDS)), 4, tried, 1, MODE)
    assert found.gain > 3 * found.error > 0
    assert sorted(found.order) == list(range(KINDS))


def test_equal_players_share_wins_and_points() -> None:
    tables_played = 300 if MODE == "plain" else 20_000
    shares = [stacks.tables()["showdown"]["4"]] * 4
    found = many.rate([weights_of(4)] * 4, shares, tables_played, 1, MODE)
    assert abs(found.wins - 1 / 4) < 5 * (0.19 / tables_played) ** 0.5
    assert abs(found.points - 55 / 4) < 5 * 12 / tables_played**0.5


# The showdown


def showdown_chances(parts: list[int], players: int) -> list[Fraction]:
    """Return the chance of each card to win the showdown, by counting all opponents."""
    total = sum(parts)
    wins = [Fraction(0)] * KINDS
    for others in product(range(KINDS), repeat=players - 1):
        share = Fraction(1)
        for card in others:
            share *= Fraction(parts[card], total)
        if not share:
            continue
        for card in range(KINDS):
            winner = round_winner([str(card), *map(str, others)])
            wins[card] += share * {0: Fraction(1), None: Fraction(1, players)}.get(winner, 0)
    return wins


def chances_of_shares(shares: list[Fraction], players: int) -> list[Fraction]:
    """Return the same chances as exact fractions, from the counts of equal cards."""
    others = players - 1
    played = [card for card in range(KINDS) if shares[card]]
    wins = [Fraction(0)] * KINDS
    for shown in combinations_with_replacement(played, others):
        ways, share = factorial(others), Fraction(1)
        for card in shown:
            share *= shares[card]
        for card in set(shown):
            ways //= factorial(shown.count(card))
        for card in range(KINDS):
            winner = round_winner([str(card), *map(str, shown)])
            part = {0: Fraction(1), None: Fraction(1, players)}.get(winner, Fraction(0))
            wins[card] += ways * share * part
    return wins


@pytest.mark.parametrize("players", [3, 4])
def test_every_card_wins_a_showdown_equally_often(players: int) -> None:
    parts = stacks.tables()["showdown"][str(players)]
    assert showdown_chances(parts, players) == [Fraction(1, players)] * KINDS


@pytest.mark.parametrize("players", CROWDS)
def test_no_card_wins_a_showdown_more_often(players: int) -> None:
    parts = stacks.tables()["showdown"][str(players)]
    assert sum(parts) == many.SHOWDOWN_SCALE
    gains = many.showdown_gains(np.array(parts) / many.SHOWDOWN_SCALE, players)
    assert gains.max() - 1 / players < 1 / many.SHOWDOWN_SCALE
    played = gains[np.array(parts) > 0]
    assert played == pytest.approx(1 / players, abs=1 / many.SHOWDOWN_SCALE)


@pytest.mark.parametrize("players", CROWDS)
def test_the_showdown_is_found_again(players: int) -> None:
    assert many.showdown_table(players) == stacks.tables()["showdown"][str(players)]


@pytest.mark.parametrize("players", CROWDS)
def test_the_showdown_is_as_accurate_as_claimed(players: int) -> None:
    """Compare with exact chances, a few digits beyond those of a double."""
    shares = many.showdown(players)
    assert sum(shares.tolist()) == pytest.approx(1, abs=1e-15)
    exact = chances_of_shares([Fraction(share) for share in shares.tolist()], players)
    for share, chance in zip(shares.tolist(), exact, strict=True):
        gain = float(chance - Fraction(1, players))
        assert gain <= many.SHOWDOWN_ACCURACY
        assert share == 0 or abs(gain) <= many.SHOWDOWN_ACCURACY
        assert share == 0 or share > 10 * many.SHOWDOWN_LEAST


def test_noise_in_the_last_bits_changes_no_digit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the last bits of every chance, as another processor would."""
    quiet, noise = many.chances, np.random.default_rng(7)

    def noisy(shares: np.ndarray, players: int) -> tuple[np.ndarray, np.ndarray]:
        wins, nobody = quiet(shares, players)
        one, two = (1 + 2.0**-52 * noise.integers(-2, 3, wins.shape) for _ in range(2))
        return wins * one, nobody * two

    monkeypatch.setattr(many, "chances", noisy)
    for players in (3, 4, 5, 8):
        for _ in range(2):
            assert many.showdown_table(players) == stacks.tables()["showdown"][str(players)]
    shares = many.equilibrium(4)
    assert many.weights_for(shares, MODE) == stacks.tables()["weights"]["4"]


def test_showdown_cards_are_drawn_as_often_as_they_weigh() -> None:
    rngs, draws = many.generators(3), 4000
    parts = np.array(stacks.tables()["showdown"]["5"])
    seen = np.zeros(KINDS)
    for _ in range(draws):
        seen[solved.showdown(5, rngs, MODE)] += 1
    assert seen[parts == 0].sum() == 0
    assert chisquare(seen[parts > 0], parts[parts > 0] / parts.sum() * draws).pvalue > 1e-3


def test_the_file_of_tables_is_what_would_be_written() -> None:
    text = stacks.TABLES.read_text(encoding="utf-8")
    assert tables.text_of(stacks.tables()) == text
