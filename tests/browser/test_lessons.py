"""Lessons: each mark leads on to the end, another card gets a kind word, a reload loses nothing."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.people import Person

MARKED = ".felt .starred, .felt .hinted"


def coach_says(person: Person) -> str:
    return person.page.locator(".coach p").first.inner_text()


def wait_for_mark(person: Person) -> None:
    """Until there is something to do, or the end."""
    marks = f".finish, .veil, [data-next], {MARKED}"
    person.page.locator(marks).filter(visible=True).first.wait_for(timeout=20_000)


def go_on(person: Person) -> None:
    """Do what the lesson asks for: the innermost mark."""
    page = person.page
    if page.locator(".veil").count():
        page.keyboard.press("Escape")
    elif page.locator("[data-next]").count():
        page.locator("[data-next]").click()
    else:
        page.locator(MARKED).filter(visible=True).last.click()
    page.wait_for_timeout(60)


def test_a_lesson_to_its_end(visit: Visit) -> None:
    anna = visit()
    anna.go("/learn/uno")
    switch = anna.button("Say UNO! with the next card")
    pressed = 0
    for _ in range(60):
        wait_for_mark(anna)
        if anna.page.locator(".finish").count():
            break
        if switch.count() and not pressed:
            pressed += 1
            expect(switch).to_have_attribute("aria-pressed", "false")
            switch.click()
            expect(switch).to_have_attribute("aria-pressed", "true")  # and still by that name
            switch.click()
        go_on(anna)
    else:
        raise AssertionError(f"never over: {coach_says(anna)}")
    assert pressed
    # Whoever is through begins anew
    anna.page.reload()
    anna.page.locator(MARKED).first.wait_for()
    assert anna.page.locator("progress").get_attribute("value") == "0"


def test_a_part_ends_with_its_round(visit: Visit) -> None:
    """Behind the closing words nothing has been dealt that the lesson does not play."""
    anna = visit()
    anna.go("/learn/dieci")
    heading = anna.page.locator(".head")
    left = []
    for _ in range(40):
        wait_for_mark(anna)
        if "2 of 3" in heading.inner_text():
            break
        if anna.page.locator("[data-next]").count():
            left.append(anna.page.locator(".felt .mine .empty").count())
        go_on(anna)
    else:
        raise AssertionError(f"never over: {coach_says(anna)}")
    assert left[0] == 0
    assert left[-1] == 1


def test_another_card_gets_a_kind_word_and_a_reload_goes_on(visit: Visit) -> None:
    bruno = visit("phone")
    page = bruno.page
    bruno.go("/learn/uno")
    page.locator(MARKED).first.wait_for()
    page.locator("[data-move=draw]").tap()
    bruno.see("That would be allowed, too")
    page.locator(".hand button:not([data-legal])").first.tap()
    bruno.see("shares neither the colour")
    first = coach_says(bruno)
    page.locator(MARKED).first.tap()
    expect(page.locator("progress")).to_have_attribute("value", "1")
    page.locator(MARKED).first.wait_for(timeout=15_000)
    said = coach_says(bruno)
    assert said != first
    page.reload()
    page.locator(MARKED).first.wait_for()
    assert coach_says(bruno) == said
    bruno.press("Begin again")
    expect(page.locator(".coach p").first).to_have_text(first)
