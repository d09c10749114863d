"""A batch of matches that advance together, as NumPy arrays; needs no other package.

    tables = Tables(read_setup("uno", 4, seat=0, bots="normal"), count=1024)
    tables.reset(seeds=range(1024))
    while True:
        actions = choose(tables.observations, tables.masks)
        tables.step(actions)

The arrays of a `Tables` are overwritten by each step.
"""

import secrets
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mazziere.bots.buffers import SEATS
from mazziere.bots.engine import bot_engine
from mazziere.kernel.engine import Caller, engine
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode
from mazziere.kernel.observation import layout_of, observation_of
from mazziere.kernel.refusals import NOT_LEGAL, Refused
from mazziere.kernel.rng import seed_words
from mazziere.kernel.state import aligned, dtype_of
from mazziere.rl.compiled import loops, opponents
from mazziere.rl.setup import REWARDS, BadEnvironment, EnvironmentSetup, is_whole

WAIT = "wait"
"""The name of the action after the game's last one: let the others act first."""


@cache
def caller(game: Game, mode: Mode, with_bots: bool) -> Caller:
    """Link the loops with the rules, the observation and, if wanted, the bots of a game."""
    parent = bot_engine(game, mode) if with_bots else engine(game, mode)
    hooks = {"observe": observation_of(game).observe}
    return Caller(mode, f"rl.{game.owner}", hooks, parent)


