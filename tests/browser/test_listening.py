"""Screen readers hear every event once and in order, and then the question."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit

LISTEN = """
window.heard = [];
addEventListener("DOMContentLoaded", () =>
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target.closest?.("[data-announced]"))
        for (const one of addedNodes) if (one.nodeType === 1) heard.push(one.textContent);
  }).observe(document.body, { childList: true, subtree: true }));
"""
LINES = """() => [...document.querySelectorAll(".log li")].map((line) => {
  const copy = line.cloneNode(true);
  copy.querySelectorAll("a, strong").forEach((one) => one.remove());
  return copy.textContent.replace(/\\s+/g, " ").trim();
})"""


def test_all_that_happens_is_said_once_and_then_what_to_do(visit: Visit) -> None:
    """The end of a DIECI round for six has the most lines at once."""
    anna = visit()
    anna.context.add_init_script(LISTEN)
    anna.open("dieci", 6, "normal")
    fingers = anna.fingers(by="keys")
    fingers.rest()
    before = len(anna.page.evaluate(LINES))
    for _ in range(8):  # in a round one may be asked more than once
        fingers.play(moves=1)
        fingers.rest()
        if any("lowest" in line for line in anna.page.evaluate(LINES)[before:]):
            break
    prompt = anna.page.locator(".prompt .say").inner_text()
    anna.page.wait_for_function("(asked) => heard.at(-1)?.endsWith(asked)", arg=prompt)
    happened = anna.page.evaluate(LINES)[before:]
    heard = anna.page.evaluate("heard")
    assert any("lowest" in line for line in happened), happened
    said = " ".join(heard)
    for line in happened:
        at = said.find(line)
        assert at >= 0, (line, heard)
        said = said[at + len(line) :]
    once = [line for line in happened if "lowest" in line]
    assert sum(one.count("lowest") for one in heard) == len(once)


def test_a_hint_is_said_too(visit: Visit) -> None:
    anna = visit()
    anna.context.add_init_script(LISTEN)
    anna.open("dieci", 3, "normal")
    anna.fingers().rest()
    anna.press("Hint")
    anna.page.locator(".hinted").first.wait_for()
    said = anna.page.locator("[data-announced] p").last
    expect(said).to_have_text(re.compile("^Hint: (Keep it|Swap with|Draw|Accept|Block)"))
