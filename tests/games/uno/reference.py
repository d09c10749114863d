"""UNO (the 112-card box) and UNO H2O TO GO, written plainly from the rules, as a test oracle.

Card and move texts are those of the contract. Comments cite the rule of the ledger, or the point of
the contract, behind a line.

A step produces a list of jobs, `todo`, done from the front. A job that needs a card
while the draw pile is empty puts itself back and waits for the `reshuffle`; the rest follows later.
"""

from collections import Counter
from random import Random
from typing import Any, ClassVar

from tests.reference.protocol import Impossible

COLOURS = ["r", "y", "g", "b"]
SYMBOLS = ["skip", "rev", "+2"]  # symbols of coloured cards
CUSTOMS = ["custom1", "custom2", "custom3"]
WILDS = ["wild", "wild+4", "shuffle", *CUSTOMS]
EFFECTS = [
    "plain",
    "none",
    "draw_until",
    "dump_wilds",
    "draw_three",
    "extra_turn",
    "exactly_seven",
]
HAND = 7  # UNO-START-1, H2O-DEAL-2

Job = tuple[str, int, int]  # what, for which seat, how many


def classic_pack() -> list[str]:
    """Return the 108 cards common to both boxes (UNO-0a, H2O-0a)."""
    pack = []
    for colour in COLOURS:
        pack.append(colour + "0")
        for symbol in [*"123456789", *SYMBOLS]:
            pack += [colour + symbol] * 2
    return pack + ["wild"] * 4 + ["wild+4"] * 4


def is_wild(card: str) -> bool:
    return card in WILDS


def is_number(card: str) -> bool:
    return not is_wild(card) and card[1:].isdigit()


def value(card: str) -> int:
    """Points of a card left in hand (UNO-SCORE-1, H2O-SCORE-1)."""
    if is_wild(card):
        return 50
    return int(card[1:]) if is_number(card) else 20


def number_drawn(card: str) -> int:
    """Return the value of a card in the draw for the dealer (H2O-DEAL-1)."""
    return int(card[1:]) if is_number(card) else 0


def points(hand: list[str]) -> int:
    return sum(value(card) for card in hand)


def is_seat(seat: Any, players: int) -> bool:
    """Return whether a seat is a JSON integer, neither `true` nor `1.0` (contract G2)."""
    return type(seat) is int and 0 <= seat < players


def is_order_of(cards: Any, stock: list[str]) -> bool:
    """Return whether `cards` is a list of exactly the cards of `stock`, in any order."""
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        return False
    return Counter(cards) == Counter(stock)


