"""Declarations about YOOLOO for the search for leaks."""

from random import Random
from typing import Any

from mazziere.games.yooloo.box import STACKING
from mazziere.kernel.game import verb
from mazziere.kernel.state import States
from tests.properties.play import CHANCE, Recording, Step

CARDS = 10


def sort(state: Any) -> tuple[int, ...]:
    """Classify a position by phase, variant and whether two play."""
    return int(state["phase"]), int(state["variant"]), int(state["players"] == 2)


def other_choices(played: Recording, rng: Random, observer: int) -> dict[int, Step]:
    """Let another seat exchange two of its cards, from a secret choice on."""
    game = played.engine.game
    moves = [n for n, step in enumerate(played.steps) if step.seat not in (CHANCE, observer)]
    if not moves:
        return {}
    first = rng.choice(moves)
    seat, action, _ = played.steps[first]
    legal = played.engine.legal(played.states[first], 0, seat)
    old, new = action % CARDS, rng.choice(legal) % CARDS  # ten cards to stack, then ten to play
    change = {}
    for number in range(first, len(played.steps)):
        step = played.steps[number]
        if step.seat == seat and step.action % CARDS in (old, new) and old != new:
            other = new if step.action % CARDS == old else old
            change[number] = step._replace(action=step.action - step.action % CARDS + other)
            assert verb(game.name(change[number].action)) == verb(game.name(step.action))
    return change


def check_world(played: Recording, number: int, world: States) -> None:
    """Check that every seat has its ten cards while they are stacked."""
    if world["phase"][0] != STACKING:
        return
    for seat in range(played.players):
        stack = [card for card in world["stack"][0, seat].tolist() if card >= 0]
        hand = [card for card in range(CARDS) if int(world["hand"][0, seat]) >> card & 1]
        assert sorted(stack + hand) == list(range(CARDS))
