"""A simulated person at the drawn table: an app with a pilot that presses keys."""

import asyncio
import random
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from mazziere.cli.terminal.app import TableApp
from mazziere.cli.terminal.match import MatchScreen
from mazziere.cli.terminal.moves_list import Item, MovesList
from mazziere.cli.terminal.solo_match import Seating, SoloMatch
from mazziere.games import find
from mazziere.kernel.match import match_seed
from tests.cli.terminal.quick import hasty
from tests.waiting import deadline

NAMED = {" ": "space", "␣": "space", "?": "question_mark", ":": "colon", "/": "slash"}


def seating(
    game: str,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    bot: str = "random",
) -> Seating:
    """Return a seating with the person at seat 0."""
    found = find(game)
    full = found.full_options(options or {})
    bots = ("", *[bot] * (players - 1))
    return Seating(found, players, full, match_seed(seed, 0), bots)


class Sitting:
    """A simulated person at the screen."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> MatchScreen:
        """The screen of the match."""
        for screen in reversed(self.app.screen_stack):
            if isinstance(screen, MatchScreen):
                return screen
        raise AssertionError(f"no match: {self.app.screen_stack}")

    @property
    def top(self) -> Screen[Any]:
        """The top screen."""
        return self.app.screen

    @property
    def is_at_table(self) -> bool:
        """Whether no dialog covers the table."""
        return isinstance(self.app.screen, MatchScreen)

    @property
    def moves(self) -> MovesList:
        """The list of moves."""
        return self.screen.query_one(MovesList)

    @property
    def table(self) -> SoloMatch:
        """The match behind the screen."""
        table = self.screen.bridge.table
        assert table is not None
        return table

    @property
    def message(self) -> str:
        """The message line."""
        return self.screen._message

    async def until(self, wanted: Any) -> None:
        """Wait until a condition holds; the message of a failure shows what is on the screen."""
        async with deadline(f"the screen does not get there from {self.app.screen_stack}"):
            while not wanted():
                await asyncio.sleep(0.001)
        await self.pilot.pause()

    async def asked(self) -> bool:
        """Wait for the next question; False when the match is over."""
        await self.until(lambda: self.screen.question is not None or self.screen.is_over)
        return self.screen.question is not None

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self.pilot.press(*(NAMED.get(key, key) for key in keys))

    async def write(self, text: str) -> None:
        """Type a line."""
        await self.press(*text, "enter")

    async def play_on(self, rng: random.Random, moves: int = 10_000) -> None:
        """Choose by key until the match is over, or for `moves` moves."""
        while moves and await self.asked():
            await self.press(pick(self.table, self.moves.items, rng).key)
            moves -= 1


def pick(table: SoloMatch, items: list[Item], rng: random.Random) -> Item:
    """Choose a random move that brings the match to its end: no draw where a card can be played."""
    texts = [item.move for item in items if item.move is not None]
    return items[texts.index(hasty(table, texts, rng))]


@asynccontextmanager
async def sit(
    table: Seating,
    *,
    lang: str = "en",
    size: tuple[int, int] = (80, 24),
    pace: float = 0.0,
    script: Any = (),
) -> AsyncIterator[Sitting]:
    """Start the app with a match."""
    app = TableApp(lang, (table, script), name="Anna", pace=pace, adviser="hard:iterations=6")
    async with app.run_test(size=size) as pilot:
        sitting = Sitting(app, pilot)
        await sitting.until(lambda: isinstance(app.screen, MatchScreen))
        yield sitting
