"""DIECI, written from the rules alone."""

from random import Random
from typing import Any

from tests.reference.protocol import Impossible

BLOCKERS = ["10", "9", "8", "7", "6"]  # GUFO, LUPO, PUZZOLA, SALTACONIGLIO, GALLOHOTEL
MIDDLE = ["5", "4", "3", "2", "1"]
LOW = ["0", "00", "000", "0000", "cat"]  # SASSO, ORCO, MASCHERONTE, LEONE FIFONE, JOLLYGATTO

# DIE-0b: each is lower than the one before; the cat counts as much as the lion.
VALUE = {"0": 0, "00": -1, "000": -2, "0000": -3, "cat": -3}
VALUE.update({card: int(card) for card in BLOCKERS + MIDDLE})

# Contract 4; the default is the first value.
VALUES: dict[str, list[Any]] = {
    "deck": ["3-4-4", "4-4-3", "3-5-3", "own"],
    "tokens": [5, 1, 2, 3, 4, 6, 7, 8, 9],
    "must_block": [False, True],
    "blocker_acts": [False, True],
    "rabbit_strict": [False, True],
    "rabbit_dealer": ["fails", "deck"],
    "deck_blocks": [False, True],
    "pay_to": ["bank", "blocker"],
    "out_now": [False, True],
    "wipe_out": ["replay", "shared"],
}


KINDS = BLOCKERS + MIDDLE + LOW
USUAL_COPIES = [3] * 5 + [4] * 10


def check_copies(value: Any) -> None:
    """Contract G7."""
    if not isinstance(value, list) or len(value) != 15:
        raise ValueError(f"not fifteen copies: {value}")
    if any(type(copies) is not int or copies not in range(13) for copies in value):
        raise ValueError(f"copies are 0 to 12: {value}")
    if not 24 <= sum(value) <= 120:
        raise ValueError(f"a pack has 24 to 120 cards: {value}")


def chosen(options: dict[str, Any], rules: int) -> dict[str, Any]:
    """Return all options: the given ones, and the default for the rest."""
    if rules == 1 and ("copies" in options or options.get("deck") == "own"):  # contract G6
        raise ValueError("version 1 knows no own pack")
    options = dict(options)
    copies = options.pop("copies", USUAL_COPIES)
    check_copies(copies)
    if options.get("deck") == "own" and 4 * copies[KINDS.index("cat")] > sum(copies):
        raise ValueError("more than a quarter are cats")  # contract D7
    for name, value in options.items():
        # contract G2: types are strict, 1 is not true
        if not any(value == known and type(value) is type(known) for known in VALUES.get(name, [])):
            raise ValueError(f"no such option: {name}={value}")
    return {name: options.get(name, values[0]) for name, values in VALUES.items()} | {
        "copies": copies
    }


def pack(options: dict[str, Any]) -> list[str]:
    """Return the cards (AMB-DIE-1): 55, or those of an own pack (contract D7)."""
    if options["deck"] == "own":
        return [kind for kind, n in zip(KINDS, options["copies"], strict=True) for _ in range(n)]
    high, middle, low = [int(copies) for copies in options["deck"].split("-")]
    return BLOCKERS * high + MIDDLE * middle + LOW * low


