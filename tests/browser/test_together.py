"""Several people in one match, each with their own browser."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.fingers import Fingers
from tests.browser.people import QUICK, Person
from tests.browser.positions import ending
from tests.browser.test_matches import sees_the_end

NAMES = ("Anna", "Bruno", "Carla", "Dario")
LIMIT_S = 120
SLOW_NOTES = {"show": 20, "note": 0.1}
"""Notices stay until a test has seen them."""
LINES = 20
"""More than there is room for."""
NEAR = """(name) => {
  const bubble = document.querySelector("[data-bubble]");
  const seat = [...document.querySelectorAll(".felt *")].find(
    (one) => one.childElementCount === 0 && one.textContent.trim() === name,
  );
  if (!bubble?.style.left || !seat) return null;
  const [said, sits] = [bubble, seat].map((one) => one.getBoundingClientRect());
  const away = Math.abs(said.x + said.width / 2 - sits.x - sits.width / 2);
  return [bubble.innerText, said.x >= 0 && said.right <= innerWidth ? away : Infinity];
}"""
"""The text that is shown beside a seat, and its distance from the name."""


def gather(visit: Visit, game: str, widths: list[str], **options: Any) -> tuple[str, list[Person]]:
    """Seat everybody through the lobby, and deal as the host."""
    people = [visit(width) for width in widths]
    host, *others = people
    table = host.open(game, len(people), people=len(people), start=False, **options)
    host.go(f"/t/{table}")
    for person, name in zip(others, NAMES[1:], strict=False):
        person.go(f"/t/{table}")
        person.page.get_by_role("textbox").first.fill(name)
        person.press("Sit down")
        host.see(name)
    host.press("Deal the cards")
    return table, people


def play_out(*fingers: Fingers) -> None:
    """Let everybody play until the match is over for all of them."""
    left = dict(enumerate(fingers))
    end = time.monotonic() + LIMIT_S
    while left:
        for seat, one in list(left.items()):
            if one.step(patience_ms=60) == "over":
                del left[seat]
        assert time.monotonic() < end, f"the match is not over for seats {sorted(left)}"


def test_browsers_in_one_match(visit: Visit) -> None:
    table, people = gather(visit, "dieci", ["desktop", "phone", "phone"], tokens=1)
    fingers = [person.fingers(seed=seat) for seat, person in enumerate(people)]
    play_out(*fingers)
    assert all(one.moves > 0 for one in fingers)
    for person in people:
        sees_the_end(person, table)


def test_somebody_says_something(visit: Visit) -> None:
    """A person reads the messages of others, except of those whom they have muted."""
    _table, (anna, bruno) = gather(visit, "dieci", ["desktop", "desktop"], tokens=5)
    for person in (anna, bruno):
        person.fingers().look()
        person.page.get_by_role("tab", name="Chat").or_(person.button("Chat")).first.click()
    anna.page.get_by_role("textbox", name="Say something").fill("Your turn, I think")
    anna.page.keyboard.press("Enter")
    bruno.see("Your turn, I think")
    bruno.page.get_by_text("Who I hear").click()
    bruno.press("Mute Anna")
    bruno.see("1 muted")
    anna.page.get_by_role("textbox", name="Say something").fill("Are you asleep")
    anna.page.keyboard.press("Enter")
    anna.see("Are you asleep")
    bruno.page.get_by_role("textbox", name="Say something").fill("Good")
    bruno.page.keyboard.press("Enter")
    expect(bruno.page.get_by_role("log")).to_contain_text("Good")  # this message came later
    assert bruno.page.get_by_text("Are you asleep").count() == 0


def test_talk_is_seen_as_it_comes(visit: Visit) -> None:
    """A new message appears beside the sender's seat; an open chat scrolls to it."""
    anna, bruno = visit(), visit("phone")
    table = anna.open("dieci", 5, people=2, start=False, tokens=5)
    bruno.sit(table, "Bruno", 1)
    anna.ask("POST", f"/api/tables/{table}/start", {})
    for person in (anna, bruno):
        person.go(f"/t/{table}")
        person.fingers().look()
    bubble = bruno.page.locator("[data-bubble]")
    anna.page.get_by_role("tab", name="Chat").click()
    bruno.pace(note=0.01)
    anna.press("👋")
    text, away = bruno.page.wait_for_function(NEAR, arg="Anna").json_value()
    assert text == "Anna 👋"
    assert away < 100
    bruno.pace(note=20)
    anna.press("👏")
    expect(bubble).to_have_count(0)  # it goes by itself
    expect(anna.page.locator("[data-bubble]")).to_have_count(0)

    bruno.press(re.compile("^What happened"))
    field = anna.page.get_by_role("textbox", name="Say something")
    for number in range(LINES):
        field.fill(f"{number} little words that nobody has asked for")
        field.press("Enter")
    for person in (anna, bruno):
        newest = person.page.get_by_text(f"{LINES - 1} little words")
        expect(newest).to_be_in_viewport(ratio=1)
    log = bruno.page.get_by_role("log")
    log.evaluate("(list) => (list.scrollTop = 0)")
    field.fill("the last of them")
    field.press("Enter")
    expect(bruno.page.get_by_text("the last of them")).to_have_count(1)
    expect(bruno.page.get_by_text("the last of them")).not_to_be_in_viewport()
    assert log.evaluate("(list) => list.scrollTop") == 0  # somebody reads further up


