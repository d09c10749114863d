"""Names that linking binds to the functions of a game's brain, and of its search."""

from typing import Any, Protocol

from mazziere.bots.brain import Brain
from mazziere.bots.buffers import BotState, SearchBuffers, Tree
from mazziere.kernel.jit import hook
from mazziere.kernel.state import Grid


class Search(Protocol):
    """The functions of a search, over its buffers and its tree."""

    def begin(
        self,
        view: Any,
        search: SearchBuffers,
        tree: Tree,
        bot: BotState,
        seat: int,
        move_count: int,
        room: int,
        /,
    ) -> None:
        """Start a search among `move_count` moves, with capacity for `room` iterations."""

    def think(
        self, boards: Any, search: SearchBuffers, tree: Tree, bot: BotState, seat: int, more: int,
        log: Grid, /,
    ) -> None:  # fmt: skip
        """Run `more` iterations."""

    def conclude(
        self,
        view: Any,
        search: SearchBuffers,
        tree: Tree,
        bot: BotState,
        seat: int,
        move_count: int,
        /,
    ) -> int:
        """Return the move that the search chooses."""


easy = hook(Brain.easy)
normal = hook(Brain.normal)
skips_search = hook(Brain.skips_search)
hear = hook(Brain.hear)
recall = hook(Brain.recall)
bias_world = hook(Brain.bias_world)
private_hash = hook(Brain.private_hash)
is_settled = hook(Brain.is_settled)
evaluate = hook(Brain.evaluate)
is_dominated = hook(Brain.is_dominated)
begin = hook(Search.begin)
think = hook(Search.think)
conclude = hook(Search.conclude)
