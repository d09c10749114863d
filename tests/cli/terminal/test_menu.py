"""The menus: four keys start a match, and every option can be chosen."""

import pytest
from textual.containers import VerticalScroll
from textual.widgets import Static

from mazziere.cli.terminal import saves
from mazziere.cli.terminal.app import TableApp
from mazziere.cli.terminal.match import MatchScreen
from mazziere.cli.terminal.menu import Menu, OptionsMenu, values_of
from mazziere.games import find, shelf
from mazziere.kernel.texts import words
from tests.cli.terminal.sitting import Sitting
from tests.cli.terminal.test_saves import unfinished


async def until_match(person: Sitting) -> MatchScreen:
    await person.until(lambda: isinstance(person.top, MatchScreen))
    return person.screen


@pytest.mark.asyncio
@pytest.mark.parametrize("lang", ["it", "en"])
async def test_four_times_enter_begins_a_match(lang: str) -> None:
    app = TableApp(lang, name="Anna", pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        person = Sitting(app, pilot)
        for _ in range(4):
            await person.until(lambda: isinstance(person.top, Menu))
            await person.press("enter")
        screen = await until_match(person)
        assert screen.game.id == shelf()[0]
        assert screen.seating.players == 4
        assert screen.seating.bots == ("", "normal", "normal", "normal")
        assert screen.seating.options == screen.game.full_options({})


@pytest.mark.asyncio
async def test_a_key_for_each_choice_and_back_again() -> None:
    app = TableApp("it", name="Anna", pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        person = Sitting(app, pilot)
        await person.until(lambda: isinstance(person.top, Menu))
        back = ["escape"]
        for keys in (["6"], back, ["6"], ["1"], back, ["1"], ["0"], back, ["5"], ["2"]):
            await person.press(*keys)
            await pilot.pause()
        screen = await until_match(person)
        assert screen.game.id == shelf()[5]
        assert screen.seating.players == 5
        assert set(screen.seating.bots[1:]) == {"easy"}


async def to_options(person: Sitting, game: str, players: str) -> OptionsMenu:
    """Choose a game, the first preset and the number of players, then open the options."""
    await person.until(lambda: isinstance(person.top, Menu))
    await person.press(game, "1", players, "o")
    await person.until(lambda: isinstance(person.top, OptionsMenu))
    assert isinstance(person.top, OptionsMenu)
    return person.top


@pytest.mark.asyncio
async def test_other_rules_for_this_table() -> None:
    app = TableApp("en", name="Anna", pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        person = Sitting(app, pilot)
        await to_options(person, "3", "3")
        await person.press("right", "down", "right")  # the pocket box, in teams
        await pilot.pause()
        assert "the pocket or travel box" in shown(person)
        assert "in twos" in shown(person)
        await person.press("enter")  # three cannot play in teams: how many?
        await person.until(lambda: isinstance(person.top, Menu))
        await person.press("6", "1")
        screen = await until_match(person)
        assert screen.seating.players == 6
        assert screen.seating.options["mode"] == "team"
        assert screen.seating.options["edition"] == "pocket"


def shown(person: Sitting) -> str:
    """Return the text of the menu on top, without line breaks."""
    texts = [str(part.content) for part in person.top.query(Static)]
    return " ".join(" ".join(texts).split())


async def choose(person: Sitting, *keys: str) -> None:
    """Press keys in menus, each when the menu before it has gone."""
    for key in keys:
        before = person.top
        await person.press(key)
        await person.until(lambda before=before: person.top is not before)


def is_visible(menu: OptionsMenu) -> bool:
    """Tell whether the pointed value is within the visible part of the list."""
    scroll = menu.query_one(VerticalScroll)
    rows = str(menu.query_one("#lines", Static).content).splitlines()
    row = next(number for number, text in enumerate(rows) if "◂ ▸" in text)
    return scroll.scroll_y <= row < scroll.scroll_y + scroll.size.height


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("lang", "name", "text"),
    [
        ("it", "Serata pazza", words(find("uno"), "it").presets["evening"]["text"]),
        ("en", "Wild evening", words(find("uno"), "en").presets["evening"]["text"]),
    ],
)
@pytest.mark.parametrize("width", [60, 72, 100])
async def test_presets_come_first_with_their_whole_text(
    lang: str, name: str, text: str, width: int
) -> None:
    app = TableApp(lang, name="Anna", pace=0)
    async with app.run_test(size=(width, 24)) as pilot:
        person = Sitting(app, pilot)
        await person.until(lambda: isinstance(person.top, Menu))
        await choose(person, "4")
        assert name in shown(person)
        assert text in shown(person)
        await choose(person, "3", "4")
        assert name in shown(person)  # beside the levels: the rules of this table
        await choose(person, "1")
        screen = await until_match(person)
        assert screen.seating.options == find("uno").full_options(
            find("uno").preset("evening").options
        )


@pytest.mark.asyncio
async def test_a_preset_for_teams_points_to_four_players() -> None:
    app = TableApp("en", name="Anna", pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        person = Sitting(app, pilot)
        await person.until(lambda: isinstance(person.top, Menu))
        await choose(person, "3", "4", "enter", "enter")
        screen = await until_match(person)
        assert screen.seating.options["mode"] == "team"
        assert screen.seating.players == 4


@pytest.mark.asyncio
async def test_single_rules_change_the_preset_that_is_pointed_to() -> None:
    app = TableApp("it", name="Anna", pace=0)
    async with app.run_test(size=(60, 24)) as pilot:
        person = Sitting(app, pilot)
        await person.until(lambda: isinstance(person.top, Menu))
        await choose(person, "4")
        await person.press("down")
        await choose(person, "o")
        menu = person.top
        assert isinstance(menu, OptionsMenu)
        assert "Regole: «Come fanno quasi tutti»." in shown(person)
        while menu.rows()[menu.pointed][0].name != "must_play":
            await person.press("down")
        await person.press("right")
        await person.until(lambda: is_visible(menu))
        line = "Regole: «Come fanno quasi tutti», ma: chi può giocare deve farlo."
        assert line in shown(person)
        await choose(person, "enter")
        assert f"Le nostre regole {line}" in shown(person)
        await choose(person, "enter", "escape")  # they stay when one goes back
        assert f"Le nostre regole {line}" in shown(person)
        await choose(person, "5", "2", "1")
        screen = await until_match(person)
        wanted = {**find("uno").preset("most").options, "must_play": True}
        assert screen.seating.options == find("uno").full_options(wanted)


@pytest.mark.asyncio
async def test_what_means_nothing_is_not_asked_for() -> None:
    """The target is asked for only with a scoring by points."""
    app = TableApp("en", name="Anna", pace=0)
    async with app.run_test(size=(100, 60)) as pilot:
        person = Sitting(app, pilot)
        menu = await to_options(person, "4", "2")

        def pointed() -> str:
            return menu.rows()[menu.pointed][0].name

        def asked() -> list[str]:
            return [option.name for option, _ in menu.rows()]

        assert "target" not in asked()
        while pointed() != "scoring":
            await person.press("down")
        await person.press("right")
        assert pointed() == "scoring"
        assert {"target", "final_draw"} <= set(asked())
        await person.press("left")
        assert pointed() == "scoring"
        assert not {"target", "final_draw"} & set(asked())


@pytest.mark.asyncio
async def test_custom_cards_are_chosen_one_by_one_and_by_mouse() -> None:
    app = TableApp("en", name="Anna", pace=0)
    async with app.run_test(size=(100, 40)) as pilot:
        person = Sitting(app, pilot)
        menu = await to_options(person, "4", "2")
        await person.press("down", "left")
        assert menu.order.full()["custom"] == ["plain", "exactly_seven", "plain"]
        rows = str(menu.query_one("#lines", Static).content).splitlines()
        third = next(number for number, row in enumerate(rows) if "3. " in row)
        await pilot.click("#lines", offset=(6, third))
        assert menu.order.full()["custom"] == ["plain", "exactly_seven", "none"]


@pytest.mark.asyncio
async def test_an_unfinished_match_comes_first_in_the_menu() -> None:
    record = unfinished("uno", 4)
    saves.keep(record)
    app = TableApp("it", name="Anna", pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        person = Sitting(app, pilot)
        await person.until(lambda: isinstance(person.top, Menu))
        assert "UNO, 3 giocatori" in str(person.top.query_one("#lines", Static).content)
        await person.press("c")
        await until_match(person)
        await person.asked()
        assert person.table.steps == record["steps"]


@pytest.mark.asyncio
async def test_q_leaves_the_menu() -> None:
    app = TableApp("it", name="Anna", pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("q")
        await pilot.pause()
    assert app.record is None


def test_a_menu_runs_through_every_value() -> None:
    for name in shelf():
        for option in find(name).options:
            values = values_of(option)
            assert option.default in values
            for value in values:
                option.encode(value)
