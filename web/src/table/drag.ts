/** Drag and drop by touch or mouse. Drop targets are marked `data-drop="name"`. */

import type { Attachment } from "svelte/attachments";

const THRESHOLD_PX = 8;

/**
 * `{@attach drag((where) => …)}`: `where` is the name of the drop target. A drag continues while
 * the table changes, so the callback must not depend on the table.
 */
export function drag(drop: (where: string) => void): Attachment<HTMLElement> {
  return (element) => {
    let from: { x: number; y: number; id: number } | null = null;
    let carried = false;
    let over: Element | null = null;

    const mark = (next: Element | null) => {
      over?.classList.remove("drop-here");
      next?.classList.add("drop-here");
      over = next;
    };
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || from) return;
      // A drag by touch ends without a click, so there is none to suppress.
      carried = false;
      from = { x: event.clientX, y: event.clientY, id: event.pointerId };
      element.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.id) return;
      const x = event.clientX - from.x;
      const y = event.clientY - from.y;
      if (!carried && Math.hypot(x, y) < THRESHOLD_PX) return;
      carried = true;
      element.style.translate = `${x}px ${y}px`;
      element.classList.add("carried");
      mark(placeUnder(event, element));
    };
    const letGo = () => {
      from = null;
      element.style.translate = "";
      element.classList.remove("carried");
      mark(null);
    };
    const end = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.id) return;
      const where = carried && event.type === "pointerup" ? placeUnder(event, element) : null;
      letGo();
      if (where instanceof HTMLElement && where.dataset["drop"]) drop(where.dataset["drop"]);
    };
    /** Suppress the click at the end of a drag. */
    const click = (event: MouseEvent) => {
      if (carried) event.stopImmediatePropagation();
      carried = false;
    };
    element.style.touchAction = "none";
    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", end);
    element.addEventListener("pointercancel", end);
    element.addEventListener("click", click, true);
    return () => {
      letGo();
      element.style.touchAction = "";
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", end);
      element.removeEventListener("pointercancel", end);
      element.removeEventListener("click", click, true);
    };
  };
}

function placeUnder(event: PointerEvent, element: HTMLElement): Element | null {
  for (const found of document.elementsFromPoint(event.clientX, event.clientY)) {
    const place = found.closest("[data-drop]");
    if (place && !element.contains(place)) return place;
  }
  return null;
}
