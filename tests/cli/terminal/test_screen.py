"""The keys, layouts and dialogs of the drawn table."""

import asyncio
import json
import random
import string
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from textual import events
from textual.screen import Screen
from textual.widgets import Input, Static

from mazziere.bots.custom import read_bot
from mazziere.cli.terminal import saves
from mazziere.cli.terminal.app import TableApp
from mazziere.cli.terminal.dialogs import AdviceDialog, InputDialog, LeaveDialog, TextDialog
from mazziere.cli.terminal.match import MatchScreen
from mazziere.cli.terminal.menu import Menu
from mazziere.cli.terminal.table_widgets import LogWidget, PictureWidget
from mazziere.games import find, shelf
from mazziere.kernel.picture import picture_of
from mazziere.kernel.texts import paragraphs, refusal_text
from tests.cli.terminal.sitting import Sitting, seating, sit
from tests.waiting import deadline


def read_aloud(screen: Screen[Any]) -> str:
    """Return the text of a dialog."""
    console = Console(width=200, no_color=True)
    with console.capture() as capture:
        for static in screen.query(Static):
            console.print(static.content)
    return capture.get()


async def on_turn(person: Sitting) -> None:
    """Wait for the person's turn in DIECI; answer earlier questions."""
    while await person.asked():
        if "keep" in [item.move for item in person.moves.items]:
            return
        await person.press("1")
    raise AssertionError("the match is over")


# Explaining


@pytest.mark.asyncio
async def test_a_question_mark_explains_the_card_that_is_pointed_at() -> None:
    async with sit(seating("uno", seed=5), lang="en") as person:
        while await person.asked():
            plays = [i for i, item in enumerate(person.moves.items) if "+2" in (item.move or "")]
            if plays:
                break
            await person.press(person.moves.items[0].key)
        assert plays, "the seed gives a +2"
        person.moves.point_at(plays[0])
        await person.press("?")
        assert isinstance(person.top, TextDialog)
        assert "UNO-D2-1" in read_aloud(person.top)
        await person.press("escape")
        assert person.is_at_table


@pytest.mark.asyncio
@pytest.mark.parametrize("lang", ["it", "en"])
async def test_a_refused_move_names_its_rule_and_a_question_mark_shows_it(lang: str) -> None:
    async with sit(seating("dieci", 3, seed=4), lang=lang) as person:
        await on_turn(person)
        await person.press(":")
        assert isinstance(person.top, InputDialog)
        await person.write("block")
        await person.until(lambda: person.screen.refusal is not None)
        why = refusal_text(find("dieci"), "not_asked", lang)
        assert why is not None
        assert why in person.message
        assert "DIE-R2" in person.message
        await person.press("?")
        assert isinstance(person.top, TextDialog)
        rule = paragraphs(find("dieci"), lang)["DIE-R2"].text.split()[0]
        told = read_aloud(person.top)
        assert "DIE-R2" in told
        assert rule in told


@pytest.mark.asyncio
async def test_typed_moves_cards_rules_and_nonsense() -> None:
    async with sit(seating("dieci", 3, seed=4), lang="en") as person:
        await on_turn(person)
        for text, wanted in (("? 8", "DIE-SKUNK-2"), ("?die-r5", "DIE-R5"), ("? keep", "DIE-R1")):
            await person.press("/")
            await person.write(text)
            assert isinstance(person.top, TextDialog)
            assert wanted in read_aloud(person.top)
            await person.press("escape")
        await person.press(":")
        await person.write("fold")
        await person.until(lambda: "fold" in person.message)
        table = person.table
        before = len(table.steps)
        await person.press(":")
        await person.write("keep")
        await person.until(lambda: len(table.steps) > before)
        assert table.steps[before] == {"seat": 0, "move": "keep"}


@pytest.mark.asyncio
async def test_the_rules_of_the_game_and_the_log() -> None:
    async with sit(seating("rookie"), lang="it") as person:
        await person.asked()
        await person.press("r")
        assert isinstance(person.top, TextDialog)
        told = read_aloud(person.top)
        assert all(name in told for name in paragraphs(find("rookie"), "it"))
        await person.press("pagedown", "down", "escape", "l")
        assert isinstance(person.top, TextDialog)
        assert "comincia" in read_aloud(person.top)


