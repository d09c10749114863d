"""Takes the pictures of every screen for docs/screens: phone and desk, by day and by night.

    python -m tools.screens [SCREEN...]

The boards are positions of matches that were played from fixed seeds, so that a picture changes
only when the page does.
"""

import json
import sys
import tempfile
import tomllib
from collections.abc import Callable
from contextlib import redirect_stdout
from io import BytesIO, StringIO
from itertools import product
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Error, sync_playwright

from mazziere.cli import main as mazziere
from mazziere.games import find, shelf
from tests.browser.people import Person
from tests.browser.positions import sit_down
from tests.browser.serving import SEED as SEED_FILE
from tests.browser.serving import served
from tests.cases import case, example
from tools.icons import chromium
from tools.rule_ids import text_ids

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "screens"
SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True,
              "device_scale_factor": 1.5},
    "desk": {"viewport": {"width": 1280, "height": 800}},
}  # fmt: skip
LIGHTS = ("light", "dark")
MOST_BYTES = 150_000
PLAIN = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" />'
"""Instead of the cloth's weave, which nobody sees in a small picture and no packing makes small."""
SLOW = {"paceMs": 10_000, "graceMs": 0, "hints": True}
"""Bots that think until the picture is taken."""
SEED = "7"
CHOSEN = """localStorage.setItem("mazziere.settings",
  JSON.stringify({ avatar: "panda", ...JSON.parse(
    localStorage.getItem("mazziere.settings") ?? "{}") }));"""
"""The animal of the person, which the page would draw at random."""

Screen = Callable[[Person], None]


# Positions


def record(game: str, players: int, turns: int, **options: Any) -> dict[str, Any]:
    """Return a match of bots from a fixed seed, up to a turn of the first seat (-1: its last)."""
    with tempfile.TemporaryDirectory() as folder:
        agreed = [part for item in options.items() for part in ("--set", "=".join(map(str, item)))]
        words = ["sim", game, "--players", str(players), "--games", "1", "--seed", SEED, "--json"]
        bots = ",".join(["normal"] * players)
        with redirect_stdout(StringIO()):
            assert mazziere([*words, "--bots", bots, "--records", folder, *agreed]) == 0
        whole: dict[str, Any] = json.loads(next(Path(folder).glob("*.json")).read_text())
    mine = [
        at for at, step in enumerate(whole["steps"]) if step.get("seat") == 0 and "move" in step
    ]
    kept = ("format", "game", "rules", "players", "options")
    return {name: whole[name] for name in kept} | {"steps": whole["steps"][: mine[turns]]}


def at_turn(person: Person, game: str, players: int, turns: int, **options: Any) -> str:
    """Open a table at a position in which the person is to move."""
    return sit_down(person, record(game, players, turns, **options), "normal", **SLOW)


# Screens


def board(game: str, players: int, turns: int, **options: Any) -> Screen:
    def show(person: Person) -> None:
        at_turn(person, game, players, turns, **options)

    return show


def home(person: Person) -> None:
    person.go("/")
    person.page.locator("[data-play]").first.wait_for()


def settings(person: Person) -> None:
    home(person)
    person.press("Settings")
    person.page.get_by_role("dialog").wait_for()


def pass_and_play(person: Person) -> None:
    home(person)
    person.choose("Pass and play", find(example("screen: pass-and-play")).title)
    person.page.get_by_role("dialog").wait_for()


def cover(person: Person) -> None:
    pass_and_play(person)
    person.press("Deal the cards")
    person.page.wait_for_url("**/t/*")
    person.button("I’m").wait_for()


def lobby(person: Person) -> None:
    person.go("/")
    table = person.open(example("screen: lobby"), 4, people=2, start=False)
    person.go(f"/t/{table}")
    person.button("Deal the cards").wait_for()


def rules(person: Person) -> None:
    game = example("screen: rules")
    first = text_ids(game)[0]
    person.go(f"/rules/{game}")
    person.page.locator(f"[id='{first}']").first.wait_for()


def learn(person: Person) -> None:
    person.go(f"/learn/{example('screen: learn')}")
    person.page.locator("main").first.wait_for()


def lost(person: Person) -> None:
    person.go("/t/nowhere")
    person.see("There’s no such table here")


def end(person: Person) -> None:
    game = example("screen: end")
    at_turn(person, game, 4, -1, **case(game).screens[-1].options)
    person.fingers().play()
    person.button("Play again").wait_for()


