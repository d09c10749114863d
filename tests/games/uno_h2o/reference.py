"""UNO H2O TO GO: where it differs from UNO."""

from collections import Counter
from random import Random
from typing import Any, ClassVar

from tests.games.uno.reference import Uno, classic_pack, is_number, is_seat, is_wild, number_drawn
from tests.reference.protocol import Impossible


class UnoH2o(Uno):
    """A match of the 108-card box."""

    VALUES: ClassVar[dict[str, list[Any]]] = {
        "scoring": ["winner", "lowest", "hand"],
        "wd4_actions": ["count", "ignore"],
        "reverse_two": ["skip", "literal"],
        "wd4": ["bluff", "strict"],
        "guilty_skips": [False, True],
        "uno_call": ["call", "auto"],
    }
    LATER: ClassVar[list[tuple[str, Any]]] = []
    HAS_CUSTOM = False

    def pack(self) -> list[str]:
        return classic_pack()

    def counts_as_colour(self, card: str) -> bool:
        """Count cards of the colour, never wilds (example U18); AMB-UNO-9 for action cards."""
        if is_wild(card) or card[0] != self.colour:
            return False
        return is_number(card) or bool(self.options["wd4_actions"] == "count")

    def has_final_draw(self) -> bool:
        return bool(self.options["scoring"] != "hand")  # contract U7, H2O-END-1

    # ---- The draw for the dealer ---------------------------------------------------------

    def name_dealer(self, step: dict[str, Any]) -> None:
        if not is_seat(step.get("seat"), self.players):
            raise Impossible("dealer: no such seat")
        rounds = step.get("draws")
        if not isinstance(rounds, list):
            raise Impossible("dealer: the draws are missing")
        tied = list(range(self.players))
        for drawn in rounds:
            if tied == [step["seat"]]:
                raise Impossible("dealer: a round after the dealer is found")  # contract U1
            tied = self.best_of(drawn, tied)
        if tied != [step["seat"]]:
            raise Impossible("dealer: the draws do not make this seat the dealer")
        self.dealer = step["seat"]

    def best_of(self, drawn: Any, tied: list[int]) -> list[int]:
        """Return the seats that drew the highest number, of one round (H2O-DEAL-1, example U39)."""
        if not isinstance(drawn, dict) or set(drawn) != {str(seat) for seat in tied}:
            raise Impossible("dealer: not exactly the seats still tied draw")  # contract U1
        pack = Counter(self.pack())
        for card, copies in Counter(map(str, drawn.values())).items():
            if copies > pack[card]:
                raise Impossible(f"dealer: {card} drawn {copies} times")  # contract U1: a full pack
        numbers = {seat: number_drawn(drawn[str(seat)]) for seat in tied}
        return [seat for seat in tied if numbers[seat] == max(numbers.values())]

    def random_dealer(self, rng: Random) -> dict[str, Any]:
        rounds = []
        tied = list(range(self.players))
        while len(tied) > 1:
            cards = rng.sample(self.pack(), len(tied))
            drawn = {str(seat): card for seat, card in zip(tied, cards, strict=True)}
            rounds.append(drawn)
            tied = self.best_of(drawn, tied)
        return {"chance": "dealer", "seat": tied[0], "draws": rounds}

    # ---- The first card acts -------------------------------------------------------------

    def turn_up(self) -> None:
        if self.pile[0] == "wild+4":
            self.waiting = "reshuffle"  # H2O-START-6: it goes back, and all are shuffled
            return
        card = self.pile.pop(0)
        self.discards = [card]
        first = self.left_of(self.dealer)
        if card == "wild":
            self.colour = ""  # none until it is named
            self.ask("name", first)  # H2O-START-5
            return
        self.colour = card[0]
        if is_number(card):
            self.todo = [("turn", first, 0)]  # H2O-START-1
        elif card[1:] == "+2":
            self.todo = self.punish(first, 2)  # H2O-START-2
        elif card[1:] == "skip":
            self.todo = [("turn", self.after(first), 0)]  # H2O-START-4
        else:
            self.direction = -1
            self.todo = [("turn", self.dealer, 0)]  # H2O-START-3, contract U11
