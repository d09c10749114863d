"""Two tables that one person cannot tell apart, shown side by side.

The twin of a table has the same log, but for cards (or secret choices) that the person has not
seen. As long as the person hears the same events, every byte of their messages must be the same.
`tests/properties` checks the events of the rules; this module checks what the table adds.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from mazziere.games import find
from mazziere.kernel.events import SPECTATOR
from mazziere.kernel.match import Refused
from mazziere.server.rooms import projection
from mazziere.table import playing, sitting
from mazziere.table import schedule as due
from mazziere.table.entries import AnyEntry, Dealt, Ended, Moved, Settings
from mazziere.table.playing import AlreadyMoved
from mazziere.table.refusals import CommandDeferred, CommandRefused
from mazziere.table.table import AppliedEntry, TableState
from tests.properties.play import any_case
from tests.properties.twins import LeakError
from tests.table.evening import ID, Evening, person

SETTINGS = Settings(clock="fast", grace_ms=1500)
WATCHER = person("Wanda")

Leak = Callable[[TableState, list[AppliedEntry], str], Any]
"""Data that a person receives in addition, by mistake."""


def no_leak(table: TableState, history: list[AppliedEntry], who: str) -> None:
    """Add nothing."""


def played(game: str, rng: Random, steps: int) -> Evening:
    """Return a table with random options and two people, one with two seats if possible."""
    _, players, options = any_case(game, rng)
    evening = Evening(game, ["Anna", "Bea"], players, options, SETTINGS)
    if players > 3:
        evening.do(sitting.clear, person("Anna"), 3)
        evening.do(sitting.sit, person("Anna"), "Arno", 3)
    evening.start()
    evening.play(rng, steps=steps, pace_s=2.0)
    return evening


# Twins


def any_change(evening: Evening, seats: list[int], rng: Random) -> Callable[[AnyEntry], AnyEntry]:
    """Return another deal, or other choices of another person's seat where all choose at once."""
    others = [seat for seat in range(evening.table.match.players) if seat not in seats]
    if evening.table.match.game.simultaneous and others and rng.random() < 0.8:
        return _other_choices(rng.choice(others), *map(str, rng.sample(range(1, 11), 2)))
    deals = [entry for entry in evening.entries if isinstance(entry, Dealt) and _orders(entry)]
    return _other_deal(rng.choice(deals), rng) if deals else lambda entry: entry


def _orders(entry: Dealt) -> list[list[str]]:
    step = entry.step
    return [step["cards"]] if "cards" in step else step.get("rows") or step.get("piles") or []


def _other_deal(deal: Dealt, rng: Random) -> Callable[[AnyEntry], AnyEntry]:
    """Swap two cards of a deal, preferably ones that are dealt early."""
    orders = [list(order) for order in _orders(deal)]
    places = [(group, place) for group, order in enumerate(orders) for place in range(len(order))]
    if "rows" in deal.step:
        group = rng.randrange(len(orders))
        places = [place for place in places if place[0] == group]
    one, other = places[int(len(places) * rng.random() ** 2)], rng.choice(places)
    a, b = orders[one[0]][one[1]], orders[other[0]][other[1]]
    orders[one[0]][one[1]], orders[other[0]][other[1]] = b, a
    name = next(name for name in ("cards", "rows", "piles") if name in deal.step)
    twin = Dealt({**deal.step, name: orders[0] if name == "cards" else orders})
    return lambda entry: twin if entry == deal else entry


def _other_choices(seat: int, one: str, other: str) -> Callable[[AnyEntry], AnyEntry]:
    """Swap two cards of a seat for the whole match."""
    exchanged = {one: other, other: one}

    def change(entry: AnyEntry) -> AnyEntry:
        if not isinstance(entry, Moved) or entry.seat != seat:
            return entry
        words = (move.split() for move in entry.moves)
        moves = tuple(f"{verb} {exchanged.get(card, card)}" for verb, card in words)
        return Moved(seat, moves, entry.id, entry.by)

    return change


def fitted(entry: AnyEntry, table: TableState) -> AnyEntry | None:
    """Return a shuffle of the twin's own cards in the same order; None if impossible."""
    if not isinstance(entry, Dealt):
        return entry
    match = table.match
    if match.due != entry.step["chance"]:
        return None
    if "cards" not in entry.step:
        return entry
    cards = list(entry.step["cards"])
    group = Counter(match.game.cards[card] for card in match.engine.chance(match.states, 0)[0])
    if group.total() != len(cards):
        return None
    extra, spare = Counter(cards) - group, sorted((group - Counter(cards)).elements())
    for place, card in enumerate(cards):
        if extra[card] > 0:
            extra[card] -= 1
            cards[place] = spare.pop()
    return Dealt({**entry.step, "cards": cards})


