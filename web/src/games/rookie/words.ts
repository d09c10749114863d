/** Texts of ROOKIE's page, besides the words that come with the rules. */

import { sentence, type Who } from "../../table/outcome";
import { ad } from "../../words/italian";
import type { Lang } from "../../words/words.svelte";

export interface Texts {
  and: string;
  points: string;
  /** The result; `more` is the standing, with its colon. */
  outcome: {
    alone: (who: Who, more: string) => string;
    team: (who: Who, more: string) => string;
    teams: (more: string) => string;
  };
  cards: (count: number) => string;
  square: string;
  pile: (number: number, height: number) => string;
  openPile: (number: number, card: string, height: number) => string;
  gap: (number: number) => string;
  closed: (piles: string) => string;
  mine: string;
  ownPile: (number: number, top: string | null, count: number) => string;
  layOn: (card: string, number: number) => string;
  theirPile: (number: number, top: string | null, count: number) => string;
  look: (name: string, count: number) => string;
  yourPiles: string;
  nothing: string;
  none: string;
  home: (count: number) => string;
  homeWord: string;
  kidsHome: string;
  teamHome: (count: number) => string;
  inHand: string;
  inHandOf: (name: string) => string;
  inHandCard: (card: string, count: number) => string;
  layAll: string;
  giveTo: (name: string) => string;
  giveOn: (card: string, name: string, number: number) => string;
  cover: string;
  coverNote: string;
  seek: string;
  seekNote: string;
  robWhom: string;
  rob: (name: string, count: number) => string;
  capture: string;
  hold: string;
  captureAsk: string;
  partner: string;
  team: (letter: string) => string;
  leads: (count: number, card: string) => string;
  uncaptured: (count: number) => string;
  captured: (count: number) => string;
  twoX: string;
  back: string;
  prompt: {
    first: string;
    second: string;
    look: string;
    cover_or_seek: string;
    seek: string;
    layOne: string;
    lay: (count: number) => string;
    ask: string;
    rob: string;
    over: string;
    soon: string;
    wait: (name: string) => string;
    waitLay: (name: string) => string;
    waitAsk: (name: string) => string;
    waitRob: (name: string) => string;
    waitChoice: (name: string) => string;
  };
  moves: {
    flip: (number: string) => string;
    place: (card: string, number: string) => string;
    give: (card: string, name: string, number: string) => string;
    rob: (name: string) => string;
    cover: string;
    capture: string;
    hold: string;
  };
  moment: {
    captured: (name: string, count: number) => string;
    robbed: (name: string, victim: string, count: number) => string;
    rookie: string;
    rookieOf: (name: string, count: number) => string;
    loot: (name: string, count: number) => string;
    lootNone: string;
    end: (name: string) => string;
    reward: (name: string, count: number) => string;
    wins: (names: string, many: boolean) => string;
    and: string;
    points: (count: number) => string;
  };
}

const one = (count: number, single: string, many: string) =>
  `${count} ${count === 1 ? single : many}`;

const enCards = (count: number) => one(count, "card", "cards");
const itCards = (count: number) => one(count, "carta", "carte");

