/** The last thing that was touched or pressed at the table: a refusal is shown beside it. */

let touched: HTMLElement | null = null;
let point: { readonly x: number; readonly y: number } | null = null;

const SHAKE_MS = 420;

/** Remember what is touched; call once. */
export function rememberTouches(): void {
  window.addEventListener(
    "pointerdown",
    (event) => {
      touched = controlAt(event.target);
      point = { x: event.clientX, y: event.clientY };
    },
    true,
  );
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      touched = controlAt(event.target);
      point = null;
    },
    true,
  );
}

function controlAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(".felt button") : null;
}

/**
 * Shake the last touched element; return its position, or null if it was outside the table or is
 * gone.
 */
export function shakeTouched(): { readonly x: number; readonly y: number } | null {
  if (!touched?.isConnected) return null;
  const box = touched.getBoundingClientRect();
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!calm && !("still" in document.documentElement.dataset))
    touched.animate(
      [0, -7, 7, -5, 4, 0].map((x) => ({ translate: `${x}px 0` })),
      { duration: SHAKE_MS, easing: "ease-in-out" },
    );
  return { x: point?.x ?? box.x + box.width / 2, y: box.y };
}
