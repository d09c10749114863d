"""PettingZoo's parallel interface, for games in which all seats choose at the same time.

Every agent gives an action in each step. An agent that has nothing to choose gives `wait`, which is
then its only legal action.
"""

from functools import cache
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from mazziere.kernel.refusals import NOT_LEGAL, Refused
from mazziere.rl.compiled.loops import TERMINATED, TRUNCATED
from mazziere.rl.rendering import MODES, Renderer
from mazziere.rl.setup import ALL, MASKS, BadEnvironment, check_choice, read_setup
from mazziere.rl.spaces import Shaper, mask_space, observation_space
from mazziere.rl.tables import WAIT, Tables


class ParallelTable(ParallelEnv):  # type: ignore[misc]
    """One match in which all seats act at once."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        mask: str = "observation",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **settings: Any,
    ) -> None:
        check_choice("mask", mask, MASKS)
        setup = read_setup(game, players, seat=ALL, **settings)
        if not setup.game.simultaneous:
            raise BadEnvironment(f"{setup.game.id} is played in turns: use the AEC interface")
        if max_cycles is not None and max_cycles < 1:
            raise BadEnvironment(f"max_cycles is 1 or more, not {max_cycles!r}")
        self.tables = Tables(setup, 1)
        self.metadata = {
            "name": f"mazziere_{setup.game.id}_parallel_v1",
            "render_modes": list(MODES),
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.players)]
        self.agents: list[str] = []
        self._mask_inside = mask == "observation"
        self._wait = len(setup.game.actions)
        self._max_cycles, self._cycles = max_cycles, 0
        self._renderer = Renderer(self.tables, render_mode)
        self._shape = Shaper(setup, self.tables.layout)
        self._rows = np.zeros((setup.players, self.tables.layout.size), np.int8)

    @cache  # noqa: B019 - the space of an agent is one object, as PettingZoo asks
    def observation_space(self, agent: str) -> "spaces.Space[Any]":
        """Return the space of an agent's observations."""
        plain = observation_space(self.tables.setup, self.tables.layout)
        if not self._mask_inside:
            return plain
        return spaces.Dict({"observation": plain, "action_mask": mask_space(self._wait + 1)})

    @cache  # noqa: B019
    def action_space(self, agent: str) -> "spaces.Space[Any]":
        """Return the space of an agent's actions."""
        return spaces.Discrete(self._wait + 1)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a match."""
        self.tables.reset([seed])
        self._cycles = 0
        self.agents = self.possible_agents[:]
        return self._look()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Carry out the actions of all agents."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        tables = self.tables
        chosen = self._legal(actions)
        tables.step_together(chosen)
        self._cycles += 1
        is_over = bool(tables.ended[0] == TERMINATED)
        is_cut = bool(tables.ended[0] == TRUNCATED) or self._cycles == self._max_cycles
        agents = self.agents
        rewards = {name: float(tables.rewards[0, i]) for i, name in enumerate(agents)}
        observations, infos = self._look()
        if is_over or is_cut:
            self.agents = []
        return (
            observations,
            rewards,
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_cut and not is_over),
            infos,
        )

    def render(self) -> Any:
        """Draw the table as seat 0 sees it."""
        return self._renderer.draw(0)

    def close(self) -> None:
        """Release nothing: the match is only memory."""

    def _legal(self, actions: dict[str, Any]) -> dict[int, int]:
        """Return the actions of the seats that may act; Refused for the first illegal one."""
        rules, states = self.tables.rules, self.tables.states
        chosen = {}
        for seat in rules.actors(states, 0):
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise BadEnvironment(f"{agent} gave no action")
            action, moves = int(actions[agent]), rules.legal(states, 0, seat)
            if action not in moves:
                if self.tables.setup.illegal == "random":
                    action = moves[action % len(moves)]
                elif action == self._wait:
                    raise Refused(NOT_LEGAL, None, seat, WAIT)
                else:
                    raise rules.refusal(states, 0, seat, action)
            chosen[seat] = action
        return chosen

    def _look(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the observations and the infos of all agents."""
        tables = self.tables
        actors = tables.rules.actors(tables.states, 0)
        observations: dict[str, Any] = {}
        infos: dict[str, Any] = {}
        for seat, agent in enumerate(self.agents):
            tables.look_at(0, seat, self._rows, seat)
            moves = tables.rules.legal(tables.states, 0, seat) if seat in actors else [self._wait]
            mask = np.zeros(self._wait + 1, np.int8)
            mask[moves] = 1
            seen = self._shape(self._rows[seat])
            if self._mask_inside:
                observations[agent], infos[agent] = {"observation": seen, "action_mask": mask}, {}
            else:
                observations[agent], infos[agent] = seen, {"action_mask": mask}
        return observations, infos
