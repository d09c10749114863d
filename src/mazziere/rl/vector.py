"""Gymnasium's `VectorEnv` over a batch of matches in compiled code.

    envs = VectorTable("uno", 4, envs=1024, seat=0, bots="normal")
    observations, info = envs.reset(seed=1)
    observations, rewards, terminations, truncations, info = envs.step(actions)

`info["action_mask"]` has a row of legal actions for each environment, `info["seat"]` the seat to
move. With `seat="all"` the caller plays every seat: the reward is that of the seat that has just
moved, and `info["rewards"]` has those of all seats when a match ends.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from mazziere.rl.compiled.loops import RUNNING, TERMINATED, TRUNCATED
from mazziere.rl.setup import BadEnvironment, read_setup
from mazziere.rl.spaces import Shaper, observation_space
from mazziere.rl.tables import Tables

Info = dict[str, Any]
Bools = NDArray[np.bool_]
_NOTHING = "no match is running"


class VectorTable(VectorEnv[Any, Any, Any]):
    """Matches of one game that advance together.

    `copy=False` returns views of arrays that the next step overwrites.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        envs: int = 1,
        autoreset: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        seat: int | str = 0,
        num_envs: int | None = None,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        setup = read_setup(game, players, seat=seat, **settings)
        if render_mode is not None:
            raise BadEnvironment(f"a batch has no render mode {render_mode!r}; one table has")
        self.tables = Tables(setup, envs if num_envs is None else num_envs)
        self.num_envs = self.tables.count
        self.autoreset_mode = _mode(autoreset)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self.render_mode = None
        self.single_observation_space = observation_space(setup, self.tables.layout)
        self.single_action_space = spaces.Discrete(len(self.tables.action_names))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._copy = copy
        self._shape = Shaper(setup, self.tables.layout, copy)
        self._to_reset = np.ones(self.num_envs, np.bool_)  # matches that are over, or not begun
        self._has_begun = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, Info]:
        """Begin a match everywhere, or where `options["reset_mask"]` is true."""
        seeds: list[int | None]
        if seed is None or isinstance(seed, int | np.integer):
            seeds = [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise BadEnvironment(f"seed lists {len(seeds)} seeds for {self.num_envs} environments")
        which = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            which = np.asarray(options["reset_mask"])
            if which.shape != (self.num_envs,) or which.dtype != np.bool_:
                raise BadEnvironment(f"reset_mask is {self.num_envs} booleans")
            if not self._has_begun and not which.all():
                raise BadEnvironment("reset_mask: the first reset begins every match")
        self.tables.reset(seeds, which)
        self._has_begun = True
        self._to_reset[which] = False
        return self._observe(), self._info()

    def step(self, actions: Any) -> tuple[Any, NDArray[np.float64], Bools, Bools, Info]:
        """Carry out an action in each environment; kernel.refusals.Refused if one is illegal."""
        tables, mode = self.tables, self.autoreset_mode
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded(f"{_NOTHING}: call reset first")
        over = self._to_reset
        if mode == AutoresetMode.DISABLED and over.any():
            raise gymnasium.error.ResetNeeded(f"{_NOTHING} in environment {int(over.argmax())}")
        count = tables.advance(actions, over.view(np.int8))
        over[:] = False  # NEXT_STEP: there this step has begun the next match
        ended = tables.ended
        terminations, truncations = ended == TERMINATED, ended == TRUNCATED
        extra: Info = {}
        if count:
            done = ended != RUNNING
            extra = self._outcome(done)
            if mode == AutoresetMode.SAME_STEP:
                extra |= self._begin_again(done)
            else:
                over[done] = True
        rewards = tables.earned.copy() if self._copy else tables.earned
        observations = self._shape(tables.observations)
        return observations, rewards, terminations, truncations, self._info() | extra

    def _observe(self) -> Any:
        self.tables.look()
        return self._shape(self.tables.observations)

    def _info(self) -> Info:
        tables = self.tables
        seats, masks = tables.seats, tables.masks
        if self._copy:
            seats, masks = seats.copy(), masks.copy()
        return {"action_mask": masks, "seat": seats}

    def _outcome(self, done: Bools) -> Info:
        """Return the results of the matches that ended in this step."""
        tables = self.tables
        return {
            "rewards": tables.rewards.copy(),
            "_rewards": done.copy(),
            "scores": tables.scores.copy(),
            "_scores": done.copy(),
        }

    def _begin_again(self, done: Bools) -> Info:
        """Begin the next match in the same step; return the last observations."""
        tables = self.tables
        which = done.view(np.int8)
        final = Shaper(tables.setup, tables.layout)(tables.observations)
        tables.begin(which)
        tables.look(which)
        return {"final_obs": final, "_final_obs": done.copy()}


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    by_name = {member.name.lower(): member for member in AutoresetMode}
    by_name |= {member.value.lower(): member for member in AutoresetMode}
    if isinstance(mode, str):
        if mode.lower() not in by_name:
            raise BadEnvironment(f"autoreset is next_step, same_step or disabled, not {mode!r}")
        return by_name[mode.lower()]
    return mode
