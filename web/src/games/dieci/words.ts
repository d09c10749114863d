/** Texts of DIECI's page. The names of the cards come from the rules. */

import { sentence, type Who } from "../../table/outcome";
import { ad } from "../../words/italian";
import type { Lang } from "../../words/words.svelte";

interface Texts {
  readonly and: string;
  readonly tally: string;
  /** How the match ended. */
  readonly outcome: {
    readonly last: (who: Who, tokens: number) => string;
    readonly shared: (who: Who) => string;
  };
  readonly keep: string;
  readonly swap: (name: string) => string;
  readonly accept: string;
  readonly block: string;
  readonly draw: string;
  readonly deck: (left: number) => string;
  readonly aside: string;
  readonly dealer: string;
  readonly out: string;
  readonly tokens: (count: number) => string;
  readonly hidden: string;
  readonly noCard: string;
  /** A face-down card that I know because I passed it on. */
  readonly passedOn: (card: string) => string;
  readonly chain: (names: string) => string;
  readonly others: string;
  readonly mine: (card: string) => string;
  readonly choices: string;
  /** The effect of a card in general, and the consequences of a block now. */
  readonly can: Readonly<Record<"10" | "9" | "8" | "7" | "6" | "mid" | "low" | "cat", string>>;
  readonly would: {
    readonly stop: (name: string) => string;
    readonly pay: (name: string) => string;
    readonly payMe: (name: string) => string;
    readonly back: string;
    readonly jump: (name: string) => string;
    readonly jumpNowhere: (name: string) => string;
    readonly jumpDeck: (name: string) => string;
    readonly never: string;
  };
  readonly prompt: {
    readonly myPlay: (name: string) => string;
    readonly myDeal: string;
    readonly askedBy: (name: string) => string;
    readonly jumpedTo: (name: string) => string;
    readonly waits: (name: string) => string;
    readonly asks: (name: string, other: string) => string;
    readonly iAsk: (other: string) => string;
    readonly dealing: string;
    readonly out: string;
    readonly over: string;
  };
  readonly moment: {
    readonly round: string;
    readonly won: (names: string) => string;
    readonly pays: (names: string, count: number) => string;
    readonly cats: (count: number) => string;
    readonly equal: string;
    readonly replayed: string;
    readonly spared: string;
    readonly returns: (names: string, count: number) => string;
    readonly leaves: (names: string, count: number) => string;
    readonly drew: (name: string, card: string) => string;
    readonly setAside: (card: string) => string;
    readonly blocks: (name: string, card: string) => string;
    readonly paid: (name: string) => string;
    readonly paidTo: (name: string, other: string) => string;
    readonly back: string;
    readonly jumps: (name: string) => string;
    readonly failed: (name: string) => string;
    readonly fromDeck: (name: string) => string;
    readonly nothing: string;
  };
}

const SHARED = {
  en: {
    one: "one and wins",
    you: "one and win",
    many: "ones and share the win",
    both: "ones and share the win",
  },
  it: {
    one: "l’ultimo e vince",
    you: "l’ultimo e vinci",
    many: "gli ultimi e vincono insieme",
    both: "gli ultimi e vincete insieme",
  },
} as const;

