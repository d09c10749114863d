"""Declarations about ROOKIE for the search for leaks."""

from collections.abc import Sequence
from random import Random
from typing import Any

from mazziere.kernel.match import Match
from tests.properties.play import Run, Step

PILES = 9


def sort(state: Any) -> tuple[int, ...]:
    """Classify a position by phase, mode, refill, cards seen and gaps."""
    return (
        int(state["phase"]),
        int(state["mode"]),
        int(state["refill"]),
        int(state["seen"] != 0),
        int(state["gaps"] != 0),
    )


def peek(run: Run, seat: int, rng: Random) -> Step:
    """Flip a pile whose top card makes a pair with an open one."""
    moves = run.engine.legal(run.states, 0, seat)
    state = run.states[0]
    flips = [move for move in moves if run.game.name(move).startswith("flip")]
    heights = state["height"].tolist()
    tops = {place: int(state["table"][place, heights[place] - 1]) for place in range(PILES)}
    shown = {tops[place] for place in range(PILES) if int(state["open"]) >> place & 1}
    wanted_tops = [move for move in flips if tops[move] in shown]
    return Step(seat, rng.choice(wanted_tops or moves))


def pairs(match: Match, moves: Sequence[str]) -> list[str]:
    """List the flips that match an open card, so that a match is short."""
    if not any(move.startswith("flip") for move in moves):
        return []
    state = match.states[0]
    tops = {place: int(state["table"][place, state["height"][place] - 1]) for place in range(PILES)}
    is_open = [place for place in range(PILES) if int(state["open"]) >> place & 1]
    wanted = {tops[place] for place in is_open}
    found = [
        f"flip {place + 1}"
        for place in range(PILES)
        if tops[place] in wanted and place not in is_open
    ]
    return [move for move in found if move in moves]
