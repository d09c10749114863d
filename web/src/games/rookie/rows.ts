/** Arrow keys in the square of nine piles: left and right by one, up and down by a row. */

import type { Attachment } from "svelte/attachments";

const ROW = 3;
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: ROW,
  ArrowLeft: -1,
  ArrowUp: -ROW,
};

export const inRows: Attachment<HTMLElement> = (group) => {
  const key = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = [...group.querySelectorAll<HTMLElement>("button")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length]?.focus();
  };
  group.addEventListener("keydown", key);
  return () => group.removeEventListener("keydown", key);
};
