/** Short notices: refusals with their rule, failures, news. */

import { untrack } from "svelte";

import { noteMs } from "../../speed";

export interface Notice {
  readonly key: number;
  readonly text: string;
  /** The rule to open. */
  readonly rule?: string | undefined;
  readonly game?: string | undefined;
  readonly kind: "refusal" | "trouble" | "news";
  /** Where on the screen it belongs; null: at the top. */
  readonly at?: { readonly x: number; readonly y: number } | null;
}

/** Display time by kind, and for each letter: a slow reader reads ten letters in a second. */
const SHOWN_MS = { refusal: 4000, trouble: 5000, news: 3000 };
const LETTER_MS = 100;

/** Return how long a notice is shown. */
export function shownMs({ kind, text }: Pick<Notice, "kind" | "text">): number {
  return SHOWN_MS[kind] + text.length * LETTER_MS;
}

class Notices {
  all = $state.raw<readonly Notice[]>([]);
  #key = 0;

  show(notice: Omit<Notice, "key">): void {
    const key = ++this.#key;
    // A repeated notice replaces the first one and shakes again.
    const others = this.all.filter(({ text }) => text !== notice.text);
    this.all = [...others.slice(-1), { ...notice, key }];
    setTimeout(() => this.drop(key), noteMs(shownMs(notice)));
  }

  /** Remove refusals, after a move was made. */
  forgive(): void {
    this.all = untrack(() => this.all).filter(({ kind }) => kind !== "refusal");
  }

  drop(key: number): void {
    this.all = this.all.filter((notice) => notice.key !== key);
  }
}

export const notices = new Notices();
