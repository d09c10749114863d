"""Italian and English: by the browser, and switched at any time."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit


def test_the_page_speaks_the_language_of_the_browser(visit: Visit) -> None:
    for lang, words in (("en", "Play now"), ("it", "Gioca subito")):
        person = visit(lang=lang)
        person.go("/")
        person.see(words)
        expect(person.page.locator("html")).to_have_attribute("lang", lang)


def test_what_was_chosen_is_kept(visit: Visit) -> None:
    anna = visit(lang="en")
    anna.go("/")
    anna.speak("Italiano")
    anna.see("Gioca subito")
    anna.page.reload()
    anna.see("Gioca subito")


def test_the_language_changes_in_mid_match(visit: Visit) -> None:
    bruno = visit("phone")
    bruno.open("uno", 3, scoring="hand")
    fingers = bruno.fingers()
    fingers.play(moves=2)
    fingers.rest()
    bruno.page.keyboard.press("Escape")  # a choice that is open
    bruno.page.wait_for_timeout(300)
    moves = "() => [...document.querySelectorAll('[data-move]')].map((one) => one.dataset.move)"
    labels = (
        "() => [...document.querySelectorAll('.felt [aria-label]')].map((one) => one.ariaLabel)"
    )
    before, english = bruno.page.evaluate(moves), bruno.page.evaluate(labels)
    bruno.speak("Italiano")
    expect(bruno.page.locator("html")).to_have_attribute("lang", "it")
    bruno.page.get_by_label("Al tavolo").first.wait_for()
    bruno.page.wait_for_timeout(500)  # the book of the game in the other language
    assert bruno.page.evaluate(moves) == before
    italian = bruno.page.evaluate(labels)
    assert len(italian) == len(english)
    assert not set(italian) & {label for label in english if " " in label}
    fingers.play()
    bruno.see("La partita è finita")
