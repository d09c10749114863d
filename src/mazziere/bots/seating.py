"""Seating a bot of any level of any game."""

from collections.abc import Sequence

from mazziere.bots.bot import Bot
from mazziere.bots.levels import Spec
from mazziere.bots.master import YoolooMaster
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode


def make(
    game: Game, spec: Spec, seat: int, seed: Sequence[int], mode: Mode | None = None
) -> Bot | YoolooMaster:
    """Seat a bot; `seed` are the four words of the match's seed.

    Without a mode it plays uncompiled until compiled code is in the cache.
    """
    if game.id == "yooloo" and spec.level == "master":
        return YoolooMaster(game, spec, seat, seed, mode)
    return Bot(game, spec, seat, seed, mode)
