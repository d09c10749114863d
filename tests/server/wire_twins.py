"""Two matches that one observer cannot tell apart, played over real sockets.

All received bytes are recorded, for people on all seats and for a spectator. All of them lose their
connection and return now and then, and try what they may not do. The observer must receive the same
frames in both matches, although others hold other cards and all secrets of the server differ.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from mazziere.client import Client, TableConnection
from mazziere.games import find, shelf
from mazziere.kernel import fair
from mazziere.kernel.engine import engine
from mazziere.kernel.events import SPECTATOR
from mazziere.kernel.game import Game
from mazziere.wire.client import Hint, Move, Say
from mazziere.wire.server import Advice, Refusal
from tests.cases import case
from tests.properties.hearing import heard
from tests.properties.play import CHANCE, Recording, Run, Step, copy, due, on_table, record, styles
from tests.properties.twins import (
    Change,
    any_swap,
    fitted,
    hidden_orders,
    swapped,
)
from tests.server.running import Running, caught_up, read_for, read_until

TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    name: (case(name).live_players, dict(case(name).live_options)) for name in shelf()
}
STEPS = 30
PROBE_EVERY = 9
MOST_RECORDINGS = 200
"""Upper bound on the matches that are tried until all observers have such a twin."""
LEAST = 4
"""Lower bound on the moments at which a twin differs."""
BEGAN = 1_800_000_000.0


class LeakError(AssertionError):
    """The bytes that an observer received tell two matches apart."""


@dataclass
class ManualClock:
    """A clock that only moves when it is told to."""

    now: float = BEGAN

    def __call__(self) -> float:
        return self.now


# Making twins


@dataclass
class Twin:
    """The steps of a match that an observer cannot tell from another one."""

    steps: list[Step] = field(default_factory=list)
    differing: int = 0  # moments at which the states differ
    weight: int = 0  # differing bytes over all moments
    known: int = 0  # moments at which another seat sees the difference


def twin_of(played: Recording, change: Change, observer: int) -> Twin:
    """Play a twin as long as the observer hears the same."""
    machine = played.engine
    run = Run(machine, played.players, played.options)
    run.states = copy(played.states[0])
    twin = Twin()
    for number, recorded in enumerate(played.steps):
        step = change.get(number, recorded)
        if step.seat == CHANCE:
            step = fitted(step.orders, machine.chance(run.states, 0))
        elif step.action not in machine.legal(run.states, 0, step.seat):
            break
        events = run.take(step)
        same_ears = heard(events, observer) == heard(played.events[number], observer)
        if not same_ears or played.tables[number + 1] != on_table(machine, run.states):
            break
        if machine.is_over(run.states, 0):
            break  # afterwards everything is open
        twin.steps.append(step)
        pairs = zip(played.bytes[number + 1], run.states.tobytes(), strict=True)
        count = sum(one != other for one, other in pairs)
        twin.differing += count > 0
        twin.weight += count
        if count and number % 2:
            twin.known += others_see(played, number + 1, run, observer)
    while twin.steps and due(machine.game, played.states[len(twin.steps)]) is not None:
        twin.steps.pop()  # a chance step belongs to the move before it
    return twin


def others_see(played: Recording, number: int, run: Run, observer: int) -> bool:
    """Return whether another seat can tell the two matches apart by now."""
    look = played.engine.visible
    return any(
        look(played.states[number], 0, seat).tobytes() != look(run.states, 0, seat).tobytes()
        for seat in range(played.players)
        if seat != observer
    )


def best_twin(played: Recording, observer: int, rng: Random, trials: int = 24) -> Twin:
    """Return the twin that differs most."""
    numbers = hidden_orders(played)
    twins = [Twin()]
    other_choices = case(played.engine.game.id).other_choices
    for _ in range(trials):
        if other_choices is not None:
            change = other_choices(played, rng, observer)
        else:
            swaps = [any_swap(played, numbers, rng) for _ in range(rng.choice((1, 2, 4, 8)))]
            change = swapped(played, [swap for swap in swaps if swap is not None])
        if change:
            twins.append(twin_of(played, change, observer))
    return max(twins, key=lambda twin: (twin.differing >= LEAST, twin.known, twin.weight))


def recorded(game: str, rng: Random) -> Recording:
    """Record a match, to be played over the wire."""
    players, options = TABLES[game]
    machine = engine(find(game), "plain")
    full = machine.game.full_options(options)
    return record(machine, players, full, rng, rng.choice(styles(game)), STEPS)


# Playing them


@contextmanager
def dealt_by(steps: list[Step], patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the server deal as the steps say, instead of by its secrets."""
    orders = iter([list(order) for step in steps if step.seat == CHANCE for order in step.orders])
    with patch.context() as patched:
        patched.setattr(fair, "order_for", lambda *about: lambda group: next(orders, sorted(group)))
        yield


