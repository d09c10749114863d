import type { GameBox } from "../boxes";
import Art from "./Art.svelte";

export const box: GameBox = {
  title: { it: "ROOKIE", en: "ROOKIE" },
  tagline: {
    it: "Trova coppie, ruba ai vicini, occhio alla X.",
    en: "Find pairs, steal from your neighbours, beware the X.",
  },
  Art,
  place: 30,
  minutes: 20,
  age: 6,
  company: 3,
  isCalm: ({ mode }) => mode === "kids",
};
