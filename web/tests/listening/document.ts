/** What jsdom lacks: sizes and animations. Nothing of it is heard. */
import { vi } from "vitest";

const query = {
  matches: true,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};
vi.stubGlobal("matchMedia", () => query);
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.animate = () =>
  ({
    finished: Promise.resolve(),
    cancel: () => undefined,
    finish: () => undefined,
  }) as unknown as Animation;

/** No style sheet is loaded, and jsdom computes every style anew: ask for inline styles only. */
const unstyled = { display: "block", visibility: "visible", getPropertyValue: () => "" };
vi.stubGlobal("getComputedStyle", (element: HTMLElement) =>
  element.hasAttribute("style") ? element.style : unstyled,
);
