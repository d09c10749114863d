"""What moves, sounds and shakes: only where it is wanted, and nothing before a first touch."""

from tests.browser.conftest import Visit

LISTEN = """
window.made = { rooms: 0, sounds: 0, shakes: 0 };
const Room = window.AudioContext;
window.AudioContext = class extends Room {
  constructor() { super(); window.made.rooms++; }
  createOscillator() { window.made.sounds++; return super.createOscillator(); }
};
navigator.vibrate = () => { window.made.shakes++; return true; };
let touched = false;
addEventListener("pointerdown", () => (touched = true), true);
const activation = { get hasBeenActive() { return touched; } };
Object.defineProperty(navigator, "userActivation", { get: () => activation });
"""
"""Counts what is made. To the browser a look from a test is a touch, too; here it is not."""
COUNT = """
window.most = 0;
addEventListener("DOMContentLoaded", () =>
  new MutationObserver(() => {
    const flying = document.querySelectorAll(".air > .card").length;
    window.most = Math.max(window.most, flying);
  }).observe(document.body, { childList: true, subtree: true }));
"""


def test_sounds_and_shakes_on_my_turn_after_a_first_touch(visit: Visit) -> None:
    bruno = visit("phone")
    bruno.context.add_init_script(LISTEN)
    bruno.context.add_init_script(
        "localStorage.setItem('mazziere.settings', JSON.stringify({ sound: true, buzz: true }))"
    )
    bruno.open("dieci", 3)
    bruno.page.locator(".felt").wait_for()
    bruno.page.wait_for_timeout(600)
    assert bruno.page.evaluate("made") == {"rooms": 0, "sounds": 0, "shakes": 0}
    fingers = bruno.fingers()
    for _ in range(20):
        fingers.play(moves=1)
        fingers.rest()
        bruno.page.wait_for_timeout(50)
        made = bruno.page.evaluate("made")
        if made["sounds"] and made["shakes"]:
            break
    assert made["rooms"] == 1
    assert made["sounds"]
    assert made["shakes"]


def test_cards_are_dealt_where_they_may_fly(visit: Visit) -> None:
    flown = {}
    for motion in ("no-preference", "reduce"):
        anna = visit(reduced_motion=motion)
        anna.context.add_init_script(COUNT)
        anna.go("/")
        table = anna.open("dieci", 4, people=2, start=False, settings={"paceMs": 9000})
        anna.ask("PUT", f"/api/tables/{table}/seats/1", {"bot": "easy"})
        anna.go(f"/t/{table}")
        anna.press("Deal the cards")
        anna.page.locator(".mine .card[aria-label^='Your card: a']").wait_for()
        flown[motion] = anna.page.evaluate("most")
    assert flown == {"no-preference": 4, "reduce": 0}
