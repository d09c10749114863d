"""YOOLOO, the card game: base, variants A and B, written from the rules alone."""

from random import Random
from typing import Any

from tests.reference.protocol import Impossible

CARDS = [str(value) for value in range(1, 11)]  # YOO-0a, YOO-1.1b

# Contract 4; the default is the first value.
VALUES: dict[str, list[Any]] = {
    "variant": ["base", "a", "b"],
    "games": list(range(1, 51)),
    "series": ["points", "wins"],
    "showdown_prize": ["all", "last"],
}


def round_winner(cards: list[str]) -> int | None:
    """Return the seat with the highest value that was played exactly once (YOO-1.4a)."""
    unique = [card for card in cards if cards.count(card) == 1]
    if not unique:
        return None  # YOO-NWa
    return cards.index(max(unique, key=int))


def chosen(options: dict[str, Any]) -> dict[str, Any]:
    """Return all options: the given ones, and the default for the rest."""
    for name, value in options.items():
        # contract G2: types are strict, 1 is not true
        if not any(value == known and type(value) is type(known) for known in VALUES.get(name, [])):
            raise ValueError(f"no such option: {name}={value}")
    return {name: options.get(name, values[0]) for name, values in VALUES.items()}


class Yooloo:
    """A series of games."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        if not 2 <= players <= 8:  # YOO-0c
            raise ValueError(f"no game for {players} players")
        self.options = chosen(options)
        self.players = players
        self.starter: int | None = None  # contract Y1: once for the whole series
        self.history: list[list[int]] = []  # points of each finished game
        self.begin_game()

    # ---- chance

    def due(self) -> str | None:
        """Name the chance step that is due, or None."""
        if self.over():
            return None
        if self.starter is None:
            return "starter"
        if not self.pile_is_laid:
            return "points"
        return None

    def chance(self, step: dict[str, Any]) -> None:
        """Take the starter, or the order of the point cards."""
        if self.due() is None or step.get("chance") != self.due():
            raise Impossible(f"{step} where {self.due()} is due")
        if self.due() == "starter":
            self.take_starter(step.get("seat"))
        else:
            self.take_points(step.get("cards"))

    def take_starter(self, seat: Any) -> None:
        """AMB-YOO-1: the opener never changes a result."""
        if type(seat) is not int or seat not in range(self.players):  # contract G2
            raise Impossible(f"no seat {seat}")
        self.starter = seat

    def take_points(self, cards: Any) -> None:
        """YOO-B1: the point cards shuffled, top first."""
        if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
            raise Impossible("the point cards are a list of texts")
        if sorted(cards) != sorted(CARDS):
            raise Impossible("not the ten point cards")
        self.pile = list(cards)
        self.pile_is_laid = True

    def random_chance(self, rng: Random) -> dict[str, Any]:
        """Make up the chance step that is due."""
        if self.due() == "starter":
            return {"chance": "starter", "seat": rng.randrange(self.players)}
        if self.due() == "points":
            return {"chance": "points", "cards": rng.sample(CARDS, 10)}
        raise Impossible("no chance step is due")

    # ---- a game of the series

    def begin_game(self) -> None:
        """Lay out a new game."""
        self.pile_is_laid = self.options["variant"] != "b"
        self.pile = list(CARDS) if self.pile_is_laid else []  # YOO-1.1a, YOO-A4: the 1 on top
        self.parked: list[str] = []
        self.removed: list[str] = []
        self.won: list[list[str]] = [[] for _ in range(self.players)]
        self.stacks: list[list[str]] = [[] for _ in range(self.players)]  # base
        self.hands = [list(CARDS) for _ in range(self.players)]  # variants A and B
        self.committed: dict[int, str] = {}
        self.showdown = False

    def legal(self) -> dict[int, list[str]]:
        """Return every seat that has still to stack or to commit, with its moves."""
        if self.over() or self.due() is not None:
            return {}
        moves = {seat: sorted(self.moves_of(seat)) for seat in range(self.players)}
        return {seat: texts for seat, texts in moves.items() if texts}

    def moves_of(self, seat: int) -> list[str]:
        """Return the moves of one seat, unsorted."""
        if self.showdown or self.options["variant"] != "base":
            if seat in self.committed:
                return []  # contract Y1: absent until the reveal
            # YOO-1.6a, example Y22: all ten again in a showdown. YOO-A2: else each value once.
            cards = CARDS if self.showdown else self.hands[seat]
            return [f"play {card}" for card in cards]
        return [f"stack {card}" for card in CARDS if card not in self.stacks[seat]]  # YOO-1.2a

    def move(self, seat: int, move: str) -> None:
        """Stack or commit a card; rate when the last one is there (YOO-1.3b)."""
        if move not in self.legal().get(seat, []):
            raise Impossible(f"seat {seat}: {move}")
        word, card = move.split()
        if word == "stack":
            self.stacks[seat].append(card)
            if all(len(stack) == 10 for stack in self.stacks):
                self.rate_stacks()
            return
        self.committed[seat] = card
        if len(self.committed) == self.players:
            self.reveal()

    def rate_stacks(self) -> None:
        """Base: the ten rounds without further steps (contract Y1)."""
        for place in range(10):
            self.rate_round([stack[place] for stack in self.stacks])

    def reveal(self) -> None:
        """All have committed: rate the round or the showdown."""
        cards = [self.committed[seat] for seat in range(self.players)]
        self.committed = {}
        if self.showdown:
            self.rate_showdown(cards)
            return
        for hand, card in zip(self.hands, cards, strict=True):
            hand.remove(card)  # YOO-A2
        self.rate_round(cards)

    def rate_round(self, cards: list[str]) -> None:
        """Play for the topmost point card."""
        point = self.pile.pop(0)
        winner = round_winner(cards)
        if winner is not None:
            self.won[winner] += [*self.parked, point]  # YOO-1.4b
            self.parked = []
        elif self.players == 2:
            self.removed.append(point)  # YOO-2P1
        else:
            self.parked.append(point)  # YOO-NWb, AMB-YOO-2
        if self.pile:
            return
        if winner is None and self.players > 2:  # YOO-1.6a, YOO-2P2
            self.showdown = True
        else:
            self.end_game()

    def rate_showdown(self, cards: list[str]) -> None:
        """Settle the tenth round; its point card is the last one parked."""
        winner = round_winner(cards)
        if winner is None:
            return  # YOO-1.6b, AMB-YOO-4: again, with all ten cards
        lost = []
        if self.options["showdown_prize"] == "last":  # contract Y3
            lost = self.parked[:-1]
        self.removed += lost
        self.won[winner] += self.parked[len(lost) :]  # AMB-YOO-3
        self.parked = []
        self.end_game()

    def end_game(self) -> None:
        """YOO-1.7a: note the points; the next game of the series, if there is one."""
        self.history.append(self.points_of_game())
        if not self.over():
            self.begin_game()

    # ---- scores

    def points_of_game(self) -> list[int]:
        """Return the points of the current game (YOO-1.4c)."""
        return [sum(int(card) for card in cards) for cards in self.won]

    def scores(self) -> list[int]:
        """Points of the series so far, or games won (contract Y2)."""
        if self.options["series"] == "wins":
            return [
                sum(1 for points in self.history if points[seat] == max(points))
                for seat in range(self.players)
            ]
        games = self.history if self.over() else [*self.history, self.points_of_game()]
        return [sum(points[seat] for points in games) for seat in range(self.players)]

    def over(self) -> bool:
        """Return whether all games of the series have been played."""
        return len(self.history) == int(self.options["games"])

    def winners(self) -> list[int]:
        """AMB-YOO-6: the most, shared."""
        if not self.over():
            raise Impossible("not over")
        scores = self.scores()
        return [seat for seat in range(self.players) if scores[seat] == max(scores)]
