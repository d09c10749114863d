/** Texts of YOOLOO's page. */

import { sentence, type Who } from "../../table/outcome";
import type { Lang } from "../../words/words.svelte";

interface Texts {
  readonly tally: { readonly points: string; readonly wins: string };
  /** The result; `more` is the standing, with its colon. */
  readonly outcome: {
    readonly game: (who: Who, more: string) => string;
    readonly series: (who: Who, more: string, games: number) => string;
    readonly wins: (who: Who, more: string, games: number) => string;
  };
  readonly series: (game: number, games: number) => string;
  readonly round: (round: number) => string;
  readonly showdown: string;
  readonly atStake: string;
  readonly parked: string;
  readonly pointsCard: (value: string) => string;
  readonly you: string;
  readonly hand: string;
  readonly hands: string;
  readonly stake: (prize: string, parked: string) => string;
  readonly table: string;
  readonly sort: {
    readonly label: string;
    readonly place: (card: string, round: number) => string;
    readonly how: string;
    readonly keys: string;
    readonly suggest: string;
    readonly shuffle: string;
    readonly rising: string;
    readonly falling: string;
    readonly confirm: string;
    readonly done: string;
    readonly orders: string;
  };
  readonly spot: {
    readonly laid: string;
    readonly thinks: string;
    readonly ready: string;
    readonly sorts: string;
    readonly shows: (card: string) => string;
  };
  readonly badge: {
    readonly points: (points: number) => string;
    readonly total: (points: number) => string;
    readonly wins: (wins: number) => string;
  };
  readonly prompt: {
    readonly begins: string;
    readonly stack: string;
    readonly stacked: (waiting: string) => string;
    readonly choose: (prize: string) => string;
    readonly chooseMore: (prize: string, parked: string) => string;
    readonly showdown: (parked: string) => string;
    readonly chosen: (waiting: string) => string;
    readonly turning: string;
    readonly watching: (waiting: string) => string;
    readonly many: (count: number) => string;
    readonly over: string;
  };
  readonly move: {
    readonly stack: (card: string) => string;
    readonly play: (card: string) => string;
  };
  readonly and: string;
  readonly reveal: {
    readonly cancelled: string;
    readonly wins: string;
    readonly took: (name: string, points: number) => string;
    readonly youTook: (points: number) => string;
    readonly parked: (point: number) => string;
    readonly removed: (point: number) => string;
    readonly again: string;
    readonly lost: (cards: number) => string;
    readonly tied: (cards: number) => string;
    readonly before: string;
    readonly next: string;
    readonly toTable: string;
    readonly all: string;
    readonly game: (game: number) => string;
    readonly allRounds: string;
    readonly points: string;
    readonly name: string;
    readonly nobody: string;
    readonly series: string;
    readonly lastGame: (points: number) => string;
  };
}

