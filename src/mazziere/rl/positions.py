"""Views of positions that come from elsewhere, for bots and learning programs.

view = mazziere.view("uno", 2, 0, {"hand": ["r5", "wild"], "top": "r7", "sizes": [2, 6]})
view.picture.hand, view.observation, view.moves
"""

from collections.abc import Mapping
from typing import Any

from mazziere.bots.views import View
from mazziere.kernel.engine import engine
from mazziere.kernel.facts import view_of
from mazziere.kernel.options import BadOption
from mazziere.rl.setup import BadEnvironment, find_game


class PositionView(View):
    """A view with the legal moves of its seat, as texts."""

    @property
    def moves(self) -> list[str]:
        """The legal moves; `numbers` has their numbers."""
        return [self.game.actions[number] for number in self.numbers]


def view(
    game: str,
    players: int,
    seat: int,
    facts: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
) -> PositionView:
    """Build the view of a seat from known facts; BadFacts names the first one that is wrong."""
    found = find_game(game)
    try:
        record = view_of(found, players, seat, facts, options)
    except BadOption as error:
        raise BadEnvironment(str(error)) from None
    rules = engine(found, "plain")
    moves = rules.legal(record, 0, seat) if seat in rules.actors(record, 0) else []
    return PositionView(found, record, seat, moves)