@pytest.mark.asyncio
async def test_keys_pressed_before_a_dialog_is_drawn_open_one_dialog() -> None:
    async with sit(seating("dieci")) as person:
        await person.asked()
        table = person.screen
        for _ in range(40):  # as typed while the machine was busy
            table.post_message(events.Key("r", "r"))
        await person.until(lambda: isinstance(person.top, TextDialog))
        await person.pilot.pause()
        assert sum(isinstance(screen, TextDialog) for screen in person.app.screen_stack) == 1
        dialog = person.top
        for _ in range(3):
            dialog.post_message(events.Key("escape", None))
        await person.until(lambda: person.is_at_table)
        assert person.top is table


# Advice


@pytest.mark.asyncio
@pytest.mark.parametrize(("game", "lang"), [("uno", "it"), ("yooloo", "en")])
async def test_advice_shows_the_shares_of_all_moves(game: str, lang: str) -> None:
    async with sit(seating(game, 2, seed=2), lang=lang) as person:
        await person.asked()
        await person.press("h")
        dialog = person.top
        assert isinstance(dialog, AdviceDialog)
        await person.until(lambda: "%" in read_aloud(dialog))
        told = read_aloud(dialog)
        for item in person.moves.items:
            assert item.words in told
        shares = [int(word[:-1]) for word in told.split() if word.endswith("%")]
        assert len(shares) == len(person.moves.items)
        assert shares == sorted(shares, reverse=True)
        assert abs(sum(shares) - 100) <= len(shares)
        await person.press("h")
        assert person.is_at_table
        assert person.screen.question is not None, "advice is not a move"


@pytest.mark.asyncio
async def test_advice_where_nothing_is_weighed_up() -> None:
    """The first card of ROOKIE: all moves are equal, because nobody knows a card."""
    async with sit(seating("rookie", 2, seed=2), lang="en") as person:
        await person.asked()
        await person.press("h")
        dialog = person.top
        await person.until(lambda: "It would turn over pile" in read_aloud(dialog))
        assert "%" not in read_aloud(dialog)
        assert "rules of thumb" in read_aloud(dialog)


@pytest.mark.asyncio
@pytest.mark.parametrize("width", [60, 80, 140])
async def test_the_first_hint_shows_a_progress_bar(width: int) -> None:
    async with sit(seating("uno", 2, seed=2), size=(width, 24)) as person:
        await person.asked()
        dialog = AdviceDialog("en", "Advice")
        person.app.push_screen(dialog)
        await person.until(lambda: dialog.is_attached)
        lengths = []
        for share in (0.0, 0.5, 1.0):
            dialog.show_progress(share)
            told = read_aloud(dialog)
            assert "first time" in told
            assert f"{share:.0%}" in told
            lengths.append(told.count("█"))
        assert lengths[0] == 0
        assert lengths[2] == 2 * lengths[1] > 0


@pytest.mark.asyncio
async def test_no_advice_out_of_turn() -> None:
    async with sit(seating("dieci", 2, seed=1), lang="en", pace=60) as person:
        await person.asked()
        person.screen.choose(person.moves.items[-1].move)
        await person.until(lambda: "thinking" in person.message)
        await person.press("h")
        assert person.is_at_table
        assert "when it’s your turn" in person.message


# Taking back


@pytest.mark.asyncio
async def test_a_stack_can_be_taken_back_card_by_card() -> None:
    async with sit(seating("yooloo", 3), lang="en") as person:
        await person.asked()
        table = person.table
        first = len(table.steps)
        await person.press("3")
        await person.until(lambda: len(person.moves.items) == 9)
        await person.press("7")
        await person.until(lambda: len(person.moves.items) == 8)
        assert [step["move"] for step in table.steps[first:]] == ["stack 3", "stack 7"]
        told = len(person.screen._told)
        await person.press("u")
        await person.until(lambda: len(person.moves.items) == 9)
        assert [step["move"] for step in table.steps[first:]] == ["stack 3"]
        assert len(person.screen._told) == told - 1, "the log forgets it too"
        await person.press("u")
        await person.until(lambda: len(person.moves.items) == 10)
        await person.press("u")
        await person.until(lambda: "no move of yours" in person.message)


