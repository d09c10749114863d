import type { GameBox } from "../boxes";
import Art from "./Art.svelte";

export const box: GameBox = {
  title: { it: "DIECI", en: "DIECI" },
  tagline: {
    it: "Una carta a testa. Non restare con la più bassa.",
    en: "One card each. Don’t get stuck with the lowest.",
  },
  Art,
  place: 60,
  // DIECI's booklet is the only one that states a duration.
  minutes: 30,
  age: 6,
  company: 5,
};
