import type { GameBox } from "../boxes";
import Art from "./Art.svelte";

export const box: GameBox = {
  title: { it: "UNO", en: "UNO" },
  tagline: {
    it: "Carte, dispetti e una parola al momento giusto.",
    en: "Match, mischief, and one word to shout in time.",
  },
  Art,
  place: 40,
  minutes: 15,
  age: 7,
  company: 4,
};
