"""A guest who needs no screen: matches played at once, to begin tests in their middle."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from mazziere.cli.terminal.moves import ordered
from mazziere.cli.terminal.table import Left, Question, Seating, Table
from mazziere.kernel.events import Event

Choose = Callable[[Table, list[str]], str | None]


class Quick:
    """Chooses at once, by what it is given."""

    def __init__(self, choose: Choose) -> None:
        self.table: Table | None = None
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


def play(seating: Seating, choose: Choose, script: Sequence[Any] = ()) -> Table:
    """Play until the match is over or the one who chooses has left."""
    guest = Quick(choose)
    table = guest.table = Table(seating, guest)
    try:
        table.go_on(script)
        table.play()
    except Left:
        pass
    return table


def hasty(table: Table, moves: list[str], rng: random.Random) -> str:
    """A move by somebody who knows where every card lies, and wants to get on."""
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
