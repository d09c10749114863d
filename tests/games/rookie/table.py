"""Positions of ROOKIE in letters: piles on the table top card first, provisional ones bottom up."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from mazziere.games.rookie import GAME
from mazziere.games.rookie.box import COVER_OR_SEEK, FIRST
from mazziere.kernel.engine import engine, wanted_mode
from mazziere.kernel.events import EVERYONE, Event
from mazziere.kernel.match import Match, Refused

KINDS = "RGBYPX"
rule = pytest.mark.rule


class Table:
    """A match with its nine piles and the players' piles, written in letters."""

    def __init__(
        self, players: int = 2, starter: int = 0, /, rules: int | None = None, **options: Any
    ) -> None:
        self.match = Match(GAME, players, options, wanted_mode(), rules)
        self.match.chance({"chance": "starter", "seat": starter})
        self.match.chance({"chance": "piles", "piles": dealt({}, **options)})
        self.states = self.match.states
        self.events: list[str] = []
        self.told: list[str] = []

    # Setting up a position

    def piles(self, piles: Mapping[int, str], shown: str = "") -> "Table":
        """Put piles on the table and open the top cards of some, named by their numbers."""
        for name in ("height", "rest", "gaps", "deep", "open", "seen"):
            self.states[name][0] = 0
        self.states["table"][0] = -1
        for number in range(1, 10):
            cards = piles.get(number, "")
            bit = 1 << (number - 1)
            self.states["height"][0][number - 1] = len(cards)
            self.states["gaps"][0] |= 0 if cards else bit
            self.states["deep"][0] |= bit if len(cards) > 1 else 0
            self.states["open"][0] |= bit if str(number) in shown else 0
            for level, card in enumerate(reversed(cards)):
                self.states["table"][0][number - 1, level] = KINDS.index(card)
                self.states["rest"][0][KINDS.index(card)] += 1
        self.states["seen"][0] = self.states["open"][0]
        self.states["phase"][0] = COVER_OR_SEEK if shown else FIRST
        return self

    def before(self, seat: int, *piles: str, points: int = 0) -> "Table":
        """Put provisional piles, and captured cards, before a seat."""
        for number, cards in enumerate(piles):
            pile = 3 * seat + number
            self.states["top"][0][pile] = KINDS.index(cards[-1]) if cards else -1
            for kind in range(6):
                self.states["laid"][0][pile, kind] = cards.count(KINDS[kind])
        self.states["points"][0][seat] = points
        return self

    # Playing

    def do(self, *moves: str) -> "Table":
        """Make moves for the seat that may move."""
        for move in moves:
            events = self.match.move(self.seat, move)
            assert all(event.audience == EVERYONE for event in events)
            self.events = [GAME.events[event.kind].name for event in events]
            self.told += [
                f"{GAME.events[kind].name} {seat} {a} {b}" for kind, seat, a, b, _ in events
            ]
        return self

    def lay(self, cards: str, pile: int) -> "Table":
        """Lay cards on one of the own piles."""
        return self.do(*(f"place {card} {pile}" for card in cards))

    def refused(self, move: str, seat: int | None = None) -> str:
        """Return the rule against a move."""
        with pytest.raises(Refused) as error:
            self.match.move(self.seat if seat is None else seat, move)
        assert error.value.rule is not None
        return error.value.rule

    # Reading

    @property
    def seat(self) -> int:
        """The seat that may move."""
        (seat,) = self.match.actors()
        return seat

    @property
    def moves(self) -> str:
        """All moves, the same verbs together: `flip 1 2 3, cover`."""
        (moves,) = self.match.legal().values()
        verbs: dict[str, list[str]] = {}
        for move in moves:
            verb, _, rest = move.partition(" ")
            verbs.setdefault(verb, []).append(rest)
        return ", ".join(f"{verb} {' '.join(rest)}".strip() for verb, rest in verbs.items())

    def is_over(self) -> bool:
        """Return whether the match has ended."""
        return self.match.is_over

    @property
    def open(self) -> dict[int, str]:
        """The cards that lie open, by place."""
        bits = int(self.states["open"][0])
        return {number: self.column(number)[0] for number in range(1, 10) if bits >> number - 1 & 1}

    def column(self, number: int) -> str:
        """Return a pile on the table, top card first."""
        height = int(self.states["height"][0][number - 1])
        cards = self.states["table"][0][number - 1, :height].tolist()
        return "".join(KINDS[card] for card in reversed(cards))

    def tops(self, seat: int) -> str:
        """Return the top cards of a seat's provisional piles."""
        cards = self.states["top"][0][3 * seat : 3 * seat + 3].tolist()
        return "".join(KINDS[card] if card >= 0 else "-" for card in cards)

    def uncaptured(self, seat: int) -> str:
        """Return all cards on a seat's provisional piles."""
        laid = self.states["laid"][0][3 * seat : 3 * seat + 3].sum(axis=0).tolist()
        return "".join(kind * count for kind, count in zip(KINDS, laid, strict=True))

    @property
    def scores(self) -> list[int]:
        """The points of all seats."""
        return self.match.scores()


def dealt(tops: Mapping[int, str], **options: Any) -> list[list[str]]:
    """Return nine piles of the whole pack with these cards on top, the rest in any order."""
    copies = 12 if options.get("edition") == "pocket" else 18
    rest = Counter({kind: copies for kind in KINDS if kind != "X" or options.get("mode") != "kids"})
    total = rest.total()
    rest.subtract("".join(tops.values()))
    assert min(rest.values()) >= 0
    cards = sorted(rest.elements())
    piles = []
    for number in range(1, 10):
        size = total // 9 + (1 if number <= total % 9 else 0)
        pile = list(tops.get(number, ""))
        while len(pile) < size:
            pile.append(cards.pop())
        piles.append(pile)
    return piles


def pack(players: int = 2, **options: Any) -> Counter[str]:
    """Count the cards that are shuffled."""
    match = Match(GAME, players, options, wanted_mode())
    match.chance({"chance": "starter", "seat": 0})
    _, cards = match.engine.chance(match.states, 0)
    return Counter(GAME.cards[card] for card in cards)


EIGHT = {1: "RG", 2: "RG", 3: "BY", 4: "BY", 5: "XP", 6: "XP", 7: "GP", 8: "GP", 9: "Y"}
"""Nine piles: pairs on top of 1 and 2, 3 and 4, 5 and 6, 7 and 8."""


def walk(players: int, options: Mapping[str, Any], seed: int) -> Iterator[Any]:
    """Play a random match and yield its record before every step and at the end."""
    for states, _ in walk_events(players, options, seed):
        yield states


def walk_events(
    players: int, options: Mapping[str, Any], seed: int
) -> Iterator[tuple[Any, list[Event]]]:
    """Do the same as `walk`, with the events of each step."""
    rng = random.Random(seed)
    runner = engine(GAME, wanted_mode())
    states = runner.new(players, options)
    yield states, []
    while not runner.is_over(states, 0):
        groups = runner.chance(states, 0)
        if groups:
            for group in groups:
                rng.shuffle(group)
            events = runner.resolve(states, 0, groups)
        else:
            (seat,) = runner.actors(states, 0)
            events = runner.apply(states, 0, seat, rng.choice(runner.legal(states, 0, seat)))
        yield states, events


WALKS = [
    (2, {}),
    (4, {"mode": "team"}),
    (3, {"refill": "tallest", "end_loot": "strict"}),
    (6, {"mode": "team", "team_pool": True, "capture_by": "any"}),
    (5, {"mode": "kids", "edition": "pocket"}),
]
