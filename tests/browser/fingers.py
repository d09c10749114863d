"""Plays a match through the controls that are visible and reachable: by mouse, touch or keys."""

import random
import time
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

By = Literal["click", "touch", "keys"]
LOOK = (Path(__file__).parent / "look.js").read_text(encoding="utf-8")
CHANGE_MS = 1500
"""Time limit for the change of the table after an action."""
PATIENCE_MS = 3000
HURRY_MS = 150
"""Wait of `play` for a control, before it taps to end the scene that is being shown."""
LIMIT_S = 240.0
"""Time limit for a match: several times the time on a very busy machine."""
REST_S = 120.0
MOVING_S = 30.0
"""Time limit for controls that keep moving, and for a table that never changes."""
PAUSE_S = 0.01
MOST_KEYS = 150
TIMID = {"draw", "pass"}
"""Moves that make a match longer; chosen rarely if there is another."""

WAY = """(name) => {
  const all = [...document.querySelectorAll("[data-legal]")];
  const nameOf = (one) =>
    one.dataset.move ?? one.getAttribute("aria-label") ?? one.textContent.trim();
  const goal = all.find((one) => nameOf(one) === name) ?? all[0];
  const at = document.activeElement;
  if (!goal) return "gone";
  if (at === goal) return "there";
  if (goal.tabIndex < 0 && at.parentElement?.closest("[role], ul, ol")?.contains(goal))
    return "ArrowRight";
  const follows = at.compareDocumentPosition(goal) & Node.DOCUMENT_POSITION_FOLLOWING;
  return at === document.body || follows ? "Tab" : "Shift+Tab";
}"""
"""Returns the key that moves the focus towards a control."""

QUIET_SPOT = """() => {
  const TAKES_TAPS = "a, button, input, label, select, [role=button], [data-move], [data-legal]";
  const areas = [...document.querySelectorAll(".match h1, .match .felt")];
  for (const area of areas) {
    const box = area.getBoundingClientRect();
    for (const down of [0.5, 0.3, 0.7])
      for (const along of [0.5, 0.2, 0.8]) {
        const spot = { x: box.x + box.width * along, y: box.y + box.height * down };
        const hit = document.elementFromPoint(spot.x, spot.y);
        if (hit && area.contains(hit) && !hit.closest(TAKES_TAPS)) return spot;
      }
  }
  return null;
}"""
"""Returns a point of the game's name or of the table at which no control is; null if none."""


class Fingers:
    """Touches the controls of one page, chosen at random from a fixed seed."""

    def __init__(self, page: Page, by: By = "click", seed: int = 1) -> None:
        self.page = page
        self.by = by
        self.moves = 0
        self.touched: list[str] = []
        self._chance = random.Random(seed)
        self._sign = ""
        self._known: set[str] = set()
        self._opened = False
        self._acted = False
        self._previous: dict[str, Any] | None = None

    def look(self, patience_ms: int = PATIENCE_MS) -> dict[str, Any]:
        """Wait until something can be done, and describe it; see look.js.

        After an action the table must first change, unless it does not do so within `CHANGE_MS`.
        """
        start = time.monotonic()
        changed_by = start + (CHANGE_MS / 1000 if self._acted else 0)
        waits_until = start + patience_ms / 1000
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        while not self._is_settled(seen, changed_by, waits_until):
            assert time.monotonic() < start + MOVING_S, f"never at rest: {seen}"
            time.sleep(PAUSE_S)
            seen = self.page.evaluate(LOOK)
        self._sign = seen["sign"]
        self._acted = False
        self._previous = None
        return seen

    def _is_settled(self, seen: dict[str, Any], changed_by: float, waits_until: float) -> bool:
        """Whether to act on a look: controls count once a frame has passed and they stayed."""
        now = time.monotonic()
        if seen["sign"] == self._sign and now < changed_by:
            return False
        if seen["state"] == "waiting":
            return now >= waits_until
        if seen["state"] != "legal":
            return True
        previous = self._previous
        if previous is None or seen["found"] != previous["found"]:
            self._previous = seen
            return False
        return bool(seen["frames"] > previous["frames"])

    def step(self, patience_ms: int = PATIENCE_MS) -> str:
        """Look, and act on it; return the state that was seen."""
        return self.act(self.look(patience_ms))

    def act(self, seen: dict[str, Any]) -> str:
        """Touch a control, or tap a cover away; return the state that was seen."""
        state: str = seen["state"]
        if state == "covered":
            self._uncover(seen["found"][0])
        if state == "legal":
            self._touch(seen["found"])
        self._acted = state in ("covered", "legal")
        return state

    def play(self, moves: int | None = None, limit_s: float = LIMIT_S) -> None:
        """Play to the end of the match, or for a number of moves."""
        end = time.monotonic() + limit_s
        goal = None if moves is None else self.moves + moves
        while (state := self.step(HURRY_MS)) != "over":
            last = self.touched[-12:]
            if state == "waiting":
                self._hurry()
            assert time.monotonic() < end, f"not over after {self.moves} moves, the last: {last}"
            if goal is not None and self.moves >= goal:
                return

    def rest(self) -> str:
        """Wait for the own turn or the end of the match, and touch no control; return the state."""
        end = time.monotonic() + REST_S
        while time.monotonic() < end:
            seen = self.look()
            state: str = seen["state"]
            if state == "covered":
                self._uncover(seen["found"][0])
                self._acted = True
            elif state != "waiting":
                return state
        raise AssertionError(f"neither a turn nor the end within {REST_S:g} s")

    def _hurry(self) -> None:
        """End the scene that is being shown: tap beside all controls, or press Escape."""
        if self.by == "keys":
            self.page.keyboard.press("Escape")
            return
        if spot := self.page.evaluate(QUIET_SPOT):
            self._tap(spot)

    def _uncover(self, spot: dict[str, float]) -> None:
        if self.by == "keys":
            self.page.keyboard.press("Escape")
        else:
            self._tap(spot)

    def _touch(self, found: list[dict[str, Any]]) -> None:
        # Prefer the choices that the last touch has opened; a second touch would close them.
        fresh = [one for one in found if one["name"] not in self._known]
        bold = [one for one in found if one["name"] not in TIMID]
        # A single new control may be a switch that changes its name with every touch.
        if self._opened and (len(fresh) > 1 or (fresh and self._chance.random() < 0.5)):
            chosen = self._chance.choice(fresh)
        else:
            chosen = self._chance.choice(bold if bold and self._chance.random() < 0.9 else found)
        self.touched.append(chosen["name"])
        self._known = {one["name"] for one in found}
        self._opened = not chosen["decides"]
        if self.by == "keys":
            self._press(chosen["name"])
        else:
            self._tap(chosen)
        self.moves += 1

    def _tap(self, spot: dict[str, float]) -> None:
        if self.by == "touch":
            self.page.touchscreen.tap(spot["x"], spot["y"])
        else:
            self.page.mouse.click(spot["x"], spot["y"])

    def _press(self, name: str) -> None:
        """Go to a control key by key, and press Enter."""
        for _ in range(MOST_KEYS):
            way = self.page.evaluate(WAY, name)
            if way == "gone":
                return
            self.page.keyboard.press("Enter" if way == "there" else way)
            if way == "there":
                return
        raise AssertionError(f"no key leads to {name}")
