"""Motion, sound and vibration: only if turned on, and never before a first touch."""

from tests.browser.conftest import DEADLINE_MS, Visit

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
"""Counts sounds and vibrations. For the browser a script of the test is a touch; here it is not."""
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
    fingers = bruno.fingers()
    assert fingers.look(DEADLINE_MS)["state"] == "legal"  # it is my turn, and nothing was touched
    bruno.still()
    assert bruno.page.evaluate("made") == {"rooms": 0, "sounds": 0, "shakes": 0}
    for _ in range(12):  # a turn that follows my own move at once makes no sound
        fingers.play(moves=1)
        assert fingers.rest() == "legal"
        if bruno.page.evaluate("made.sounds > 0 && made.shakes > 0"):
            break
    bruno.page.wait_for_function("() => made.sounds > 0 && made.shakes > 0")
    assert bruno.page.evaluate("made.rooms") == 1


def test_cards_are_dealt_where_they_may_fly(visit: Visit) -> None:
    flown = {}
    for motion in ("no-preference", "reduce"):
        anna = visit(reduced_motion=motion)
        anna.context.add_init_script(COUNT)
        table = anna.open("dieci", 4, people=2, start=False, settings={"paceMs": 9000})
        anna.ask("PUT", f"/api/tables/{table}/seats/1", {"bot": "easy"})
        anna.go(f"/t/{table}")
        anna.press("Deal the cards")
        anna.page.locator(".mine .card[aria-label^='Your card: a']").wait_for()
        flown[motion] = anna.page.evaluate("most")
    assert flown == {"no-preference": 4, "reduce": 0}
