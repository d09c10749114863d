/** The language and the page's own words. The words of a game come from the server. */

import { en } from "./en";
import { it } from "./it";

export type Lang = "it" | "en";
/** Every language has the words of this one. */
export type Words = Widened<typeof en>;
type Widened<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...parts: infer P) => string
      ? (...parts: P) => string
      : Widened<T[K]>;
};

const KEPT = "mazziere.lang";
const CATALOGUES: Record<Lang, Words> = { it, en };

function first(): Lang {
  const kept = localStorage.getItem(KEPT);
  if (kept === "it" || kept === "en") return kept;
  return navigator.languages.some((one) => one.toLowerCase().startsWith("it")) ? "it" : "en";
}

class Language {
  lang = $state<Lang>(first());
  /** The page's texts in the current language. */
  readonly words = $derived(CATALOGUES[this.lang]);

  speak(lang: Lang): void {
    this.lang = lang;
    localStorage.setItem(KEPT, lang);
    document.documentElement.lang = lang;
  }

  /** Return the catalogue of the current language. */
  of<T>(both: Readonly<Record<Lang, T>>): T {
    return both[this.lang];
  }
}

export const language = new Language();
