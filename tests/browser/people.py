"""A person with a browser: actions, observations, and faults of the page."""

import re
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from tests.browser.fingers import PAUSE_S, By, Fingers

QUICK = {"paceMs": 0, "graceMs": 0}
"""Bots that answer at once."""
ASK = """async ([method, path, body]) => {
  const base = document.querySelector('meta[name="mazziere-base"]').content;
  const answer = await fetch(base + path, {
    method,
    ...(method === "GET" ? {} : { headers: { "Content-Type": "application/json" } }),
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text ? JSON.parse(text) : null;
}"""
PICTURE = """() => {
  const match = document.querySelector(".match");
  const parts = [...match.querySelectorAll(".felt, .seats, .prompt")];
  const labels = (part) => [...part.querySelectorAll("[aria-label]")].map((one) => one.ariaLabel);
  return parts.flatMap((part) => [part.innerText.replace(/\\s+/g, " ").trim(), ...labels(part)]);
}"""

STILL_FRAMES = 5
STILL_S = 30.0
AWAIT_S = 30.0
STILL = """(begins) => {
  const watch = (window.watched ??= (() => {
    const watch = { still: 0, isAsked: false };
    new MutationObserver(() => (watch.still = 0)).observe(document, {
      subtree: true, childList: true, attributes: true, characterData: true,
    });
    return watch;
  })());
  if (begins) watch.still = 0;
  const moves = (one) =>
    one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity;
  if (!watch.isAsked) {
    watch.isAsked = true;
    requestAnimationFrame(() => {
      watch.still = document.getAnimations().some(moves) ? 0 : watch.still + 1;
      watch.isAsked = false;
    });
  }
  return watch.still;
}"""
"""Counts the frames since something last changed or an animation that ends was running.

Each call counts at most one frame. It returns no promise: see look.js.
"""


