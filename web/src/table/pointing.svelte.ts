/** After a refusal the board points at what would fit, for a short time. */

import { showMs } from "../speed";
import type { Sitting } from "./sitting.svelte";

const POINT_MS = 1600;

export class Pointing {
  isOn = $state(false);

  /** Create this while a component is set up. */
  constructor(sitting: () => Sitting) {
    $effect(() => {
      if (sitting().refused === 0) return;
      this.isOn = true;
      const timer = setTimeout(() => (this.isOn = false), showMs(POINT_MS));
      return () => clearTimeout(timer);
    });
  }
}
