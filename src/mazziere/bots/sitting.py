"""One match with a player at every seat."""

from collections.abc import Sequence

from mazziere.bots.player import Player
from mazziere.kernel.events import Event
from mazziere.kernel.match import Match, deal_stream, play_stream
from mazziere.kernel.record import Recorder


class Sitting:
    """Deals, asks, moves and tells; what each player gets is for its seat alone.

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
        """Go on until the match is over."""
        while not self.match.is_over:
            self.step()

    def step(self) -> list[Event]:
        """Make one step, chance or a move, and tell everybody what they may hear of it."""
        if self.match.due is not None:
            events = self.recorder.deal(self._deal.order)
        else:
            seat, action = self._next_move()
            events = self.recorder.move(seat, self.match.game.name(action))
        self.tell(events)
        return events

    def tell(self, events: Sequence[Event]) -> None:
        """Tell each player the events that are addressed to its seat."""
        for seat, player in enumerate(self.players):
            player.tell([event for event in events if event.audience >> seat & 1])

    def _next_move(self) -> tuple[int, int]:
        """Ask the seats that may act, in an order drawn by lot, until one moves."""
        match = self.match
        seats = match.actors()
        while True:
            seat = seats[0] if len(seats) == 1 else seats[self._play.below(len(seats))]
            moves = match.engine.legal(match.states, 0, seat)
            view = match.engine.view(match.states, 0, seat)
            action = self.players[seat].ask(view, moves)
            if action is not None:
                return seat, action
            seats.remove(seat)
            if not seats:  # all of them would wait for ever
                return seat, moves[0]
