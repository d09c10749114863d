"""Bots of two tables in rookie.md: `normal` with one rule changed.

    mazziere arena rookie --players 2 --games 400 --seed 7 \
        --bots docs/strategy/rookie_bots.py:Normal,docs/strategy/rookie_bots.py:AlwaysCover

All of them remember every card.
"""

from collections.abc import Sequence

from mazziere.bots.bot import Bot
from mazziere.bots.levels import read_spec
from mazziere.bots.views import View
from mazziere.bots.worker import Heard
from mazziere.games.rookie.box import FIRST
from mazziere.games.rookie.brain.flip import TWO_OR_MORE, kinds_of, seek, tally, without_x
from mazziere.games.rookie.rules.legal import within_reach
from mazziere.kernel.bits import lowest
from mazziere.kernel.events import EVERYONE, Event
from mazziere.kernel.game import Game
from mazziere.kernel.rng import FAST, start_stream
from mazziere.kernel.state import Plain, aligned


class Normal:
    """The rules of thumb with a perfect memory."""

    def __init__(self, game: Game, seat: int, seed: Sequence[int]) -> None:
        self._kinds = {kind.name: number for number, kind in enumerate(game.events)}
        spec = read_spec("normal:share=100:half_life=0")
        self._bot = Bot(game, spec, seat, seed, "plain")
        self._rng = aligned(1, FAST)
        start_stream(Plain(self._rng)[0], list(seed), seat)

    def tell(self, events: Sequence[Heard]) -> None:
        """Remember the cards of one step."""
        self._bot.tell([Event(self._kinds[e.name], e.seat, e.a, e.b, EVERYONE) for e in events])

    def ask(self, view: View, moves: Sequence[str]) -> str | None:
        """Choose a move; let `cover_or_seek` decide beside open cards."""
        if "cover" in moves:
            choice = self.cover_or_seek(view)
            if choice is not None:
                return choice
        action = self._bot.ask(view.record, view.numbers)
        return None if action is None else view.game.name(action)

    def cover_or_seek(self, view: View) -> str | None:
        """Return the move beside open cards, or None for the rule of `normal`."""
        return None

    def seek(self, view: View) -> str:
        """Return the card that `normal` turns over when it seeks."""
        return view.game.name(seek(Plain(view.record)[0], Plain(self._rng)[0]))


class AlwaysCover(Normal):
    """Cover always."""

    def cover_or_seek(self, view: View) -> str | None:
        return "cover"


class SeekKnown(Normal):
    """Seek only if the partner of an open card is known."""

    def cover_or_seek(self, view: View) -> str | None:
        v = Plain(view.record)[0]
        known = tally(v, within_reach(v) & v.seen & ~v.open)
        return self.seek(view) if has_common_kind(known, tally(v, v.open)) else "cover"


class AlwaysSeek(Normal):
    """Seek always, also beside a known pair."""

    def cover_or_seek(self, view: View) -> str | None:
        return self.seek(view)


class BeginKnown(Normal):
    """Begin a turn with a known colour, a “pass”, when exactly so many kinds are known."""

    kinds = 0

    def ask(self, view: View, moves: Sequence[str]) -> str | None:
        """Choose a known colour as the first card; never give up a known pair."""
        v = Plain(view.record)[0]
        seen = within_reach(v) & v.seen
        known = tally(v, seen)
        is_first = v.phase == FIRST and not known & TWO_OR_MORE and within_reach(v) != seen
        colours = without_x(v, seen)
        if is_first and colours and kinds_of(known) == self.kinds:
            return f"flip {lowest(colours) + 1}"
        return super().ask(view, moves)


class BeginKnown1(BeginKnown):
    """Pass when one kind is known."""

    kinds = 1


class BeginKnown2(BeginKnown):
    """Pass when two kinds are known."""

    kinds = 2


class BeginKnown3(BeginKnown):
    """Pass when three kinds are known."""

    kinds = 3


def has_common_kind(one: int, other: int) -> bool:
    """Tell whether two tallies have a kind in common."""
    return any(one >> 4 * kind & 15 and other >> 4 * kind & 15 for kind in range(6))
