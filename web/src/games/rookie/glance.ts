import type { Glance } from "../../parts/rules/glance";

export const glance: Glance = [
  {
    cards: ["R", "R"],
    it: "Scopri due carte dei nove mazzi. Se sono uguali la coppia è tua, e giochi ancora.",
    en: "Turn over two cards of the nine piles. A pair is yours, and you play on.",
  },
  {
    cards: ["R", "B"],
    it: "Se sono diverse si ricoprono, e tocca a chi siede alla tua destra.",
    en: "Different cards are covered again, and your right neighbour is next.",
  },
  {
    cards: ["G", "G", "G"],
    it: "Metti le tue carte su tre pile. Se mostrano tutte lo stesso colore puoi catturarle.",
    en: "Lay your cards on three piles. If all show the same colour, you may capture them.",
  },
  {
    cards: ["X", "X"],
    it: "Con due X prendi le carte non catturate di un vicino.",
    en: "With two X you take a neighbour’s uncaptured cards.",
  },
  {
    cards: ["X", "X", "X"],
    it: "Tre X sulle tue pile: è un Rookie! Prendi le carte di tutti.",
    en: "Three X on your piles: a Rookie! You take everybody’s cards.",
  },
  {
    cards: ["Y"],
    it: "Ogni carta catturata è un punto. Vince chi ne ha di più.",
    en: "Each captured card is a point. The most points win.",
  },
];
