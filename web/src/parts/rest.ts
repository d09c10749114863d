/**
 * Where the focus goes when what held it is gone: a card that was played, a button that is no longer
 * to be pressed, a screen that was left. Left alone it would fall to the top of the page, and a screen
 * reader with it.
 */

const CONTROLS = "button:enabled, a[href], input:enabled, select:enabled, summary";

/**
 * Of the places marked with `data-rest` the last one takes it: the table, or its end. Without one, what
 * stands where the lost one stood; on another screen its title.
 */
function placeFor(trail: readonly Element[], root: HTMLElement): HTMLElement | null {
  const marked = root.querySelectorAll<HTMLElement>("[data-rest]");
  const last = marked[marked.length - 1];
  if (last) return last;
  const near = trail.find((one) => one.isConnected);
  const control = near && near !== root ? near.querySelector<HTMLElement>(CONTROLS) : null;
  return control ?? root.querySelector<HTMLElement>("h1");
}

/** To be called once, with what holds everything. */
export function rest(root: HTMLElement): void {
  let held: HTMLElement | null = null;
  /** What it stood in, from the inside. */
  let trail: Element[] = [];
  let frame = 0;

  const isGone = (one: HTMLElement) => !one.isConnected || one.matches(":disabled");
  const isNowhere = () => document.activeElement === document.body;

  function hold(event: FocusEvent): void {
    held = event.target as HTMLElement;
    trail = [];
    for (let up = held.parentElement; up && up !== root; up = up.parentElement) trail.push(up);
  }

  /** Somebody has touched an empty spot: that is no loss. */
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

  // A board may have a better place, and takes it at once
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