class Tables:
    """Matches with the same settings, one for each environment of a batch."""

    def __init__(self, setup: EnvironmentSetup, count: int) -> None:
        if not is_whole(count) or count < 1:
            raise BadEnvironment(f"a batch has 1 or more environments, not {count!r}")
        game, players = setup.game, setup.players
        self.setup, self.count = setup, count
        self.layout = layout_of(game, players)
        self.rules = engine(game, setup.mode)
        self.states = aligned(count, game.dtype)
        self.states[:] = self.rules.new(players, setup.options)[0]
        self.works = aligned(count, dtype_of(loops.Environment, actions=len(game.actions)))
        self.action_names = (*game.actions, *([WAIT] if game.out_of_turn else []))
        optional = [action in game.optional_actions for action in range(len(game.actions))]
        self.optional = np.array(optional, np.int8)
        self.learners = np.full(count, -1 if setup.seat is None else setup.seat, np.int32)
        self.everyone = np.ones(count, np.int8)
        self.observations = np.zeros((count, self.layout.size), np.int8)
        self.masks = np.zeros((count, len(self.action_names)), np.int8)
        self.ended = np.zeros(count, np.int8)
        self.scores = np.zeros((count, players), np.int32)
        self.rewards = np.zeros((count, players), np.float32)
        self.earned = np.zeros(count, np.float64)
        self._memory = 1 if setup.memory == "perfect" else 0
        self._reward = REWARDS.index(setup.reward), observation_of(game).sign(setup.options)
        self._caller = caller(game, setup.mode, setup.has_bots)
        self.boards = aligned(3, game.dtype)
        if setup.has_bots:
            bots = bot_engine(game, setup.mode)
            self._bots = bots
            self._seated = bots._empty_states(count * SEATS)
            self._profiles = bots.bot_states(setup.bots)

    @property
    def seats(self) -> NDArray[np.int32]:
        """The seat to move in each match, -1 where it is over."""
        seats: NDArray[np.int32] = self.works["seat"]
        return seats

    # Beginning

    def reset(
        self, seeds: Iterable[int | None] | None = None, which: NDArray[Any] | None = None
    ) -> None:
        """Begin a match in each environment, or in those that `which` marks.

        A seed begins its series of matches anew. Without one the series goes on, or starts with a
        random seed.
        """
        chosen = self.everyone if which is None else np.asarray(which, np.int8)
        given = [None] * self.count if seeds is None else list(seeds)
        for i, seed in enumerate(given):
            if not chosen[i]:
                continue
            if seed is None and self.works["master"][i].any():
                continue
            words = seed_words(secrets.randbits(64) if seed is None else int(seed))
            self.works["master"][i] = words
            self.works["episode"][i] = 0
        self.begin(chosen)
        self.look(chosen)

    def begin(self, which: NDArray[np.int8]) -> None:
        """Begin the next match where `which` is 1, up to the learner's first decision."""
        call, tables = self._caller.call, (self.states, self.works)
        if self.setup.has_bots:
            log, heard = self._bots.room.log, self._bots.room.heard
            call(
                opponents.begin_all_told,
                *tables, which, self.optional, self._seated, self._profiles, log, heard,
            )  # fmt: skip
        else:
            call(loops.begin_all, *tables, which, self.optional)
        self._play_others()

    # Stepping

    def step(self, actions: ArrayLike, which: NDArray[np.int8] | None = None) -> int:
        """Carry out an action in each environment; return how many matches ended.

        Afterwards `ended`, `scores` and `rewards` are set; `observations` and `masks` are written
        by `look`. Refused names the first illegal action, and nothing has changed.
        """
        chosen = self.everyone if which is None else which
        taken = self._checked(actions, chosen)
        call, tables = self._caller.call, (self.states, self.works, chosen)
        if self.setup.has_bots:
            log, heard = self._bots.room.log, self._bots.room.heard
            call(opponents.act_all_told, *tables, taken, self.optional, self._seated, log, heard)
        else:
            call(loops.act_all, *tables, taken, self.optional)
        self._play_others()
        return self._finish(chosen)

    def advance(self, actions: ArrayLike, over: NDArray[np.int8]) -> int:
        """Step each environment, or begin its next match where `over` is 1; then look.

        This is `step`, `begin` and `look` in one pass over the environments, unless bots play.
        `earned` has the reward of the learner, or of the seat that has moved.
        """
        if self.setup.has_bots:
            count = self.step(actions, np.asarray(over == 0, np.int8))
            self.earned[:] = self.rewards[:, self.setup.seat or 0]
            if over.any():
                self.begin(over)
            self.look()
            return count
        taken = self._whole(actions)
        if self.setup.illegal != "random":
            self._check(taken, np.asarray(over == 0, np.int8))
        args = self.setup.max_moves, *self._reward, self._memory, self.optional
        results = self.ended, self.scores, self.rewards, self.earned, self.observations, self.masks
        tables = self.states, self.works, self.boards, over, self.learners, taken
        return int(self._caller.call(loops.advance_all, *tables, *args, *results))

    def step_together(self, actions: Mapping[int, int]) -> int:
        """Carry out a legal action of each seat that may act, all at once, in the only match."""
        for seat, action in actions.items():
            self.rules.apply(self.states, 0, seat, action)
        args = self.states, self.works, 0, len(actions), self.optional
        self._caller.call(loops.ask_at, *args)
        return self._finish(self.everyone)

    def _finish(self, which: NDArray[np.int8]) -> int:
        limit, (kind, sign) = self.setup.max_moves, self._reward
        results = self.ended, self.scores, self.rewards
        args = self.states, self.works, which, limit, kind, sign
        return int(self._caller.call(loops.finish_all, *args, *results))

    def look(self, which: NDArray[np.int8] | None = None) -> None:
        """Write the observations and the masks."""
        chosen = self.everyone if which is None else which
        args = self.learners, self._memory, self.optional, self.observations, self.masks
        self._caller.call(loops.look_all, self.states, self.works, self.boards, chosen, *args)

    def look_at(self, index: int, seat: int, out: NDArray[np.int8], row: int = 0) -> None:
        """Write the observation of any seat of environment i into a row."""
        args = seat, self._memory, out, row
        self._caller.call(loops.look_at, self.states, index, self.boards, *args)

    def mask_at(self, index: int, out: NDArray[np.int8], row: int = 0) -> None:
        """Write the action mask of the seat to move into a row."""
        self._caller.call(loops.mask_at, self.works, index, out, row, self.optional)

    # Inside

    def _checked(self, actions: ArrayLike, which: NDArray[np.int8]) -> NDArray[np.int32]:
        taken = self._whole(actions)
        if self.setup.illegal == "random":
            taken = taken.copy()
            self._caller.call(loops.replace_refused, self.works, which, taken, self.optional)
        else:
            self._check(taken, which)
        return taken

    def _whole(self, actions: ArrayLike) -> NDArray[np.int32]:
        """Return the actions as an array of whole numbers; BadEnvironment if they are none."""
        taken = np.asarray(actions)
        if taken.shape != (self.count,) or taken.dtype.kind not in "iu":
            what = f"{taken.dtype} of shape {taken.shape}"
            raise BadEnvironment(f"actions are {self.count} whole numbers, not {what}")
        return np.ascontiguousarray(taken, np.int32)

    def _check(self, actions: NDArray[np.int32], which: NDArray[np.int8]) -> None:
        """Check the actions where `which` is 1; Refused for the first illegal one."""
        i = int(self._caller.call(loops.first_refused, self.works, which, actions, self.optional))
        if i >= 0:
            raise self.refusal(i, int(actions[i]))

    def refusal(self, index: int, action: int) -> Refused:
        """Return the refusal of an illegal action of the seat to move."""
        seat = int(self.works["seat"][index])
        if action == len(self.optional) < len(self.action_names):
            return Refused(NOT_LEGAL, None, seat, WAIT)
        return self.rules.refusal(self.states, index, seat, action)

    def _play_others(self) -> None:
        setup = self.setup
        if setup.seat is None:
            return
        call = self._caller.call
        if not setup.has_bots:
            args = self.learners, setup.max_moves, self.optional
            call(loops.play_others, self.states, self.works, *args)
            return
        room = self._bots.room
        call(
            opponents.play_bots,
            self.states, self.works, room.boards, room.buffers, room.trees, self._seated,
            self.learners, setup.max_moves, self.optional, room.log, room.heard,
        )  # fmt: skip
