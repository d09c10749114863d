"""The arena: bots against bots over the same deals, and their ratings.

Every two bots meet as a pair. A *deal* is a number of the seed: the stream that chance is drawn
from. Each deal is played once in every seating of `lab.seatings`, so the luck of the cards falls to
both bots alike; its sample is one number, the second bot’s share of the wins in it. Deals are
played in order and looked at in order, so neither threads nor the size of parts change a result.
"""

import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mazziere import __version__
from mazziere.bots.levels import Spec
from mazziere.games import find
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode
from mazziere.lab.duels import play_bots
from mazziere.lab.ratings import Estimate, Meeting, elo_of, mean_estimate, ratings, share_estimate
from mazziere.lab.seatings import Seating, seatings
from mazziere.lab.sequential import MARGIN, Test, Verdict, first_stop, sequence
from mazziere.lab.shards import Pending, Shards

FORMAT = "mazziere-arena/1"
UNIT = 2520
"""Wins are counted in parts of this: whole numbers for a win shared by up to ten."""
CHUNK_SECONDS = 0.5
SHARD_DEALS = 256
"""The most deals of a shard."""

Ints = NDArray[np.int64]
Pair = tuple[int, int]
"""The places of two bots among those that were named."""

Play = Callable[[Pair, Sequence[int], Sequence[Seating]], tuple[NDArray[Any], NDArray[Any]]]
"""Plays matches: for each a number and a seating; returns rows of scores, and winners as bits."""
Report = Callable[[int], None]
"""Takes the number of matches that were finished or skipped since the last call."""


