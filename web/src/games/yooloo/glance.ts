import type { Glance } from "../../parts/rules/glance";

export const glance: Glance = [
  {
    cards: ["1@0", "2@0", "3@0", "8@0", "9@0", "10@0"],
    it: "Hai dieci carte, dall’1 al 10. In mezzo ci sono dieci carte punti.",
    en: "You have ten cards, 1 to 10. In the middle are ten points cards.",
  },
  {
    cards: ["*7", "8@0", "5@1", "3@2"],
    it: "A ogni giro tutti mostrano una carta. La più alta prende la carta punti.",
    en: "In each round everybody shows one card. The highest takes the points card.",
  },
  {
    cards: ["10@0", "10@1", "6@2"],
    it: "Due carte uguali si annullano: qui vince il 6.",
    en: "Two equal cards cancel each other: here the 6 wins.",
  },
  {
    cards: ["*4", "*5"],
    it: "Se nessuno vince, la carta punti resta lì e vale per il giro dopo.",
    en: "If nobody wins, the points card stays and counts in the next round.",
  },
  {
    cards: ["*10"],
    it: "Dopo dieci giri vince chi ha più punti.",
    en: "After ten rounds the most points win.",
  },
];
