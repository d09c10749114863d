/** Texts of UNO's page. The names of cards and colours come with the rules. */

import { sentence, type Who } from "../../table/outcome";
import { ad } from "../../words/italian";
import type { Lang } from "../../words/words.svelte";
import type { Effect } from "./picture";

interface Texts {
  readonly and: string;
  readonly tally: { readonly cards: string; readonly points: string };
  /** The result; `more` is the standing, with its colon. */
  readonly outcome: {
    readonly hand: (who: Who, more: string) => string;
    readonly reached: (who: Who, target: number, more: string) => string;
    readonly lowest: (who: Who, target: number, more: string) => string;
  };
  readonly uno: string;
  readonly hand: string;
  readonly playable: string;
  readonly justDrawn: string;
  readonly drawPile: (count: number) => string;
  readonly discards: (card: string, colour: string) => string;
  readonly pile: (count: number) => string;
  readonly noCards: string;
  readonly cards: (count: number) => string;
  readonly points: (count: number) => string;
  readonly keep: string;
  readonly accept: string;
  readonly acceptAll: (count: number) => string;
  readonly debt: (count: number) => string;
  readonly debtLabel: (count: number) => string;
  readonly swapWith: string;
  readonly jumpIn: string;
  readonly challenge: (name: string) => string;
  readonly catchIt: (name: string) => string;
  readonly cancel: string;
  readonly whichColour: string;
  readonly callAlong: string;
  readonly loud: string;
  readonly quiet: string;
  readonly arm: string;
  readonly prompts: {
    readonly turn: string;
    readonly onlyDraw: string;
    /** The table plays with the rule that a card that fits must be played. */
    readonly mustPlay: string;
    readonly mustPlayDrawn: (card: string) => string;
    readonly onlyPass: string;
    readonly stacked: (count: number) => string;
    readonly stackedDoubt: (count: number, name: string) => string;
    readonly stackedOnly: (count: number) => string;
    readonly swapping: string;
    readonly jump: (card: string) => string;
    readonly drawn: (card: string) => string;
    readonly answer: (name: string) => string;
    readonly naming: string;
    readonly discarding: (more: number) => string;
    readonly late: string;
    readonly forgot: (names: string) => string;
    readonly others: (name: string) => string;
    readonly shuffling: string;
    readonly over: string;
  };
  readonly moves: {
    readonly play: (card: string) => string;
    readonly naming: (colour: string) => string;
    readonly calling: string;
    readonly jump: (card: string) => string;
    readonly swap: (name: string) => string;
    readonly discard: (card: string) => string;
    readonly name: (colour: string) => string;
    readonly draw: string;
    readonly pass: string;
    readonly accept: string;
    readonly challenge: string;
    readonly uno: string;
    readonly catch: (name: string) => string;
  };
  readonly moments: {
    readonly challenge: (challenger: string, bluffer: string) => string;
    readonly guilty: (bluffer: string) => string;
    readonly guiltyDraws: (bluffer: string) => string;
    readonly innocent: (bluffer: string) => string;
    readonly innocentDraws: (challenger: string) => string;
    readonly shown: (bluffer: string) => string;
    readonly won: (name: string) => string;
    readonly player: string;
    readonly left: string;
    readonly gained: string;
    readonly total: string;
    readonly target: (points: number) => string;
    readonly targetLowest: (points: number) => string;
    readonly shuffle: (name: string) => string;
    readonly shuffled: string;
    readonly void: string;
    readonly caught: (name: string, by: string) => string;
    readonly caughtDraws: (name: string, drawn: number) => string;
    readonly effect: Readonly<Record<Exclude<Effect, "plain" | "none">, EffectWords>>;
  };
}

/** The effect of a customizable card: a title, and a sentence. */
interface EffectWords {
  readonly title: string;
  readonly text: (name: string, count: number, colour: string) => string;
}