export const words = {
  en: {
    and: "and",
    tally: "Tokens",
    outcome: {
      last: ({ names, has }, tokens) =>
        `Only ${names} still ${has} tokens: ${tokens}. Everybody else has lost theirs.`,
      shared: ({ subject, person }) =>
        `Nobody has a token left. ${sentence(subject)}paid the last ${SHARED.en[person]}.`,
    },
    keep: "Keep it",
    swap: (name) => `Swap with ${name}`,
    accept: "Accept",
    block: "Block",
    draw: "Draw from the deck",
    deck: (left) => `Deck, ${left} cards`,
    aside: "Set aside",
    dealer: "Dealer",
    out: "out",
    tokens: (count) => (count === 1 ? "1 token" : `${count} tokens`),
    hidden: "card face down",
    noCard: "no card",
    passedOn: (card) => `face down, but you passed it on: ${card}`,
    chain: (names) => `The chain of swaps: ${names}.`,
    others: "Cards of the others",
    mine: (card) => `Your card: ${card}`,
    choices: "What you can do",
    can: {
      "10": "Can block a swap.",
      "9": "Can block a swap: whoever asked pays a token.",
      "8": "Can block a swap: whoever asked pays a token, and the chain is undone.",
      "7": "Can let a swap jump over you.",
      "6": "Can block a swap.",
      mid: "Doesn’t block.",
      low: "Very low. Doesn’t block.",
      cat: "As low as it gets, but if two of you hold one, nobody pays.",
    },
    would: {
      stop: (name) => `${name} keeps the card, you keep yours.`,
      pay: (name) => `${name} keeps the card and pays a token.`,
      payMe: (name) => `${name} keeps the card and pays you a token.`,
      back: "Everybody in the chain takes the old card back.",
      jump: (name) => `You keep your card, and the offer jumps on to ${name}.`,
      jumpNowhere: (name) => `Nobody’s left to jump to: ${name} keeps the card.`,
      jumpDeck: (name) => `Nobody’s left to jump to: ${name} gets a card from the deck.`,
      never: "Your card can’t block.",
    },
    prompt: {
      myPlay: (name) => `Your turn. Keep your card, or swap it with ${name}.`,
      myDeal: "You are the dealer and play last. Keep your card, or draw another.",
      askedBy: (name) => `${name} wants to swap with you.`,
      jumpedTo: (name) => `The offer has jumped on: ${name} wants to swap with you.`,
      waits: (name) => `${name} is thinking.`,
      asks: (name, other) => `${name} wants to swap with ${other}.`,
      iAsk: (other) => `You want to swap. ${other} answers.`,
      dealing: "Dealing…",
      out: "You’re out. Three Joker-cats would bring you back.",
      over: "The match is over.",
    },
    moment: {
      round: "Cards on the table",
      won: (names) => `${names} wins the match.`,
      pays: (names, count) => (count > 1 ? `${names} each pay a token.` : `${names} pays a token.`),
      cats: (count) => `Joker-cats drawn: ${count}. Nobody pays for the lowest card.`,
      equal: "Nobody has a lower card. Nobody pays.",
      replayed: "Nobody would have a token left. Nobody pays, and you play on.",
      spared: "The lowest card has no token left to pay.",
      returns: (names, count) =>
        count > 1 ? `${names} come back with one token each.` : `${names} comes back with a token.`,
      leaves: (names, count) => (count > 1 ? `${names} are out.` : `${names} is out.`),
      drew: (name, card) => `${name} has drawn ${card}.`,
      setAside: (card) => `The deck gave ${card}: set aside.`,
      blocks: (name, card) => `${name} blocks with ${card}`,
      paid: (name) => `${name} pays a token.`,
      paidTo: (name, other) => `${name} pays a token to ${other}.`,
      back: "The whole chain takes its old cards back.",
      jumps: (name) => `The offer jumps on to ${name}.`,
      failed: (name) => `Nobody’s left to jump to. ${name} keeps the card.`,
      fromDeck: (name) => `${name} gets the top card of the deck instead.`,
      nothing: "Both keep their cards.",
    },
  },
  it: {
    and: "e",
    tally: "Gettoni",
    outcome: {
      last: ({ names, has }, tokens) =>
        `Solo ${names} ${has} ancora gettoni: ${tokens}. Tutti gli altri li hanno persi.`,
      shared: ({ subject, has, person }) =>
        `Nessuno ha più gettoni. ${sentence(`${subject}${has} pagato ${SHARED.it[person]}`)}.`,
    },
    keep: "Tienila",
    swap: (name) => `Scambia con ${name}`,
    accept: "Accetta",
    block: "Blocca",
    draw: "Pesca dal mazzo",
    deck: (left) => `Mazzo, ${left} carte`,
    aside: "Da parte",
    dealer: "Mazziere",
    out: "fuori",
    tokens: (count) => (count === 1 ? "1 gettone" : `${count} gettoni`),
    hidden: "carta coperta",
    noCard: "nessuna carta",
    passedOn: (card) => `coperta, ma gliel’hai passata tu: ${card}`,
    chain: (names) => `La catena degli scambi: ${names}.`,
    others: "Le carte degli altri",
    mine: (card) => `La tua carta: ${card}`,
    choices: "Che cosa puoi fare",
    can: {
      "10": "Può bloccare uno scambio.",
      "9": "Può bloccare: chi ha chiesto lo scambio paga un gettone.",
      "8": "Può bloccare: chi ha chiesto paga un gettone e la catena si disfa.",
      "7": "Può far saltare lo scambio oltre te.",
      "6": "Può bloccare uno scambio.",
      mid: "Non blocca.",
      low: "Bassissima. Non blocca.",
      cat: "Più in basso non si va, ma se ce l’avete in due non paga nessuno.",
    },
    would: {
      stop: (name) => `${name} si tiene la sua carta, tu la tua.`,
      pay: (name) => `${name} si tiene la sua carta e paga un gettone.`,
      payMe: (name) => `${name} si tiene la sua carta e ti paga un gettone.`,
      back: "Tutti nella catena riprendono la carta di prima.",
      jump: (name) => `Tieni la tua carta e la proposta salta ${ad(name)}.`,
      jumpNowhere: (name) => `Dopo di te non c’è nessuno: ${name} si tiene la carta.`,
      jumpDeck: (name) => `Dopo di te non c’è nessuno: ${name} riceve una carta dal mazzo.`,
      never: "La tua carta non può bloccare.",
    },
    prompt: {
      myPlay: (name) => `Tocca a te. Tieni la carta o scambiala con ${name}.`,
      myDeal: "Fai da mazziere e giochi per ultimo. Tieni la carta o pescane un’altra.",
      askedBy: (name) => `${name} vuole scambiare con te.`,
      jumpedTo: (name) => `La proposta è saltata fin qui: ${name} vuole scambiare con te.`,
      waits: (name) => `${name} sta pensando.`,
      asks: (name, other) => `${name} vuole scambiare con ${other}.`,
      iAsk: (other) => `Vuoi scambiare. Ora risponde ${other}.`,
      dealing: "Si danno le carte…",
      out: "Sei fuori gioco. Tre Jollygatti ti farebbero rientrare.",
      over: "La partita è finita.",
    },
    moment: {
      round: "Giù le carte",
      won: (names) => `La partita va ${ad(names)}.`,
      pays: (names, count) =>
        count > 1 ? `${names} pagano un gettone a testa.` : `${names} paga un gettone.`,
      cats: (count) => `Jollygatti pescati: ${count}. Nessuno paga per la carta più bassa.`,
      equal: "Nessuno ha una carta più bassa. Non paga nessuno.",
      replayed: "Nessuno avrebbe più gettoni. Non paga nessuno e si gioca ancora.",
      spared: "Chi ha la carta più bassa non ha più gettoni.",
      returns: (names, count) =>
        count > 1
          ? `${names} rientrano con un gettone a testa.`
          : `${names} rientra con un gettone.`,
      leaves: (names, count) =>
        count > 1 ? `${names} escono dal gioco.` : `${names} esce dal gioco.`,
      drew: (name, card) => `${name} pesca dal mazzo: ${card}.`,
      setAside: (card) => `Dal mazzo: ${card}, che si mette da parte.`,
      blocks: (name, card) => `${name} blocca con ${card}`,
      paid: (name) => `${name} paga un gettone.`,
      paidTo: (name, other) => `${name} dà un gettone ${ad(other)}.`,
      back: "Tutta la catena riprende le carte di prima.",
      jumps: (name) => `La proposta salta ${ad(name)}.`,
      failed: (name) => `Più in là non c’è nessuno. La carta resta ${ad(name)}.`,
      fromDeck: (name) => `Invece dello scambio, ${name} prende la prima carta del mazzo.`,
      nothing: "Ognuno si tiene la sua carta.",
    },
  },
} satisfies Record<Lang, Texts>;