@pytest.mark.asyncio
async def test_what_was_seen_is_not_taken_back() -> None:
    async with sit(seating("rookie", 2, seed=3), lang="en") as person:
        await person.asked()
        await person.press("1")
        await person.until(lambda: len(person.table.steps) > 2)
        await person.asked()
        table = person.table
        steps = len(table.steps)
        await person.press("u")
        await person.until(lambda: "stands" in person.message)
        assert len(table.steps) == steps


@pytest.mark.asyncio
async def test_a_move_is_taken_back_while_a_bot_takes_its_moment() -> None:
    async with sit(seating("dieci", 2, seed=1), lang="it", pace=60) as person:
        await person.asked()
        moves = [item.move for item in person.moves.items]
        assert "swap" in moves
        table = person.table
        before = list(table.steps)
        person.screen.choose("swap")
        await person.until(lambda: len(table.steps) > len(before))
        await person.press("u")
        await person.until(lambda: "annullata" in person.message)
        assert table.steps == before
        assert [item.move for item in person.moves.items] == moves


# Saving, leaving, going on


@pytest.mark.asyncio
async def test_saved_and_resumed_it_is_the_same_position(tmp_path: Path) -> None:
    table = seating("uno", 4, {"custom": ["plain", "none", "extra_turn"]}, seed=8, bot="easy")
    file = tmp_path / "mine.json"
    async with sit(table) as person:
        await person.play_on(random.Random(1), moves=6)
        await person.asked()
        await person.press("s")
        assert isinstance(person.top, InputDialog)
        person.top.query_one(Input).value = str(file)
        await person.press("enter")
        await person.until(lambda: "Saved" in person.message)
        shown = person.screen.query_one(PictureWidget).render().plain
        moves = [item.move for item in person.moves.items]
    saved = json.loads(file.read_text())
    assert saved["person"] == 0
    assert saved["bots"] == ["", "easy", "easy", "easy"]
    again, steps = saves.resume(str(file))
    async with sit(again, script=steps) as person:
        await person.asked()
        assert person.screen.query_one(PictureWidget).render().plain == shown
        assert [item.move for item in person.moves.items] == moves
        await person.press("s")
        person.top.query_one(Input).value = str(file)
        await person.press("enter")
        await person.until(lambda: "exists" in person.message)


