"""The app: menus and matches, and the line that it prints when it closes."""

import os
import secrets
from argparse import Namespace
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from textual.app import App

from mazziere.bots.custom import BotError
from mazziere.bots.levels import LEVELS
from mazziere.cli.say import Stop
from mazziere.cli.terminal import saves
from mazziere.cli.terminal.bridge import MatchFailed
from mazziere.cli.terminal.match import MatchScreen
from mazziere.cli.terminal.menu import (
    MatchChoices,
    Menu,
    MenuLine,
    OptionsMenu,
    game_menu,
    level_menu,
    players_menu,
    rules_menu,
)
from mazziere.cli.terminal.solo_match import Seating
from mazziere.cli.terminal.words import say
from mazziere.games import find
from mazziere.kernel.match import match_seed
from mazziere.kernel.presets import Preset

Start = tuple[Seating, Sequence[Any]]
"""A seating, and the steps that have been made there."""


class TableApp(App[None]):
    """The terminal app: one match after another."""

    CSS_PATH = Path(__file__).parent / "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Mazziere"

    def __init__(
        self,
        lang: str,
        start: Start | None = None,
        *,
        name: str | None = None,
        pace: float = 0.8,
        order: MatchChoices | None = None,
        adviser: str = "hard",
        seed: int | None = None,
    ) -> None:
        super().__init__(ansi_color="NO_COLOR" in os.environ or None)
        self.lang = lang
        self.start = start
        self.person_name = name
        self.pace = pace
        self.adviser = adviser
        self.record: dict[str, Any] | None = None
        self.goodbye = ""
        self.refusal: Stop | None = None
        self._order = order or MatchChoices()
        self._seed = seed

    def on_mount(self) -> None:
        self.run_worker(self._evening(), exit_on_error=True)

    def on_match_failed(self, message: MatchFailed) -> None:
        """End with one line if a custom bot has failed; the match so far is kept."""
        if isinstance(message.error, BotError):
            self.refusal = Stop(str(message.error), 2)
            self.exit()

    async def _evening(self) -> None:
        """Play matches until the person leaves."""
        start = self.start
        if start is not None and not start[1]:
            start = await self._offer_unfinished(start)
            if start is None:
                self.exit()
                return
        is_named = start is not None
        while True:
            if start is None:
                start = await self._choose()
            if start is None:
                break
            try:
                with saves.locked(start[0]):
                    is_again = await self._play(start)
            except Stop as stop:
                if is_named:  # on the command line: there is no menu to go back to
                    self.refusal = stop
                    break
                self.notify(stop.line, severity="warning")
                start = None
                continue
            if not is_again:
                break
            self._seed = None
            start, is_named = None, False
        self.exit()

    async def _play(self, start: Start) -> bool:
        """Play one match; tell whether the person wants another."""
        screen = MatchScreen(
            self.lang, start, name=self.person_name, pace=self.pace, adviser=self.adviser
        )
        again = await self.push_screen_wait(screen)
        self.record, self.goodbye = screen.record, screen.goodbye
        return again

    async def _offer_unfinished(self, start: Start) -> Start | None:
        """Offer the latest unfinished match of the same game; None if the person leaves."""
        unfinished = [one for one in saves.kept(start[0].game.id) if not one.is_open]
        if not unfinished:
            return start
        kept = unfinished[0]
        parts = {"title": find(kept.game).title, "players": kept.players, "when": when(kept)}
        title = say(self.lang, "app", "resume", **parts)
        lines = [
            MenuLine("c", say(self.lang, "app", "resume_yes"), "", "go on"),
            MenuLine("n", say(self.lang, "app", "resume_no"), "", "new"),
        ]
        menu = Menu(self.lang, title, lines, say(self.lang, "app", "menu_keys"), is_first=True)
        answer = await self.push_screen_wait(menu)
        if answer is None:
            return None
        return self._resumed(kept.path) or start if answer == "go on" else start

    def _resumed(self, path: Path) -> Start | None:
        try:
            return saves.resume(str(path))
        except Stop as stop:
            self.notify(stop.line, severity="warning")
            return None

    async def _choose(self) -> Start | None:
        """Show the menus one after the other; Esc goes back to the previous one."""
        order = self._order
        while True:
            chosen = await self.push_screen_wait(game_menu(self.lang, saves.kept(), when))
            if chosen is None:
                return None
            if isinstance(chosen, saves.Kept):
                resumed = self._resumed(chosen.path)
                if resumed is not None:
                    return resumed
                continue
            if order.game is not find(chosen):
                order = self._order = MatchChoices(find(chosen), order.players, order.level)
            seating = await self._set_table(order)
            if seating is not None:
                return seating, []

    async def _set_table(self, order: MatchChoices) -> Seating | None:
        """Ask for the rules, the number of players and the level; None if the person goes back."""
        assert order.game is not None
        while not order.game.presets or await self._choose_rules(order):
            seating = await self._choose_seats(order)
            if seating is not None or not order.game.presets:
                return seating
        return None

    async def _choose_rules(self, order: MatchChoices) -> bool:
        """Ask for a preset, or for every option; False if the person goes back."""
        while True:
            menu = rules_menu(self.lang, order)
            chosen = await self.push_screen_wait(menu)
            if chosen is None:
                return False
            preset = menu.pointed_value if chosen == "o" else chosen
            if isinstance(preset, Preset):
                order.options = dict(preset.options)
                order.players = preset.players or order.players
            if chosen != "o":
                return True
            await self.push_screen_wait(OptionsMenu(self.lang, order))

    async def _choose_seats(self, order: MatchChoices) -> Seating | None:
        while True:
            players = await self.push_screen_wait(players_menu(self.lang, order))
            if players is None:
                return None
            order.players = players
            while True:
                level = await self.push_screen_wait(level_menu(self.lang, order))
                if level is None:
                    break
                if level == "o":
                    await self.push_screen_wait(OptionsMenu(self.lang, order))
                    if order.players not in order.allowed():
                        break  # other rules, other numbers of players
                    continue
                order.level = level
                return self._seating(order)

    def _seating(self, order: MatchChoices) -> Seating:
        assert order.game is not None and order.players is not None
        seed = self._seed if self._seed is not None else secrets.randbits(48)
        bots = ("", *[order.level] * (order.players - 1))
        return Seating(order.game, order.players, order.full(), match_seed(seed, 0), bots)


def when(kept: saves.Kept) -> str:
    """Say when a match was left: the time, with the day unless it was today."""
    now = datetime.now().astimezone()
    return kept.when.strftime("%H:%M" if kept.when.date() == now.date() else "%d/%m %H:%M")


def play_drawn(
    arguments: Namespace, lang: str, start: Start | None
) -> tuple[dict[str, Any] | None, str]:
    """Run the app; return the record of the last match and the line to print."""
    order = MatchChoices(players=arguments.players)
    if arguments.bots in LEVELS:
        order.level = arguments.bots
    app = TableApp(
        lang, start, name=arguments.name, pace=arguments.pace, order=order, seed=arguments.seed
    )
    app.run()
    if app.refusal is not None:
        raise app.refusal
    return app.record, app.goodbye
