"""Takes a strip of five pictures of every dramatic moment for docs/screens.

    python -m tools.strips [FLASH...]

Each moment is a move of the first seat in a random match from a fixed seed; a game's case file
declares them. The page makes the move. Its sign over the table is then stopped at five points of
time, so that a strip changes only when the page does.
"""

import re
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Error, sync_playwright

from mazziere.games import find, shelf
from mazziere.kernel.match import Match, deal_stream, match_seed, play_stream
from mazziere.kernel.record import Recorder
from mazziere.server.rooms.projection import event_info
from tests.browser.people import Person
from tests.browser.positions import KEPT, sit_down
from tests.browser.serving import SEED, served
from tests.cases import Drama, case
from tools.icons import chromium
from tools.screens import CHOSEN, FOLDER, PLAIN, SLOW, small

TIMES_MS = (80, 300, 520, 760, 1150)
FRAME = {"width": 360, "height": 540}
SHOWN = 0.2
"""The speed of the page after the move: a sign stays for six seconds."""
GRACE_MS = 10_000
"""The time to shout, in which somebody can still be caught."""
ASKED = """localStorage.setItem("mazziere.settings", JSON.stringify({
  ...JSON.parse(localStorage.getItem("mazziere.settings") ?? "{}"), soundOffered: true }));"""
"""No offer of sound, which the first press would bring."""
MATCHES = 400
STEPS = 400
STOP = """(at) => {
  for (const one of document.querySelector("[data-flash]").getAnimations({ subtree: true })) {
    one.pause();
    one.currentTime = at;
  }
}"""


def is_brought(recorder: Recorder, drama: Drama, text: str) -> bool:
    """Tell whether a move of the first seat brings a drama."""
    if re.search(drama.move, text) is None:
        return False
    game = recorder.match.game
    infos = [event_info(game, event) for event in recorder.fork().move(0, text)]
    said = {part for one in infos for part in (one.kind, f"{one.kind} {one.a}")}
    return drama.event in said | {""} and drama.without not in said


def position(game: str, drama: Drama) -> tuple[dict[str, Any], str]:
    """Return the record of a match up to a moment, and the move that brings it."""
    for number in range(MATCHES):
        seed = match_seed(7, number)
        recorder = Recorder(Match(find(game), drama.players, dict(drama.options)), seed)
        deal, play = deal_stream(seed), play_stream(seed)
        for _ in range(STEPS):
            match = recorder.match
            if match.is_over:
                break
            moves = [] if match.due else match.legal().get(0, [])
            for text in moves:
                if is_brought(recorder, drama, text):
                    found = recorder.record()
                    return {name: found[name] for name in KEPT}, text
            recorder.step_at_random(deal, play)
    raise AssertionError(f"{game}: no match comes to {drama.flash}")


def make(person: Person, text: str) -> None:
    """Make a move; press a switch or open a choice that it needs."""
    page = person.page
    wanted = page.locator(f'[data-move="{text}"]')
    armed = page.locator('.felt button[aria-pressed="false"][data-legal]')
    if not wanted.count() and armed.count():
        armed.first.dispatch_event("click")
        person.still()
    cards = page.locator(".felt .card-button[data-legal]")
    for number in range(cards.count()):
        if wanted.count():
            break
        cards.nth(number).dispatch_event("click")
        person.still()
    wanted.first.dispatch_event("click")


def take(browser: Browser, url: str, game: str, drama: Drama) -> bytes:
    """Take the pictures of one moment, side by side."""
    context = browser.new_context(locale="en-GB", viewport=FRAME, service_workers="block")  # type: ignore[arg-type]
    context.set_default_timeout(60_000)
    context.add_init_script(CHOSEN)
    context.add_init_script(ASKED)
    context.add_init_script("globalThis.mazziereSpeed = { show: 50 }")
    context.route(
        "**/cloth*.svg", lambda asked: asked.fulfill(body=PLAIN, content_type="image/svg+xml")
    )
    person = Person(context.new_page(), url)
    record, text = position(game, drama)
    sit_down(person, record, "normal", **{**SLOW, "graceMs": GRACE_MS})
    flash = person.page.locator(f'[data-flash="{drama.flash}"]')
    person.pace(show=SHOWN)
    make(person, text)
    # A result may come before the sign: close it
    seen = flash.or_(person.page.locator(".veil"))
    seen.first.wait_for(state="attached")
    if not flash.count():
        person.page.locator(".veil").dispatch_event("click")
    flash.wait_for(state="attached")
    frames = []
    for at in TIMES_MS:
        person.page.evaluate(STOP, at)
        frames.append(Image.open(BytesIO(person.page.screenshot())).convert("RGB"))
    context.close()
    strip = Image.new("RGB", (sum(frame.width for frame in frames), FRAME["height"]))
    for number, frame in enumerate(frames):
        strip.paste(frame, (number * frame.width, 0))
    packed = BytesIO()
    strip.resize((strip.width // 2, strip.height // 2), Image.Resampling.LANCZOS).save(
        packed, "PNG"
    )
    return small(packed.getvalue())


def main(names: list[str]) -> int:
    """Take the strips that are asked for, or all; say which could not be taken."""
    wrong = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as url,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for game in shelf():
            for drama in case(game).dramas:
                if names and drama.flash not in names:
                    continue
                (Path(folder) / SEED).write_text(drama.flash, encoding="utf-8")
                try:
                    strip = take(browser, url, game, drama)
                except (AssertionError, Error) as error:
                    wrong += 1
                    print(f"{drama.flash}: {str(error).splitlines()[0]}", file=sys.stderr)
                else:
                    (FOLDER / f"moments-{drama.flash}.png").write_bytes(strip)
        browser.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
