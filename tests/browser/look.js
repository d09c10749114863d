// Find the controls that a person could touch now. First wait until the table differs from `before`,
// for at most `changeMs`; then until a control is reachable, something covers the table, the device
// is to be handed on or the match is over, for at most `patienceMs`.
async ({ before, changeMs, patienceMs }) => {
  const FRACTIONS = [0.5, 0.2, 0.8, 0.08, 0.92];
  const RECHECK_MS = 50;
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
  /** Until the page changes; layout can change without a mutation, so look again now and then. */
  const change = () =>
    new Promise((go) => {
      const done = () => (changes.disconnect(), clearTimeout(timer), go());
      const timer = setTimeout(done, RECHECK_MS);
      const changes = new MutationObserver(done);
      changes.observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    });

  const start = performance.now();
  while (sign() === before && performance.now() - start < changeMs) await change();
  for (;;) {
    const found = [];
    // While a move is under way a touch does nothing.
    for (const one of document.querySelector("[data-pending]") ? [] : controls()) {
      if (!spotOf(one)) reach(one);
      const spot = spotOf(one);
      if (spot) found.push({ ...spot, name: nameOf(one), decides: "move" in one.dataset });
    }
    if (found.length > 0) {
      // The layout may still move: a spot counts if it is the same in the next frame.
      await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
      const now = controls().map(spotOf);
      const still = found.filter((one) => now.some((spot) => spot?.x === one.x && spot.y === one.y));
      if (still.length === found.length) return { state: "legal", found, sign: sign() };
      continue;
    }
    if (document.querySelector("[data-uncover]:enabled"))
      return { state: "handed", found, sign: sign() };
    if (isOver()) return { state: "over", found, sign: sign() };
    const at = cover();
    if (at) return { state: "covered", found: [at], sign: sign() };
    if (performance.now() - start > patienceMs) return { state: "waiting", found, sign: sign() };
    await change();
  }
};
