"""Lessons: the marks lead to the end, other moves get a remark, a reload loses nothing."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from mazziere.games import shelf
from tests.browser.conftest import Visit
from tests.browser.people import Person

MARKED = ".felt .starred, .felt .hinted"
STATE = """() => ["progress", ".head", ".coach", ".veil", ".felt", ".finish"].flatMap((part) =>
  [...document.querySelectorAll(part)].map((one) => [one.value, one.outerHTML])).join()"""
"""A text that changes with everything that a lesson shows."""


def coach_says(person: Person) -> str:
    return person.page.locator(".coach p").first.inner_text()


def wait_for_mark(person: Person) -> None:
    """Wait for a marked control, or for the end of the lesson."""
    marks = f".finish, .veil, [data-next], {MARKED}"
    person.page.locator(marks).filter(visible=True).first.wait_for()


def go_on(person: Person) -> None:
    """Make the marked move and wait until it is shown."""
    page = person.page
    before = page.evaluate(STATE)
    if page.locator(".veil").count():
        page.keyboard.press("Escape")
    elif page.locator("[data-next]").count():
        page.locator("[data-next]").click()
    else:
        page.locator(MARKED).filter(visible=True).last.click()
    page.wait_for_function(f"(before) => ({STATE})() !== before", arg=before)


def follow(person: Person, look: Callable[[], bool], steps: int) -> None:
    """Follow the lesson until `look` returns true."""
    for _ in range(steps):
        wait_for_mark(person)
        if look():
            return
        go_on(person)
    raise AssertionError(f"the lesson still says after {steps} steps: {coach_says(person)}")


def test_every_lesson_begins(visit: Visit) -> None:
    anna = visit()
    for game in shelf():
        anna.go(f"/learn/{game}")
        anna.page.locator("[data-legal]").first.wait_for()


def test_a_lesson_to_its_end(visit: Visit) -> None:
    anna = visit()
    anna.go("/learn/uno")
    switch = anna.button("Say UNO! with the next card")
    pressed: list[bool] = []

    def look() -> bool:
        if switch.count() and not pressed:
            pressed.append(True)
            expect(switch).to_have_attribute("aria-pressed", "false")
            switch.click()
            expect(switch).to_have_attribute("aria-pressed", "true")  # and its name has not changed
            switch.click()
        return anna.page.locator(".finish").count() > 0

    follow(anna, look, 60)
    assert pressed
    # A lesson that was finished begins anew. The reload may come while the page closes the table of
    # the lesson; then it closes that table once more, and the server does not know it.
    anna.forgive(r"404 .*/api/tables/")
    anna.page.reload()
    anna.page.locator(MARKED).first.wait_for()
    assert anna.page.locator("progress").get_attribute("value") == "0"


def test_a_part_ends_with_its_round(visit: Visit) -> None:
    """Behind the closing text there is no deal of a round that the lesson does not play."""
    anna = visit()
    anna.go("/learn/dieci")
    empty: list[int] = []

    def look() -> bool:
        anna.still()  # the round has been shown to its end
        # All at once: the next part may begin at any time.
        heading, is_closing, count = anna.page.evaluate(
            """() => [
              document.querySelector(".lesson > .head").innerText,
              document.querySelector("[data-next]") !== null,
              document.querySelectorAll(".felt .mine .empty").length,
            ]"""
        )
        if "2 of 3" in heading:
            return True
        if is_closing:
            empty.append(count)
        return False

    follow(anna, look, 40)
    assert empty[0] == 0
    assert empty[-1] == 1


def test_another_card_gets_a_kind_word_and_a_reload_goes_on(visit: Visit) -> None:
    bruno = visit("phone")
    page = bruno.page
    bruno.go("/learn/uno")
    page.locator(MARKED).first.wait_for()
    page.locator("[data-move=draw]").tap()
    bruno.see("That works too")
    page.locator(".hand button:not([data-legal])").first.tap()
    bruno.see(re.compile(r"^You need a (red|yellow|green|blue) card"))  # as at the table
    first = coach_says(bruno)
    page.locator(MARKED).first.tap()
    expect(page.locator("progress")).to_have_attribute("value", "1")
    page.locator(MARKED).first.wait_for()
    said = coach_says(bruno)
    assert said != first
    page.reload()
    page.locator(MARKED).first.wait_for()
    assert coach_says(bruno) == said
    bruno.press("Start over")
    expect(page.locator(".coach p").first).to_have_text(first)
