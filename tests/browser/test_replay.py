"""After the match: the replay with all hands, the record, the fairness check, another match."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from mazziere.cli import main
from tests.browser.conftest import Visit
from tests.browser.people import Person


def a_match(person: Person) -> str:
    table = person.open("dieci", 3, tokens=1)
    person.fingers().play()
    return table


def test_the_replay_runs_from_the_first_step_to_the_last(visit: Visit) -> None:
    bruno = visit("phone")
    table = a_match(bruno)
    bruno.page.get_by_role("link", name="Watch the replay").or_(
        bruno.button("Watch the replay")
    ).first.tap()
    bruno.page.wait_for_url(f"**/t/{table}/replay/1")
    slider = bruno.page.get_by_role("slider").first
    expect(slider).to_be_visible()
    slider.focus()
    bruno.page.keyboard.press("Home")
    first = slider.input_value()
    start = bruno.page.locator(".felt").inner_html()
    for _ in range(5):
        bruno.page.keyboard.press("ArrowRight")
    assert slider.input_value() != first
    bruno.page.keyboard.press("End")
    changed = "(start) => document.querySelector('.felt').innerHTML !== start"
    bruno.page.wait_for_function(changed, arg=start)


def test_the_deal_is_checked_in_the_browser(visit: Visit) -> None:
    """By this device alone, with its own part in the deal."""
    anna = visit()
    anna.go("/")
    table = anna.open("dieci", 3, start=False, tokens=1)
    anna.go(f"/t/{table}")
    anna.press("Deal the cards")
    anna.fingers().play()
    anna.page.get_by_role("link", name="Check that the deal was fair").click()
    anna.see("The cards are those that were promised")
    anna.see("This device was there")


def test_a_record_that_was_tampered_with_is_found_out(visit: Visit) -> None:
    anna = visit()
    table = a_match(anna)

    def changed(route: Route) -> None:
        answer = route.fetch()
        record = answer.json()
        secret = record["fairness"]["secret"]
        record["fairness"]["secret"] = ("1" if secret[0] == "0" else "0") + secret[1:]
        route.fulfill(response=answer, json=record)

    anna.page.route("**/matches/1", changed)
    anna.go(f"/t/{table}/replay/1#fair")
    anna.see("Something does not add up")


def test_the_record_can_be_downloaded_and_verified(visit: Visit, tmp_path: Path) -> None:
    anna = visit()
    a_match(anna)
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Download the record").or_(
            anna.button("Download the record")
        ).first.click()
    file = tmp_path / "match.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["format"] == "mazziere-record/1"
    assert main(["verify", str(file)]) == 0


def test_a_shared_match_is_open_to_anybody(visit: Visit) -> None:
    anna, carla = visit(), visit("phone")
    table = a_match(anna)
    share = anna.ask("GET", f"/api/tables/{table}/matches")["matches"][0]["share"]
    carla.go(f"/r/{share}")
    expect(carla.page.get_by_role("slider").first).to_be_visible()
    expect(carla.page.locator(".felt")).to_be_visible()


def test_once_more_in_one_tap(visit: Visit) -> None:
    bruno = visit("phone")
    table = a_match(bruno)
    bruno.press("Once more")
    expect(bruno.page.locator(".end")).to_have_count(0)  # until then the old match is there
    fingers = bruno.fingers(seed=2)
    fingers.play(moves=1)
    found = bruno.ask("GET", f"/api/tables/{table}")
    assert len(found["evening"]) >= 1
    assert found["match"] == 2


@pytest.mark.parametrize("game", ["yooloo", "uno"])
def test_a_match_of_another_game_replays(visit: Visit, game: str) -> None:
    anna = visit()
    options: dict[str, Any] = {"yooloo": {"variant": "base"}, "uno": {"scoring": "hand"}}[game]
    table = anna.open(game, 2, "normal", **options)
    anna.fingers().play()
    anna.go(f"/t/{table}/replay/1")
    slider = anna.page.get_by_role("slider").first
    slider.focus()
    for key in ("Home", "ArrowRight", "ArrowRight", "End", "ArrowLeft"):
        anna.page.keyboard.press(key)
    expect(anna.page.locator(".felt")).to_be_visible()
