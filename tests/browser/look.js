// Describe the page at this moment: the controls that a person could touch, or why there are none.
// The function returns at once. Chromium holds the promise of an evaluation weakly and sometimes
// collects it while it is pending, so the test waits and evaluates this again.
() => {
  const FRACTIONS = [0.5, 0.2, 0.8, 0.08, 0.92];
  const nameOf = (one) =>
    one.dataset.move ?? one.getAttribute("aria-label") ?? one.textContent.trim();
  const isShown = (one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && getComputedStyle(one).visibility === "visible" && !one.disabled;
  };
  const inside = (one, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && one.contains(hit);
  };
  /** A point of a control that nothing covers. */
  const spotOf = (one) => {
    const box = one.getBoundingClientRect();
    for (const down of FRACTIONS)
      for (const along of FRACTIONS) {
        const x = box.left + box.width * along;
        const y = box.top + box.height * down;
        if (inside(one, x, y)) return { x, y };
      }
    return null;
  };
  /** Scroll a control into view, but only where a person could scroll. */
  const reach = (one) => {
    for (let up = one.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (/auto|scroll/.test(style.overflowX + style.overflowY))
        return one.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  };
  const controls = () => [...document.querySelectorAll("[data-legal]")].filter(isShown);
  /** A text that changes whenever the table does. */
  const sign = () => {
    const match = document.querySelector(".match");
    const labels = [...(match?.querySelectorAll("[aria-label]") ?? [])];
    const pressed = match?.querySelectorAll("[aria-pressed=true], [aria-expanded=true]").length;
    return [match?.innerText, pressed, ...labels.map((one) => one.getAttribute("aria-label"))]
      .concat(controls().map(nameOf))
      .join("|");
  };
  const middleOf = (one) => {
    const box = one.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  /** The middle of the table, if something covers it that a tap removes. */
  const cover = () => {
    const felt = document.querySelector(".felt");
    if (!felt) return null;
    const at = middleOf(felt);
    return document.elementFromPoint(at.x, at.y)?.closest(".felt") ? null : at;
  };
  const isOver = () => document.querySelector("[data-end]") !== null;
  /** Count the frames, so that the test can tell whether one was drawn between two looks. */
  const frames = () => {
    const counter = (window.lookedAt ??= { frames: 0, isAsked: false });
    if (!counter.isAsked) {
      counter.isAsked = true;
      requestAnimationFrame(() => {
        counter.frames += 1;
        counter.isAsked = false;
      });
    }
    return counter.frames;
  };

  const seen = (state, found = []) => ({ state, found, sign: sign(), frames: frames() });
  const found = [];
  // While a move is pending a touch does nothing.
  for (const one of document.querySelector("[data-pending]") ? [] : controls()) {
    if (!spotOf(one)) reach(one);
    const spot = spotOf(one);
    if (spot) found.push({ ...spot, name: nameOf(one), decides: "move" in one.dataset });
  }
  if (found.length > 0) return seen("legal", found);
  if (document.querySelector("[data-uncover]:enabled")) return seen("handed");
  if (isOver()) return seen("over");
  const at = cover();
  return at ? seen("covered", [at]) : seen("waiting");
};
