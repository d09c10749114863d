"""The speed of the bots: matches per second, search iterations per second, time per answer."""

import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any

from mazziere.bots.bot import Bot
from mazziere.bots.engine import bot_engine
from mazziere.bots.levels import Spec, read_spec
from mazziere.bots.sitting import Sitting
from mazziere.games import find
from mazziere.kernel.engine import wanted_mode
from mazziere.kernel.events import Event
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode
from mazziere.kernel.match import Match, match_seed
from mazziere.kernel.state import States

SEED = 2024
QUESTIONS = 200
SEARCHES = 5

Row = dict[str, Any]
Question = tuple[int, States, list[int]]
"""A seat, its view and its moves."""


def measure(
    games: tuple[str, ...],
    players: tuple[int, ...] = (2, 4),
    seconds: float = 0.5,
    mode: Mode | None = None,
    report: Callable[[str], None] = lambda what: None,
) -> list[Row]:
    """Measure the bots of games at numbers of players that they allow."""
    rows = []
    built: Mode = mode or wanted_mode()
    for name in games:
        game = find(name)
        allowed = game.allowed_players(game.full_options({}))
        for count in (count for count in players if count in allowed):
            report(f"bots {name} {count}")
            rows.append({"game": name, "players": count, **_figures(game, count, seconds, built)})
    return rows


def _figures(game: Game, players: int, seconds: float, mode: Mode) -> Row:
    asked = list(questions(game, players, QUESTIONS, mode))
    row: Row = {"normal_games_per_s": matches(game, players, seconds, mode)}
    for level in ("easy", "normal"):
        spent = answers(game, read_spec(level), asked, mode)
        row[f"{level}_answer_ms"] = {"median": median(spent), "longest": max(spent)}
    return row | search(game, asked, mode)


def matches(game: Game, players: int, seconds: float, mode: Mode) -> float:
    """Measure matches per second among `normal` bots, on one core."""
    built, spec = bot_engine(game, mode), [read_spec("normal")]
    built.play_matches(players, {}, spec, SEED, [0], [[0] * players])  # compiles
    done, count, began = 0, 1, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        numbers = list(range(done, done + count))
        built.play_matches(players, {}, spec, SEED, numbers, [[0] * players] * count)
        done += count
        count = max(1, min(4 * count, int(done * (seconds - spent) / (spent + 1e-9) / 2)))
    return done / spent


def questions(game: Game, players: int, count: int, mode: Mode) -> Iterator[Question]:
    """Return positions of matches between `normal` bots in which a seat has a choice."""
    spec, number = read_spec("normal"), 0
    while count > 0:
        seed = match_seed(SEED, number)
        number += 1
        asked: list[Question] = []
        bots = [Noting(Bot(game, spec, seat, seed, mode), asked) for seat in range(players)]
        Sitting(Match(game, players, {}, mode), bots, seed).play()
        yield from asked[:count]
        count -= len(asked)


class Noting:
    """A bot that notes the questions in which it has a choice."""

    def __init__(self, bot: Bot, asked: list[Question]) -> None:
        self._bot = bot
        self._asked = asked

    def tell(self, events: Sequence[Event]) -> None:
        """Take the events of one step."""
        self._bot.tell(events)

    def ask(self, view: States, moves: Sequence[int]) -> int | None:
        """Note the question and let the bot choose."""
        if len(moves) > 1:
            self._asked.append((self._bot.seat, view, list(moves)))
        return self._bot.ask(view, moves)


def answers(game: Game, spec: Spec, asked: list[Question], mode: Mode) -> list[float]:
    """Measure the time of each answer in milliseconds."""
    bots = [Bot(game, spec, seat, (1, 2, 3, 4), mode) for seat in range(10)]
    bots[asked[0][0]].ask(*asked[0][1:])  # compiles
    spent = []
    for seat, view, moves in asked:
        began = time.perf_counter()
        bots[seat].ask(view, moves)
        spent.append(1000 * (time.perf_counter() - began))
    return spent


def search(game: Game, asked: list[Question], mode: Mode) -> Row:
    """Measure iterations per second, moves per iteration, and how late a timed search ends."""
    spec = read_spec("hard")
    assert spec.ms is not None
    room = bot_engine(game, mode).room
    worlds, moves_out, late, found = 0, 0, 0.0, 0
    for seat, view, moves in asked:
        bot = Bot(game, spec, seat, (1, 2, 3, 4), mode)
        began = time.perf_counter()
        bot.ask(view, moves)
        spent = 1000 * (time.perf_counter() - began)
        if bot.shares():
            found += 1
            if found > 1:  # the first one compiles
                late = max(late, spent - spec.ms)
                worlds += int(room.buffers["done"][0])
                moves_out += int(room.buffers["played"][0])
            if found > SEARCHES:
                break
    searched_s = max(1, found - 1) * spec.ms / 1000
    return {
        "budget_ms": spec.ms,
        "worlds_per_s": worlds / searched_s,
        "moves_per_world": moves_out / max(1, worlds),
        "late_ms": late,
    }
