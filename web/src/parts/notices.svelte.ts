/** Short notices that come and go: a refusal with its rule, something that did not work. */

import { untrack } from "svelte";

export interface Notice {
  readonly key: number;
  readonly text: string;
  /** The rule behind it, to be opened. */
  readonly rule?: string | undefined;
  readonly game?: string | undefined;
  readonly kind: "refusal" | "trouble" | "news";
}

/** A rule takes longer to read than that something was copied. */
const SHOWN_MS = { refusal: 7000, trouble: 7000, news: 3500 };

class Notices {
  all = $state.raw<readonly Notice[]>([]);
  #key = 0;

  show(notice: Omit<Notice, "key">): void {
    const key = ++this.#key;
    // The same again takes the place of the first, and shakes anew.
    const others = this.all.filter(({ text }) => text !== notice.text);
    this.all = [...others.slice(-1), { ...notice, key }];
    setTimeout(() => this.drop(key), SHOWN_MS[notice.kind]);
  }

  /** Something else has been done: what was not allowed before is no longer of interest. */
  forgive(): void {
    this.all = untrack(() => this.all).filter(({ kind }) => kind !== "refusal");
  }

  drop(key: number): void {
    this.all = this.all.filter((notice) => notice.key !== key);
  }
}

export const notices = new Notices();
