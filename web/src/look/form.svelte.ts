/** The form of the window, where styles alone cannot follow it. */

/** A phone on its side, or a desk at 200 %: there is no height to spare above the table. */
const LOW = "(max-height: 460px) and (orientation: landscape)";

/** A small phone upright: a lesson's own words leave little height for its table. */
const SHORT = "(max-height: 640px)";

class Form {
  #low = $state(false);
  #short = $state(false);

  constructor() {
    follow(LOW, (matches) => (this.#low = matches));
    follow(SHORT, (matches) => (this.#short = matches));
  }

  get low(): boolean {
    return this.#low;
  }

  get short(): boolean {
    return this.#short;
  }
}

function follow(query: string, set: (matches: boolean) => void): void {
  const media = matchMedia(query);
  set(media.matches);
  media.addEventListener("change", () => set(media.matches));
}

export const form = new Form();
