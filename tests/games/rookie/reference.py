"""ROOKIE, written from the contract, the ledger and the booklet alone.

Slow and plain on purpose. Everything below is public so that a test can set up a position:

- ``piles``: the nine table piles, each top card first; ``open``: the numbers (1-9) of those
  whose top card lies face up (an open card is always the top card of its pile).
- ``provisional[seat]``: three lists, bottom card first; ``points[seat]``: the captured cards.
- ``hand``: the cards that are being laid by the seat of ``agenda[0]``.
- ``agenda``: what is still to be done, first thing first, each with the seat that does it.
  Whatever needs no move is done at once (contract G4); the rest waits for the move.
"""

import random
from collections import Counter
from typing import Any

from tests.reference.protocol import Impossible

COLOURS = ["R", "G", "B", "Y", "P"]
X = "X"

# Contract, section 4: the default comes first.
OPTIONS: dict[str, list[Any]] = {
    "edition": ["full", "pocket"],
    "mode": ["normal", "team", "kids"],
    "capture": ["auto", "manual"],
    "capture_by": ["top", "any"],
    "refill": ["next", "tallest"],
    "x_pair_ends_turn": [False, True],
    "seek_victim": ["left", "choice"],
    "end_loot": ["all", "strict"],
    "team_pool": [False, True],
    "spare_partner": [False, True],
    "after_cover": ["other", "any"],
}
LATER = {"after_cover": "any"}  # contract G6: unknown to version 1, which plays by these values


