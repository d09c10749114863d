import type { Glance } from "../../parts/rules/glance";

export const glance: Glance = [
  {
    cards: ["@0", "@0", "@0", "@0"],
    it: "Le tue dieci carte sono nascoste dietro dieci porte.",
    en: "Your ten cards hide behind ten doors.",
  },
  {
    cards: ["@0", "1@0", "@0"],
    it: "Cerca l’1. Al tuo turno apri una porta sola.",
    en: "Find the 1. On your turn you open one door.",
  },
  {
    cards: ["1@0", "2@0", "@0"],
    it: "Se è la carta giusta resta aperta, e poi cerchi la carta dopo.",
    en: "The right card stays open, and next you look for the one after it.",
  },
  {
    cards: ["@0", "7@0", "@0"],
    it: "Se è sbagliata si richiude. Ricordati dov’era!",
    en: "A wrong card is covered again. Remember where it was!",
  },
  {
    cards: ["10@0"],
    it: "Quando qualcuno le trova tutte e dieci si finisce il giro. Ogni carta trovata è un punto.",
    en: "When somebody has found all ten, the round is finished. Each card found is a point.",
  },
];