def code_field(person: Person) -> Locator:
    return person.page.get_by_role("textbox", name=re.compile("cod[ei]", re.IGNORECASE))


@pytest.mark.parametrize("watchers", [False, True], ids=["private", "open"])
def test_a_seat_goes_on_another_device(visit: Visit, watchers: bool) -> None:
    """By a link that contains the code, or by the code on the home page; also at a private table.

    The old device may watch afterwards, but not a private table.
    """
    anna, phone = visit(), visit("phone")
    table = anna.open("dieci", 2, settings={"watchers": watchers})
    anna.fingers().rest()
    anna.press("Menu")
    anna.page.get_by_text("Take my seat to another phone").click()
    anna.press("Show a code")
    expect(anna.page.get_by_role("img", name=re.compile("QR"))).to_be_visible()
    lent = anna.page.locator("[data-lent]")
    if watchers:
        phone.go("/")
        code_field(phone).fill(lent.inner_text().lower())
        phone.press("Join")
    else:
        phone.go("/" + (lent.get_attribute("data-lent") or "").split("/", 3)[3])
    phone.fingers().rest()
    assert phone.page.url == f"{phone.url}/t/{table}"
    anna.see("You’re playing on another device now")
    expect(anna.button("Watch")).to_have_count(int(watchers))
    expect(anna.button("Play here again")).to_have_count(0)
    if watchers:
        anna.press("Watch")
        anna.see("You’re watching")
    else:
        said = anna.page.get_by_role("alertdialog")
        said.get_by_role("link", name="Back to the games").click()
        anna.see("What shall we play?")
    phone.fingers().play(moves=1)


def test_the_code_of_a_running_table_leads_to_watching(visit: Visit) -> None:
    anna, bruno = visit(), visit("phone")
    table = anna.open("dieci", 2)
    bruno.go("/")
    code_field(bruno).fill(anna.ask("GET", f"/api/tables/{table}")["code"])
    bruno.press("Join")
    bruno.see("You’re watching")


def test_a_spectator_asks_for_a_seat(visit: Visit) -> None:
    """By the code of a running table; the host sees it at the table, and answers."""
    anna, bruno, carla = visit(speed=SLOW_NOTES), visit("phone", lang="it"), visit()
    table = anna.open("dieci", 3, settings={"paceMs": 10_000}, tokens=5)
    anna.fingers().look()
    bruno.go("/")
    code_field(bruno).fill(anna.ask("GET", f"/api/tables/{table}")["code"])
    bruno.press("Entra")
    bruno.press("Chiedi un posto")
    dialog = bruno.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Chiedi un posto").tap()  # without a name
    bruno.see("Prima scrivi un nome")
    bruno.page.get_by_role("dialog").get_by_role("textbox").fill("Bruno")
    bruno.page.keyboard.press("Enter")
    bruno.see("Ora decide Anna")
    anna.see("Bruno would like to play")
    carla.go(f"/t/{table}")
    carla.see("You’re watching")
    expect(carla.page.locator("[data-request]")).to_have_count(0)

    anna.press("Not now: Bruno")
    bruno.see("In questa partita no")
    expect(bruno.button("Chiedi un posto")).to_have_count(0)

    carla.press("Ask for a seat")
    carla.page.get_by_role("dialog").get_by_role("textbox").fill("Carla")
    carla.page.keyboard.press("Enter")
    anna.press(re.compile("^Give Carla the seat of"))
    anna.see("Carla now plays instead of")
    expect(anna.page.locator("[data-request]")).to_have_count(0)
    expect(carla.page.get_by_text("You’re watching")).to_have_count(0)
    seats = carla.ask("GET", f"/api/tables/{table}")["seats"]
    assert [seat["name"] for seat in seats if seat["mine"]] == ["Carla"]
    play_first(anna, carla)


