import type { GameBox } from "../boxes";
import Art from "./Art.svelte";

export const box: GameBox = {
  title: { it: "Da 1 a 10", en: "From 1 to 10" },
  tagline: {
    it: "Dieci porticine e buona memoria.",
    en: "Ten little doors, and a good memory.",
  },
  Art,
  place: 20,
  sharesBoxOf: "yooloo",
  minutes: 10,
  age: 6,
  company: 3,
  isCalm: () => true,
};