@dataclass
class Person:
    """A browser context with one page, at the address of a server."""

    page: Page
    url: str
    by: By = "click"
    faults: list[str] = field(default_factory=list)
    forgiven: list[str] = field(default_factory=lambda: ["registration blocked by Playwright"])

    @property
    def context(self) -> BrowserContext:
        return self.page.context

    def watch(self, page: Page) -> None:
        """Record errors, warnings, and requests to any other server."""
        own = urlsplit(self.url).netloc

        def asked(address: str) -> None:
            parts = urlsplit(address)
            if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != own:
                self.faults.append(f"a request leaves the server: {address}")

        def said(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self.faults.append(f"{message.type}: {message.text} ({message.location['url']})")

        page.on("request", lambda request: asked(request.url))
        page.on("websocket", lambda socket: asked(socket.url))
        page.on("pageerror", lambda error: self.faults.append(f"error: {error.stack or error}"))
        page.on("console", said)

    def unforgiven(self) -> list[str]:
        """List the faults that the test did not expect."""
        return [one for one in self.faults
                if not any(re.search(pattern, one) for pattern in self.forgiven)]  # fmt: skip

    # Setting up

    def go(self, path: str = "/") -> None:
        """Open an address of the page."""
        self.page.goto(self.url + path)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Send a request as this person, to set things up and never to move."""
        if self.page.url.startswith(self.url):
            return self.awaited(ASK, [method, path, body])
        # Loading the page first would take longer than most requests.
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(self.url))
        answer = self.context.request.fetch(
            self.url + path, method=method, data=body, headers={"Origin": origin}
        )  # fmt: skip
        assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
        return answer.json() if answer.text() else None

    def awaited(self, function: str, given: object = None) -> Any:
        """Run an async function on the page and return its result.

        `evaluate` would await a promise that Chromium may collect: see look.js.
        """
        self.page.evaluate(f"""(given) => {{
          window.outcome = null;
          ({function})(given).then(
            (value) => (window.outcome = {{ value }}),
            (error) => (window.outcome = {{ error: String(error) }}));
        }}""", given)  # fmt: skip
        end = time.monotonic() + AWAIT_S
        while (outcome := self.page.evaluate("window.outcome")) is None:
            assert time.monotonic() < end, f"no result within {AWAIT_S:g} s: {function}"
            time.sleep(PAUSE_S)
        assert "error" not in outcome, outcome["error"]
        return outcome.get("value")

    def pace(self, **speed: float) -> None:
        """Change how fast time passes on the page; see web/src/speed.ts."""
        self.page.evaluate("(speed) => Object.assign(mazziereSpeed, speed)", speed)

    def open(self, game: str, players: int = 2, bots: str = "easy", /, people: int = 1,
             start: bool = True, settings: dict[str, Any] | None = None,
             **options: Any) -> str:  # fmt: skip
        """Open a table with bots that answer at once, and sit down at it; return its id."""
        body = {
            "game": game,
            "nick": "Anna",
            "players": players,
            "bots": [] if people > 1 else [bots] * (players - 1),
            "options": options,
            "settings": {**QUICK, **(settings or {})},
        }
        table: str = self.ask("POST", "/api/tables", body)["id"]
        for seat in range(people, players if people > 1 else 0):
            self.ask("PUT", f"/api/tables/{table}/seats/{seat}", {"bot": bots})
        if start and people == 1:
            self.ask("POST", f"/api/tables/{table}/start", {})
            self.go(f"/t/{table}")
        return table

    def sit(self, table: str, nick: str, seat: int | None = None) -> None:
        """Sit down at the table of another person."""
        self.ask("POST", f"/api/tables/{table}/seats", {"nick": nick, "seat": seat})

    def meet(self, other: "Person", game: str, **options: Any) -> str:
        """Begin a match with another person, wait until both can move, and return the id."""
        table = self.open(game, 2, people=2, start=False, **options)
        other.sit(table, "Bruno", 1)
        self.ask("POST", f"/api/tables/{table}/start", {})
        for person in (self, other):
            person.go(f"/t/{table}")
            person.fingers().rest()
        return table

    def fingers(self, by: By | None = None, seed: int = 1) -> Fingers:
        return Fingers(self.page, by or self.by, seed)

    def forgive(self, *patterns: str) -> None:
        """Ignore faults that match these patterns."""
        self.forgiven += patterns

    def tab(self) -> "Person":
        """Another tab of the same browser."""
        return Person(self.context.new_page(), self.url, self.by, self.faults, self.forgiven)

    # Seeing

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """Return a button by its accessible name."""
        return self.page.get_by_role("button", name=name)

    def press(self, name: str | re.Pattern[str]) -> None:
        """Press a button, as the person does."""
        button = self.button(name).first
        if self.by == "touch":
            button.tap()
        else:
            button.click()

    def choose(self, way: str, game: str) -> None:
        """Start a game from the home page; on a phone its picture opens the menu first."""
        picture = self.button(re.compile(rf"^{game}\s*: play"))
        self.button(f"Play now: {game}").first.wait_for()
        if picture.count():
            picture.first.tap()
        self.press(re.compile(f"^{way}: {game}$"))

    def see(self, text: str | re.Pattern[str]) -> None:
        """Wait until a text is visible."""
        expect(self.page.get_by_text(text).filter(visible=True).first).to_be_visible()

    def speak(self, name: str) -> None:
        """Choose a language: on the screen itself, or in its menu or settings."""
        choice = self.button(re.compile(name)).filter(visible=True)
        if choice.count() == 0:
            self.press(re.compile("^(Menu|Settings|Impostazioni)$"))
        choice.first.click()
        self.page.keyboard.press("Escape")

    def still(self) -> None:
        """Wait until nothing changes and no animation runs."""
        end = time.monotonic() + STILL_S
        frames = self.page.evaluate(STILL, True)
        while frames < STILL_FRAMES:
            assert time.monotonic() < end, "the page never came to rest"
            time.sleep(PAUSE_S)
            frames = self.page.evaluate(STILL, False)

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, and let the page follow."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function(
            "([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height]
        )
        self.still()

    def picture(self) -> list[str]:
        """Read the table: its texts and labels."""
        seen: list[str] = self.page.evaluate(PICTURE)
        return seen
