"""A match interface without a screen, to play matches quickly up to a position."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from mazziere.cli.terminal.moves import ordered
from mazziere.cli.terminal.solo_match import PersonLeft, Question, Seating, SoloMatch
from mazziere.kernel.events import Event

Choose = Callable[[SoloMatch, list[str]], str | None]


class Quick:
    """Chooses at once with a given function."""

    def __init__(self, choose: Choose) -> None:
        self.table: SoloMatch | None = None
        self.told: list[Sequence[Event]] = []
        self._choose = choose

    def hear(self, events: Sequence[Event]) -> None:
        self.told.append(list(events))

    def hear_again(self, heard: Sequence[Sequence[Event]]) -> None:
        self.told = [list(events) for events in heard]

    def linger(self, seat: int, spent: float) -> None:
        pass

    def choose(self, question: Question) -> int | None:
        assert self.table is not None
        game = self.table.match.game
        texts = [game.name(action) for action in ordered(game, question.moves)]
        chosen = self._choose(self.table, texts)
        return game.parse(chosen) if chosen is not None else None


def play(seating: Seating, choose: Choose, script: Sequence[Any] = ()) -> SoloMatch:
    """Play until the match is over or the person has left."""
    guest = Quick(choose)
    table = guest.table = SoloMatch(seating, guest)
    try:
        table.go_on(script)
        table.play()
    except PersonLeft:
        pass
    return table


def hasty(table: SoloMatch, moves: list[str], rng: random.Random) -> str:
    """Choose a move with full knowledge of the cards, so that the match ends soon."""
    state, seat = table.match.states[0], table.seating.person
    if moves[0].startswith("turn"):
        wanted = int(state["found"][seat])
        return next(m for m in moves if state["row"][seat][int(m.split()[1]) - 1] == wanted)
    flips = [move for move in moves if move.startswith("flip")]
    if flips:
        tops = [int(state["table"][place][state["height"][place] - 1]) for place in range(9)]
        is_open = [tops[place] for place in range(9) if state["open"] >> place & 1]
        kinds = [tops[int(flip.split()[1]) - 1] for flip in flips]
        for flip, kind in zip(flips, kinds, strict=True):
            if kind in is_open or (not is_open and kinds.count(kind) > 1):
                return flip
    plays = [move for move in moves if move.startswith("play")]
    return rng.choice(plays or moves)
