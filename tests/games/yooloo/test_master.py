"""The master of YOOLOO plays by the solution."""

from collections import Counter
from typing import Any

import pytest

from mazziere.bots.levels import read_spec
from mazziere.bots.seating import make
from mazziere.games import find
from mazziere.games.yooloo import solved
from mazziere.games.yooloo.master import Master
from mazziere.kernel.match import Match, deal_stream, match_seed
from mazziere.kernel.state import States
from tests.bots.tables import sitting

GAME = find("yooloo")
PLAY = 10


def master(seat: int, number: int = 0) -> Any:
    return make(GAME, read_spec("master:iterations=5"), seat, match_seed(3, number), "plain")


def question(players: int, **options: Any) -> tuple[States, list[int]]:
    """Return the first question to seat 0."""
    match = Match(GAME, players, options)
    deal = deal_stream(match_seed(3, 0))
    while match.due:
        match.deal(deal.order)
    return match.engine.view(match.states, 0, 0), match.engine.legal(match.states, 0, 0)


def test_first_cards_of_variant_a_come_in_the_solved_shares() -> None:
    view, moves = question(2, variant="a")
    shares = {PLAY + card: share for card, share in solved.mixture(view, 0, "plain") if share > 0}
    trials = 600
    chosen = Counter(master(0, number).ask(view, moves) for number in range(trials))
    assert set(chosen) <= set(shares)
    for action, share in shares.items():
        spread = (share * (1 - share) / trials) ** 0.5
        assert abs(chosen[action] / trials - share) < 4.5 * spread + 1e-9


def test_it_says_how_often_each_card_is_to_be_played() -> None:
    view, moves = question(2, variant="a")
    bot = master(0)
    bot.ask(view, moves)
    shares = bot.shares()
    assert sum(row.share for row in shares) == pytest.approx(1)
    assert [row.share for row in shares] == sorted((row.share for row in shares), reverse=True)


def test_stacks_for_two_are_among_those_of_the_mixture() -> None:
    from mazziere.games.yooloo.solved import stacks

    orders = {tuple(map(int, order)) for order in stacks.mixture_for_two().orders}
    seen = set()
    for number in range(12):
        table = sitting("yooloo", ["master", "random"], 5, number)
        table.play()
        steps = table.recorder.record()["steps"]
        own = [step["move"].split() for step in steps if step.get("seat") == 0 and "move" in step]
        stack = tuple(int(card) - 1 for word, card in own if word == "stack")
        assert stack in orders
        seen.add(stack)
    assert len(seen) > 3


@pytest.mark.parametrize("players", [3, 4, 8])
def test_showdowns_end_because_masters_mix(players: int) -> None:
    for number in range(20):
        table = sitting("yooloo", ["master"] * players, 5, number)
        table.play()
        assert table.match.steps < 10 * players + 20 * players


def test_variant_b_falls_back_to_search_until_it_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_built(*args: object) -> Any:
        raise solved.NotBuilt

    monkeypatch.setattr(solved, "values_of", not_built)
    view, moves = question(2, variant="b")
    bot = master(0)
    assert isinstance(bot, Master)
    assert bot.ask(view, moves) in moves
    assert sum(row.visits for row in bot.shares()) == 5