class Uno:
    """A match of the 112-card box."""

    # The first value is the default (contract, section 4); `target` and `custom` stand apart.
    VALUES: ClassVar[dict[str, list[Any]]] = {
        "wild_matches": ["plain", "all_but_wd4", "none"],
        "shuffle_last": ["wins", "redeal"],
        "final_draw": [True, False],
        "scoring": ["hand", "winner", "lowest"],
        "reverse_two": ["skip", "literal"],
        "wd4": ["bluff", "strict"],
        "guilty_skips": [False, True],
        "uno_call": ["call", "auto"],
    }
    HOUSE: ClassVar[dict[str, list[Any]]] = {
        "stacking": ["none", "same", "up", "any"],  # HOUSE-UNO-1
        "draw_rule": ["one", "until"],  # HOUSE-UNO-2
        "must_play": [False, True],  # HOUSE-UNO-3
        "seven_zero": [False, True],  # HOUSE-UNO-4
        "jump_in": [False, True],  # HOUSE-UNO-5
    }
    LATER: ClassVar[list[tuple[str, Any]]] = [("scoring", "lowest")]  # contract G6, U17
    HAS_CUSTOM = True

    def __init__(self, players: int, options: dict[str, Any], rules: int = 2) -> None:
        if not 2 <= players <= 10:
            raise ValueError("players: 2 to 10")
        self.players = players
        self.rules = rules
        self.options = self.all_options(options)
        self.points = [0] * players
        self.won: list[int] = []  # the winners once the match is over
        self.dealer = 0
        self.waiting: str | None = "dealer"  # the chance step that is due
        self.todo: list[Job] = []
        # The hand.
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.pile: list[str] = []  # draw pile, top first
        self.discards: list[str] = []  # discard pile, top last
        self.colour = ""  # colour to be matched
        self.direction = 1  # 1 clockwise, -1 anticlockwise
        self.empty_draws = 0  # draws in a row that found no card (contract U8)
        # The current question.
        self.asked = "turn"  # turn, drawn, answer, discard, name or swap
        self.turn = 0  # the seat asked
        self.drawn = ""  # asked drawn: the card just drawn
        self.accused = 0  # asked answer: the seat that played the wild +4
        self.guilty = False  # asked answer: whether it was a bluff
        self.stack = 0  # asked answer: cards that stacking has piled up (contract U12)
        self.swapper_called = False  # asked swap: whether the 7 came with the call
        self.shuffler = 0  # waiting for shuffle_hands: the seat that played the card
        self.shuffler_called = False  # waiting for shuffle_hands: whether with the call
        self.debts: list[int] = []  # seats that owe a call while the window is open (contract U3)

    def all_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the options with their defaults; a ValueError names a wrong one."""
        known = {**self.VALUES, **self.HOUSE} if self.rules > 1 else self.VALUES
        chosen = {name: values[0] for name, values in known.items()}
        chosen["target"] = 500
        if self.HAS_CUSTOM:
            chosen["custom"] = ["plain", "plain", "plain"]
        for name, wanted in options.items():
            if name not in chosen:
                raise ValueError(f"no option {name}")
            if name == "target":
                good = type(wanted) is int and 50 <= wanted <= 2000
            elif name == "custom":
                good = isinstance(wanted, list) and len(wanted) == 3
                good = good and all(effect in EFFECTS for effect in wanted)
            else:
                good = any(type(wanted) is type(v) and wanted == v for v in known[name])
            if not good or (self.rules == 1 and (name, wanted) in self.LATER):
                raise ValueError(f"{name}: not a value: {wanted}")
            chosen[name] = wanted
        return chosen

    def house(self, name: str) -> Any:
        """Return the value of a house rule; version 1 knows none (contract G6)."""
        return self.options.get(name, self.HOUSE[name][0])

    # ---- Where the two boxes differ ------------------------------------------------------

    def pack(self) -> list[str]:
        """Return all cards of the match: 112, less the custom cards left out (AMB-UNO-6)."""
        used = [card for card in CUSTOMS if self.effect(card) != "none"]
        return [*classic_pack(), "shuffle", *used]

    def effect(self, card: str) -> str:
        """Return the agreed effect of a customizable card (UNO-CUST-1)."""
        return str(self.options["custom"][CUSTOMS.index(card)])

    def counts_as_colour(self, card: str) -> bool:
        """Return whether `card`, kept in hand, forbids a wild +4 (UNO-DRAW4-1, UNO-DRAW4-3)."""
        if not is_wild(card):
            return card[0] == self.colour  # a number match does not count: example U20
        if self.options["wild_matches"] == "plain":
            return card == "wild"  # AMB-UNO-8 (a): only the plain Wild
        if self.options["wild_matches"] == "all_but_wd4":
            return card != "wild+4"
        return False

    def has_final_draw(self) -> bool:
        return bool(self.options["final_draw"] and self.options["scoring"] != "hand")  # contract U7

    def shuffle_wins(self) -> bool:
        return bool(self.options["shuffle_last"] == "wins")  # AMB-UNO-19

    def name_dealer(self, step: dict[str, Any]) -> None:
        if not is_seat(step.get("seat"), self.players):
            raise Impossible("dealer: no such seat")
        self.dealer = step["seat"]

    def random_dealer(self, rng: Random) -> dict[str, Any]:
        return {"chance": "dealer", "seat": rng.randrange(self.players)}

    def turn_up(self) -> None:
        """The first discard: action cards and wilds are ignored (UNO-START-2, AMB-UNO-1)."""
        while not self.discards or not is_number(self.discards[-1]):
            self.discards.append(self.pile.pop(0))  # an ignored card lies below: AMB-UNO-2
        self.colour = self.discards[-1][0]
        self.todo = [("turn", self.left_of(self.dealer), 0)]  # UNO-START-3

    # ---- Chance --------------------------------------------------------------------------

    def due(self) -> str | None:
        return self.waiting

    def chance(self, step: dict[str, Any]) -> None:
        name = step.get("chance")
        if self.waiting is None or name != self.waiting:
            raise Impossible(f"chance {name}, but due is {self.waiting}")
        if name == "dealer":
            self.name_dealer(step)
            self.waiting = "deck"
            return
        if not is_order_of(step.get("cards"), self.stock()):
            raise Impossible(f"{name}: not the cards that are to be shuffled")
        cards = list(step["cards"])
        self.waiting = None
        if name == "deck":
            self.deal(cards)
        elif name == "reshuffle":
            self.reshuffle(cards)
        else:
            self.deal_shuffled(cards)
        self.run()

    def random_chance(self, rng: Random) -> dict[str, Any]:
        if self.waiting is None:
            raise Impossible("no chance step is due")
        if self.waiting == "dealer":
            return self.random_dealer(rng)
        cards = list(self.stock())
        rng.shuffle(cards)
        return {"chance": self.waiting, "cards": cards}

    def stock(self) -> list[str]:
        """Return the cards that the due chance step puts in order."""
        if self.waiting == "deck":
            return self.pack()
        if self.waiting == "shuffle_hands":
            return [card for hand in self.hands for card in hand]  # UNO-SHUF-1
        if not self.discards:
            return self.pile  # a wild +4 turned up first goes back: H2O-START-6, AMB-UNO-22
        return self.discards[:-1]  # the top card stays: AMB-UNO-3

    def deal(self, cards: list[str]) -> None:
        """One card at a time from the seat after the dealer (contract, section 3)."""
        self.hands = [[] for _ in range(self.players)]
        self.pile = cards
        for _ in range(HAND):
            for place in range(1, self.players + 1):
                self.hands[(self.dealer + place) % self.players].append(self.pile.pop(0))
        self.discards = []
        self.direction = 1
        self.empty_draws = 0
        self.debts = []
        self.stack = 0
        self.turn_up()

    def reshuffle(self, cards: list[str]) -> None:
        self.pile = cards
        if not self.discards:
            self.turn_up()
        else:
            self.discards = self.discards[-1:]

    def deal_shuffled(self, cards: list[str]) -> None:
        """Deal all hands anew from the left neighbour, clockwise always (AMB-UNO-20)."""
        self.hands = [[] for _ in range(self.players)]
        seat = self.shuffler
        for card in cards:
            seat = self.left_of(seat)
            self.hands[seat].append(card)
        if not self.hands[self.shuffler]:  # only with shuffle_last=redeal: AMB-UNO-19 (b)
            self.todo = [("end", self.shuffler, 0)]
            return
        for seat in range(self.players):  # contract U4, AMB-UNO-16
            called = seat == self.shuffler and self.shuffler_called  # contract U2
            if len(self.hands[seat]) == 1 and not called:
                self.owe(seat)
        self.todo = [("turn", self.after(self.shuffler), 0)]  # UNO-SHUF-2

    # ---- Seats ---------------------------------------------------------------------------

    def left_of(self, seat: int) -> int:
        """Return the next seat clockwise, whatever the direction of play."""
        return (seat + 1) % self.players

    def after(self, seat: int, places: int = 1) -> int:
        """Return the seat some places further in the direction of play."""
        return (seat + places * self.direction) % self.players

    # ---- Jobs ----------------------------------------------------------------------------

    def run(self) -> None:
        """Work off the jobs until a chance step is due or a seat is asked."""
        while self.todo and self.waiting is None:
            what, seat, count = self.todo.pop(0)
            if what == "turn":
                self.ask("turn", seat)
            elif what == "end":
                self.end_hand(seat)
            elif self.must_reshuffle():
                self.todo.insert(0, (what, seat, count))
                self.waiting = "reshuffle"
            elif what == "cards":
                self.do_cards(seat, count)
            elif what == "until":
                self.do_until(seat)
            elif what == "draw":
                self.do_draw(seat, count)

    def must_reshuffle(self) -> bool:
        """Return whether the pile is empty and can be reshuffled (UNO-PILE-1, contract U9)."""
        return not self.pile and len(self.discards) > 1

    def do_cards(self, seat: int, count: int) -> None:
        """Draw `count` cards, as many as there are (AMB-UNO-4), one at a time (AMB-UNO-3)."""
        if not self.pile:
            return
        self.hands[seat].append(self.pile.pop(0))
        if count > 1:
            self.todo.insert(0, ("cards", seat, count - 1))

    def do_until(self, seat: int) -> None:
        """Draw until a card of the colour named; wilds have none (AMB-UNO-7, contract U10)."""
        if not self.pile:
            return
        card = self.pile.pop(0)
        self.hands[seat].append(card)
        if is_wild(card) or card[0] != self.colour:
            self.todo.insert(0, ("until", seat, 0))

    def do_draw(self, seat: int, drawn: int) -> None:
        """The one card of a turn (UNO-TURN-2), or the next after `drawn` others (contract U13)."""
        if not self.pile and drawn:
            self.ask("drawn", seat)
            return
        if not self.pile:
            self.empty_draws += 1
            if self.empty_draws == self.players:
                self.next_hand()  # void: contract U8
            else:
                self.ask("turn", self.after(seat))
            return
        self.drawn = self.pile.pop(0)
        self.hands[seat].append(self.drawn)
        self.empty_draws = 0
        if self.may_play(seat, self.drawn):
            self.ask("drawn", seat)  # UNO-TURN-3
        elif self.house("draw_rule") == "until":
            self.todo.insert(0, ("draw", seat, drawn + 1))
        elif self.rules == 1:
            self.ask("turn", self.after(seat))  # contract U2: no pass
        else:
            self.ask("drawn", seat)  # contract U2, version 2: always asked

    def ask(self, what: str, seat: int) -> None:
        self.asked = what
        self.turn = seat

    # ---- Legal moves ---------------------------------------------------------------------

    def legal(self) -> dict[int, list[str]]:
        if self.waiting is not None or self.over():
            return {}
        moves: dict[int, list[str]] = {seat: [] for seat in range(self.players)}
        moves[self.turn] += self.asked_moves()
        for debtor in self.debts:  # contract U3: the seat on turn has these beside its own
            moves[debtor].append("uno")
            for seat in range(self.players):
                if seat != debtor:
                    moves[seat].append(f"catch {debtor}")
        for seat in range(self.players):
            moves[seat] += self.jumps(seat)
        return {seat: sorted(texts) for seat, texts in moves.items() if texts}  # contract G5

    def asked_moves(self) -> list[str]:
        hand = self.hands[self.turn]
        if self.asked in ("turn", "drawn"):
            cards = [self.drawn] if self.asked == "drawn" else sorted(set(hand))  # H2O-TURN-3
            plays = self.plays([card for card in cards if self.may_play(self.turn, card)])
            if plays and self.house("must_play"):
                return plays  # contract U14
            return [*plays, "pass" if self.asked == "drawn" else "draw"]  # contract U2
        if self.asked == "answer":
            return self.answers(sorted(set(hand)))
        if self.asked == "swap":
            return [f"swap {seat}" for seat in range(self.players) if seat != self.turn]
        if self.asked == "discard":
            return [f"discard {card}" for card in sorted(set(hand))]
        return [f"name {colour}" for colour in COLOURS]

    def answers(self, cards: list[str]) -> list[str]:
        """The answers to a wild +4, or to the cards that stacking has piled up (contract U12)."""
        stacked = [card for card in cards if self.may_stack(card)] if self.stack else []
        texts = [*self.plays(stacked), "accept"]
        if self.discards[-1] == "wild+4" and self.options["wd4"] == "bluff":
            texts.append("challenge")
        return texts

    def may_stack(self, card: str) -> bool:
        """HOUSE-UNO-1: whether the seat that is asked may pass the debt on with this card."""
        rule, top = self.house("stacking"), self.discards[-1]
        if card == "wild+4":
            return self.may_play(self.turn, card) and (top == "wild+4" or rule in ("up", "any"))
        if card[1:] != "+2":
            return False
        return top != "wild+4" or (rule == "any" and card[0] == self.colour)

    def jumps(self, seat: int) -> list[str]:
        """HOUSE-UNO-5, contract U16."""
        top = self.discards[-1]
        if not self.house("jump_in") or self.asked != "turn" or seat == self.turn or is_wild(top):
            return []
        if top not in self.hands[seat]:
            return []
        with_call = len(self.hands[seat]) == 2 and self.options["uno_call"] == "call"
        return [f"jump {top}", f"jump {top} uno"] if with_call else [f"jump {top}"]

    def plays(self, cards: list[str]) -> list[str]:
        """Return every way for the seat on turn to play one of `cards`, which it may play."""
        texts = []
        for card in cards:
            if is_wild(card):
                texts += [f"play {card} {colour}" for colour in COLOURS]
            else:
                texts.append(f"play {card}")
        if len(self.hands[self.turn]) == 2 and self.options["uno_call"] == "call":
            texts += [text + " uno" for text in texts]  # contract U2
        return texts

    def may_play(self, seat: int, card: str) -> bool:
        """UNO-TURN-1, H2O-TURN-1."""
        if card == "wild+4" and self.options["wd4"] == "strict":
            return not self.is_bluff(seat)  # AMB-UNO-10, contract U6
        if is_wild(card):
            return True
        top = self.discards[-1]
        same_symbol = not is_wild(top) and card[1:] == top[1:]
        return card[0] == self.colour or same_symbol

    def is_bluff(self, seat: int) -> bool:
        """Return whether a wild +4 of this seat, now, would be against UNO-DRAW4-1 or H2O-DRAW4-1.

        No wild +4 ever counts (AMB-UNO-8), so the one played need not be taken out of the hand.
        """
        return any(self.counts_as_colour(card) for card in self.hands[seat])

    # ---- Moves ---------------------------------------------------------------------------

    def move(self, seat: int, move: str) -> None:
        if move not in self.legal().get(seat, []):
            raise Impossible(f"seat {seat}: {move} is not legal")
        verb, *words = move.split(" ")
        if verb == "uno":
            self.debts.remove(seat)  # UNO-CALL-1
        elif verb == "catch":
            self.debts.remove(int(words[0]))  # the others' debts stay: contract U3
            self.todo = [("cards", int(words[0]), 2)]  # UNO-CALL-2
        else:
            self.debts = []  # any other step closes the window: contract U3
            self.answer_question(seat, verb, words)
        self.run()

    def answer_question(self, seat: int, verb: str, words: list[str]) -> None:
        if verb in ("play", "jump"):
            self.play(seat, words)
        elif verb == "swap":
            self.swap(seat, int(words[0]))
        elif verb == "draw":
            self.todo = [("draw", seat, 0)]
        elif verb == "pass":
            self.todo = [("turn", self.after(seat), 0)]
        elif verb == "accept":
            self.todo = self.punish(seat, self.take_stack() or 4)  # UNO-DRAW4-2, contract U12
        elif verb == "challenge":
            self.challenge(seat)
        elif verb == "discard":
            self.discard(seat, words[0])
        elif verb == "name":
            self.colour = words[0]  # H2O-START-5
            self.todo = [("turn", seat, 0)]

    def punish(self, seat: int, count: int) -> list[Job]:
        """Return the jobs by which a seat draws cards and loses its turn."""
        return [("cards", seat, count), ("turn", self.after(seat), 0)]

    def take_stack(self) -> int:
        """Return the cards piled up by stacking, which are settled with this (contract U12)."""
        cards, self.stack = self.stack, 0
        return cards

    def swap(self, seat: int, other: int) -> None:
        """HOUSE-UNO-4: after a 7 two seats change hands."""
        self.hands[seat], self.hands[other] = self.hands[other], self.hands[seat]
        self.owe_after_moving([seat, other], seat, self.swapper_called)
        self.todo = [("turn", self.after(seat), 0)]

    def owe_after_moving(self, seats: list[int], player: int, called: bool) -> None:
        """Contract U15: a seat with a new hand of one card owes a call, but not a caller."""
        for seat in seats:
            if len(self.hands[seat]) == 1 and not (seat == player and called):
                self.owe(seat)

    def challenge(self, seat: int) -> None:
        cards = self.take_stack() or 4
        if not self.guilty:
            self.todo = self.punish(seat, cards + 2)  # UNO-DRAW4-4, H2O-DRAW4-2
            return
        on_turn = self.after(seat) if self.options["guilty_skips"] else seat  # AMB-UNO-12
        self.todo = [("cards", self.accused, cards), ("turn", on_turn, 0)]  # UNO-DRAW4-5

    def discard(self, seat: int, card: str) -> None:
        """Down to seven cards, then the turn is lost (contract U10)."""
        self.hands[seat].remove(card)
        self.discards.insert(0, card)
        if len(self.hands[seat]) > HAND:
            self.ask("discard", seat)
        else:
            self.todo = [("turn", self.after(seat), 0)]

    def play(self, seat: int, words: list[str]) -> None:
        card = words[0]
        self.guilty = self.is_bluff(seat)  # by the present hand and colour: contract U5, AMB-UNO-13
        self.hands[seat].remove(card)
        self.discards.append(card)
        self.colour = words[1] if is_wild(card) else card[0]
        self.empty_draws = 0
        called = words[-1] == "uno"
        if card == "shuffle" and (self.hands[seat] or not self.shuffle_wins()):
            self.shuffler, self.shuffler_called = seat, called
            self.waiting = "shuffle_hands"
        elif not self.hands[seat]:
            self.play_last(seat, card)
        elif self.house("seven_zero") and card[1:] in ("7", "0"):
            self.move_hands(seat, card, called)
        else:
            if len(self.hands[seat]) == 1 and not called:
                self.owe(seat)  # contract U4
            self.take_effect(seat, card)

    def play_last(self, seat: int, card: str) -> None:
        """The hand ends, after the draw of a +2 or wild +4 where it counts (contract U7)."""
        self.todo = [("end", seat, 0)]
        cards = 4 if card == "wild+4" else 2 if card[1:] == "+2" else 0
        cards += self.take_stack()  # contract U12
        if cards and self.has_final_draw():
            self.todo.insert(0, ("cards", self.after(seat), cards))  # H2O-END-1, AMB-UNO-18

    def move_hands(self, seat: int, card: str, called: bool) -> None:
        """HOUSE-UNO-4: a 7 asks whose hand is taken, a 0 moves all hands on."""
        if card[1:] == "7":
            self.swapper_called = called
            self.ask("swap", seat)
            return
        everybody = range(self.players)
        self.hands = [self.hands[self.after(taker, -1)] for taker in everybody]
        self.owe_after_moving(list(everybody), seat, called)
        self.todo = [("turn", self.after(seat), 0)]

    def owe(self, seat: int) -> None:
        if self.options["uno_call"] == "call":  # auto: everyone is taken to have called
            self.debts.append(seat)

    # ---- Effects -------------------------------------------------------------------------

    def take_effect(self, seat: int, card: str) -> None:
        """Carry out the effect of the played card. Its player holds at least one more card."""
        if card in CUSTOMS:
            self.take_custom_effect(seat, self.effect(card))
        elif card == "wild+4":
            self.play_wild_four(seat)
        elif card == "wild" or is_number(card):
            self.todo = [("turn", self.after(seat), 0)]
        elif card[1:] == "skip":
            self.todo = [("turn", self.after(seat, 2), 0)]  # UNO-SKIP-1
        elif card[1:] == "+2" and self.house("stacking") != "none":
            self.stack += 2
            self.ask("answer", self.after(seat))  # contract U12
        elif card[1:] == "+2":
            self.todo = self.punish(self.after(seat), 2)  # UNO-D2-1
        else:
            self.play_reverse(seat)

    def play_reverse(self, seat: int) -> None:
        self.direction = -self.direction  # UNO-REV-1
        again = self.players == 2 and self.options["reverse_two"] == "skip"  # AMB-UNO-5
        self.todo = [("turn", seat if again else self.after(seat), 0)]

    def play_wild_four(self, seat: int) -> None:
        if self.house("stacking") != "none":
            self.stack += 4
            self.accused = seat
            self.ask("answer", self.after(seat))  # contract U12
        elif self.options["wd4"] == "strict":
            self.todo = self.punish(self.after(seat), 4)  # contract U6
        else:
            self.accused = seat
            self.ask("answer", self.after(seat))  # UNO-DRAW4-2, AMB-UNO-11

    def take_custom_effect(self, seat: int, effect: str) -> None:
        """UNO-CUST-1, AMB-UNO-7, contract U10."""
        victim = self.after(seat)
        self.todo = [("turn", victim, 0)]  # plain
        if effect == "draw_until":
            self.todo = [("until", victim, 0), ("turn", self.after(victim), 0)]
        elif effect == "dump_wilds":
            self.dump_wilds(seat)
        elif effect == "draw_three":
            if not any(self.may_play(victim, card) for card in self.hands[victim]):
                self.todo = self.punish(victim, 3)
        elif effect == "extra_turn":
            self.todo = [("turn", seat, 0)]
        elif effect == "exactly_seven":
            self.make_seven(victim)

    def make_seven(self, victim: int) -> None:
        held = len(self.hands[victim])
        if held > HAND:
            self.todo = []
            self.ask("discard", victim)
        elif held < HAND:
            self.todo = self.punish(victim, HAND - held)
        else:
            self.todo = [("turn", self.after(victim), 0)]

    def dump_wilds(self, seat: int) -> None:
        """All but `seat` throw away their wilds; the first hand emptied so wins (AMB-UNO-7)."""
        emptied = []
        for place in range(1, self.players):
            other = self.after(seat, place)
            dumped = [card for card in self.hands[other] if is_wild(card)]
            kept = [card for card in self.hands[other] if not is_wild(card)]
            self.hands[other] = kept
            self.discards = dumped + self.discards  # contract U10: under the discard pile
            if dumped and len(kept) == 1:
                self.owe(other)  # contract U4
            if not kept:
                emptied.append(other)
        if emptied:
            self.todo = [("end", emptied[0], 0)]

    # ---- The end of a hand and of the match ----------------------------------------------

    def end_hand(self, winner: int) -> None:
        self.debts = []
        scoring = self.options["scoring"]
        if scoring == "hand":
            self.points[winner] = 1  # contract, section 3
            self.won = [winner]
            return
        for seat in range(self.players):
            if seat != winner and scoring == "winner":
                self.points[winner] += points(self.hands[seat])  # UNO-SCORE-1, AMB-UNO-24
            elif seat != winner:
                self.points[seat] += points(self.hands[seat])  # H2O-SCORE-2, AMB-UNO-23
        if max(self.points) < self.options["target"]:
            self.next_hand()
            return
        best = max(self.points) if scoring == "winner" else min(self.points)
        self.won = [seat for seat in range(self.players) if self.points[seat] == best]

    def next_hand(self) -> None:
        self.debts = []
        self.dealer = self.left_of(self.dealer)  # AMB-UNO-21
        self.waiting = "deck"

    def scores(self) -> list[int]:
        return list(self.points)

    def over(self) -> bool:
        return bool(self.won)

    def winners(self) -> list[int]:
        return list(self.won)
