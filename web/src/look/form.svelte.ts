/** The form of the window, where styles alone cannot follow it. */

/** A phone on its side, or a desk at 200 %: there is no height to spare above the table. */
const LOW = "(max-height: 460px) and (orientation: landscape)";

class Form {
  readonly #media = matchMedia(LOW);
  #low = $state(this.#media.matches);

  constructor() {
    this.#media.addEventListener("change", () => (this.#low = this.#media.matches));
  }

  get low(): boolean {
    return this.#low;
  }
}

export const form = new Form();
