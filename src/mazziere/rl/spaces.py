"""Gymnasium spaces of an observation, and observations in the form that a setup asks for."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from mazziere.kernel.observation import Layout
from mazziere.rl.setup import EnvironmentSetup


def observation_space(setup: EnvironmentSetup, layout: Layout) -> "spaces.Space[Any]":
    """Return the space of one observation, without the mask."""
    if setup.form == "flat":
        return _box(setup, layout.low, layout.high)
    low, high = layout.split(layout.low), layout.split(layout.high)
    return spaces.Dict({name: _box(setup, low[name], high[name]) for name in low})


def _box(setup: EnvironmentSetup, low: NDArray[np.int8], high: NDArray[np.int8]) -> spaces.Box:
    if setup.dtype == "int8":
        return spaces.Box(low, high, dtype=np.int8)
    return spaces.Box(-1.0, 1.0, low.shape, np.float32)


def mask_space(size: int) -> spaces.Box:
    """Return the space of an action mask."""
    return spaces.Box(0, 1, (size,), np.int8)


class Shaper:
    """Turns the rows of a batch into observations of the wanted form."""

    def __init__(self, setup: EnvironmentSetup, layout: Layout, copy: bool = True) -> None:
        self._layout = layout
        self._is_dict = setup.form == "dict"
        self._is_float = setup.dtype == "float32"
        self._copy = copy
        self._floats: NDArray[np.float32] | None = None

    def __call__(self, rows: NDArray[np.int8]) -> Any:
        shaped: NDArray[Any] = rows
        if self._is_float:
            if self._copy or self._floats is None or self._floats.shape != rows.shape:
                self._floats = np.empty(rows.shape, np.float32)
            shaped = np.multiply(rows, self._layout.scale, out=self._floats)
        elif self._copy:
            shaped = rows.copy()
        return self._layout.split(shaped) if self._is_dict else shaped
