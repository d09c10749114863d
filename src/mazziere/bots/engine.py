"""The bots of a game, built: the calls that a bot makes, and matches between bots."""

import threading
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazziere.bots import compare, loops, search
from mazziere.bots.brain import Brain, NoMemory
from mazziere.bots.brains import brain_of
from mazziere.bots.levels import Spec
from mazziere.bots.mind import SEATS, Tree, mind_dtype, thought_dtype
from mazziere.kernel.engine import Caller, TooLong, engine, owner_of, rules_of
from mazziere.kernel.events import new_log
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode
from mazziere.kernel.loops import MAX_STEPS, work_dtype
from mazziere.kernel.rng import seed_words
from mazziere.kernel.state import aligned, dtype_of

_HOOKS = (
    "easy", "normal", "by_rules", "hear", "recall", "imagine", "secret", "is_settled", "worth",
    "is_idle",
)  # fmt: skip
_TREES = {"begin": search.clear, "think": search.think, "conclude": search.conclude}
_ROUNDS = {"begin": compare.line_up, "think": compare.think, "conclude": compare.conclude}


@cache
def bot_engine(game: Game, mode: Mode) -> "BotEngine":
    """Return the one engine of a game's bots in a mode."""
    return BotEngine(game, mode)


class Room:
    """The records that one search, or one series of matches, works in."""

    def __init__(self, game: Game) -> None:
        self.boards = aligned(3, game.dtype)
        self.thoughts = aligned(1, thought_dtype(len(game.actions)))
        self.trees = aligned(1, dtype_of(Tree))
        self.log = new_log()
        self.heard = new_log()


class BotEngine(Caller):
    """The bots of one game in one mode."""

    def __init__(self, game: Game, mode: Mode) -> None:
        brain = brain_of(game)
        hooks = rules_of(game) | {name: getattr(brain, name) for name in _HOOKS}
        hooks |= _ROUNDS if brain.compares else _TREES
        super().__init__(mode, f"bots.{owner_of(game)}", hooks)
        self.game = game
        self.brain = brain
        self._rooms = threading.local()

    @property
    def room(self) -> Room:
        """The room of this thread: a search leaves nothing in it that another would need."""
        if not hasattr(self._rooms, "room"):
            self._rooms.room = Room(self.game)
        room: Room = self._rooms.room
        return room

    def minds(self, specs: Sequence[Spec]) -> NDArray[Any]:
        """Return a mind for each bot, without memories."""
        minds = aligned(len(specs), mind_dtype(self.brain))
        for mind, spec in zip(minds, specs):
            mind["level"] = spec.number
            mind["iterations"] = spec.iterations
            mind["explore"] = self.brain.explore if spec.explore is None else spec.explore
            mind["share"] = spec.share
            mind["half_life"] = spec.half_life
            mind["reach"] = self.brain.reach
            mind["mixes"] = self.brain.mixes
            mind["listens"] = has_memory(self.brain)
        return minds

    def play_matches(
        self,
        players: int,
        options: Mapping[str, Any],
        specs: Sequence[Spec],
        seed: int,
        numbers: Sequence[int],
        seatings: Sequence[Sequence[int]],
        limit: int = MAX_STEPS,
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Play matches of a seed, by their numbers, each with the bots that its seating names.

        `seatings[i][seat]` is an index into `specs`. Returns rows as `Engine.play_matches` does.
        """
        count = len(numbers)
        states = engine(self.game, self.mode).new(players, options)
        room = self.room
        scores = np.zeros((count, players), np.int32)
        results = np.zeros((count, 3), np.int32)
        played = self.call(
            loops.play_duels,
            states,
            aligned(1, work_dtype(len(self.game.actions))),
            room.boards,
            room.thoughts,
            room.trees,
            aligned(SEATS, mind_dtype(self.brain)),
            self.minds(specs),
            np.array(seed_words(seed), np.int64),
            np.array(numbers, np.int64),
            np.array(seatings, np.int64).reshape(count, players),
            scores,
            results,
            room.log,
            room.heard,
            limit,
        )
        if played < count:
            raise TooLong(f"match {numbers[played]} of seed {seed}: more than {limit} steps")
        return scores, results


def has_memory(brain: Brain) -> bool:
    """Whether the bots of a game keep anything in mind beyond their view."""
    return brain.memory is not NoMemory