class Dieci:
    """A game to the last player."""

    def __init__(self, players: int, options: dict[str, Any], rules: int = 2) -> None:
        if not 2 <= players <= 10:  # DIE-0a
            raise ValueError(f"no game for {players} players")
        self.rules = rules
        self.options = chosen(options, rules)
        self.players = players
        self.tokens = [int(self.options["tokens"])] * players  # DIE-SET-1
        self.dealer: int | None = None
        self.phase = "deal"  # deal, play, answer, over
        self.shared_by: list[int] = []  # contract D4: seats that share a wiped-out match
        # The round:
        self.order: list[int] = []  # seats in order of play, the dealer last (DIE-R1)
        self.hands: dict[int, str] = {}
        self.deck: list[str] = []  # what is left, top first
        self.drawn: list[str] = []  # every card drawn in this round (AMB-DIE-12)
        self.set_aside: list[str] = []
        self.removed: list[int] = []  # out_now
        self.turn = 0  # place in the order of the seat whose play it is
        self.asked = 0  # place in the order of the seat that is offered the swap
        self.jumped = False  # whether the offer came over a rabbit
        # The chain of swaps:
        self.before_chain: dict[int, str] | None = None  # hands before its first swap
        self.last_receiver: int | None = None

    # ---- chance

    def due(self) -> str | None:
        """Name the chance step that is due, or None."""
        if self.dealer is None:
            return "dealer"
        if self.phase == "deal":
            return "deck"
        return None

    def chance(self, step: dict[str, Any]) -> None:
        """Take the dealer or the shuffled pack."""
        if self.due() is None or step.get("chance") != self.due():
            raise Impossible(f"{step} where {self.due()} is due")
        if self.due() == "dealer":
            self.take_dealer(step.get("seat"))
        else:
            self.take_deck(step.get("cards"))

    def take_dealer(self, seat: Any) -> None:
        """AMB-DIE-19."""
        if type(seat) is not int or seat not in range(self.players):  # contract G2
            raise Impossible(f"no seat {seat}")
        self.dealer = seat

    def take_deck(self, cards: Any) -> None:
        """AMB-DIE-18: the whole pack, shuffled for each round."""
        if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
            raise Impossible("the deck is a list of texts")
        if sorted(cards) != sorted(pack(self.options)):
            raise Impossible("not the cards of the pack")
        self.deal(list(cards))

    def random_chance(self, rng: Random) -> dict[str, Any]:
        """Make up the chance step that is due."""
        if self.due() == "dealer":
            return {"chance": "dealer", "seat": rng.randrange(self.players)}
        if self.due() == "deck":
            cards = pack(self.options)
            return {"chance": "deck", "cards": rng.sample(cards, len(cards))}
        raise Impossible("no chance step is due")

    # ---- the round

    def in_match(self) -> list[int]:
        """Return the seats that own a token (DIE-ELIM-1)."""
        return [seat for seat in range(self.players) if self.tokens[seat] > 0]

    def deal(self, cards: list[str]) -> None:
        """DIE-SET-3: one card each, the dealer first; then the seat after him plays."""
        assert self.dealer is not None
        after = [(self.dealer + step) % self.players for step in range(1, self.players)]
        self.order = [seat for seat in after if self.tokens[seat] > 0] + [self.dealer]
        self.deck, self.drawn, self.set_aside, self.removed = cards, [], [], []
        self.hands = {}
        self.hands[self.dealer] = self.draw()
        for seat in self.order[:-1]:
            self.hands[seat] = self.draw()
        self.end_chain()
        self.turn = 0
        self.phase = "play"

    def draw(self) -> str:
        """Take the top card of the deck."""
        card = self.deck.pop(0)
        self.drawn.append(card)
        return card

    def legal(self) -> dict[int, list[str]]:
        """Return the moves of the one seat that is on turn or is asked."""
        if self.phase == "play":
            seat = self.order[self.turn]
            # DIE-R1; DIE-R5 and contract D0: the dealer.
            return {seat: ["draw", "keep"] if seat == self.dealer else ["keep", "swap"]}
        if self.phase == "answer":
            return {self.order[self.asked]: self.answers()}
        return {}

    def answers(self) -> list[str]:
        """DIE-R2: a holder of a card from 6 to 10 may block."""
        card = self.hands[self.order[self.asked]]
        if card not in BLOCKERS:
            return ["accept"]
        if card == "6" and self.jumped and self.options["rabbit_strict"]:
            return ["accept"]  # AMB-DIE-4, contract D0
        if self.options["must_block"]:
            return ["block"]  # AMB-DIE-2, contract D0
        return ["accept", "block"]

    def move(self, seat: int, move: str) -> None:
        """Make a move."""
        if move not in self.legal().get(seat, []):
            raise Impossible(f"seat {seat}: {move}")
        if move == "keep":
            self.keep(seat)
        elif move == "swap":
            if self.rules >= 2 and seat != self.last_receiver:
                self.end_chain()  # contract D3: the path of another card
            self.asked = self.turn + 1
            self.jumped = False
            self.phase = "answer"
        elif move == "draw":
            self.replace_from_deck(seat)  # DIE-R5
            self.end_round()
        elif move == "accept":
            self.accept()
        else:
            self.block()

    def keep(self, seat: int) -> None:
        """Keep the card."""
        if seat == self.last_receiver:
            self.end_chain()  # contract D3
        self.play_on(self.turn + 1)

    def accept(self) -> None:
        """Swap the cards of the passer and of the seat that was asked."""
        passer, receiver = self.order[self.turn], self.order[self.asked]
        if self.before_chain is None:
            self.before_chain = dict(self.hands)  # a chain begins
        self.hands[passer], self.hands[receiver] = self.hands[receiver], self.hands[passer]
        self.last_receiver = receiver
        if self.options["blocker_acts"]:
            self.play_on(self.turn + 1)  # contract D3: in seat order, a rabbit jumped over too
        else:
            self.play_on(self.asked)  # DIE-R3: the receiver is on turn; AMB-DIE-3

    def block(self) -> None:
        """Show a card from 6 to 10."""
        passer, blocker = self.order[self.turn], self.order[self.asked]
        card = self.hands[blocker]
        if card == "7" and blocker != self.dealer:
            # DIE-RABBIT-1, AMB-DIE-6: the next is asked for the same passer. Only passers pay
            # in mid-round, and they sit before him, so nobody after him can have been removed.
            self.asked += 1
            self.jumped = True
            return
        if card == "7" and self.options["rabbit_dealer"] == "deck":
            self.replace_from_deck(passer)  # AMB-DIE-5, contract D1
        if card == "8":
            self.undo_chain()
        if card in ("8", "9"):
            self.pay_for_block(passer, blocker)
        self.end_chain()  # contract D3: any block but a jump; the dealer's rabbit does not jump
        # AMB-DIE-3: a blocker has no play, unless blocker_acts.
        self.play_on(self.turn + 1 if self.options["blocker_acts"] else self.asked + 1)

    def undo_chain(self) -> None:
        """DIE-SKUNK-1, 2, INV-DIE-7: the hands as before the first swap of the chain."""
        if self.before_chain is not None:
            self.hands = dict(self.before_chain)

    def end_chain(self) -> None:
        """End the chain of swaps."""
        self.before_chain = None
        self.last_receiver = None

    def pay_for_block(self, passer: int, blocker: int) -> None:
        """DIE-WOLF-1, DIE-SKUNK-1, AMB-DIE-7: the passer pays."""
        self.tokens[passer] -= 1
        if self.options["pay_to"] == "blocker":  # AMB-DIE-9
            self.tokens[blocker] += 1
        if self.tokens[passer] == 0 and self.options["out_now"]:
            self.removed.append(passer)  # AMB-DIE-10, contract D5

    def replace_from_deck(self, seat: int) -> None:
        """Put the top card of the deck in the place of the card held."""
        card = self.draw()
        if card in BLOCKERS and self.options["deck_blocks"]:
            self.set_aside.append(card)  # AMB-DIE-11, contract D2
        else:
            self.set_aside.append(self.hands[seat])  # AMB-DIE-12
            self.hands[seat] = card

    def play_on(self, place: int) -> None:
        """Give the turn to the seat at this place of the order, or end the round."""
        self.turn = place
        self.phase = "play"
        if place == len(self.order):
            self.end_round()

    # ---- the end of the round

    def end_round(self) -> None:
        """Payments, returns, the end of the match or the next dealer."""
        self.pay_for_lowest(self.losers())
        if self.cats_return():
            for seat in range(self.players):
                if self.tokens[seat] == 0:
                    self.tokens[seat] = 1  # AMB-DIE-16, contract D6
        if len(self.in_match()) <= 1:
            self.phase = "over"  # DIE-ELIM-1, AMB-DIE-24
            return
        self.phase = "deal"
        self.next_dealer()

    def cats_return(self) -> bool:
        """DIE-CAT-2: three or more cats were drawn."""
        return self.drawn.count("cat") >= 3

    def compared(self) -> dict[int, str]:
        """Return the cards that are compared (contract D5)."""
        return {seat: self.hands[seat] for seat in self.order if seat not in self.removed}

    def losers(self) -> list[int]:
        """Return the seats that have to pay a token for the lowest card."""
        cards = self.compared()
        if self.cats_return():
            return []  # DIE-CAT-2
        if list(cards.values()).count("cat") >= 2:
            return []  # DIE-CAT-1
        if len(cards) == 1:
            return []  # contract D5
        lowest = min(VALUE[card] for card in cards.values())
        holders = [seat for seat, card in cards.items() if VALUE[card] == lowest]  # AMB-DIE-14
        if len(cards) == 2 and len(holders) == 2:
            return []  # DIE-2P-1, AMB-DIE-20
        return [seat for seat in holders if self.tokens[seat] > 0]  # DIE-LOSE-1, AMB-DIE-10

    def pay_for_lowest(self, losers: list[int]) -> None:
        """One token each, unless nobody would be left (AMB-DIE-17, contract D4)."""
        left = [seat for seat in self.in_match() if self.tokens[seat] > 1 or seat not in losers]
        if not left:
            if self.options["wipe_out"] == "replay":
                return
            self.shared_by = sorted(losers)
        for seat in losers:
            self.tokens[seat] -= 1

    def next_dealer(self) -> None:
        """AMB-DIE-18: the next seat that has a token, returned ones too (contract D0)."""
        assert self.dealer is not None
        self.dealer = (self.dealer + 1) % self.players
        while self.tokens[self.dealer] == 0:
            self.dealer = (self.dealer + 1) % self.players

    # ---- scores

    def scores(self) -> list[int]:
        """Return the tokens."""
        return list(self.tokens)

    def over(self) -> bool:
        """Return whether the match has ended."""
        return self.phase == "over"

    def winners(self) -> list[int]:
        """Return the last player left, or the sharers (contract D4)."""
        if not self.over():
            raise Impossible("not over")
        return self.in_match() or self.shared_by
