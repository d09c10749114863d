"""Train a small policy with PPO, in NumPy alone: `python examples/ppo.py [GAME]`.

Seat 0 learns against random players, in a batch of matches. The program prints the share of wins
during training, and fails if the trained policy does not beat the untrained one.
"""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

import mazziere

Floats = NDArray[np.floating[Any]]

ENVS, STEPS, UPDATES, EPOCHS, BATCH = 128, 64, 30, 4, 1024
HIDDEN, RATE, CLIP, GAMMA, LAMBDA, ENTROPY = 64, 3e-3, 0.2, 0.99, 0.95, 0.01


class Network:
    """One hidden layer with two heads, for the policy and the value, trained by Adam."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        def weights(rows: int, columns: int, scale: float) -> Floats:
            return rng.normal(0, scale / np.sqrt(rows), (rows, columns))

        self.parts = [
            weights(inputs, HIDDEN, 1.0),
            np.zeros(HIDDEN),
            weights(HIDDEN, actions, 0.01),
            np.zeros(actions),
            weights(HIDDEN, 1, 1.0),
            np.zeros(1),
        ]
        self._means = [np.zeros_like(part) for part in self.parts]
        self._squares = [np.zeros_like(part) for part in self.parts]
        self._count = 0

    def forward(self, seen: Floats, masks: NDArray[Any]) -> tuple[Floats, Floats, Floats]:
        """Return the hidden layer, the probabilities of the legal actions, and the values."""
        first, first_bias, policy, policy_bias, value, value_bias = self.parts
        hidden = np.tanh(seen @ first + first_bias)
        logits = np.where(masks > 0, hidden @ policy + policy_bias, -1e9)
        logits -= logits.max(axis=1, keepdims=True)
        shares = np.exp(logits)
        shares /= shares.sum(axis=1, keepdims=True)
        return hidden, shares, (hidden @ value + value_bias)[:, 0]

    def step(self, gradients: list[Floats]) -> None:
        """Move the weights against the gradients (Adam)."""
        self._count += 1
        for part, gradient, mean, square in zip(
            self.parts, gradients, self._means, self._squares, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            right = mean / (1 - 0.9**self._count)
            part -= RATE * right / (np.sqrt(square / (1 - 0.999**self._count)) + 1e-8)


def learn(network: Network, batch: dict[str, NDArray[Any]]) -> None:
    """Make one step of PPO on a batch."""
    seen, masks, actions = batch["seen"], batch["masks"], batch["actions"]
    rows = np.arange(len(actions))
    hidden, shares, values = network.forward(seen, masks)
    ratio = shares[rows, actions] / batch["shares"]
    gains = batch["gains"]
    is_clipped = ((ratio > 1 + CLIP) & (gains > 0)) | ((ratio < 1 - CLIP) & (gains < 0))
    weight = np.where(is_clipped, 0.0, -ratio * gains) / len(rows)
    chosen = np.zeros_like(shares)
    chosen[rows, actions] = 1
    logs = np.log(np.maximum(shares, 1e-12))
    entropy = -(shares * logs).sum(axis=1, keepdims=True)
    to_logits = weight[:, None] * (chosen - shares)
    to_logits += ENTROPY * shares * (logs + entropy) / len(rows)
    to_values = (values - batch["returns"])[:, None] / len(rows)
    _, _, policy, _, value, _ = network.parts
    to_hidden = (to_logits @ policy.T + to_values @ value.T) * (1 - hidden * hidden)
    network.step(
        [
            seen.T @ to_hidden,
            to_hidden.sum(axis=0),
            hidden.T @ to_logits,
            to_logits.sum(axis=0),
            hidden.T @ to_values,
            to_values.sum(axis=0),
        ]
    )


class Player:
    """A batch of matches, and the policy that plays seat 0."""

    def __init__(self, game: str, seed: int) -> None:
        self.tables = mazziere.make(game, api="arrays", envs=ENVS, seat=0, bots="random")
        self.tables.reset(range(seed, seed + ENVS))
        self.rng = np.random.default_rng(seed)
        size = len(self.tables.action_names)
        self.network = Network(self.tables.layout.size, size, self.rng)

    def collect(self) -> tuple[dict[str, NDArray[Any]], float]:
        """Play some steps; return observations, actions and rewards, and the share of wins."""
        rows: dict[str, list[Any]] = {name: [] for name in ("seen", "masks", "actions", "shares")}
        values, rewards, ends = [], [], []
        for _ in range(STEPS):
            tables = self.tables
            tables.look()
            seen, masks = tables.observations * tables.layout.scale, tables.masks.copy()
            _, shares, value = self.network.forward(seen, masks)
            drawn = self.rng.random((ENVS, 1))
            actions = (shares.cumsum(axis=1) > drawn * shares.sum(axis=1, keepdims=True)).argmax(1)
            if tables.step(actions):
                tables.begin((tables.ended > 0).astype(np.int8))
            for name, part in zip(rows, (seen, masks, actions), strict=False):
                rows[name].append(part)
            rows["shares"].append(shares[np.arange(ENVS), actions])
            values.append(value)
            rewards.append(tables.rewards[:, 0].copy())
            ends.append(tables.ended > 0)
        self.tables.look()
        last = self.network.forward(
            self.tables.observations * self.tables.layout.scale, self.tables.masks
        )[2]
        gains, gain = np.zeros((STEPS, ENVS)), np.zeros(ENVS)
        for step in reversed(range(STEPS)):
            after = last if step == STEPS - 1 else values[step + 1]
            goes_on = 1.0 - ends[step]
            change = rewards[step] + GAMMA * after * goes_on - values[step]
            gain = change + GAMMA * LAMBDA * goes_on * gain
            gains[step] = gain
        batch = {name: np.concatenate(parts) for name, parts in rows.items()}
        batch["returns"] = (gains + np.array(values)).ravel()
        batch["gains"] = ((gains - gains.mean()) / (gains.std() + 1e-8)).ravel()
        return batch, float(np.sum(rewards) / max(1, np.sum(ends)))


def main(game: str = "dieci", seed: int = 1) -> int:
    """Train, and compare the policy before and after."""
    player = Player(game, seed)
    shares = []
    for update in range(UPDATES):
        batch, wins = player.collect()
        shares.append(wins)
        print(f"update {update:2}: {wins:.3f} of the matches won", flush=True)
        for _ in range(EPOCHS):
            order = player.rng.permutation(len(batch["actions"]))
            for first in range(0, len(order), BATCH):
                part = order[first : first + BATCH]
                learn(player.network, {name: rows[part] for name, rows in batch.items()})
    before, after = shares[0], float(np.mean(shares[-5:]))
    print(f"{game}: {before:.3f} before, {after:.3f} after")
    return 0 if after > before + 0.05 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
