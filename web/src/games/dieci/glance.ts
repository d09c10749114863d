import type { Glance } from "../../parts/rules/glance";

export const glance: Glance = [
  {
    cards: ["4"],
    it: "Hai una carta sola. Alla fine del giro chi ha la più bassa paga un gettone.",
    en: "You have one card. At the end of the round the lowest pays a token.",
  },
  {
    cards: ["2", "5"],
    it: "Quando tocca a te: tieni la carta, o scambiala con chi siede alla tua destra.",
    en: "On your turn: keep your card, or swap it with your right neighbour.",
  },
  {
    cards: ["6", "7", "8", "9", "10"],
    it: "Con una carta dal 6 al 10 puoi bloccare lo scambio. Ognuna ha il suo effetto.",
    en: "With a card from 6 to 10 you may block the swap. Each has its own effect.",
  },
  {
    cards: ["0", "00", "000", "0000", "cat"],
    it: "Più zeri ha, più la carta è bassa. Il Jollygatto vale come l’ultima.",
    en: "The more zeros, the lower the card. The Joker-cat is as low as the last.",
  },
  {
    cards: [null],
    it: "Chi dà le carte gioca per ultimo, e può cambiare la sua con la prima del mazzo.",
    en: "The dealer plays last, and may change the card for the top one of the deck.",
  },
  {
    cards: ["10"],
    it: "Senza gettoni sei fuori. Vince l’ultimo che ne ha ancora.",
    en: "Without tokens you are out. The last one who has some wins.",
  },
];