class Rookie:
    def __init__(self, players: int, options: dict[str, Any], rules: int = 2) -> None:
        self.rules = rules
        self.options: dict[str, Any] = {name: values[0] for name, values in OPTIONS.items()}
        if rules == 1:
            self.options.update(LATER)
        for name, value in options.items():
            if rules == 1 and name in LATER:
                raise ValueError(f"version 1 of rookie has no option {name!r}")
            self._check_option(name, value)
            self.options[name] = value
        if type(players) is not int or not 2 <= players <= 6:  # ROO-0b
            raise ValueError(f"rookie: {players} players")
        if self.options["mode"] == "team" and players not in (4, 6):  # ROO-TM1
            raise ValueError(f"rookie: {players} players in team mode")
        self.players = players
        self.team = self.options["mode"] == "team"
        self.kids = self.options["mode"] == "kids"

        self.piles: list[list[str]] = [[] for _ in range(9)]
        self.open: set[int] = set()
        self.provisional: list[list[list[str]]] = [[[], [], []] for _ in range(players)]
        self.points: list[list[str]] = [[] for _ in range(players)]

        self.turn = 0  # the seat on turn, "the mover"
        self.first_move = True  # nothing has been moved in this turn yet
        self.seeking = False  # this turn turns over single cards (ROO-X-4)
        self.turned: list[int] = []  # where the cards of this attempt at two lie (ROO-T2)
        self.barred: set[int] = set()  # piles covered by choice, contract R12
        self.barred_flips = 0  # how many flips may not name them

        self.hand: list[str] = []
        self.hand_is_pair = False  # only a found pair may be given (ROO-TM2, AMB-ROO-18)
        self.given = 0  # cards of this pair that went to the partner
        self.pair_kind = ""  # the kind of the pair found last
        self.mover_is_rookie = False  # since that pair the mover made a Rookie
        self.loot_due: set[int] = set()  # who made a Rookie and has not taken its loot yet

        self.agenda: list[tuple[str, int]] = [("starter", 0), ("piles", 0)]

    @staticmethod
    def _check_option(name: str, value: Any) -> None:
        if name not in OPTIONS:
            raise ValueError(f"rookie has no option {name!r}")
        if not any(type(value) is type(v) and value == v for v in OPTIONS[name]):
            raise ValueError(f"rookie: {name}={value!r}")

    # ------------------------------------------------------------------ chance

    def due(self) -> str | None:
        what = self.agenda[0][0]
        return what if what in ("starter", "piles") else None

    def chance(self, step: dict[str, Any]) -> None:
        due = self.due()
        if due is None or step.get("chance") != due:
            raise Impossible(f"due is {due}, not {step.get('chance')!r}")
        if due == "starter":
            self._starter(step.get("seat"))
        else:
            self._piles(step.get("piles"))

    def _starter(self, seat: Any) -> None:  # ROO-T1
        if type(seat) is not int or not 0 <= seat < self.players:
            raise Impossible(f"starter {seat!r}")
        self.turn = seat
        self.agenda.pop(0)

    def _piles(self, piles: Any) -> None:  # ROO-0d
        if not isinstance(piles, list) or len(piles) != 9:
            raise Impossible("there must be nine piles")
        if not all(isinstance(pile, list) for pile in piles):
            raise Impossible("each pile must be a list of cards")
        cards = [card for pile in piles for card in pile]
        if not all(isinstance(card, str) for card in cards):
            raise Impossible("a card is a text")
        if Counter(cards) != Counter(self.pack()):
            raise Impossible("the piles do not hold exactly the pack")
        sizes = [len(pile) for pile in piles]
        if max(sizes) - min(sizes) > 1:  # contract R1
            raise Impossible("the sizes of the piles differ by more than one")
        self.piles = [list(pile) for pile in piles]
        self.agenda.pop(0)
        self._start_turn(self.turn)

    def random_chance(self, rng: random.Random) -> dict[str, Any]:
        due = self.due()
        if due == "starter":
            return {"chance": "starter", "seat": rng.randrange(self.players)}
        if due == "piles":
            cards = self.pack()
            rng.shuffle(cards)
            order = list(range(9))
            rng.shuffle(order)  # contract R1: any of the piles may be the larger ones
            return {"chance": "piles", "piles": [cards[i::9] for i in order]}
        raise Impossible("no chance step is due")

    def pack(self) -> list[str]:  # ROO-0a, ROO-K1
        copies = 18 if self.options["edition"] == "full" else 12
        kinds = COLOURS if self.kids else [*COLOURS, X]
        return [kind for kind in kinds for _ in range(copies)]

    # ------------------------------------------------------------------ moves

    def legal(self) -> dict[int, list[str]]:
        what, seat = self.agenda[0]
        moves: list[str] = []
        if what == "flip":
            moves = self._flip_moves()
        elif what == "lay":
            moves = self._lay_moves()
        elif what == "check":
            moves = ["capture", "hold"]
        elif what == "rob":
            moves = [f"rob {victim}" for victim in self._victims()]
        return {seat: sorted(moves)} if moves else {}

    def move(self, seat: int, move: str) -> None:
        legal = self.legal()
        if type(seat) is not int or move not in legal.get(seat, []):
            raise Impossible(f"seat {seat}: {move!r}; legal: {legal}")
        word, *rest = move.split(" ")
        if word == "cover":
            self._cover_move()
        elif word == "flip":
            self._flip_move(int(rest[0]))
        elif word == "place":
            self._lay(seat, rest[0], int(rest[1]))
        elif word == "give":
            self.given += 1
            self._lay(self.partner(seat), rest[0], int(rest[1]))
        elif word == "rob":
            self._rob(int(rest[0]))
        elif word == "capture":
            self.agenda.pop(0)
            self._capture(seat)
        else:  # hold, contract R9: asked again at the next check
            self.agenda.pop(0)
        self._go()

    def _go(self) -> None:
        """Do everything that needs no move, until a seat has to move or the match is over."""
        while not self._waits():
            what, seat = self.agenda.pop(0)
            if what == "check" and self._kinds_to_capture(seat):
                self._capture(seat)
            elif what == "loot":
                self._loot(seat)
            elif what == "after_pair":
                self._after_pair()
            elif what == "end_loot":
                self._end_loot()
            # Otherwise: a "lay" that is complete, a "check" without result: done.

    def _waits(self) -> bool:
        what, seat = self.agenda[0]
        if what == "lay":
            return len(self.hand) > 0
        if what == "check":  # contract R9
            manual = bool(self.options["capture"] == "manual")
            kinds = self._kinds_to_capture(seat)
            if self.rules >= 2 and X in kinds:  # as with auto
                return False
            return manual and len(kinds) > 0
        if what == "rob":  # contract R5
            return not self.mover_is_rookie
        return what in ("flip", "over")

    # ------------------------------------------------------------------ the turn

    def _start_turn(self, seat: int) -> None:
        self.turn = seat
        self.first_move = True
        self.seeking = False
        self.turned = []
        self.agenda = [("flip", seat)]
        asks = self.rules >= 2 and self.options["capture"] == "manual"
        if asks and self._kinds_to_capture(seat):  # contract R9: before anything else
            self.agenda.insert(0, ("check", seat))

    def _next_turn(self) -> None:  # ROO-T1: seats are numbered in the order of play
        self._start_turn((self.turn + 1) % self.players)

    def _flip_moves(self) -> list[str]:
        moves = [f"flip {number}" for number in self._flippable()]
        if self.first_move and self.open:  # ROO-X-3, contract R2
            moves.append("cover")
        return moves

    def _flippable(self) -> list[int]:  # contract R2
        left = [number for number in range(1, 10) if self.piles[number - 1]]
        face_down = [number for number in left if number not in self.open]
        if face_down:
            barred = self.barred if self.barred_flips > 0 else set()
            return [number for number in face_down if number not in barred]
        # Every pile left shows an open card: the cards buried beneath them.
        return [number for number in left if len(self.piles[number - 1]) >= 2]

    def _cover_move(self) -> None:  # ROO-X-3: now a normal turn of two cards
        others = [n for n in range(1, 10) if self.piles[n - 1] and n not in self.open]
        if self.options["after_cover"] == "other" and len(others) >= 2:  # contract R12
            self.barred, self.barred_flips = set(self.open), 2
        self.open.clear()
        self.first_move = False

    def _flip_move(self, number: int) -> None:
        if self.first_move:  # ROO-X-4: with cards open, the single card of a seek
            self.seeking = len(self.open) > 0
            self.first_move = False
        self.barred_flips = max(0, self.barred_flips - 1)
        place = self._turn_over(number)
        if self.seeking:
            self._judge_seek(place)
            return
        self.turned.append(place)
        if len(self.turned) == 2:
            self._judge_two()

    def _turn_over(self, number: int) -> int:
        """Open the card of this pile; return the number of its place (contract R2)."""
        pile = self.piles[number - 1]
        gaps = self._gaps()
        place = number
        if number in self.open:  # the card beneath an open card goes to the lowest gap
            place = gaps[0]
            self.piles[place - 1].append(pile.pop(1))
        elif self.options["refill"] == "next" and gaps and len(pile) >= 2:  # ROO-T5
            place = gaps[0]
            self.piles[place - 1].append(pile.pop(0))
        self.open.add(place)
        return place

    def _gaps(self) -> list[int]:
        return [number for number in range(1, 10) if not self.piles[number - 1]]

    def _judge_two(self) -> None:
        one, two = self.turned
        kinds = [self.piles[one - 1][0], self.piles[two - 1][0]]
        if kinds[0] == kinds[1]:  # ROO-T2
            self._found(one, two)
        elif X in kinds:  # ROO-X-2: both stay face up
            self._next_turn()
        else:  # ROO-T4
            self.open.clear()
            self._next_turn()

    def _judge_seek(self, place: int) -> None:
        kind = self.piles[place - 1][0]
        for other in sorted(self.open - {place}):
            if self.piles[other - 1][0] == kind:  # ROO-X-4a, 4b; AMB-ROO-10: any of them
                self._found(other, place)
                return
        self._next_turn()  # ROO-X-4c: everything stays face up

    def _found(self, one: int, two: int) -> None:
        """Lift the pair that lies open at these two places."""
        kind = self.piles[one - 1].pop(0)
        self.piles[two - 1].pop(0)
        self.open -= {one, two}
        self.turned = []
        self.pair_kind = kind
        if self.options["refill"] == "tallest":
            self._refill()
        if self.kids:  # ROO-K1, contract R11: straight to the points
            self.points[self.turn] += [kind, kind]
            self.agenda = [("after_pair", self.turn)]
            return
        self.hand = [kind, kind]
        self.hand_is_pair = True
        self.given = 0
        self.mover_is_rookie = False
        self.agenda = [("lay", self.turn)]  # the rest follows when it is known: _lay

    def _refill(self) -> None:  # contract R3
        while self._gaps():
            tallest = max(range(1, 10), key=lambda number: (len(self.piles[number - 1]), -number))
            pile = self.piles[tallest - 1]
            if len(pile) < 2:
                return
            card = pile.pop(1 if tallest in self.open else 0)
            self.piles[self._gaps()[0] - 1].append(card)

    # ------------------------------------------------------------------ laying and capturing

    def _lay_moves(self) -> list[str]:
        words = ["place", "give"] if self.team and self.hand_is_pair else ["place"]  # ROO-TM2
        kinds = set(self.hand)
        return [f"{word} {kind} {k}" for word in words for kind in kinds for k in (1, 2, 3)]

    def _lay(self, owner: int, kind: str, number: int) -> None:
        self.hand.remove(kind)
        self.provisional[owner][number - 1].append(kind)  # AMB-ROO-13: on top
        if self.hand_is_pair and not self.hand:
            self._pair_is_laid()

    def _pair_is_laid(self) -> None:
        """Set the agenda of contract R4: the checks, in version 2 the loots, then the robbery."""
        self.hand_is_pair = False
        mate = self.partner(self.turn)
        pool = self.options["team_pool"]
        self.agenda = []
        if self.rules == 1 or pool or self.given < 2:  # contract R9: only where a card was laid
            self.agenda.append(("check", self.turn))
        if self.given and not pool:  # contract R10: one check for all six
            self.agenda.append(("check", mate))
        if self.rules >= 2:
            self.agenda += [("loot", self.turn), ("loot", mate)]
        if self.pair_kind == X and not self._table_is_empty():  # contract R5: not after the last
            self.agenda.append(("rob", self.turn))
        self.agenda.append(("after_pair", self.turn))

    def _kinds_to_capture(self, seat: int) -> list[str]:
        """Return the kinds that capture when this seat's piles are checked."""
        need = 3  # ROO-C1: all three of his own; contract R10: three or more of the team's six
        piles = self._piles_together(seat)
        return [kind for kind in [*COLOURS, X] if sum(self._shows(p, kind) for p in piles) >= need]

    def _piles_together(self, seat: int) -> list[list[str]]:
        if self.team and self.options["team_pool"]:
            return self.provisional[seat] + self.provisional[self.partner(seat)]
        return self.provisional[seat]

    def _shows(self, pile: list[str], kind: str) -> bool:  # AMB-ROO-3, contract R8
        if self.options["capture_by"] == "any":
            return kind in pile
        return pile[-1:] == [kind]

    def _capture(self, seat: int) -> None:  # ROO-C1, contract R10
        kinds = self._kinds_to_capture(seat)
        for pile in self._piles_together(seat):
            if any(self._shows(pile, kind) for kind in kinds):
                self.points[seat] += pile
                pile.clear()
        if X in kinds:
            self._rookie(seat)

    def _rookie(self, seat: int) -> None:  # ROO-X-5, contract R6: its owner takes and lays
        if seat == self.turn:
            self.mover_is_rookie = True
        if self.rules >= 2:  # taken when its turn comes
            self.loot_due.add(seat)
            return
        self._take_from(self._others(seat))
        self.agenda[0:0] = [("lay", seat), ("check", seat)]

    def _loot(self, seat: int) -> None:
        if seat in self.loot_due:
            self.loot_due.remove(seat)
            self._take_from(self._others(seat))
            self.agenda[0:0] = self._lay_and_check(seat)

    def _lay_and_check(self, seat: int) -> list[tuple[str, int]]:
        """Return the tasks after a seat takes cards; in version 2 none if no card was taken."""
        if self.rules == 1:
            return [("lay", seat), ("check", seat)]
        return [("lay", seat), ("check", seat), ("loot", seat)] if self.hand else []

    # ------------------------------------------------------------------ loot

    def _victims(self) -> list[int]:
        before = (self.turn - 1) % self.players
        after = (self.turn + 1) % self.players
        if self.seeking and self.options["seek_victim"] == "left":  # ROO-X-4a
            return [before]
        return sorted({before, after})  # ROO-X-1; with two players they are one

    def _rob(self, victim: int) -> None:
        self._take_from([victim])
        self.agenda[0:1] = self._lay_and_check(self.turn)  # contract R4

    def _take_from(self, seats: list[int]) -> None:
        """Take the uncaptured cards of these seats in hand."""
        for seat in seats:
            for pile in self.provisional[seat]:
                self.hand += pile
                pile.clear()

    def partner(self, seat: int) -> int:  # ROO-TM1
        return (seat + self.players // 2) % self.players

    def _others(self, seat: int) -> list[int]:
        """Return the seats whose uncaptured cards a Rookie or the last pair takes (AMB-ROO-19)."""
        others = [other for other in range(self.players) if other != seat]
        if self.team and self.options["spare_partner"]:
            others.remove(self.partner(seat))
        return others

    # ------------------------------------------------------------------ after the pair, the end

    def _table_is_empty(self) -> bool:
        return not any(self.piles)

    def _after_pair(self) -> None:
        if self._table_is_empty():
            self._last_pair()
        elif self.pair_kind == X and self.seeking:  # ROO-X-4a
            self.open.clear()
            self._next_turn()
        elif self.pair_kind == X and self.options["x_pair_ends_turn"]:  # AMB-ROO-1
            self._next_turn()
        else:  # ROO-T3 two more; ROO-X-4b one more
            self.agenda = [("flip", self.turn)]

    def _last_pair(self) -> None:  # ROO-E1, contract R7
        if self.kids:  # ROO-K1: nothing is uncaptured
            self.agenda = [("over", self.turn)]
        elif self.options["end_loot"] == "strict":
            self._take_from(self._others(self.turn))
            self.agenda = [*self._lay_and_check(self.turn), ("over", self.turn)]
        else:
            self.agenda = [("end_loot", self.turn), ("over", self.turn)]

    def _end_loot(self) -> None:  # contract R7, end_loot=all: his own uncaptured cards count too
        self._take_from([self.turn, *self._others(self.turn)])
        self.points[self.turn] += self.hand
        self.hand = []

    def over(self) -> bool:
        return self.agenda[0][0] == "over"

    def scores(self) -> list[int]:  # ROO-0c: a card is a point
        return [len(cards) for cards in self.points]

    def winners(self) -> list[int]:
        if not self.over():
            raise Impossible("the match is not over")
        totals = self.scores()
        if self.team:  # ROO-TM3, contract R11
            own = totals
            totals = [own[seat] + own[self.partner(seat)] for seat in range(self.players)]
        return [seat for seat in range(self.players) if totals[seat] == max(totals)]
