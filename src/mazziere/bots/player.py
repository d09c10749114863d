"""One protocol for every kind of player: a bot, or a person behind a terminal or a network."""

from collections.abc import Sequence
from typing import Protocol

from mazziere.kernel.events import Event
from mazziere.kernel.state import States


class Player(Protocol):
    """Who sits at a seat: is told of events, and asked for moves.

    A player is given what its seat may know and nothing else. `view` is the seat's view, with
    perfect memory; `events` are only those addressed to the seat, those of one step at a time.
    """

    def tell(self, events: Sequence[Event]) -> None:
        """Hear what happened in one step."""

    def ask(self, view: States, moves: Sequence[int]) -> int | None:
        """Choose one of the moves; None to wait, where others may act and it is not one's turn."""
