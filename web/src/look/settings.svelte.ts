/** The person's settings, kept on the device. */

/** The pace of bots and animations. */
export type Pace = "calm" | "normal" | "fast";

interface Kept {
  theme: "auto" | "light" | "dark";
  large: boolean;
  leftHand: boolean;
  confirm: boolean;
  symbols: boolean;
  motion: boolean;
  sound: boolean;
  buzz: boolean;
  /** Whether keys read the table aloud. */
  shortcuts: boolean;
  nick: string;
  /** The name of a person who gave none. */
  guest: string;
  /** The id of the animal; empty: not chosen yet. */
  avatar: string;
  /** auto: calm in modes for children and in lessons, normal elsewhere. */
  pace: Pace | "auto";
  /** Whether the log is open beside the table. */
  side: boolean;
  /** Whether sound was offered once. */
  soundOffered: boolean;
  muted: readonly string[];
}

const KEY = "mazziere.settings";
const USUAL: Kept = {
  theme: "auto",
  large: false,
  leftHand: false,
  confirm: false,
  symbols: true,
  motion: true,
  sound: false,
  buzz: true,
  shortcuts: true,
  nick: "",
  guest: "",
  avatar: "",
  pace: "auto",
  side: false,
  soundOffered: false,
  muted: [],
};

function read(): Kept {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return { ...USUAL };
  }
}

class Settings {
  readonly #kept = $state(read());
  readonly #calm = matchMedia("(prefers-reduced-motion: reduce)");

  get now(): Readonly<Kept> {
    return this.#kept;
  }

  set<K extends keyof Kept>(name: K, value: Kept[K]): void {
    this.#kept[name] = value;
    localStorage.setItem(KEY, JSON.stringify(this.#kept));
  }

  /** Whether cards fly. */
  get moves(): boolean {
    return this.#kept.motion && !this.#calm.matches;
  }
}

export const settings = new Settings();