# Side by side


@dataclass
class Side:
    """One of the two tables, with its applied entries."""

    table: TableState = field(default_factory=lambda: TableState(ID))
    history: list[AppliedEntry] = field(default_factory=list)

    def take(self, entry: AnyEntry, at: float) -> bool:
        """Apply an entry; return False if it is not possible here."""
        try:
            self.history.append(self.table.apply(entry, at))
        except Refused:
            return False
        return True


def heard(item: AppliedEntry, seats: list[int]) -> list[Any]:
    """Return the events that a person hears."""
    ears = sum(1 << seat for seat in seats) or 1 << SPECTATOR
    return [event for event in item.events if event.audience & ears]


def moments(
    evening: Evening, who: str, change: Callable[[AnyEntry], AnyEntry]
) -> Iterator[tuple[Side, Side]]:
    """Yield the moments at which the tables differ and the person has heard the same."""
    one, other = Side(), Side()
    seats = evening.table.seats_of(who)
    for (at, _), entry in zip(evening.log, evening.entries, strict=True):
        if isinstance(entry, Ended):
            return
        twin = fitted(change(entry), other.table)
        one.take(entry, at)
        if twin is None or not other.take(twin, at):
            return
        if heard(one.history[-1], seats) != heard(other.history[-1], seats):
            return
        if one.table.recorder is None or other.table.recorder is None:
            continue
        a, b = one.table.match, other.table.match
        if (a.due, a.actors(), a.is_over) != (b.due, b.actors(), b.is_over):
            return  # allowed by the rules; checked in `tests/properties`
        if a.states.tobytes() != b.states.tobytes() and a.due is None and not a.is_over:
            yield one, other


def everything(side: Side, who: str, rng: Random, leak: Leak) -> dict[str, bytes]:
    """Return everything that a person can find out at a table."""
    table, now = side.table, side.table.at + 0.5
    parts: dict[str, Any] = {
        "update": projection.update(table, side.history[-1:], who, now),
        "snapshot": projection.snapshot(table, side.history, who, now),
        "info": projection.table_info(table, who),
        "timing": [due.due_at(table), *(due.bot_due_at(table, n) for n in range(table.players))],
        "refusals": [refusal(table, who, seat, rng) for seat in table.seats_of(who)],
        "leak": leak(table, side.history, who),
    }
    return {name: msgspec.json.encode(part) for name, part in parts.items()}


def refusal(table: TableState, who: str, seat: int, rng: Random) -> list[Any]:
    """Return the refusals of illegal moves, one or several at a time."""
    game = find(table.game)
    told: list[Any] = []
    for _ in range(3):
        known = [*table.legal.get(seat, ()), *rng.sample(game.actions, 2)]
        first = rng.choice(known)
        for moves in ((first,), tuple(rng.choice(known) for _ in range(3)), (first, first)):
            try:
                playing.move(table, who, seat, moves, "", table.seq, table.at + 60)
                told.append("granted")
            except CommandRefused as refusal:
                told.append((refusal.code, refusal.rule, refusal.facts))
            except (CommandDeferred, AlreadyMoved) as wait:
                told.append(str(wait))
    return told


def hunt(game: str, rng: Random, evenings: int, twins: int, leak: Leak = no_leak) -> int:
    """Compare all moments; return their number; LeakError at the first leak."""
    count = 0
    for _ in range(evenings):
        evening = played(game, rng, 60)
        for who in (person("Anna"), person("Bea"), WATCHER):
            for _ in range(twins):
                change = any_change(evening, evening.table.seats_of(who), rng)
                for number, (one, other) in enumerate(moments(evening, who, change)):
                    if number % 4 == 0:
                        _compare(one, other, who, rng.randrange(1 << 30), leak)
                        count += 1
    return count


def _compare(one: Side, other: Side, who: str, seed: int, leak: Leak) -> None:
    first = everything(one, who, Random(seed), leak)
    second = everything(other, who, Random(seed), leak)
    for name, part in first.items():
        if part != second[name]:
            raise LeakError(f"{one.table.game}: {name} tells two tables apart")