@dataclass
class Bytes:
    """The frames that a person has received, and their number after each step."""

    frames: list[bytes] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)


@dataclass
class Seen:
    """The frames that everybody has received in a match."""

    by: dict[int, Bytes]  # by seat, and SPECTATOR
    same: dict[str, str]  # public values that differ from match to match, with their replacements


class Wire:
    """A match over real sockets."""

    def __init__(self, server: Running, clock: ManualClock, game: Game) -> None:
        self.server = server
        self.clock = clock
        self.game = game
        self.table = ""
        self.clients: dict[int, Client] = {}
        self.lines: dict[int, TableConnection] = {}
        self.seen: dict[int, Bytes] = {}

    async def play(self, played: Recording, steps: list[Step], patch: pytest.MonkeyPatch) -> Seen:
        """Play the steps; return everybody's frames."""
        self.clock.now = BEGAN
        with dealt_by(steps, patch):
            self.table, people = await self.server.seated(
                self.game.id, played.players, dict(played.options), hints=True
            )
            self.clients = {**dict(enumerate(people)), SPECTATOR: self.server.client()}
            self.seen = {who: Bytes() for who in self.clients}
            async with AsyncExitStack() as stack:
                for who in self.clients:
                    await self.connect(who, None)
                    stack.push_async_callback(self._close, who)
                await people[0].start(self.table)
                await self.settle()
                for number, step in enumerate(steps):
                    await self.take(number, step)
        info = await people[0].table(self.table)
        same = {self.table: "TABLE", info.commitment: "COMMITMENT", info.receipt or "": "RECEIPT"}
        room = await self.server.node.rooms.room(self.table)
        same[room.table.opened_code] = "CODE"
        return Seen(self.seen, same)

    async def take(self, number: int, step: Step) -> None:
        """Make a move, wait for all updates, and now and then try forbidden requests."""
        if step.seat != CHANCE:
            self.clock.now += 10
            line = self.lines[step.seat]
            answer = await line.move(step.seat, self.game.name(step.action), move_id=f"m{number}")
            assert not isinstance(answer, Refusal), answer
            await self.settle()
            await self.ask_for_others(step.seat)
        if number % PROBE_EVERY == PROBE_EVERY - 1:
            await self.probe(number)
        for seen in self.seen.values():
            seen.marks.append(len(seen.frames))

    async def settle(self) -> None:
        """Wait until everybody has received all entries."""
        room = await self.server.node.rooms.room(self.table)
        for line in self.lines.values():
            await caught_up(line, room.table.seq)

    async def connect(self, who: int, last: int | None) -> None:
        """Connect a person."""
        line = self.clients[who].connect(self.table, last)
        line.received = self.seen[who].frames
        self.lines[who] = await line.__aenter__()

    async def _close(self, who: int) -> None:
        await self.lines[who].close()

    # Forbidden requests

    async def probe(self, number: int) -> None:
        """Let everybody try forbidden requests, and reconnect."""
        for who, line in self.lines.items():
            await self._try_moves(number, who, line)
            await self._try_papers(who)
        said = f"Step {number}"
        await self.lines[0].send(Say(0, said))
        host = self.lines[0]
        await read_until(host, lambda: any(item.text == said for item in host.news), said)
        await self.settle()
        for who in self.lines:
            last = self.lines[who].seq - 4 if (number // PROBE_EVERY + who) % 2 else None
            await self._close(who)
            await self.connect(who, last)

    async def _try_moves(self, number: int, who: int, line: TableConnection) -> None:
        """Send illegal moves, for this seat and for another."""
        players = len(line.table.seats)
        other = (who + 1) % players if who != SPECTATOR else 0
        own = who if who != SPECTATOR else 1
        texts = [*self.game.actions[number % 5 :: 11], "nonsense"]
        for text in texts[:6]:
            if text not in line.moves(own):
                await line.send(Move(f"p{number}", own, (text,), line.seq))
                await read_for(line, Refusal)
        await line.send(Move("p", other, (self.game.actions[0],), line.seq))
        await read_for(line, Refusal)

    async def ask_for_others(self, seat: int) -> None:
        """Let everybody ask for a hint for the next seat."""
        other = (seat + 1) % (len(self.lines) - 1)
        for who, line in self.lines.items():
            if who != other:
                await line.send(Hint(other))
                await read_for(line, Refusal, Advice)

    async def _try_papers(self, who: int) -> None:
        base = f"/api/tables/{self.table}"
        for path in (base, "/api/tables", *(f"{base}/matches{p}" for p in ("", "/1", "/1/replay"))):
            status, data = await self.clients[who].ask("GET", path)
            self.seen[who].frames.append(b"%d " % status + data)


# Comparing


def normal(seen: Seen, who: int, steps: int) -> list[bytes]:
    """Return a person's frames up to a step, without the values that differ per match."""
    bytes_of = seen.by[who]
    frames = []
    for frame in bytes_of.frames[: bytes_of.marks[steps - 1]]:
        for name, meaning in seen.same.items():
            if name:
                frame = frame.replace(name.encode(), meaning.encode())
        frames.append(frame)
    return frames


def compare(base: Seen, other: Seen, who: int, steps: int) -> int:
    """Check that a person has received the same in two matches; return the number of frames."""
    one, two = normal(base, who, steps), normal(other, who, steps)
    for number, (here, there) in enumerate(zip(one, two, strict=False)):
        if here != there:
            raise LeakError(f"frame {number} for {who}: {difference(here, there)}")
    if len(one) != len(two):
        raise LeakError(f"{len(one)} frames for {who} in one match, {len(two)} in the other")
    return len(one)


def difference(one: bytes, other: bytes) -> str:
    """Return the first difference of two frames."""
    place = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    start = max(0, place - 60)
    return json.dumps([one[start : place + 40].decode(), other[start : place + 40].decode()])


async def hunt(
    server: Running,
    clock: ManualClock,
    game: str,
    observers: Sequence[int],
    rng: Random,
    patch: pytest.MonkeyPatch,
) -> int:
    """Play a match and a twin per observer; return the number of compared frames."""
    for _ in range(MOST_RECORDINGS):
        played = recorded(game, rng)
        twins = {observer: best_twin(played, observer, rng) for observer in observers}
        if all(twin.differing >= LEAST for twin in twins.values()):
            break
    else:
        raise AssertionError(
            f"no match of {game} in {MOST_RECORDINGS} has twins that differ enough"
        )
    wire = Wire(server, clock, played.engine.game)
    longest = max(len(twin.steps) for twin in twins.values())
    base = await wire.play(played, played.steps[:longest], patch)
    frames = 0
    for observer, twin in twins.items():
        other = await wire.play(played, twin.steps, patch)
        frames += compare(base, other, observer, len(twin.steps))
    return frames