export const words = {
  en: {
    and: "and",
    points: "Points",
    outcome: {
      alone: ({ subject, has }, more) =>
        sentence(`${subject}${has} captured the most cards${more}.`),
      team: ({ subject }, more) => `Together ${subject}have captured the most cards${more}.`,
      teams: (more) => `The best teams have captured equally many cards${more}.`,
    },
    cards: enCards,
    square: "The nine piles",
    pile: (number, height) => `Pile ${number}, face down, ${enCards(height)}`,
    openPile: (number, card, height) => `Pile ${number}: ${card} lies open, ${enCards(height)}`,
    gap: (number) => `Pile ${number} has run out`,
    closed: (piles) => `Piles face down, with their cards: ${piles}.`,
    mine: "Your three piles",
    ownPile: (number, top, count) =>
      top ? `Your pile ${number}: ${top} on top, ${enCards(count)}` : `Your pile ${number}: empty`,
    layOn: (card, number) => `Lay ${card} on your pile ${number}`,
    theirPile: (number, top, count) =>
      top ? `pile ${number}: ${top} on top, ${enCards(count)}` : `pile ${number}: empty`,
    look: (name, count) => `${name}: look at the uncaptured cards (${count})`,
    yourPiles: "Your piles",
    nothing: "Nothing to take",
    none: "Nothing laid",
    home: (count) => `Captured: ${enCards(count)}`,
    homeWord: "captured",
    kidsHome: "your cards",
    teamHome: (count) => `${count} with partner`,
    inHand: "In your hand",
    inHandOf: (name) => `In ${name}’s hand`,
    inHandCard: (card, count) => `${card}, ${count} in hand`,
    layAll: "Lay all",
    giveTo: (name) => `To ${name}`,
    giveOn: (card, name, number) => `Lay ${card} on ${name}’s pile ${number}`,
    cover: "Cover",
    coverNote: "then turn over two",
    seek: "Search",
    seekNote: "turn over just one",
    robWhom: "Steal from",
    rob: (name, count) => `Steal ${enCards(count)} from ${name}`,
    capture: "Capture",
    hold: "Not yet",
    captureAsk: "Your three piles match.",
    partner: "partner",
    team: (letter) => `Team ${letter}`,
    leads: (count, card) => `${count} of your three piles show ${card}`,
    uncaptured: (count) => `${enCards(count)} uncaptured`,
    captured: (count) => `${enCards(count)} captured`,
    twoX: "X X",
    back: "Back",
    prompt: {
      first: "Your turn: turn over two cards.",
      second: "Now turn over one more card.",
      look: "Remember the cards.",
      cover_or_seek: "Cover the open cards, or search.",
      seek: "Keep searching: turn over one card.",
      layOne: "Lay your card on a pile.",
      lay: (count) => `Lay your ${count} cards on your piles.`,
      ask: "Capture your piles?",
      rob: "Whose cards do you steal?",
      over: "The match is over.",
      soon: "Laying out the cards…",
      wait: (name) => `${name} is turning cards over.`,
      waitLay: (name) => `${name} is laying cards.`,
      waitAsk: (name) => `${name} may capture three piles.`,
      waitRob: (name) => `${name} chooses whom to steal from.`,
      waitChoice: (name) => `${name} covers or searches.`,
    },
    moves: {
      flip: (number) => `Turn over a card of pile ${number}`,
      place: (card, number) => `Lay ${card} on your pile ${number}`,
      give: (card, name, number) => `Lay ${card} on ${name}’s pile ${number}`,
      rob: (name) => `Steal the cards of ${name}`,
      cover: "Cover the open cards",
      capture: "Capture the three piles",
      hold: "Wait with the three piles",
    },
    moment: {
      captured: (name, count) => `${name} captures ${enCards(count)}`,
      robbed: (name, victim, count) => `${name} steals ${enCards(count)} from ${victim}`,
      rookie: "Rookie",
      rookieOf: (name, count) => `Three X for ${name}: ${enCards(count)} captured`,
      loot: (name, count) => `${name} also takes ${enCards(count)} from the others`,
      lootNone: "Nothing left to take from the others",
      end: (name) => `${name} found the last pair`,
      reward: (name, count) => `${enCards(count)} still lying out count for ${name}`,
      wins: (names, many) => `${names} ${many ? "win" : "wins"}`,
      and: "and",
      points: (count) => one(count, "point", "points"),
    },
  },
  it: {
    and: "e",
    points: "Punti",
    outcome: {
      alone: ({ subject, has }, more) =>
        sentence(`${subject}${has} catturato più carte di tutti${more}.`),
      team: ({ subject, has }, more) =>
        `Insieme ${subject}${has} catturato più carte di tutti${more}.`,
      teams: (more) => `Le squadre migliori hanno catturato lo stesso numero di carte${more}.`,
    },
    cards: itCards,
    square: "I nove mazzi",
    pile: (number, height) => `Mazzo ${number}, coperto, ${itCards(height)}`,
    openPile: (number, card, height) => `Mazzo ${number}: ${card} scoperta, ${itCards(height)}`,
    gap: (number) => `Il mazzo ${number} è finito`,
    closed: (piles) => `Mazzi coperti, con le loro carte: ${piles}.`,
    mine: "Le tue tre pile",
    ownPile: (number, top, count) =>
      top
        ? `La tua pila ${number}: in cima ${top}, ${itCards(count)}`
        : `La tua pila ${number}: vuota`,
    layOn: (card, number) => `Metti ${card} sulla tua pila ${number}`,
    theirPile: (number, top, count) =>
      top ? `pila ${number}: in cima ${top}, ${itCards(count)}` : `pila ${number}: vuota`,
    look: (name, count) => `${name}: guarda le carte non catturate (${count})`,
    yourPiles: "Le tue pile",
    nothing: "Niente da prendere",
    none: "Niente in tavola",
    home: (count) => `Catturate: ${itCards(count)}`,
    homeWord: "catturate",
    kidsHome: "le tue carte",
    teamHome: (count) => `${count} in squadra`,
    inHand: "Hai in mano",
    inHandOf: (name) => `In mano ${ad(name)}`,
    inHandCard: (card, count) => `${card}, in mano ${count}`,
    layAll: "Metti tutto",
    giveTo: (name) => ad(name).replace(/^a/, "A"),
    giveOn: (card, name, number) => `Metti ${card} sulla pila ${number} di ${name}`,
    cover: "Ricopri",
    coverNote: "poi ne scopri due",
    seek: "Cerca",
    seekNote: "ne scopri una sola",
    robWhom: "Ruba a",
    rob: (name, count) => `Ruba ${itCards(count)} ${ad(name)}`,
    capture: "Cattura",
    hold: "Non ancora",
    captureAsk: "Le tue tre pile sono uguali.",
    partner: "partner",
    team: (letter) => `Squadra ${letter}`,
    leads: (count, card) => `${count} delle tue tre pile: ${card}`,
    uncaptured: (count) => `Non catturate: ${itCards(count)}`,
    captured: (count) => `Catturate: ${itCards(count)}`,
    twoX: "X X",
    back: "Indietro",
    prompt: {
      first: "Tocca a te: scopri due carte.",
      second: "Ora scopri un’altra carta.",
      look: "Ricorda le carte.",
      cover_or_seek: "Ricopri le carte scoperte, o cerca.",
      seek: "Continua a cercare: scopri una carta.",
      layOne: "Metti la carta su una pila.",
      lay: (count) => `Metti le tue ${count} carte sulle pile.`,
      ask: "Catturi le tue pile?",
      rob: "A chi rubi le carte?",
      over: "La partita è finita.",
      soon: "Si preparano i mazzi…",
      wait: (name) => `${name} scopre le carte.`,
      waitLay: (name) => `${name} mette giù le carte.`,
      waitAsk: (name) => `${name} può catturare le pile.`,
      waitRob: (name) => `${name} sceglie a chi rubare le carte.`,
      waitChoice: (name) => `${name} ricopre o cerca.`,
    },
    moves: {
      flip: (number) => `Scopri una carta del mazzo ${number}`,
      place: (card, number) => `Metti ${card} sulla tua pila ${number}`,
      give: (card, name, number) => `Metti ${card} sulla pila ${number} di ${name}`,
      rob: (name) => `Ruba le carte di ${name}`,
      cover: "Ricopri le carte scoperte",
      capture: "Cattura le tre pile",
      hold: "Aspetta con le tre pile",
    },
    moment: {
      captured: (name, count) => `${name} cattura ${itCards(count)}`,
      robbed: (name, victim, count) => `${name} ruba ${itCards(count)} ${ad(victim)}`,
      rookie: "Rookie",
      rookieOf: (name, count) => `Tre X per ${name}, catturate: ${itCards(count)}`,
      loot: (name, count) => `${name} prende anche ${itCards(count)} agli altri`,
      lootNone: "Agli altri non c’è più niente da prendere",
      end: (name) => `${name} ha trovato l’ultima coppia`,
      reward: (name, count) => `Le carte ancora in tavola (${count}) valgono per ${name}`,
      wins: (names, many) => `${many ? "Vincono" : "Vince"} ${names}`,
      and: "e",
      points: (count) => one(count, "punto", "punti"),
    },
  },
} satisfies Record<Lang, Texts>;
