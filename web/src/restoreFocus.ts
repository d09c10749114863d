/**
 * Moves the focus when the focused element disappears or is disabled: a played card, a used button, a
 * screen that was left. Otherwise a screen reader would start again at the top of the page.
 */

const CONTROLS = "button:enabled, a[href], input:enabled, select:enabled, summary";

/**
 * Return the element that takes the focus: the last one with `data-rest` (the table, or its end), else
 * a control near the lost one, else the title of the screen.
 */
function placeFor(trail: readonly Element[], root: HTMLElement): HTMLElement | null {
  const marked = root.querySelectorAll<HTMLElement>("[data-rest]");
  const last = marked[marked.length - 1];
  if (last) return last;
  const near = trail.find((one) => one.isConnected);
  const control = near && near !== root ? near.querySelector<HTMLElement>(CONTROLS) : null;
  return control ?? root.querySelector<HTMLElement>("h1");
}

/** Watch the whole page; call once with its root. */
export function restoreFocus(root: HTMLElement): void {
  let held: HTMLElement | null = null;
  /** Its ancestors, innermost first. */
  let trail: Element[] = [];
  let frame = 0;

  const isGone = (one: HTMLElement) => !one.isConnected || one.matches(":disabled");
  const isNowhere = () => document.activeElement === document.body;

  function hold(event: FocusEvent): void {
    held = event.target as HTMLElement;
    trail = [];
    for (let up = held.parentElement; up && up !== root; up = up.parentElement) trail.push(up);
  }

  /** A tap on an empty spot drops the focus on purpose. */
  function free(event: FocusEvent): void {
    const left = event.target as HTMLElement;
    if (event.relatedTarget !== null) return;
    queueMicrotask(() => {
      if (held === left && !isGone(left) && isNowhere()) held = null;
    });
  }

  function settle(): void {
    if (!held || !isGone(held) || !isNowhere() || document.querySelector("dialog[open]")) return;
    const place = placeFor(trail, root);
    if (place && !place.matches(CONTROLS)) place.tabIndex = -1;
    place?.focus({ preventScroll: true });
  }

  // Wait a frame: a board may move the focus itself
  const changes = new MutationObserver(() => {
    if (!held || !isGone(held)) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(settle);
  });
  changes.observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["disabled"],
  });
  root.addEventListener("focusin", hold);
  root.addEventListener("focusout", free);
}