@dataclass(frozen=True)
class Plan:
    """The plan of a tournament: bots, table, seed and number of deals."""

    game: Game
    players: int
    options: Mapping[str, Any]
    seed: int
    bots: tuple[str, ...]
    games: int  # matches of each pair, at most when there is a test
    test: Test | None = None

    @property
    def pairs(self) -> list[Pair]:
        """Every two bots."""
        return list(combinations(range(len(self.bots)), 2))

    @property
    def seatings(self) -> list[Seating]:
        """The seatings of each deal."""
        return seatings(self.game.sides(self.players, self.options))

    @property
    def deals(self) -> int:
        """The matches of a pair in whole deals."""
        return -(-self.games // len(self.seatings))

    @property
    def matches(self) -> int:
        """Upper bound on the number of matches."""
        return self.deals * len(self.seatings) * len(self.pairs)

    def command(self) -> str:
        """The command line that plays the same matches."""
        words = ["mazziere", "arena", self.game.id, "--players", str(self.players)]
        words += ["--bots", ",".join(self.bots), "--games", str(self.games)]
        for option in self.game.options:
            value = self.options[option.name]
            if value != option.default:
                words += ["--set", f"{option.name}={option_text(value)}"]
        if self.test is not None:
            words += ["--test", self.test.kind]
            if self.test.kind == "not-worse" and self.test.margin != MARGIN:
                words += ["--margin", f"{self.test.margin:g}"]
        return " ".join([*words, "--seed", str(self.seed)])


def option_text(value: Any) -> str:
    """Return the value of an option in the form of `--set`."""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


# Counting


@dataclass(frozen=True)
class Part:
    """The results of some deals of a pair, one number per deal as in `Duel`."""

    units: list[int]
    margins: list[float]
    shared: list[int]


@dataclass
class Duel:
    """The results of one pair so far."""

    pair: Pair
    seatings: int
    units: list[int] = field(default_factory=list)  # the second bot’s wins in each deal, in UNITs
    margins: list[float] = field(default_factory=list)  # its score less the other’s, in each deal
    shared: list[int] = field(default_factory=list)  # matches of each deal that both bots won
    verdict: Verdict = "open"
    stopped: bool = False

    @property
    def deals(self) -> int:
        """Deals so far."""
        return len(self.units)

    @property
    def matches(self) -> int:
        """Matches so far."""
        return self.deals * self.seatings

    @property
    def shares(self) -> NDArray[np.float64]:
        """The second bot’s share of the wins in each deal."""
        return np.array(self.units, np.float64) / (UNIT * self.seatings)

    def left(self, deals: int) -> int:
        """The number of planned deals that are still to be played."""
        return 0 if self.stopped else deals - self.deals

    def histogram(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """How often each share occurred."""
        values, counts = np.unique(np.array(self.units, np.int64), return_counts=True)
        return values / (UNIT * self.seatings), counts

    def take(self, part: Part, test: Test | None, planned: int) -> None:
        """Count the next deals; stop at the first check that allows it, and drop later deals."""
        seen = self.deals
        self.units += part.units
        self.margins += part.margins
        self.shared += part.shared
        if test is None:
            return
        end, verdict = first_stop(test, self.shares, seen, planned)
        if end:
            self.verdict, self.stopped = verdict, True
            self._cut(end)

    def even_out(self) -> None:
        """Drop the deals that an interruption left incomplete."""
        self._cut(min(len(self.units), len(self.margins), len(self.shared)))

    def _cut(self, end: int) -> None:
        for deals in (self.units, self.margins, self.shared):
            del deals[end:]


def count(seating_list: Sequence[Seating], scores: NDArray[Any], winners: NDArray[Any]) -> Part:
    """Count the matches of whole deals, whose rows come deal by deal in the order of seatings."""
    second = np.array(seating_list, np.int64)  # seating, seat → 1 for the second bot
    rounds, seats = second.shape
    won = (winners.reshape(-1, rounds, 1) >> np.arange(seats)) & 1
    both = won.sum(axis=2)
    theirs = (won * second).sum(axis=2)
    units = (theirs * UNIT // both).sum(axis=1)
    shared = ((theirs > 0) & (theirs < both)).sum(axis=1)
    points = scores.reshape(-1, rounds, seats).astype(np.float64)
    sizes = second.sum(axis=1)
    ahead = (points * second).sum(axis=2) / sizes
    behind = (points * (1 - second)).sum(axis=2) / (seats - sizes)
    margins = [math.fsum(row) / rounds for row in (ahead - behind).tolist()]
    return Part(units.tolist(), margins, shared.tolist())


# Playing


def player_of(plan: Plan, specs: Sequence[Spec], mode: Mode) -> Play:
    """Return the function that plays the matches of a plan; it is compiled when this returns."""

    def play(
        pair: Pair, numbers: Sequence[int], table: Sequence[Seating]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        bots = [specs[bot] for bot in pair]
        setting = plan.players, plan.options
        scores, rows = play_bots(plan.game, mode, *setting, bots, plan.seed, numbers, table)
        return scores, rows[:, 2]

    play((0, 1), [], [])
    return play


def compete(plan: Plan, play: Play, jobs: int, report: Report) -> tuple[list[Duel], bool]:
    """Let every pair meet in threads; return the counts, and whether all deals were played.

    An interruption from the keyboard ends it early: the deals until then are returned.
    """
    table = plan.seatings
    pool = ThreadPoolExecutor(jobs)

    def submit(pair: Pair, first: int, end: int) -> "Future[Part]":
        return pool.submit(_play_part, play, pair, table, first, end)

    try:
        return _compete(plan, submit, lambda: jobs, _Pace(jobs), report)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def compete_in_shards(
    plan: Plan, specs: Sequence[Spec], mode: Mode, shards: Shards, report: Report
) -> tuple[list[Duel], bool]:
    """Let every pair meet in numbered shards, on any backend; return as `compete` does."""
    table = plan.game.id, plan.players, dict(plan.options), plan.seed, mode

    def submit(pair: Pair, first: int, end: int) -> "_PartOfShard":
        bots = [specs[bot] for bot in pair]
        name = f"{pair[0]}-{pair[1]}:{first}-{end}"
        return _PartOfShard(shards.submit(name, play_shard, *table, bots, first, end))

    size = max(1, min(SHARD_DEALS, -(-plan.deals // 64)))
    return _compete(plan, submit, shards.backend.capacity, _Pace(1, size), report)


def play_shard(
    game: str,
    players: int,
    options: Mapping[str, Any],
    seed: int,
    mode: Mode,
    bots: Sequence[Spec],
    first: int,
    end: int,
) -> dict[str, Any]:
    """Play some deals of a pair in any process; return a `Part` as JSON."""
    found = find(game)
    table = seatings(found.sides(players, options))

    def play(
        pair: Pair, numbers: Sequence[int], seats: Sequence[Seating]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        scores, rows = play_bots(found, mode, players, options, bots, seed, numbers, seats)
        return scores, rows[:, 2]

    return vars(_play_part(play, (0, 1), table, first, end))


class _PartOfShard:
    """The part that a shard gives."""

    def __init__(self, shard: Pending) -> None:
        self._shard = shard

    def result(self) -> Part:
        return Part(**self._shard.result())


class _Parting(Protocol):
    """A shard that is running."""

    def result(self) -> Part:
        """Wait for it."""


def _compete(
    plan: Plan,
    submit: Callable[[Pair, int, int], _Parting],
    capacity: Callable[[], int],
    pace: "_Pace",
    report: Report,
) -> tuple[list[Duel], bool]:
    duels = [Duel(pair, len(plan.seatings)) for pair in plan.pairs]
    try:
        _take_turns(plan, duels, submit, capacity, pace, report)
    except KeyboardInterrupt:
        for duel in duels:
            duel.even_out()
        return duels, False
    return duels, True


def _take_turns(
    plan: Plan,
    duels: list[Duel],
    submit: Callable[[Pair, int, int], _Parting],
    capacity: Callable[[], int],
    pace: "_Pace",
    report: Report,
) -> None:
    """Schedule parts round-robin over pairs; collect results in schedule order."""
    running: deque[tuple[Duel, _Parting]] = deque()
    work = _parts(plan, duels, pace)
    while True:
        while len(running) < 2 * capacity() and (part := next(work, None)) is not None:
            duel, first, end = part
            running.append((duel, submit(duel.pair, first, end)))
        if not running:
            return
        duel, future = running.popleft()
        counted = future.result()
        pace.note(len(counted.units))
        if not duel.stopped:  # else played ahead of the verdict
            left = duel.left(plan.deals)
            duel.take(counted, plan.test, plan.deals)
            report((left - duel.left(plan.deals)) * len(plan.seatings))


class _Pace:
    """The number of deals in a part: of about `CHUNK_SECONDS`, or fixed."""

    def __init__(self, jobs: int, size: int | None = None) -> None:
        self.size = size or 1
        self._is_fixed = size is not None
        self._jobs, self._done, self._began = jobs, 0, time.perf_counter()

    def note(self, deals: int) -> None:
        if not self._is_fixed:
            self._done += deals
            rate = self._done / (time.perf_counter() - self._began + 1e-9)
            self.size = max(1, min(2 * self.size, int(rate * CHUNK_SECONDS / self._jobs)))


def _parts(plan: Plan, duels: list[Duel], pace: _Pace) -> Iterator[tuple[Duel, int, int]]:
    first = 0
    while first < plan.deals:
        end = min(plan.deals, first + pace.size)
        for duel in duels:
            if not duel.stopped:
                yield duel, first, end
        first = end
        if all(duel.stopped for duel in duels):
            return


def _play_part(play: Play, pair: Pair, table: Sequence[Seating], first: int, end: int) -> Part:
    numbers = [number for number in range(first, end) for _ in table]
    scores, winners = play(pair, numbers, list(table) * (end - first))
    return count(table, scores, winners)


# Telling


def results(plan: Plan, duels: Sequence[Duel], complete: bool) -> dict[str, Any]:
    """Return all results for JSON; they depend only on the command and the seed."""
    test = plan.test
    found = {
        "format": FORMAT,
        "version": __version__,
        "command": plan.command(),
        "game": plan.game.id,
        "rules": plan.game.version,
        "players": plan.players,
        "options": dict(plan.options),
        "seed": plan.seed,
        "bots": list(plan.bots),
        "games": plan.games,
        "seatings": [list(seating) for seating in plan.seatings],
        "sides": [list(seats) for seats in plan.game.sides(plan.players, plan.options)],
        "test": None if test is None else {"kind": test.kind, "border": test.border},
        "complete": complete,
        "ratings": _ratings(plan, duels),
        "pairs": [_pair(plan, duel) for duel in duels],
    }
    rounded: dict[str, Any] = _rounded(found)
    return rounded


def _rounded(value: Any) -> Any:
    """Round floats to nine decimals; further digits carry no information."""
    if isinstance(value, float):
        return round(value, 9)
    if isinstance(value, dict):
        return {name: _rounded(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_rounded(inner) for inner in value]
    return value


def _pair(plan: Plan, duel: Duel) -> dict[str, Any]:
    values, counts = duel.histogram()
    low, high = sequence(values, counts.astype(np.float64))
    share = share_estimate(duel.shares, np.ones(duel.deals))
    if plan.test is not None:  # it may stop early: then only its own interval is valid
        share = Estimate(share.value, low, high)
    margin = mean_estimate(np.array(duel.margins))
    won = sum(duel.units) / UNIT
    first, second = (plan.bots[bot] for bot in duel.pair)
    return {
        "bots": [first, second],
        "deals": duel.deals,
        "matches": duel.matches,
        "wins": [duel.matches - won, won],
        "shared": sum(duel.shared),
        "share": share.value,
        "low": share.low,
        "high": share.high,
        "elo": [elo_of(figure) for figure in (share.value, share.low, share.high)],
        "score_difference": None if margin is None else [margin.value, margin.low, margin.high],
        "sequence": [low, high],
        "verdict": duel.verdict if plan.test is not None else None,
        "deal_shares": [
            [value, n] for value, n in zip(values.tolist(), counts.tolist(), strict=True)
        ],
    }


def anchor_of(bots: Sequence[str]) -> int:
    """Return the bot whose rating is 0: `random`, or else the first."""
    return bots.index("random") if "random" in bots else 0


def _ratings(plan: Plan, duels: Sequence[Duel]) -> list[dict[str, Any]]:
    meetings = [Meeting(*duel.pair, duel.shares) for duel in duels]
    rated = ratings(len(plan.bots), meetings, anchor_of(plan.bots))
    return [_rating(plan, duels, bot, elo) for bot, elo in enumerate(rated)]


def _rating(plan: Plan, duels: Sequence[Duel], bot: int, elo: Estimate) -> dict[str, Any]:
    own = [duel for duel in duels if bot in duel.pair]
    longest = max(duel.deals for duel in own)
    sums, sizes = np.zeros(longest), np.zeros(longest)
    wins = 0.0
    for duel in own:
        shares = duel.shares if duel.pair[1] == bot else 1 - duel.shares
        sums[: duel.deals] += shares
        sizes[: duel.deals] += 1
        won = sum(duel.units) / UNIT
        wins += won if duel.pair[1] == bot else duel.matches - won
    share = share_estimate(sums, sizes)
    return {
        "bot": plan.bots[bot],
        "matches": sum(duel.matches for duel in own),
        "wins": wins,
        "share": share.value,
        "low": share.low,
        "high": share.high,
        "elo": elo.value,
        "elo_low": elo.low,
        "elo_high": elo.high,
    }