export const words = {
  en: {
    tally: { points: "Points", wins: "Games won" },
    outcome: {
      game: ({ subject, has }, more) => sentence(`${subject}${has} the most points${more}.`),
      series: ({ subject, has }, more, games) =>
        `After ${games} games ${subject}${has} the most points${more}.`,
      wins: ({ subject, has }, more, games) =>
        `Of ${games} games ${subject}${has} won the most${more}.`,
    },
    series: (game, games) => `Game ${game} of ${games}`,
    round: (round) => `Round ${round} of 10`,
    showdown: "Showdown",
    atStake: "At stake",
    parked: "parked",
    pointsCard: (value) => `Points card ${value}`,
    you: "you",
    hand: "Your cards",
    hands: "All cards",
    stake: (prize, parked) =>
      parked ? `At stake: ${prize}. Parked: ${parked}.` : `At stake: ${prize}.`,
    table: "The cards laid for this round",
    sort: {
      label: "Your stack, the first card of the game first",
      place: (card, round) => `${card}, for round ${round}`,
      how: "Tap two cards to swap them, or drag one onto another.",
      keys: "Enter picks a card up, the arrows move it, Enter lays it down.",
      suggest: "Sort for me",
      shuffle: "Shuffle",
      rising: "low first",
      falling: "high first",
      confirm: "Lay down the stack",
      done: "Your stack, for your eyes only",
      orders: "Ready-made orders",
    },
    spot: {
      laid: "card chosen",
      thinks: "still choosing",
      ready: "ready",
      sorts: "still sorting",
      shows: (card) => `card chosen: ${card}`,
    },
    badge: {
      points: (points) => `Points: ${points}`,
      total: (points) => `Points of the series: ${points}`,
      wins: (wins) => `Games won: ${wins}`,
    },
    prompt: {
      begins: "About to begin…",
      stack: "Put your ten cards in order. One for each round.",
      stacked: (waiting) => `Your stack is ready. Waiting for ${waiting}.`,
      choose: (prize) => `Choose a card. At stake: ${prize}.`,
      chooseMore: (prize, parked) => `Choose a card. At stake: ${prize}, and parked: ${parked}.`,
      showdown: (parked) => `Showdown. Choose any of your ten cards. Parked: ${parked}.`,
      chosen: (waiting) => `Your card is down. Waiting for ${waiting}.`,
      turning: "Turning the cards over…",
      watching: (waiting) => `Waiting for ${waiting}.`,
      many: (count) => `${count} others`,
      over: "The match is over.",
    },
    move: { stack: (card) => `Stack ${card} next`, play: (card) => `Play ${card}` },
    and: "and",
    reveal: {
      cancelled: "cancelled out",
      wins: "wins the round",
      took: (name, points) => `${name} takes ${points}.`,
      youTook: (points) => `You take ${points}.`,
      parked: (point) => `Nobody wins. The ${point} is parked.`,
      removed: (point) => `Nobody wins. The ${point} leaves the game.`,
      again: "Nobody wins. One more showdown.",
      lost: (cards) => `Parked cards that are lost: ${cards}.`,
      tied: (cards) =>
        cards === 1 ? "A showdown for the parked card." : `A showdown for ${cards} parked cards.`,
      before: "Back",
      next: "Next",
      toTable: "All rounds",
      all: "All",
      game: (game) => `Game ${game}`,
      allRounds: "All rounds",
      points: "Points",
      name: "Name",
      nobody: "nobody",
      series: "Series",
      lastGame: (points) => `last game: ${points}`,
    },
  },
  it: {
    tally: { points: "Punti", wins: "Partite vinte" },
    outcome: {
      game: ({ subject, has }, more) =>
        sentence(`${subject}${has} fatto più punti di tutti${more}.`),
      series: ({ subject, has }, more, games) =>
        `Dopo ${games} partite ${subject}${has} fatto più punti di tutti${more}.`,
      wins: ({ subject, has }, more, games) =>
        `Su ${games} partite ${subject}ne ${has} vinte di più${more}.`,
    },
    series: (game, games) => `Partita ${game} di ${games}`,
    round: (round) => `Giro ${round} di 10`,
    showdown: "Showdown",
    atStake: "In palio",
    parked: "parcheggio",
    pointsCard: (value) => `Carta punti ${value}`,
    you: "tu",
    hand: "Le tue carte",
    hands: "Tutte le carte",
    stake: (prize, parked) =>
      parked ? `In palio: ${prize}. Nel parcheggio: ${parked}.` : `In palio: ${prize}.`,
    table: "Le carte messe giù in questo giro",
    sort: {
      label: "La tua pila, dalla prima carta che si scopre",
      place: (card, round) => `${card}, per il giro ${round}`,
      how: "Tocca due carte per scambiarle, o trascinane una su un’altra.",
      keys: "Invio prende una carta, le frecce la spostano, Invio la posa.",
      suggest: "Ordina per me",
      shuffle: "Mescola",
      rising: "prima le basse",
      falling: "prima le alte",
      confirm: "Posa la pila",
      done: "La tua pila, solo per i tuoi occhi",
      orders: "Ordini già pronti",
    },
    spot: {
      laid: "carta scelta",
      thinks: "scelta in corso",
      ready: "a posto",
      sorts: "carte da ordinare",
      shows: (card) => `carta scelta: ${card}`,
    },
    badge: {
      points: (points) => `Punti: ${points}`,
      total: (points) => `Punti della serie: ${points}`,
      wins: (wins) => `Partite vinte: ${wins}`,
    },
    prompt: {
      begins: "Si comincia…",
      stack: "Metti in ordine le tue dieci carte: una per ogni giro.",
      stacked: (waiting) => `La tua pila è pronta. Si aspetta ${waiting}.`,
      choose: (prize) => `Scegli una carta. In palio: ${prize}.`,
      chooseMore: (prize, parked) =>
        `Scegli una carta. In palio: ${prize}, più il parcheggio: ${parked}.`,
      showdown: (parked) =>
        `Showdown. Scegli fra tutte e dieci le tue carte. Nel parcheggio: ${parked}.`,
      chosen: (waiting) => `La tua carta è giù. Si aspetta ${waiting}.`,
      turning: "Si scoprono le carte…",
      watching: (waiting) => `Si aspetta ${waiting}.`,
      many: (count) => `altri ${count}`,
      over: "La partita è finita.",
    },
    move: { stack: (card) => `Metti ${card} nella pila`, play: (card) => `Gioca ${card}` },
    and: "e",
    reveal: {
      cancelled: "annullata",
      wins: "vince il giro",
      took: (name, points) => `${name} prende ${points}.`,
      youTook: (points) => `Prendi ${points}.`,
      parked: (point) => `Non vince nessuno. Si parcheggia la carta ${point}.`,
      removed: (point) => `Non vince nessuno. La carta ${point} esce dal gioco.`,
      again: "Non vince nessuno. Un altro showdown.",
      lost: (cards) => `Perse le carte parcheggiate: ${cards}.`,
      tied: (cards) =>
        cards === 1
          ? "Showdown per la carta parcheggiata."
          : `Showdown per ${cards} carte parcheggiate.`,
      before: "Indietro",
      next: "Avanti",
      toTable: "Tutti i giri",
      all: "Tutti",
      game: (game) => `Partita ${game}`,
      allRounds: "Tutti i giri",
      points: "Punti",
      name: "Nome",
      nobody: "nessuno",
      series: "Serie",
      lastGame: (points) => `ultima partita: ${points}`,
    },
  },
} satisfies Record<Lang, Texts>;
