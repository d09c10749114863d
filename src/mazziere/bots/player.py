"""The protocol of players: bots, and people at a terminal or over the network."""

from collections.abc import Sequence
from typing import Protocol

from mazziere.kernel.events import Event
from mazziere.kernel.state import States


class Player(Protocol):
    """A player at a seat: hears events and chooses moves.

    A player receives only what its seat may know. `view` is the seat's view, with
    perfect memory; `events` are only those addressed to the seat, those of one step at a time.
    """

    def tell(self, events: Sequence[Event]) -> None:
        """Take the events of one step."""

    def ask(self, view: States, moves: Sequence[int]) -> int | None:
        """Choose one of the moves, or None to let others act first with an optional move."""