const en: Texts = {
  and: "and",
  tally: { cards: "Cards", points: "Points" },
  outcome: {
    hand: ({ subject }, more) => sentence(`${subject}played the last card. Cards left${more}.`),
    reached: ({ subject }, target, more) =>
      sentence(`${subject}reached ${target} points first${more}.`),
    lowest: ({ subject, has }, target, more) =>
      `Somebody reached ${target} points, and ${subject}${has} the fewest${more}.`,
  },
  uno: "UNO!",
  hand: "Your cards",
  playable: "you can play it",
  justDrawn: "just drawn",
  drawPile: (count) => `Draw a card. In the pile: ${count}`,
  discards: (card, colour) => `On top: ${card}. Colour in play: ${colour}`,
  pile: (count) => `Cards in the draw pile: ${count}.`,
  noCards: "You hold no cards.",
  cards: (count) => (count === 1 ? "1 card" : `${count} cards`),
  points: (count) => (count === 1 ? "1 point" : `${count} points`),
  keep: "Keep it",
  accept: "Draw four",
  acceptAll: (count) => `Draw ${count}`,
  debt: (count) => `+${count}`,
  debtLabel: (count) => `${count} cards to draw.`,
  swapWith: "Swap hands with…",
  jumpIn: "Jump in!",
  challenge: (name) => `Challenge ${name}`,
  catchIt: (name) => `Catch ${name}`,
  cancel: "Not this card",
  whichColour: "Which colour?",
  callAlong: "This leaves you with one card",
  loud: "Say UNO! and play",
  quiet: "Play and say nothing",
  arm: "Say UNO! with the next card",
  prompts: {
    turn: "Your turn. Play a card, or draw.",
    onlyDraw: "Nothing fits. Draw a card.",
    mustPlay: "Your turn. Play a card.",
    mustPlayDrawn: (card) => `You drew ${card}. Play it.`,
    onlyPass: "It doesn’t fit. You keep it.",
    stacked: (count) => `${count} cards to draw. Take them, or pass them on.`,
    stackedDoubt: (count, name) => `${count} cards to draw. Take them, or challenge ${name}?`,
    stackedOnly: (count) => `${count} cards to draw. This time they’re yours.`,
    swapping: "Who do you swap hands with?",
    jump: (card) => `You have one too: ${card}. Jump in, if you’re first!`,
    drawn: (card) => `You drew ${card}. Play it, or keep it.`,
    answer: (name) => `A Wild +4 from ${name}. Draw four, or challenge?`,
    naming: "The first card is a Wild. Name the colour.",
    discarding: (more) =>
      more === 1 ? "Throw away one more card." : `Down to seven: throw away ${more} cards.`,
    late: "One card left. Say UNO!",
    forgot: (names) => `${names}: no UNO! yet. Be quick.`,
    others: (name) => `${name}’s turn.`,
    shuffling: "Shuffling the cards…",
    over: "The match is over.",
  },
  moves: {
    play: (card) => `Play ${card}`,
    naming: (colour) => ` and name ${colour}`,
    calling: ", saying UNO!",
    jump: (card) => `Jump in with ${card}`,
    swap: (name) => `Swap hands with ${name}`,
    discard: (card) => `Throw away ${card}`,
    name: (colour) => `Name ${colour}`,
    draw: "Draw a card",
    pass: "Keep the drawn card",
    accept: "Draw four cards",
    challenge: "Challenge the Wild +4",
    uno: "Say UNO!",
    catch: (name) => `Catch ${name}, who hasn’t said UNO!`,
  },
  moments: {
    challenge: (challenger, bluffer) => `${challenger} challenges ${bluffer}`,
    guilty: (bluffer) => `Caught bluffing: ${bluffer} had a card that fits.`,
    guiltyDraws: (bluffer) => `${bluffer} draws four.`,
    innocent: (bluffer) => `No bluff: ${bluffer} had nothing that fits.`,
    innocentDraws: (challenger) => `${challenger} draws six.`,
    shown: (bluffer) => `${bluffer}’s cards, for your eyes only`,
    won: (name) => `${name} wins the round`,
    player: "Player",
    left: "Cards left",
    gained: "This round",
    total: "Total",
    target: (points) => `The first to reach ${points} wins.`,
    targetLowest: (points) => `When somebody reaches ${points}, the lowest total wins.`,
    shuffle: (name) => `${name} plays Shuffle Hands`,
    shuffled: "All the cards are shuffled and dealt again.",
    void: "Nothing’s left to draw, and nobody can go on. New cards.",
    caught: (name, by) => `${by} noticed: ${name} didn’t say UNO!`,
    caughtDraws: (name, drawn) => `${name} draws ${drawn}.`,
    effect: {
      draw_until: {
        title: "Draw until the colour comes",
        text: (name, count, colour) => `${name} draws ${count} on the way to ${colour}.`,
      },
      dump_wilds: {
        title: "Away with the wilds",
        text: (_name, count) =>
          count === 0
            ? "Nobody else had a wild."
            : `Thrown away: ${count === 1 ? "one wild" : `${count} wilds`}.`,
      },
      draw_three: {
        title: "Three, if nothing fits",
        text: (name, count) =>
          count === 0
            ? `${name} has something that fits.`
            : `Nothing fits: ${name} draws ${count}.`,
      },
      extra_turn: { title: "One more turn", text: (name) => `${name} takes an extra turn.` },
      exactly_seven: {
        title: "Exactly seven",
        text: (name, count) =>
          count === 0
            ? `${name} must come to seven cards.`
            : `${name} draws ${count}, up to seven.`,
      },
    },
  },
};

