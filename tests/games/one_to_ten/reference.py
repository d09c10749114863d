"""YOOLOO "from 1 to 10", both forms, written from the rules alone."""

from random import Random
from typing import Any

from tests.reference.protocol import Impossible

CARDS = [str(value) for value in range(1, 11)]  # TEN-2.1a

# Contract 4; the default is the first value.
VALUES: dict[str, list[Any]] = {
    "variant": ["step", "one_go"],
    "end": ["round", "now"],
    "one_go_score": ["final", "best_run"],
}


def chosen(options: dict[str, Any]) -> dict[str, Any]:
    """Return all options: the given ones, and the default for the rest."""
    for name, value in options.items():
        # contract G2: types are strict, 1 is not true
        if not any(value == known and type(value) is type(known) for known in VALUES.get(name, [])):
            raise ValueError(f"no such option: {name}={value}")
    return {name: options.get(name, values[0]) for name, values in VALUES.items()}


class OneToTen:
    """One match."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        if not 2 <= players <= 8:  # YOO-0c
            raise ValueError(f"no game for {players} players")
        self.options = chosen(options)
        self.players = players
        self.starter: int | None = None
        self.rows: list[list[str]] | None = None
        self.seat = 0  # on turn
        self.found = [0] * players  # INV-TEN-1: the cards 1 to this one lie face up
        self.best_run = [0] * players  # contract T1
        self.turns = [0] * players  # turns begun and ended
        self.ended = False

    # ---- chance (contract T1: the starter, then the rows)

    def due(self) -> str | None:
        """Name the chance step that is due, or None."""
        if self.starter is None:
            return "starter"
        if self.rows is None:
            return "rows"
        return None

    def chance(self, step: dict[str, Any]) -> None:
        """Take the starter or the rows."""
        if self.due() is None or step.get("chance") != self.due():
            raise Impossible(f"{step} where {self.due()} is due")
        if self.due() == "starter":
            self.take_starter(step.get("seat"))
        else:
            self.take_rows(step.get("rows"))

    def take_starter(self, seat: Any) -> None:
        """AMB-TEN-2."""
        if type(seat) is not int or seat not in range(self.players):  # contract G2
            raise Impossible(f"no seat {seat}")
        self.starter = seat
        self.seat = seat

    def take_rows(self, rows: Any) -> None:
        """TEN-2.2a: each seat its ten cards, place 1 first."""
        if not isinstance(rows, list) or len(rows) != self.players:
            raise Impossible("not one row for each seat")
        for row in rows:
            if not isinstance(row, list) or not all(isinstance(card, str) for card in row):
                raise Impossible("a row is a list of texts")
            if sorted(row) != sorted(CARDS):
                raise Impossible("a row holds each card from 1 to 10 once")
        self.rows = [list(row) for row in rows]

    def random_chance(self, rng: Random) -> dict[str, Any]:
        """Make up the chance step that is due."""
        if self.due() == "starter":
            return {"chance": "starter", "seat": rng.randrange(self.players)}
        if self.due() == "rows":
            rows = [rng.sample(CARDS, 10) for _ in range(self.players)]
            return {"chance": "rows", "rows": rows}
        raise Impossible("no chance step is due")

    # ---- moves

    def legal(self) -> dict[int, list[str]]:
        """Return the face-down places of the seat on turn (AMB-TEN-4)."""
        if self.ended or self.rows is None:
            return {}
        row = self.rows[self.seat]
        hidden = [place for place in range(1, 11) if int(row[place - 1]) > self.found[self.seat]]
        return {self.seat: sorted(f"turn {place}" for place in hidden)}

    def move(self, seat: int, move: str) -> None:
        """Turn a card over: a hit or a miss."""
        if move not in self.legal().get(seat, []):
            raise Impossible(f"seat {seat}: {move}")
        assert self.rows is not None
        card = self.rows[seat][int(move.split()[1]) - 1]
        if int(card) == self.found[seat] + 1:
            self.hit(seat)
        else:
            self.miss(seat)

    def hit(self, seat: int) -> None:
        """Leave the card face up."""
        self.found[seat] += 1  # TEN-2.3b
        self.best_run[seat] = max(self.best_run[seat], self.found[seat])  # used in one_go only
        if self.found[seat] == 10 or self.options["variant"] == "step":
            self.end_turn()  # TEN-2.3a, TEN-2.4c
        # else TEN-2.4a, AMB-TEN-6: the same seat goes on

    def miss(self, seat: int) -> None:
        """Turn the card back; in one go turn all of them back."""
        if self.options["variant"] == "one_go":
            self.found[seat] = 0  # TEN-2.4b
        self.end_turn()

    def end_turn(self) -> None:
        """Go to the next seat clockwise (TEN-2.3c), or end the match."""
        self.turns[self.seat] += 1
        complete = 10 in self.found
        self.seat = (self.seat + 1) % self.players
        round_is_over = self.seat == self.starter
        # TEN-2.3d, AMB-TEN-1, AMB-TEN-5; contract T1: `now` in both variants.
        self.ended = complete and (round_is_over or self.options["end"] == "now")

    # ---- scores

    def scores(self) -> list[int]:
        """One point for each card found (TEN-2.3e), or for the longest run (AMB-TEN-5)."""
        if self.options["variant"] == "one_go" and self.options["one_go_score"] == "best_run":
            return list(self.best_run)
        return list(self.found)

    def over(self) -> bool:
        """Return whether the match has ended."""
        return self.ended

    def winners(self) -> list[int]:
        """AMB-TEN-3: the most points, shared."""
        if not self.ended:
            raise Impossible("not over")
        scores = self.scores()
        return [seat for seat in range(self.players) if scores[seat] == max(scores)]


def knowing_move(match: OneToTen, legal: dict[int, list[str]], rng: Random) -> tuple[int, str]:
    """Choose a hit most of the time: `one_go` never ends with random moves."""
    seat = match.seat
    assert match.rows is not None
    if rng.random() < 0.1:
        return seat, rng.choice(legal[seat])
    return seat, f"turn {match.rows[seat].index(str(match.found[seat] + 1)) + 1}"
