/**
 * Where the focus goes when what held it is gone: a card that was played, a button that is no longer
 * to be pressed. Left alone it would fall to the top of the page, and a screen reader with it.
 */

const PLACES = "[data-rest]";

/** `<div {@attach rest}>`: of the places marked with `data-rest` inside, the last one takes it. */
export function rest(root: HTMLElement): () => void {
  let held: HTMLElement | null = null;
  let frame = 0;

  const isGone = (one: HTMLElement) => !one.isConnected || one.matches(":disabled");
  const isNowhere = () => document.activeElement === document.body;

  function hold(event: FocusEvent): void {
    held = event.target as HTMLElement;
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
    const places = root.querySelectorAll<HTMLElement>(PLACES);
    places[places.length - 1]?.focus({ preventScroll: true });
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
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    root.removeEventListener("focusin", hold);
    root.removeEventListener("focusout", free);
  };
}