def replay(person: Person) -> None:
    end(person)
    person.go(person.page.url.removeprefix(person.url) + "/replay/1")
    slider = person.page.get_by_role("slider").first
    slider.focus()
    for _ in range(24):
        person.page.keyboard.press("ArrowRight")
    person.page.locator(".veil").wait_for(state="detached")  # the last step may bring a result
    person.still()


def refusal(person: Person) -> None:
    at_turn(person, example("screen: refusal"), 4, 3)
    wrong = person.page.locator(".felt .card-button:not([data-legal])").first
    box = wrong.bounding_box()
    assert box is not None
    person.page.mouse.click(box["x"] + 8, box["y"] + box["height"] / 2)
    person.page.locator(".notice").first.wait_for()


def watching(person: Person) -> None:
    table = at_turn(person, example("screen: watching"), 4, 3)
    person.context.clear_cookies()
    person.go(f"/t/{table}")
    person.page.locator(".felt").wait_for()


SCREENS: dict[str, Screen] = {
    "home": home,
    "lobby": lobby,
    "pass-and-play": pass_and_play,
    "cover": cover,
    "settings": settings,
    **{
        screen.name: board(game, screen.players, screen.turns, **screen.options)
        for game in shelf()
        for screen in case(game).screens
    },
    "refusal": refusal,
    "watching": watching,
    "end": end,
    "replay": replay,
    "learn": learn,
    "rules": rules,
    "lost": lost,
}


CHANGES = "changes.toml"
"""The file in the folder of pictures with a sentence on what changed, by screen."""
SAME = "Nothing but details."


# Pictures


def small(picture: bytes) -> bytes:
    """Reduce a picture to 256 colours, keeping rare ones exact."""
    whole = Image.open(BytesIO(picture)).convert("RGB")
    packed = BytesIO()
    drawn = whole.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    drawn.save(packed, "PNG", optimize=True)
    assert packed.tell() <= MOST_BYTES, f"{packed.tell()} bytes"
    return packed.getvalue()


def take(browser: Browser, url: str, name: str, size: str, light: str) -> None:
    """Take one picture."""
    context = browser.new_context(
        locale="en-GB", reduced_motion="reduce", service_workers="block", color_scheme=light,  # type: ignore[arg-type]
        **SIZES[size],
    )  # fmt: skip
    context.set_default_timeout(10_000)
    context.add_init_script(CHOSEN)
    context.route(
        "**/cloth*.svg", lambda asked: asked.fulfill(body=PLAIN, content_type="image/svg+xml")
    )
    person = Person(context.new_page(), url, "touch" if size == "phone" else "click")
    SCREENS[name](person)
    person.page.wait_for_timeout(600)  # fonts and fade-ins
    (FOLDER / f"{name}-{size}-{light}.png").write_bytes(small(person.page.screenshot()))
    context.close()


def index() -> str:
    """Return the page that shows them all."""
    changes = tomllib.loads((FOLDER / CHANGES).read_text(encoding="utf-8"))
    lines = ["# Screens", "", "<!-- Written by `make screens`; do not edit. -->", ""]
    for name in SCREENS:
        changed = changes["screens"].get(name, SAME)
        lines += [f"## {name.replace('_', ' ').replace('-', ' ')}", "", changed, ""]
        for size, width in (("phone", 180), ("desk", 480)):
            for light in LIGHTS:
                alt = f"{name}, {size}, {light}"
                lines.append(f'<img src="{name}-{size}-{light}.png" alt="{alt}" width="{width}">')
        lines.append("")
    lines += ["## moments", "", "Written by `make strips`. " + changes["strips"], ""]
    for game in shelf():
        for drama in case(game).dramas:
            lines.append(f'<img src="moments-{drama.flash}.png" alt="{drama.flash}" width="900">')
    lines.append("")
    return "\n".join(lines)


def main(names: list[str]) -> int:
    """Take the pictures that are asked for, or all; say which could not be taken."""
    if unknown := sorted({*names} - {*SCREENS}):
        print(f"screens: no screen {unknown[0]}: {', '.join(SCREENS)}", file=sys.stderr)
        return 2
    FOLDER.mkdir(exist_ok=True)
    wrong = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as url,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, size, light in product(names or SCREENS, SIZES, LIGHTS):
            (Path(folder) / SEED_FILE).write_text(f"{name} {size} {light}", encoding="utf-8")
            try:
                take(browser, url, name, size, light)
            except (AssertionError, Error) as error:
                wrong += 1
                print(f"{name}, {size}, {light}: {str(error).splitlines()[0]}", file=sys.stderr)
        browser.close()
    (FOLDER / "README.md").write_text(index(), encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
