"""Italian and English: chosen by the browser, and switched at any time."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.positions import ending, sit_down


def test_the_language_is_that_of_the_browser_until_another_is_chosen(visit: Visit) -> None:
    bruno = visit(lang="it")
    bruno.go("/")
    bruno.see("Gioca subito")
    expect(bruno.page.locator("html")).to_have_attribute("lang", "it")
    anna = visit(lang="en")
    anna.go("/")
    anna.see("Play now")
    expect(anna.page.locator("html")).to_have_attribute("lang", "en")
    anna.speak("Italiano")
    anna.see("Gioca subito")
    anna.page.reload()
    anna.see("Gioca subito")


def test_the_language_changes_in_mid_match(visit: Visit) -> None:
    bruno = visit("phone")
    sit_down(bruno, ending("uno", 2, 4, scoring="hand"))
    fingers = bruno.fingers()
    assert fingers.rest() == "legal"
    moves = "() => [...document.querySelectorAll('[data-move]')].map((one) => one.dataset.move)"
    labels = (
        "() => [...document.querySelectorAll('.felt [aria-label]')].map((one) => one.ariaLabel)"
    )
    before, english = bruno.page.evaluate(moves), bruno.page.evaluate(labels)
    bruno.speak("Italiano")
    expect(bruno.page.locator("html")).to_have_attribute("lang", "it")
    bruno.page.get_by_label("Al tavolo").first.wait_for()
    bruno.page.wait_for_function(f"(all) => !({labels})().some((one) => all.includes(one))",
                                 arg=[label for label in english if " " in label])  # fmt: skip
    assert bruno.page.evaluate(moves) == before
    italian = bruno.page.evaluate(labels)
    assert len(italian) == len(english)
    fingers.play()
    bruno.see("La partita è finita")
