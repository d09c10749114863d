/** Theme, type size and hand, as attributes of the page for CSS. */

import { language } from "../words/words.svelte";
import { settings } from "./settings.svelte";

/** Keep the attributes up to date. Call once, inside a component. */
export function follow(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let isDark = $state(dark.matches);
  dark.addEventListener("change", () => (isDark = dark.matches));
  $effect(() => {
    const root = document.documentElement;
    const { theme, large, leftHand, motion } = settings.now;
    root.dataset["theme"] = theme === "auto" ? (isDark ? "dark" : "light") : theme;
    root.toggleAttribute("data-large", large);
    root.toggleAttribute("data-left", leftHand);
    root.toggleAttribute("data-still", !motion);
    root.lang = language.lang;
  });
}
