/** Moves the focus inside a group with the arrow keys: `{@attach arrowKeys}` on the group. */

import type { Attachment } from "svelte/attachments";

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

export const arrowKeys: Attachment<HTMLElement> = (group) => {
  const key = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = [...group.querySelectorAll<HTMLElement>("button:not([disabled])")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length]?.focus();
  };
  group.addEventListener("keydown", key);
  return () => group.removeEventListener("keydown", key);
};
