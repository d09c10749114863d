"""Gymnasium's `Env` over one match: one learning seat against bots, or all seats in turn."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from mazziere.rl.compiled.loops import TERMINATED, TRUNCATED
from mazziere.rl.rendering import MODES, Renderer
from mazziere.rl.setup import MASKS, action_number, check_choice, read_setup
from mazziere.rl.spaces import Shaper, mask_space, observation_space
from mazziere.rl.tables import Tables

Info = dict[str, Any]


class TableEnv(gymnasium.Env[Any, Any]):
    """One match. `mask="observation"` puts the action mask into the observation as well."""

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012 - Gymnasium's name

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        seat: int | str = 0,
        mask: str = "info",
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        check_choice("mask", mask, MASKS)
        setup = read_setup(game, players, seat=seat, **settings)
        self.tables = Tables(setup, 1)
        self.render_mode = render_mode
        self._renderer = Renderer(self.tables, render_mode)
        self._mask_inside = mask == "observation"
        self._shape = Shaper(setup, self.tables.layout)
        plain = observation_space(setup, self.tables.layout)
        size = len(self.tables.action_names)
        self.action_space = spaces.Discrete(size)
        self.observation_space = plain
        if self._mask_inside:
            self.observation_space = spaces.Dict(
                {"observation": plain, "action_mask": mask_space(size)}
            )
        self._is_running = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Info]:
        super().reset(seed=seed)
        if seed is None:
            seed = int(self.np_random.integers(1 << 48))
        self.tables.reset([seed])
        self._is_running = True
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, Info]:
        if not self._is_running:
            raise gymnasium.error.ResetNeeded("no match is running: call reset first")
        tables = self.tables
        learner = tables.setup.seat
        seat = int(tables.seats[0]) if learner is None else learner
        ended = tables.step(np.array([action_number(action)], np.int64))
        terminated = bool(tables.ended[0] == TERMINATED)
        truncated = bool(tables.ended[0] == TRUNCATED)
        info: Info = {}
        if ended:
            self._is_running = False
            info = {"rewards": tables.rewards[0].copy(), "scores": tables.scores[0].copy()}
        reward = float(tables.rewards[0, seat])
        observation = self._observe()
        return observation, reward, terminated, truncated, self._info() | info

    def render(self) -> Any:
        """Draw the table as the observer sees it."""
        return self._renderer.draw()

    def _observe(self) -> Any:
        self.tables.look()
        shaped = self._shape(self.tables.observations)
        one = (
            {name: rows[0] for name, rows in shaped.items()}
            if isinstance(shaped, dict)
            else shaped[0]
        )
        if self._mask_inside:
            return {"observation": one, "action_mask": self.tables.masks[0].copy()}
        return one

    def _info(self) -> Info:
        return {"action_mask": self.tables.masks[0].copy(), "seat": int(self.tables.seats[0])}
