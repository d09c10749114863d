"""Starting to play: two taps against bots; a link or a code for friends."""

import re
import time
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.fingers import PAUSE_S
from tests.browser.serving import served

PAUSED_S = 30.0


def test_two_taps_to_the_first_card(visit: Visit) -> None:
    bruno = visit("phone")
    bruno.go("/")
    bruno.press("Play now: UNO")
    bruno.page.wait_for_url("**/t/*")
    fingers = bruno.fingers()
    fingers.play(moves=1, limit_s=40)


def test_a_friend_joins_by_code_with_a_name_and_one_tap(visit: Visit) -> None:
    anna, bruno = visit(), visit("phone")
    anna.go("/")
    anna.press("Invite friends: DIECI")
    anna.page.get_by_role("dialog").get_by_role("textbox").fill("Anna")
    anna.press("Open the table")
    anna.page.wait_for_url("**/t/*")
    table = anna.page.url.rpartition("/")[2]
    code = anna.ask("GET", f"/api/tables/{table}")["code"]
    anna.see(code)
    expect(anna.page.get_by_role("img", name=re.compile("QR"))).to_be_visible()
    bruno.go("/")
    bruno.page.get_by_role("textbox", name=re.compile("code", re.IGNORECASE)).fill(code.lower())
    bruno.press("Join")
    bruno.page.wait_for_url(f"**/t/{table}")
    bruno.page.get_by_role("textbox").first.fill("Bruno")
    bruno.press("Sit down")
    anna.see("Bruno")
    if anna.button("Fill up with bots").filter(visible=True).count():
        anna.press("Fill up with bots")
    anna.press("Deal the cards")
    for person in (anna, bruno):
        person.page.locator(".felt").wait_for()


def test_tables_that_i_sit_at_come_back_at_the_top(visit: Visit) -> None:
    """The title also shows that it is my turn."""
    bruno = visit("phone")
    bruno.open("dieci", 3)
    bruno.fingers().rest()
    expect(bruno.page).to_have_title(re.compile("Your turn"))
    bruno.go("/")
    bruno.see("Your tables")
    bruno.page.get_by_role("link", name=re.compile("DIECI.*it’s your turn")).first.tap()
    bruno.fingers().rest()


def test_all_my_tables_are_listed_and_can_be_closed(visit: Visit, tmp_path: Path) -> None:
    """Above the limit the page names the limit and shows all tables."""
    most = 5
    with served(tmp_path, tables_per_person=most) as url:
        bruno = visit("phone", url=url)
        bruno.forgive("429")
        tables = [bruno.open("dieci", 2, start=False) for _ in range(most)]
        bruno.go("/")
        listed = bruno.page.locator("[data-table]")
        expect(listed).to_have_count(most)
        bruno.press("Play now: DIECI")
        bruno.see(f"You have {most} open tables. Close one to start another.")
        bruno.button("Show fewer").wait_for()
        bruno.page.locator(f"[data-quit='{tables[0]}']").tap()
        bruno.press("Yes, close it")
        expect(listed).to_have_count(most - 1)
        expect(bruno.page.locator(f"[data-table='{tables[0]}']")).to_have_count(0)
        bruno.press("Play now: DIECI")
        bruno.page.wait_for_url("**/t/*")
        bruno.page.close()  # before the server stops


def test_a_limit_says_which_and_until_when(visit: Visit, tmp_path: Path) -> None:
    with served(tmp_path, tables_per_address=1) as url:
        bruno = visit("phone", url=url)
        bruno.forgive("429")
        bruno.open("dieci", 2, start=False)
        bruno.go("/")
        bruno.press("Play now: DIECI")
        bruno.see(
            "Too many tables were opened from your network today. You can open one in 24 hours."
        )
        bruno.page.close()  # before the server stops


def test_an_abandoned_match_against_bots_does_not_count(visit: Visit, tmp_path: Path) -> None:
    """Once nobody is present the match pauses, and another table may be opened."""
    with served(tmp_path, tables_per_person=1, away_after_s=0.2) as url:
        bruno = visit("phone", url=url)
        bruno.forgive("429")
        table = bruno.open("dieci", 2, settings={"paceMs": 10_000})
        bruno.page.locator(".felt").wait_for()
        there = bruno.tab()
        there.go("/")
        there.press("Play now: DIECI")
        there.see(re.compile("^You have 1 open table"))
        bruno.page.close()
        end = time.monotonic() + PAUSED_S
        while not there.ask("GET", f"/api/tables/{table}")["paused"]:
            assert time.monotonic() < end, f"the match did not pause within {PAUSED_S:g} s"
            time.sleep(PAUSE_S)
        there.press("Play now: DIECI")
        there.page.wait_for_url("**/t/*")
        there.page.close()  # before the server stops


def test_an_empty_name_is_answered(visit: Visit) -> None:
    anna = visit()
    anna.go("/")
    anna.press("Invite friends: DIECI")
    anna.press("Open the table")
    anna.see("Write a name first")


@pytest.mark.parametrize("width", ["phone", "desktop"])
def test_headings_and_a_link_past_the_menu(visit: Visit, width: str) -> None:
    """The first Tab leads to a link to the games; each level of headings follows the one above."""
    anna = visit(width)
    anna.go("/")
    anna.button("Play now: DIECI").first.wait_for()
    anna.page.keyboard.press("Tab")
    skip = anna.page.get_by_role("link", name="Skip to the games")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport(ratio=1)
    anna.page.keyboard.press("Enter")
    anna.page.keyboard.press("Tab")
    assert anna.page.evaluate("document.activeElement.closest('#games') !== null")
    levels: list[int] = anna.page.evaluate(
        "[...document.querySelectorAll('h1, h2, h3, h4')].map((one) => Number(one.tagName[1]))"
    )
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert 2 in levels
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_options_stand_beside_the_rule_that_they_change(visit: Visit) -> None:
    anna = visit()
    table = anna.open("uno", 3, people=2, start=False)
    anna.go(f"/t/{table}")
    anna.button("Deal the cards").wait_for()
    anna.page.get_by_role("link", name="Rule UNO-SCORE-1").click()
    expect(anna.page.locator("[id='UNO-SCORE-1']")).to_be_in_viewport()


def test_an_address_at_which_there_is_nothing_leads_to_the_games(visit: Visit) -> None:
    anna = visit()
    anna.forgive("404")
    anna.go("/learn")
    anna.see("There’s nothing here")
    anna.page.get_by_role("link", name="Back to the games").click()
    anna.button("Play now: DIECI").wait_for()
    for way in ("/nowhere", "/api/nowhere"):
        answer = anna.page.request.get(anna.url + way)
        assert (answer.status, answer.json()["code"]) == (404, "not_found")


def test_a_link_in_the_place_of_a_code(visit: Visit) -> None:
    """An unknown code is refused; a link leads to its table and removes the refusal."""
    anna, bruno = visit(), visit("phone")
    table = anna.open("dieci", 2, people=2, start=False)
    bruno.forgive("404")
    bruno.go("/")
    field = bruno.page.get_by_role("textbox", name=re.compile("code", re.IGNORECASE))
    field.fill("ZZZZZZ")
    bruno.press("Join")
    bruno.see("No table has this code")
    field.fill(f" {bruno.url}/t/{table}")
    bruno.press("Join")
    bruno.page.wait_for_url(f"**/t/{table}")
    bruno.page.get_by_role("textbox").first.fill("Bruno")
    bruno.press("Sit down")
    bruno.button("Leave the seat").wait_for()
    expect(bruno.page.locator("[data-notice]")).to_have_count(0)