def play_first(*people: Person) -> None:
    """Wait until one of several people has moved."""
    fingers = [person.fingers(seed=seat) for seat, person in enumerate(people)]
    end = time.monotonic() + LIMIT_S
    while not any(one.moves for one in fingers):
        assert time.monotonic() < end, "nobody could move"
        for one in fingers:
            one.step(patience_ms=60)


def test_sound_is_offered_with_the_first_tap(visit: Visit) -> None:
    anna = visit("phone")
    anna.open("dieci", 2, tokens=5)
    anna.fingers().rest()
    offer = anna.page.locator("[data-sound]")
    expect(offer).to_have_count(0)
    anna.page.locator("header h1").tap()
    offer.tap()
    expect(offer).to_have_count(0)
    kept = anna.page.evaluate("JSON.parse(localStorage.getItem('mazziere.settings'))")
    assert kept["sound"] is True
    anna.page.reload()
    anna.fingers().rest()
    anna.page.locator("header h1").tap()
    expect(offer).to_have_count(0)  # once


def test_faces_that_people_chose_are_seen_by_everybody(visit: Visit) -> None:
    anna, bruno = visit(), visit("phone")
    bruno.go("/")
    bruno.press("Settings")
    bruno.page.get_by_role("radio", name="lion").check(force=True)
    bruno.page.keyboard.press("Escape")
    table = anna.open("dieci", 2, people=2, start=False)
    anna.go(f"/t/{table}")
    bruno.go(f"/t/{table}")
    bruno.press("Sit down")
    bruno.see("Write a name first")  # an empty name is answered
    bruno.page.get_by_role("textbox").first.fill("Bruno")
    bruno.press("Sit down")
    expect(anna.page.locator("[data-seat='1'] [data-animal=lion]")).to_be_visible()
    anna.press("Deal the cards")
    expect(anna.page.locator("[data-face='1'] [data-animal=lion]").first).to_be_attached()


def test_people_see_who_was_removed_and_who_is_replaced(visit: Visit) -> None:
    """Notices appear in the lobby, beside the seat and in the result."""
    anna, bruno, carla = visit(speed=SLOW_NOTES), visit("phone"), visit(speed=SLOW_NOTES)
    table = anna.open("dieci", 3, people=3, start=False, tokens=1)
    anna.go(f"/t/{table}")
    for person, name in ((bruno, "Bruno"), (carla, "Carla")):
        person.sit(table, name)
        person.go(f"/t/{table}")
    anna.press("Remove Bruno")
    anna.press("Yes, remove")
    carla.see("The host has removed Bruno")
    anna.press("Add a bot")
    anna.press("Deal the cards")
    carla.fingers().look()
    carla.page.close()
    anna.see("no network")  # at her seat, before the log says that she is away
    anna.see("Carla is away")
    anna.ask("POST", f"/api/tables/{table}/seats/2/stand-in")
    anna.see("A bot now plays for Carla")
    anna.fingers().play()
    winners = anna.ask("GET", f"/api/tables/{table}")["evening"][0]
    assert winners["standIns"] == [2]
    podium = anna.page.locator("[data-end] li").filter(has_text="Carla")
    expect(podium.first).to_contain_text("a bot sits in")


def test_the_win_of_a_substitute_is_marked(visit: Visit) -> None:
    """In the last round everybody has one card, and that of the absent player wins."""
    anna = visit(speed=SLOW_NOTES)
    given = ending("yooloo", 2, 2, lambda match: match.winners() == [1], variant="base")
    body = {name: given[name] for name in ("game", "players", "options")}
    table = anna.ask("POST", "/api/tables", {
        **body, "nick": "Anna", "bots": [], "settings": QUICK, "record": given,
    })["id"]  # fmt: skip
    visit("phone").sit(table, "Bruno", 1)
    anna.ask("POST", f"/api/tables/{table}/start", {})
    anna.go(f"/t/{table}")
    anna.page.locator("[data-legal]").first.wait_for()
    anna.see("Bruno is away")
    anna.ask("POST", f"/api/tables/{table}/seats/1/stand-in")
    anna.fingers().play()
    anna.see("A bot won for Bruno.")


def test_agreement_to_a_rematch_is_seen(visit: Visit) -> None:
    anna, bruno = visit(speed=SLOW_NOTES), visit("phone")
    anna.meet(bruno, "yooloo")
    play_out(anna.fingers(seed=0), bruno.fingers(seed=1))
    expect(anna.page.locator("[data-agreed]")).to_have_count(0)
    bruno.press("Play again")
    anna.see("Bruno wants a rematch")
    expect(anna.page.locator("[data-agreed]")).to_contain_text("Bruno")
