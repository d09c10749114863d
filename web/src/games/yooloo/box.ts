import type { GameBox } from "../boxes";
import Art from "./Art.svelte";

export const box: GameBox = {
  title: { it: "YOOLOO", en: "YOOLOO" },
  tagline: {
    it: "Vince la carta più alta, se è sola.",
    en: "The highest card that is alone wins.",
  },
  Art,
  place: 10,
  minutes: 10,
  age: 6,
  company: 4,
};
