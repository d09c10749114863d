import type { GameBox } from "../boxes";
import Art from "./Art.svelte";

export const box: GameBox = {
  title: { it: "UNO H2O", en: "UNO H2O" },
  tagline: {
    it: "Lo stesso UNO, ma sott’acqua.",
    en: "The same UNO, but under water.",
  },
  Art,
  place: 50,
  minutes: 30,
  age: 7,
  company: 4,
};