@pytest.mark.asyncio
async def test_leaving_keeps_the_match_and_the_next_start_offers_it(own_folder: Path) -> None:
    table = seating("dieci", 4, seed=2)
    async with sit(table, lang="it") as person:
        await person.play_on(random.Random(1), moves=2)
        await person.asked()
        steps = list(person.table.steps)
        await person.press("q")
        assert isinstance(person.top, LeaveDialog)
        await person.press("escape")
        assert person.is_at_table
        await person.press("q", "enter")
        await person.until(lambda: not person.app.is_running or person.app.record is not None)
        assert person.app.record is not None
        assert str(own_folder) in person.app.goodbye
    assert [kept.game for kept in saves.kept()] == ["dieci"]
    app = TableApp("it", (seating("dieci", 4, seed=99), []), name="Anna", pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("c")
        person = Sitting(app, pilot)
        await person.until(lambda: len(app.screen_stack) > 1 and hasattr(app.screen, "bridge"))
        await person.asked()
        assert person.table.steps == steps


# Sizes, keys, colours


@pytest.mark.asyncio
@pytest.mark.parametrize("game", shelf())
async def test_any_size_will_do(game: str) -> None:
    async with sit(seating(game, 4, seed=3)) as person:
        await person.asked()
        for size in (
            (140, 40),
            (100, 30),
            (200, 60),
            (79, 23),
            (59, 24),
            (40, 12),
            (20, 5),
            (80, 24),
        ):
            await person.pilot.resize_terminal(*size)
            await person.pilot.pause()
            if size[0] < 60 or size[1] < 24:
                assert f"{size[0]} × {size[1]}" in str(
                    person.screen.query_one("#bar", Static).content
                )
        assert await person.asked()
        await person.press(person.moves.items[0].key)


@pytest.mark.asyncio
@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize("width", [60, 66, 72, 79])
@pytest.mark.parametrize("game", shelf())
async def test_a_narrow_window_has_its_own_layout(game: str, width: int, lang: str) -> None:
    """Table, log, message, moves and keys one below the other, with nothing to scroll."""
    async with sit(seating(game, 4, seed=3), size=(width, 24), lang=lang) as person:
        await person.asked()
        screen = person.screen
        picture, log = screen.query_one(PictureWidget), screen.query_one(LogWidget)
        assert picture.size.width == width
        assert screen.query_one("#middle").virtual_size.height <= 15
        assert log.display
        assert log.region.y >= picture.region.bottom
        assert log.size.height == 2
        assert str(log.render()).strip()
        keys = str(screen.query_one("#keys", Static).content).rstrip()
        assert len(keys) <= width - 2
        assert "? " in keys
        assert "q " in keys
        assert "×" not in str(screen.query_one("#bar", Static).content)


@pytest.mark.asyncio
@pytest.mark.parametrize("game", shelf())
async def test_no_key_does_harm(game: str) -> None:
    others = ("up", "down", "left", "right", "pageup", "home", "end", "tab", "delete", "f1", "f5")
    async with sit(seating(game, 3, seed=6)) as person:
        keys = [*string.ascii_letters, *string.digits, *":/?.,;-+*=!<>", *others]
        rng = random.Random(shelf().index(game))
        for key in rng.sample([key for key in keys if key not in ("q", "h")], 30):
            if not await person.asked():
                break
            await person.press(key)
            async with deadline(f"escape leads back to the table after {key}"):
                while not person.is_at_table:
                    await person.press("escape")
        assert "wrong" not in person.message
        assert not await person.asked() or person.moves.items


@pytest.mark.asyncio
async def test_without_colours_the_signs_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with sit(seating("uno", 2, seed=5), size=(140, 40)) as person:
        await person.asked()
        table = person.table
        shown = person.screen.query_one(PictureWidget).render().plain
        signs = {"r": "●", "y": "★", "g": "▲", "b": "■"}
        for card in picture_of(table.match, 0).hand:  # type: ignore[attr-defined]
            if card[0] in signs and card not in ("shuffle",):
                assert signs[card[0]] in shown


@pytest.mark.asyncio
async def test_a_match_that_is_open_elsewhere_is_refused() -> None:
    """The second terminal would overwrite the first one's file."""
    table = seating("dieci", 3, seed=2)
    app = TableApp("en", (table, []), name="Anna", pace=0)
    with saves.locked(table):
        async with app.run_test(size=(80, 24)), deadline("the app does not close"):
            while app.is_running:
                await asyncio.sleep(0.001)
    assert app.refusal is not None
    assert "open in another terminal" in app.refusal.line


@pytest.mark.asyncio
async def test_a_custom_bot_that_fails_is_one_line(tmp_path: Path, own_folder: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text("def boom(view, moves): raise ValueError('no idea')\n", encoding="utf-8")
    table = seating("dieci", 2, seed=2, bot=read_bot(f"{bot}:boom").text)
    app = TableApp("en", (table, []), name="Anna", pace=0)

    def has_ended() -> bool:
        return app.refusal is not None

    async with app.run_test(size=(80, 24)) as pilot:
        person = Sitting(app, pilot)
        await person.until(lambda: isinstance(app.screen, MatchScreen))
        while not has_ended():
            await person.until(lambda: has_ended() or person.screen.question)
            if not has_ended():
                await person.press(person.moves.items[0].key)
    assert app.refusal is not None
    assert app.refusal.line == f"bot {bot}:boom: ValueError: no idea (mybot.py, line 1)"
    assert app.refusal.code == 2


@pytest.mark.asyncio
async def test_the_menu_says_that_a_match_is_open_elsewhere() -> None:
    async with sit(seating("dieci", 3, seed=2)) as person:
        await person.asked()
        app = TableApp("en", None, name="Anna", pace=0)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "open elsewhere" in read_aloud(app.screen)
            await pilot.press("c")
            await pilot.pause()
            assert isinstance(app.screen, Menu)
            assert any("another terminal" in note.message for note in app._notifications)


@pytest.mark.asyncio
async def test_a_match_that_cannot_be_kept_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MAZZIERE_DATA_DIR", str(tmp_path / "file"))
    async with sit(seating("dieci", 3, seed=2)) as person:
        await person.asked()
        await person.until(lambda: list(person.app._notifications))
        (note,) = person.app._notifications
        assert "can’t be kept" in note.message
        assert str(tmp_path / "file") in note.message
        await person.press("q", "enter")
        await person.until(lambda: person.app.goodbye)
        assert "Not a directory" in person.app.goodbye
