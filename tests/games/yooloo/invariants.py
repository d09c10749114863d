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
        """Who shows the highest value that nobody else shows."""
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


def rounds_in(m: Moment) -> list[Round]:
    """The rounds that were shown in this step."""
    rounds: list[Round] = []
    was_tied = m.memory.setdefault("tied", False)
    for told in m.told:
        if told.name == "showed":
            if not rounds or len(rounds[-1].cards) == m.players:
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
    m.memory["tied"] = was_tied
    return rounds


def follow(m: Moment) -> None:
    """Keep the account of the game that is on; called once a step, by the first invariant."""
    m.memory["rounds"] = rounds_in(m)
    if "account" not in m.memory:
        open_account(m)
    account: Account = m.memory["account"]
    for played in m.memory["rounds"]:
        account.rate(played)
    m.memory["ended"] = account if m.of("noted") else None
    if m.of("noted"):
        open_account(m)
    if m.due == "points":
        m.memory["account"].pile = [card + 1 for card in m.step.orders[0]]


def open_account(m: Moment) -> None:
    """A new game."""
    pile = [] if m.options["variant"] == "b" else list(range(1, 11))
    won: list[list[int]] = [[] for _ in range(m.players)]
    m.memory["account"] = Account(m.players, m.options["showdown_prize"], pile, won)


def inv_YOO_1(m: Moment) -> None:
    """INV-YOO-1: pile, parked, won and removed are the ten point cards, always.

    None is removed from three players on (but for `showdown_prize=last`), none parked for two.
    """
    follow(m)
    for account in (m.memory["ended"], m.memory["account"]):
        if account is None or (m.options["variant"] == "b" and not account.pile + account.parked):
            continue
        won = [card for cards in account.won for card in cards]
        assert sorted(account.pile + account.parked + won + account.removed) == list(range(1, 11))
        assert account.players == 2 or not account.removed or account.prize == "last"
        assert account.players > 2 or not account.parked
    account = m.memory["ended"] if m.is_over else m.memory["account"]
    if m.due is None:
        assert m.after.points[: m.players] == [sum(cards) for cards in account.won]
        assert m.after.parked == len(account.parked)
        if m.after.phase != POINTS:  # the points cards of variant B are not yet shuffled
            assert m.after.rounds == 10 - len(account.pile)


def inv_YOO_2(m: Moment) -> None:
    """INV-YOO-2: all 55 points are won, less those of tied rounds of two (or forfeited)."""
    account = m.memory["ended"]
    if account is not None:
        noted = [told.a for told in m.of("noted")]
        assert sum(noted) == 55 - sum(account.removed)
        assert noted == [sum(cards) for cards in account.won]


def inv_YOO_3(m: Moment) -> None:
    """INV-YOO-3: everybody's ten plays are the ten cards, showdowns apart."""
    account = m.memory["ended"]
    if account is not None:
        assert len(account.played) == m.players
        for cards in account.played.values():
            assert sorted(cards) == list(range(1, 11))


def inv_YOO_4(m: Moment) -> None:
    """INV-YOO-4: a round has a winner exactly when some value was shown once."""
    for played in m.memory["rounds"]:
        assert len(played.cards) == m.players
        assert played.taker == played.winner
        values = set(played.cards.values())
        if m.players <= 3:
            assert (played.taker is None) == (len(values) == 1)


INVARIANTS = (inv_YOO_1, inv_YOO_2, inv_YOO_3, inv_YOO_4)
