/** Window sizes that components need and CSS alone cannot handle. */

/** A phone in landscape, or a desktop at 200 %: no height to spare above the table. */
const LOW = "(max-height: 460px) and (orientation: landscape)";

/** A small phone in portrait: a lesson's text leaves little height for the table. */
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
