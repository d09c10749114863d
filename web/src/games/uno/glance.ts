import type { Glance } from "../../parts/rules/glance";

export const glance: Glance = [
  {
    cards: ["r7", "r2", "b7"],
    it: "Gioca una carta dello stesso colore o con lo stesso numero di quella in cima.",
    en: "Play a card of the same colour, or with the same number as the top card.",
  },
  {
    cards: [null],
    it: "Niente va bene? Pesca una carta.",
    en: "Nothing fits? Draw a card.",
  },
  {
    cards: ["yskip", "grev", "b+2"],
    it: "Salta giro: il prossimo resta fermo. Cambia giro: si cambia verso. +2: il prossimo pesca due carte.",
    en: "Skip: the next player misses a turn. Reverse: play goes the other way. +2: the next player draws two.",
  },
  {
    cards: ["wild", "wild+4"],
    it: "Con un Jolly scegli il colore. Con il +4 il prossimo pesca quattro carte, o ti sfida.",
    en: "With a Wild you name the colour. With the +4 the next player draws four, or challenges.",
  },
  {
    cards: ["g1"],
    it: "Ti resta una carta? Di’ UNO! prima che se ne accorgano gli altri.",
    en: "One card left? Say UNO! before the others notice.",
  },
  {
    cards: [],
    it: "Vince chi resta senza carte.",
    en: "Whoever has no cards left wins.",
  },
];
