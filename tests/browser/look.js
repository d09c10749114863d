// What somebody who looks at the table can touch now. Waits until the table has changed from what
// it was (`before`), for a short time, and then until there is something to do or the match is over.
async ({ before, changeMs, patienceMs }) => {
  const WHERE = [0.5, 0.2, 0.8, 0.08, 0.92];
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
  /** A point of a control that nothing lies upon. */
  const spotOf = (one) => {
    const box = one.getBoundingClientRect();
    for (const down of WHERE)
      for (const along of WHERE) {
        const x = box.left + box.width * along;
        const y = box.top + box.height * down;
        if (inside(one, x, y)) return { x, y };
      }
    return null;
  };
  /** What may be scrolled by hand may be scrolled here; nothing else. */
  const reach = (one) => {
    for (let up = one.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (/auto|scroll/.test(style.overflowX + style.overflowY))
        return one.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  };
  const controls = () => [...document.querySelectorAll("[data-legal]")].filter(isShown);
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
  /** Something lies over the table, to be tapped away. */
  const cover = () => {
    const felt = document.querySelector(".felt");
    if (!felt) return null;
    const at = middleOf(felt);
    return document.elementFromPoint(at.x, at.y)?.closest(".felt") ? null : at;
  };
  const isOver = () => document.querySelector("[data-end]") !== null;
  const soon = () => new Promise((go) => setTimeout(go, 8));

  const start = performance.now();
  while (sign() === before && performance.now() - start < changeMs) await soon();
  for (;;) {
    const found = [];
    // While a move is under way, what is touched counts for nothing.
    for (const one of document.querySelector("[data-pending]") ? [] : controls()) {
      if (!spotOf(one)) reach(one);
      const spot = spotOf(one);
      if (spot) found.push({ ...spot, name: nameOf(one), decides: "move" in one.dataset });
    }
    if (found.length > 0) return { state: "legal", found, sign: sign() };
    if (isOver()) return { state: "over", found, sign: sign() };
    const at = cover();
    if (at) return { state: "covered", found: [at], sign: sign() };
    if (performance.now() - start > patienceMs) return { state: "waiting", found, sign: sign() };
    await soon();
  }
};
