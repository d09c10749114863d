"""The bot engine of a game: its brain and search linked with its rules, in one mode."""

import threading
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazziere.bots import loops, paired, search
from mazziere.bots.brain import FUNCTIONS, BrainSettings, NoMemory, brain_of
from mazziere.bots.buffers import SEATS, BotState, SearchBuffers, Tree
from mazziere.bots.hooks import Search
from mazziere.bots.levels import Spec
from mazziere.kernel.engine import Caller, TooLong, engine
from mazziere.kernel.events import new_log
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode
from mazziere.kernel.loops import MAX_STEPS, Workspace
from mazziere.kernel.rng import seed_words
from mazziere.kernel.state import aligned, dtype_of


@cache
def bot_engine(game: Game, mode: Mode) -> "BotEngine":
    """Return the one engine of a game's bots in a mode."""
    return BotEngine(game, mode)


class Buffers:
    """The records that one search, or one series of matches, works in."""

    def __init__(self, game: Game) -> None:
        self.boards = aligned(3, game.dtype)
        self.buffers = aligned(1, dtype_of(SearchBuffers, actions=len(game.actions)))
        self.trees = aligned(1, dtype_of(Tree))
        self.log = new_log()
        self.heard = new_log()


class BotEngine(Caller):
    """The bots of one game in one mode."""

    def __init__(self, game: Game, mode: Mode) -> None:
        brain = brain_of(game)
        self.settings = brain.SETTINGS
        chosen: Search = paired if self.settings.paired else search
        hooks = {name: getattr(brain, name) for name in FUNCTIONS}
        hooks |= {"begin": chosen.begin, "think": chosen.think, "conclude": chosen.conclude}
        super().__init__(mode, f"bots.{game.owner}", hooks, engine(game, mode))
        self.game = game
        self._local = threading.local()

    @property
    def room(self) -> Buffers:
        """The buffers of this thread; no state survives in them from one search to the next."""
        if not hasattr(self._local, "buffers"):
            self._local.buffers = Buffers(self.game)
        buffers: Buffers = self._local.buffers
        return buffers

    def bot_states(self, specs: Sequence[Spec]) -> NDArray[Any]:
        """Return the state of each bot, with an empty memory."""
        settings = self.settings
        states = self._empty_states(len(specs))
        for state, spec in zip(states, specs):
            state["level"] = spec.number
            state["iterations"] = spec.iterations
            state["explore"] = settings.explore if spec.explore is None else spec.explore
            state["share"] = spec.share
            state["half_life"] = spec.half_life
            state["reach"] = settings.reach
            state["mixes"] = settings.mixes
            state["listens"] = has_memory(settings)
        return states

    def _empty_states(self, count: int) -> NDArray[Any]:
        memory = dtype_of(self.settings.memory)
        return aligned(count, dtype_of(BotState, memory=memory))

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
            aligned(1, dtype_of(Workspace, actions=len(self.game.actions))),
            room.boards,
            room.buffers,
            room.trees,
            self._empty_states(SEATS),
            self.bot_states(specs),
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


def has_memory(settings: BrainSettings) -> bool:
    """Tell whether the bots of a game remember anything beyond their view."""
    return settings.memory is not NoMemory
