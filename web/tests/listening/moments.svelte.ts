/** What the page knows at one moment, in a form that a mounted component follows. */

import type { View } from "../../src/table/board";

export interface Moment {
  readonly view: View;
  /** The last entry that the screen shows. */
  readonly seq: number;
  readonly opening: string;
  readonly asked: string;
  readonly answer: { readonly text: string } | null;
}

export function moments(first: Moment): { readonly at: Moment; set: (next: Moment) => void } {
  let now = $state.raw(first);
  return {
    get at() {
      return now;
    },
    set: (next) => void (now = next),
  };
}
