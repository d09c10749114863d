"""One match with a player at every seat."""

from collections.abc import Sequence

from mazziere.bots.player import Player
from mazziere.kernel.events import Event
from mazziere.kernel.match import Match, ask_seats, deal_stream, play_stream
from mazziere.kernel.record import Recorder


class Sitting:
    """Drives a match: deals, asks the players, moves, and tells each its events.

    Chance comes from the seed's deal stream. Where several seats may act, they are asked in an
    order that the seed's play stream draws, as in `bots.loops`.
    """

    def __init__(
        self,
        match: Match,
        players: Sequence[Player],
        seed: Sequence[int],
        with_legal: bool = False,
    ) -> None:
        self.match = match
        self.players = players
        self.recorder = Recorder(match, seed, with_legal)
        self._deal = deal_stream(seed)
        self._play = play_stream(seed)

    def play(self) -> None:
        """Play to the end of the match."""
        while not self.match.is_over:
            self.step()

    def step(self) -> list[Event]:
        """Make one step, chance or a move, and tell each player its events."""
        if self.match.due is not None:
            events = self.recorder.deal(self._deal.order)
        else:
            events = self.recorder.play(*ask_seats(self.match, self._play, self._ask))
        self.tell(events)
        return events

    def tell(self, events: Sequence[Event]) -> None:
        """Tell each player the events that are addressed to its seat."""
        for seat, player in enumerate(self.players):
            player.tell([event for event in events if event.audience >> seat & 1])

    def _ask(self, seat: int, moves: list[int]) -> int | None:
        return self.players[seat].ask(self.match.view(seat), moves)
