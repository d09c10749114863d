"""PettingZoo's AEC interface: the seats act one at a time.

    env = AECTable("dieci", 4)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        done = terminated or truncated
        mask = observation["action_mask"]
        env.step(None if done else env.action_space(agent).sample(mask))

The agents are `seat_0`, `seat_1`, … Where several seats may act, the seed draws the one that is
asked. A seat that is asked out of turn may `wait`.
"""

from functools import cache
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from mazziere.rl.compiled.loops import TERMINATED, TRUNCATED
from mazziere.rl.rendering import MODES, Renderer
from mazziere.rl.setup import ALL, MASKS, action_number, check_choice, read_setup
from mazziere.rl.spaces import Shaper, mask_space, observation_space
from mazziere.rl.tables import Tables


class AECTable(AECEnv):  # type: ignore[misc]
    """One match in which every seat is an agent."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        mask: str = "observation",
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        super().__init__()
        check_choice("mask", mask, MASKS)
        setup = read_setup(game, players, seat=ALL, **settings)
        self.tables = Tables(setup, 1)
        self.metadata = {
            "name": f"mazziere_{setup.game.id}_v1",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.players)]
        self._renderer = Renderer(self.tables, render_mode)
        self._mask_inside = mask == "observation"
        self._shape = Shaper(setup, self.tables.layout)
        self._row = np.zeros((1, self.tables.layout.size), np.int8)
        self._blank = np.zeros(len(self.tables.action_names), np.int8)
        self.agents: list[str] = []

    @cache  # noqa: B019 - the space of an agent is one object, as PettingZoo asks
    def observation_space(self, agent: str) -> "spaces.Space[Any]":
        """Return the space of an agent's observations."""
        plain = observation_space(self.tables.setup, self.tables.layout)
        if not self._mask_inside:
            return plain
        mask = mask_space(len(self.tables.action_names))
        return spaces.Dict({"observation": plain, "action_mask": mask})

    @cache  # noqa: B019
    def action_space(self, agent: str) -> "spaces.Space[Any]":
        """Return the space of an agent's actions."""
        return spaces.Discrete(len(self.tables.action_names))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match."""
        self.tables.reset([seed])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Any:
        """Return the observation of an agent; only the one to move has a mask that is not 0."""
        seat = self.possible_agents.index(agent)
        self.tables.look_at(0, seat, self._row)
        shaped = self._shape(self._row)
        one = (
            {name: rows[0] for name, rows in shaped.items()}
            if isinstance(shaped, dict)
            else shaped[0]
        )
        if not self._mask_inside:
            return one
        return {"observation": one, "action_mask": self._mask(agent)}

    def step(self, action: Any) -> None:
        """Carry out an action of the selected agent; None if its match is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        ended = self.tables.step(np.array([action_number(action)], np.int64))
        for seat, name in enumerate(self.agents):
            self.rewards[name] = float(self.tables.rewards[0, seat])
        if ended:
            is_over = bool(self.tables.ended[0] == TERMINATED)
            is_cut = bool(self.tables.ended[0] == TRUNCATED)
            self.terminations = dict.fromkeys(self.agents, is_over)
            self.truncations = dict.fromkeys(self.agents, is_cut)
            self.infos = {
                name: {"score": int(self.tables.scores[0, seat])}
                for seat, name in enumerate(self.agents)
            }
        self._select()
        self._accumulate_rewards()

    def render(self) -> Any:
        """Draw the table as the selected agent sees it."""
        seat = self.possible_agents.index(self.agent_selection) if self.agents else 0
        return self._renderer.draw(seat)

    def close(self) -> None:
        """Release nothing: the match is only memory."""

    def _mask(self, agent: str) -> Any:
        mask = self._blank.copy()
        if agent == self.agent_selection and self.tables.seats[0] >= 0:
            self.tables.mask_at(0, mask.reshape(1, -1))
        return mask

    def _select(self) -> None:
        seat = int(self.tables.seats[0])
        self.agent_selection = self.possible_agents[seat] if seat >= 0 else self.agents[0]
        if not self._mask_inside:
            for agent in self.agents:
                self.infos[agent]["action_mask"] = self._mask(agent)
