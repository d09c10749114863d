"""Matches of UNO set up by their decks, for positions that chance hardly ever brings about."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from mazziere.kernel.engine import Engine
from tests.properties.play import CHANCE, RANDOM, Recording, Run, Step, driven

Script = Callable[[Run], tuple[int, str] | None]
"""Returns the seat and the move that come next; None to stop."""


def stacked_deck(machine: Engine, pack: Sequence[int], first: Sequence[str], rng: Random) -> Step:
    """Return a deck that begins with some cards, `?` for any other, and goes on at random."""
    numbers = machine.game.card_numbers
    rest = Counter(pack)
    rest.subtract(numbers[card] for card in first if card != "?")
    spare = list(rest.elements())
    rng.shuffle(spare)
    deck = [spare.pop() if card == "?" else numbers[card] for card in first]
    return Step(CHANCE, 0, (tuple(deck + spare),))


def scripted(
    machine: Engine, players: int, first: Sequence[str], rng: Random, script: Script
) -> Recording:
    """A match in which seat 0 is dealt to first, with a stacked deck and the moves of a script."""

    def choose(run: Run) -> Step | None:
        if run.due == "dealer":
            return Step(CHANCE, 0, (tuple(reversed(range(players))),))
        if run.due == "deck":
            return stacked_deck(machine, machine.chance(run.states, 0)[0], first, rng)
        if run.due is not None:
            return run.choose(rng, RANDOM)
        move = script(run)
        return Step(move[0], machine.game.action_numbers[move[1]]) if move else None

    return driven(Run(machine, players, {}), choose)


def cornered(machine: Engine, rng: Random) -> Recording:
    """Let seat 0 play a wild +4 without a call, keep one card, and be caught with an empty pile.

    Its last card is dealt in place 60 of the deck; that card alone makes the wild +4 a bluff.
    """
    hand = ["r1", "r2", "r3", "r4", "r5", "wild+4", "r9"]
    first = [card for own in hand for card in (own, *"?" * 9)]
    plays = [f"play {card}" for card in hand[:5]] + ["play wild+4 g"]
    caught: list[int] = []

    def script(run: Run) -> tuple[int, str] | None:
        state = run.states[0]
        turn = int(state["turn"])
        legal = [run.game.name(a) for a in run.engine.legal(run.states, 0, turn)]
        if "challenge" in legal:
            if caught:
                return None
            caught.append(turn)
            return 2, "catch 0"
        if turn == 0:
            return 0, plays.pop(0)
        return turn, "pass" if "pass" in legal else "draw"

    return scripted(machine, 10, [*first, "r7"], rng, script)


def shown_twice(machine: Engine, rng: Random) -> Recording:
    """Show seat 1 the hand of seat 0, and seat 3 that of seat 2; both hold a wild.

    The wild of seat 0 is dealt in place 4 of the deck.
    """
    hands = [
        ["wild+4", "wild", "r1", "b1", "b2", "b3", "b4"],
        ["g1", "g2", "y1", "y2", "y3", "y4", "y5"],
        ["wild+4", "wild", "b5", "b6", "b7", "b8", "b9"],
        ["r2", "r3", "r4", "r5", "r6", "r8", "r9"],
    ]
    first = [hand[place] for place in range(7) for hand in hands]
    moves = [
        (0, "play wild+4 g"),
        (1, "challenge"),
        (1, "play g1"),
        (2, "play wild+4 b"),
        (3, "challenge"),
        (3, "draw"),
    ]
    return scripted(machine, 4, [*first, "r7"], rng, lambda run: moves.pop(0) if moves else None)