const it: Texts = {
  and: "e",
  tally: { cards: "Carte", points: "Punti" },
  outcome: {
    hand: ({ subject, has }, more) =>
      sentence(`${subject}${has} giocato l’ultima carta. Carte rimaste${more}.`),
    reached: ({ subject, has }, target, more) =>
      sentence(`${subject}${has} raggiunto ${target} punti prima degli altri${more}.`),
    lowest: ({ subject, has }, target, more) =>
      `Qualcuno è arrivato a ${target} punti, e ${subject}ne ${has} meno di tutti${more}.`,
  },
  uno: "UNO!",
  hand: "Le tue carte",
  playable: "si può giocare",
  justDrawn: "appena pescata",
  drawPile: (count) => `Pesca una carta. Nel mazzo: ${count}`,
  discards: (card, colour) => `In cima: ${card}. Colore in gioco: ${colour}`,
  pile: (count) => `Carte nel mazzo: ${count}.`,
  noCards: "Non hai carte in mano.",
  cards: (count) => (count === 1 ? "1 carta" : `${count} carte`),
  points: (count) => (count === 1 ? "1 punto" : `${count} punti`),
  keep: "Tienila",
  accept: "Pesca quattro",
  acceptAll: (count) => `Pesca ${count}`,
  debt: (count) => `+${count}`,
  debtLabel: (count) => `${count} carte da pescare.`,
  swapWith: "Con chi scambi le carte?",
  jumpIn: "Intromettiti!",
  challenge: (name) => `Sfida ${name}`,
  catchIt: (name) => `Becca ${name}`,
  cancel: "Non questa",
  whichColour: "Quale colore?",
  callAlong: "Così ti resta una carta sola",
  loud: "Di’ UNO! e gioca",
  quiet: "Gioca senza dirlo",
  arm: "Di’ UNO! con la prossima carta",
  prompts: {
    turn: "Tocca a te. Gioca una carta o pesca.",
    onlyDraw: "Non hai carte adatte. Pesca.",
    mustPlay: "Tocca a te. Gioca una carta.",
    mustPlayDrawn: (card) => `Hai pescato ${card}. Giocala.`,
    onlyPass: "Non va bene: la tieni tu.",
    stacked: (count) => `${count} carte da pescare. Le peschi, o le passi avanti.`,
    stackedDoubt: (count, name) => `${count} carte da pescare. Le peschi, o sfidi ${name}?`,
    stackedOnly: (count) => `${count} carte da pescare. Stavolta le peschi tu.`,
    swapping: "Con chi scambi le carte?",
    jump: (card) => `Ce l’hai anche tu: ${card}. Intromettiti, se fai prima!`,
    drawn: (card) => `Hai pescato ${card}. Gioca la carta o tienila.`,
    answer: (name) => `Un Jolly +4 di ${name}. Peschi quattro carte o sfidi?`,
    naming: "La prima carta è un Jolly. Scegli il colore.",
    discarding: (more) =>
      more === 1 ? "Butta ancora una carta." : `Scendi a sette: butta ${more} carte.`,
    late: "Ti resta una carta. Di’ UNO!",
    forgot: (names) => `${names}: ancora niente UNO! Fai in fretta.`,
    others: (name) => `Tocca ${ad(name)}.`,
    shuffling: "Si mescolano le carte…",
    over: "La partita è finita.",
  },
  moves: {
    play: (card) => `Gioca ${card}`,
    naming: (colour) => ` e scegli ${colour}`,
    calling: ", dicendo UNO!",
    jump: (card) => `Intromettiti con ${card}`,
    swap: (name) => `Scambia le carte con ${name}`,
    discard: (card) => `Butta ${card}`,
    name: (colour) => `Scegli ${colour}`,
    draw: "Pesca una carta",
    pass: "Tieni la carta",
    accept: "Pesca quattro carte",
    challenge: "Sfida il Jolly +4",
    uno: "Di’ UNO!",
    catch: (name) => `Becca ${name}, che non ha detto UNO!`,
  },
  moments: {
    challenge: (challenger, bluffer) => `${challenger} sfida ${bluffer}`,
    guilty: (bluffer) => `Era un bluff: ${bluffer} aveva una carta adatta.`,
    guiltyDraws: (bluffer) => `${bluffer} pesca quattro carte.`,
    innocent: (bluffer) => `Nessun bluff: ${bluffer} non aveva carte adatte.`,
    innocentDraws: (challenger) => `${challenger} pesca sei carte.`,
    shown: (bluffer) => `Le carte di ${bluffer}, solo per i tuoi occhi`,
    won: (name) => `La manche va ${ad(name)}`,
    player: "Giocatore",
    left: "Carte in mano",
    gained: "Manche",
    total: "Totale",
    target: (points) => `Vince chi arriva per primo a ${points}.`,
    targetLowest: (points) => `Quando qualcuno arriva a ${points}, vince chi ha meno punti.`,
    shuffle: (name) => `${name} gioca Mischia tutto`,
    shuffled: "Tutte le carte si mescolano e si ridanno.",
    void: "Non c’è più niente da pescare e nessuno va avanti. Si ridanno le carte.",
    caught: (name, by) => `${by} se ne accorge: ${name} non ha detto UNO!`,
    caughtDraws: (name, drawn) => `${name} pesca ${drawn} carte.`,
    effect: {
      draw_until: {
        title: "Pesca finché esce il colore",
        text: (name, count, colour) =>
          `${name} pesca ${count === 1 ? "una carta" : `${count} carte`} in cerca del ${colour}.`,
      },
      dump_wilds: {
        title: "Via i jolly",
        text: (_name, count) =>
          count === 0
            ? "Nessun altro aveva jolly."
            : `Buttati ${count === 1 ? "un jolly" : `${count} jolly`}.`,
      },
      draw_three: {
        title: "Tre, se non puoi giocare",
        text: (name, count) =>
          count === 0
            ? `${name} ha una carta adatta.`
            : `Niente di adatto: ${name} pesca ${count === 1 ? "una carta" : `${count} carte`}.`,
      },
      extra_turn: { title: "Ancora un turno", text: (name) => `${name} gioca di nuovo.` },
      exactly_seven: {
        title: "Esattamente sette",
        text: (name, count) =>
          count === 0
            ? `${name} deve arrivare a sette carte.`
            : `${name} pesca ${count === 1 ? "una carta" : `${count} carte`} e arriva a sette.`,
      },
    },
  },
};

export const words = { en, it } satisfies Record<Lang, Texts>;
