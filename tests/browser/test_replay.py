"""After a match: the replay with all hands, the record, the fairness check, another match."""

import json
from pathlib import Path

from playwright.sync_api import Route, expect

from mazziere.cli import main
from tests.browser.conftest import Visit
from tests.browser.people import Person
from tests.browser.positions import ending, sit_down

LEFT = 8
"""Steps before the end at which a long match is opened."""


def a_match(person: Person) -> str:
    table = person.open("dieci", 3, tokens=1)
    person.fingers().play()
    return table


def turns_the_pages(person: Person) -> None:
    """Go through a replay with the arrow keys of its slider."""
    slider = person.page.get_by_role("slider").first
    felt = person.page.locator(".felt")
    slider.focus()
    person.page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    start = felt.inner_html()
    for _ in range(5):
        person.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("5")
    person.page.keyboard.press("End")
    last = slider.get_attribute("max") or ""
    expect(slider).to_have_value(last)
    changed = "(start) => document.querySelector('.felt').innerHTML !== start"
    person.page.wait_for_function(changed, arg=start)
    person.page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(int(last) - 1))
    expect(felt).to_be_visible()


def test_a_match_can_be_watched_again_and_shared(visit: Visit) -> None:
    """Players and everybody with the link can watch it from the first step to the last."""
    bruno, carla = visit("phone"), visit()
    table = a_match(bruno)
    share = bruno.ask("GET", f"/api/tables/{table}/matches")["matches"][0]["share"]
    carla.go(f"/r/{share}")
    turns_the_pages(carla)
    bruno.page.get_by_text("More", exact=True).tap()
    bruno.page.get_by_role("link", name="Watch the replay").tap()
    bruno.page.wait_for_url(f"**/t/{table}/replay/1")
    turns_the_pages(bruno)


def test_the_deal_is_checked_in_the_browser(visit: Visit) -> None:
    """The check runs on this device, with its own part of the deal."""
    anna = visit()
    table = anna.open("dieci", 3, start=False, tokens=1)
    anna.go(f"/t/{table}")
    anna.press("Deal the cards")
    anna.fingers().play()
    anna.page.get_by_text("More", exact=True).click()
    anna.page.get_by_role("link", name="Was the deal fair? Check").click()
    anna.see("The cards are those that were promised")
    anna.see("This device was there")


def test_the_record_can_be_downloaded_and_a_changed_one_is_found_out(
    visit: Visit, tmp_path: Path
) -> None:
    anna = visit()
    table = a_match(anna)
    anna.page.get_by_text("More", exact=True).click()
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Save the match").click()
    file = tmp_path / "match.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["format"] == "mazziere-record/1"
    assert main(["verify", str(file)]) == 0

    def changed(route: Route) -> None:
        answer = route.fetch()
        record = answer.json()
        secret = record["fairness"]["secret"]
        record["fairness"]["secret"] = ("1" if secret[0] == "0" else "0") + secret[1:]
        route.fulfill(response=answer, json=record)

    anna.page.route("**/matches/1", changed)
    anna.go(f"/t/{table}/replay/1#fair")
    anna.see("Something does not add up")


def test_once_more_in_one_tap(visit: Visit) -> None:
    bruno = visit("phone")
    table = a_match(bruno)
    bruno.press("Play again")
    expect(bruno.page.locator(".end")).to_have_count(0)  # until then the old match is shown
    bruno.fingers(seed=2).play(moves=1)
    found = bruno.ask("GET", f"/api/tables/{table}")
    assert len(found["evening"]) >= 1
    assert found["match"] == 2


def test_a_match_of_simultaneous_choices_replays(visit: Visit) -> None:
    anna = visit()
    table = anna.open("yooloo", 2, "normal", variant="base")
    anna.fingers().play()
    anna.go(f"/t/{table}/replay/1")
    turns_the_pages(anna)


def test_a_match_that_continues_a_record_replays(visit: Visit) -> None:
    anna = visit()
    table = sit_down(anna, ending("uno", 2, LEFT, scoring="hand"), "normal")
    anna.fingers().play()
    anna.go(f"/t/{table}/replay/1")
    turns_the_pages(anna)
