"""The invariants of YOOLOO; the fifth compares whole matches, see test_invariants."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from mazziere.games.yooloo.box import POINTS
from tests.properties.invariants.moment import Moment


@dataclass
class Round:
    """The cards of one round, or showdown, and what followed."""

    cards: dict[int, int]
    is_showdown: bool
    taker: int | None = None
    taken: int = 0

    @property
    def winner(self) -> int | None:
        """Return the seat with the highest unique value."""
        counts = Counter(self.cards.values())
        single = {card: seat for seat, card in self.cards.items() if counts[card] == 1}
        return single[max(single)] if single else None


@dataclass
class Account:
    """Where the ten point cards of a game are, kept apart from the engine."""

    players: int
    prize: Literal["all", "last"]
    pile: list[int]
    won: list[list[int]]
    parked: list[int] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)
    played: dict[int, list[int]] = field(default_factory=dict)
    has_ended: bool = False

    def rate(self, played: Round) -> None:
        """Settle a round."""
        if not played.is_showdown:
            stake = self.pile.pop(0)
            for seat, card in played.cards.items():
                self.played.setdefault(seat, []).append(card)
            self.parked.append(stake)
        if played.winner is not None:
            if played.is_showdown and self.prize == "last":
                self.removed += self.parked[:-1]
                del self.parked[:-1]
            self.won[played.winner] += self.parked
            self.parked.clear()
        elif self.players == 2:
            self.removed += self.parked
            self.parked.clear()


def rounds_in(moment: Moment) -> list[Round]:
    """Return the rounds that were shown in this step."""
    rounds: list[Round] = []
    was_tied = moment.memory.setdefault("tied", False)
    for told in moment.told:
        if told.name == "showed":
            if not rounds or len(rounds[-1].cards) == moment.players:
                rounds.append(Round({}, was_tied))
            assert told.seat not in rounds[-1].cards
            rounds[-1].cards[told.seat] = told.a + 1
        elif told.name == "took":
            assert rounds[-1].taker is None
            rounds[-1].taker, rounds[-1].taken = told.seat, told.a
        elif told.name == "tied":
            was_tied = True
        elif told.name == "noted":
            was_tied = False
    moment.memory["tied"] = was_tied
    return rounds


def follow(moment: Moment) -> None:
    """Update the account of the current game; the first invariant calls it once per step."""
    moment.memory["rounds"] = rounds_in(moment)
    if "account" not in moment.memory:
        open_account(moment)
    account: Account = moment.memory["account"]
    for played in moment.memory["rounds"]:
        account.rate(played)
    moment.memory["ended"] = account if moment.of("noted") else None
    if moment.of("noted"):
        open_account(moment)
    if moment.due == "points":
        moment.memory["account"].pile = [card + 1 for card in moment.step.orders[0]]


def open_account(moment: Moment) -> None:
    """Open the account of a new game."""
    pile = [] if moment.options["variant"] == "b" else list(range(1, 11))
    won: list[list[int]] = [[] for _ in range(moment.players)]
    moment.memory["account"] = Account(moment.players, moment.options["showdown_prize"], pile, won)


def inv_YOO_1(moment: Moment) -> None:
    """INV-YOO-1: pile, parked, won and removed are the ten point cards, always.

    None is removed from three players on (but for `showdown_prize=last`), none parked for two.
    """
    follow(moment)
    for account in (moment.memory["ended"], moment.memory["account"]):
        if account is None or (
            moment.options["variant"] == "b" and not account.pile + account.parked
        ):
            continue
        won = [card for cards in account.won for card in cards]
        assert sorted(account.pile + account.parked + won + account.removed) == list(range(1, 11))
        assert account.players == 2 or not account.removed or account.prize == "last"
        assert account.players > 2 or not account.parked
    account = moment.memory["ended"] if moment.is_over else moment.memory["account"]
    if moment.due is None:
        assert moment.after.points[: moment.players] == [sum(cards) for cards in account.won]
        assert moment.after.parked == len(account.parked)
        if moment.after.phase != POINTS:  # the points cards of variant B are not yet shuffled
            assert moment.after.rounds == 10 - len(account.pile)


def inv_YOO_2(moment: Moment) -> None:
    """INV-YOO-2: all 55 points are won, less those of tied rounds of two (or forfeited)."""
    account = moment.memory["ended"]
    if account is not None:
        noted = [told.a for told in moment.of("noted")]
        assert sum(noted) == 55 - sum(account.removed)
        assert noted == [sum(cards) for cards in account.won]


def inv_YOO_3(moment: Moment) -> None:
    """INV-YOO-3: everybody's ten plays are the ten cards, showdowns apart."""
    account = moment.memory["ended"]
    if account is not None:
        assert len(account.played) == moment.players
        for cards in account.played.values():
            assert sorted(cards) == list(range(1, 11))


def inv_YOO_4(moment: Moment) -> None:
    """INV-YOO-4: a round has a winner exactly when some value was shown once."""
    for played in moment.memory["rounds"]:
        assert len(played.cards) == moment.players
        assert played.taker == played.winner
        values = set(played.cards.values())
        if moment.players <= 3:
            assert (played.taker is None) == (len(values) == 1)


INVARIANTS = (inv_YOO_1, inv_YOO_2, inv_YOO_3, inv_YOO_4)
