/** Texts of the fairness check. */

import type { Lang } from "../words/words.svelte";

const en = {
  title: "Was the deal fair?",
  working: "Working out every shuffle again …",
  again: "Check again",
  failed: "The saved match can’t be loaded now.",
  verdicts: {
    right: "Yes. The cards are those that were promised.",
    partly: "All that can be checked here is right.",
    wrong: "No. Something does not add up.",
    sealed: "Too early to say: the server’s secret is still sealed.",
    none: "This match has no proof of its deal.",
  },
  marks: { right: "Right", partly: "Only in part", wrong: "Wrong", sealed: "Sealed" },
  how: "This device has worked it out by itself, from the record. It didn’t ask the server for its opinion.",
  at: (step: number) => `Step ${step}`,
  form: {
    wrong: (why: string) => `The proof isn’t written as it should be (${why}).`,
    partly: "The record says nothing about where its cards come from.",
  },
  shown: {
    right: "What you see here is this record, step by step.",
    wrong: "What is shown here isn’t what the record says.",
  },
  commitment: {
    right: "The server’s secret is the one that it chose before the match.",
    other: "The server’s secret isn’t the one that it chose before the match.",
    withheld: "The match is over, but the server keeps its secret to itself.",
    sealed: "The server chose a secret first, and shows it when the match is over.",
  },
  parts: {
    right: (names: string) =>
      `${names} shuffled too, with a random part promised before any was shown.`,
    withheld: (names: string) =>
      `Promised and not sent: a part from ${names}. Once may be a lost connection; a habit isn’t.`,
    none: "Nobody but the server had a part in this deal. It was fixed before the match, but the server could choose it alone.",
    unpledged: (names: string) =>
      `In the deal there is a random part from ${names}, but it wasn’t promised beforehand: who sent the last one could have seen the others.`,
    other: "A random part isn’t the one that was promised.",
    seats: "The list of seats doesn’t fit the match.",
  },
  receipt: {
    right:
      "The receipt fits: seats, options, promises and parts are as they were when the cards were dealt.",
    other: "The receipt doesn’t fit: seats, options, promises or parts were changed.",
  },
  given: {
    none: "Nothing was laid down beforehand: chance decided everything.",
    named: (name: string) =>
      `Who begins or deals wasn’t drawn but laid down: ${name}. Everything else was chance.`,
    position: (count: number) =>
      `The match went on from a position: its first ${count} steps were laid down, not drawn.`,
    wrong: "What was laid down before the deal isn’t how the match begins.",
  },
  chance: {
    right: (count: number) =>
      count === 1
        ? "The one time that chance decided, it fell exactly as the secret and the parts say."
        : `All ${count} times that chance decided, it fell exactly as the secret and the parts say.`,
    other: "Here chance didn’t fall as the secret and the parts say.",
    no_key: "Without the right secret no shuffle can be worked out.",
    sealed: "The shuffles can be worked out when the secret is shown.",
    own_form:
      "This page can’t check how this game deals. Save the match and check it as described below.",
  },
  seen: {
    right:
      "This device was there: it saw the promise before the deal, its own part is in it, and the receipt that it kept is this one.",
    absent:
      "This device wasn’t at the table, or has forgotten it. It can only say that the record agrees with itself. Who was there can compare the receipt.",
    late: "This device came when the cards were dealt. The receipt that it has kept since then is this one.",
    watched:
      "This device saw the promise before the deal, and it was kept. It had no part of its own in the deal.",
    too_late:
      "This device sent its part, but it isn’t in the deal. It came too late, or was left out.",
    wrong: {
      changed: "After this device had shown its part, the deal was set up anew.",
      commitment: "This isn’t the promise that this device saw.",
      receipt: "This isn’t the receipt that this device kept.",
      list: "Seats, options or promises aren’t those that this device saw before the deal.",
      part: "The part under your name isn’t the one that this device sent.",
    } as Readonly<Record<string, string>>,
  },
  rules: {
    before:
      "Not checked here: whether every move was legal, and whether the right cards were shuffled. That takes the rules. Download the record and run",
    command: "mazziere verify",
  },
  shows: "What this shows",
  showsList: {
    fixed: "The deck was fixed before the match, and nobody changed it on the way.",
    players: "No player could steer the cards or know them beforehand.",
    server: "Nor could the server steer them, if one of those who mixed was honest.",
  },
  cannot: "What it can’t show",
  cannotList: [
    "That nobody looked. Who runs the server could see all cards from the start.",
    "That this page is honest: it comes from the same server. Who doubts it checks the record with a program from elsewhere.",
    "Who sat behind a name, and that the moves are those that were made. It is about chance alone.",
  ],
  numbers: "The numbers behind it",
  numbersList: {
    receipt: "Receipt",
    commitment: "The server’s promise",
    secret: "The server’s secret",
    key: "The key of all shuffles",
    table: "Table",
  },
};

type Texts = typeof en;

const it: Texts = {
  title: "Le carte erano oneste?",
  working: "Rifaccio il conto di ogni mescolata …",
  again: "Ricontrolla",
  failed: "Ora la partita salvata non si può caricare.",
  verdicts: {
    right: "Sì. Le carte sono quelle promesse.",
    partly: "Tutto ciò che qui si può controllare è giusto.",
    wrong: "No. Qualcosa non torna.",
    sealed: "Non si può ancora dire: il segreto del server è sigillato.",
    none: "Questa partita non ha una prova del mazzo.",
  },
  marks: { right: "Giusto", partly: "Solo in parte", wrong: "Sbagliato", sealed: "Sigillato" },
  how: "Il conto l’ha rifatto questo dispositivo, dalla partita salvata. Al server non ha chiesto che cosa ne pensa.",
  at: (step) => `Passo ${step}`,
  form: {
    wrong: (why) => `La prova non è scritta come si deve (${why}).`,
    partly: "La partita salvata non dice da dove vengono le carte.",
  },
  shown: {
    right: "Quello che vedi qui è la partita salvata, passo per passo.",
    wrong: "Quello che vedi qui non è la partita salvata.",
  },
  commitment: {
    right: "Il segreto del server è quello che aveva scelto prima della partita.",
    other: "Il segreto del server non è quello che aveva scelto prima della partita.",
    withheld: "La partita è finita, ma il server tiene per sé il suo segreto.",
    sealed: "Il server ha scelto un segreto prima, e lo mostra a partita finita.",
  },
  parts: {
    right: (names) =>
      `Il mazzo è stato mescolato anche da ${names}, con una parte a caso promessa prima di vedere le altre.`,
    withheld: (names) =>
      `Promessa e non mandata, una parte di ${names}. Una volta può essere la rete; un’abitudine no.`,
    none: "Nessuno oltre al server ha avuto parte in questo mazzo. Era deciso prima della partita, ma il server poteva sceglierlo da solo.",
    unpledged: (names) =>
      `Nel mazzo c’è una parte tirata a caso da ${names}, ma non promessa prima: chi ha mandato l’ultima poteva aver visto le altre.`,
    other: "Una parte a caso non è quella che era stata promessa.",
    seats: "L’elenco dei posti non va bene per questa partita.",
  },
  receipt: {
    right:
      "La ricevuta torna: posti, opzioni, promesse e parti sono come quando si sono date le carte.",
    other: "La ricevuta non torna: posti, opzioni, promesse o parti sono cambiati.",
  },
  given: {
    none: "Niente era stabilito prima: ha deciso tutto il caso.",
    named: (name) =>
      `Chi comincia o dà le carte non è stato sorteggiato ma stabilito: ${name}. Il resto l’ha deciso il caso.`,
    position: (count) =>
      `La partita è ripresa da una posizione: i primi ${count} passi erano stabiliti, non sorteggiati.`,
    wrong: "Ciò che era stabilito prima non è l’inizio di questa partita.",
  },
  chance: {
    right: (count) =>
      count === 1
        ? "La sola volta che ha deciso il caso, è andata proprio come dicono il segreto e le parti."
        : `Tutte le ${count} volte che ha deciso il caso, è andata proprio come dicono il segreto e le parti.`,
    other: "Qui il caso non è andato come dicono il segreto e le parti.",
    no_key: "Senza il segreto giusto non si può rifare il conto.",
    sealed: "Le mescolate si potranno rifare quando si vedrà il segreto.",
    own_form:
      "Questa pagina non sa controllare come questo gioco dà le carte. Salva la partita e controllala come spiegato sotto.",
  },
  seen: {
    right:
      "Questo dispositivo c’era: ha visto la promessa prima che si dessero le carte, la sua parte c’è, e la ricevuta che ha tenuto è questa.",
    absent:
      "Questo dispositivo non era al tavolo, o se n’è dimenticato. Può dire solo che la partita salvata non si contraddice. Chi c’era può confrontare la ricevuta.",
    late: "Questo dispositivo è arrivato a carte date. La ricevuta che tiene da allora è questa.",
    watched:
      "Questo dispositivo ha visto la promessa prima che si dessero le carte, ed è stata mantenuta. Nel mazzo non aveva una parte sua.",
    too_late:
      "Questo dispositivo ha mandato la sua parte, ma nel mazzo non c’è. È arrivata tardi, o è stata lasciata fuori.",
    wrong: {
      changed: "Dopo che questo dispositivo aveva mostrato la sua parte, tutto è stato rifatto.",
      commitment: "Non è la promessa che questo dispositivo ha visto.",
      receipt: "Non è la ricevuta che questo dispositivo ha tenuto.",
      list: "Posti, opzioni o promesse non sono quelli che questo dispositivo ha visto prima.",
      part: "La parte sotto il tuo nome non è quella mandata da questo dispositivo.",
    },
  },
  rules: {
    before:
      "Qui non si controlla se ogni mossa era permessa, né se si sono mescolate le carte giuste: per questo servono le regole. Salva la partita e usa",
    command: "mazziere verify",
  },
  shows: "Che cosa dimostra",
  showsList: {
    fixed: "Il mazzo era deciso prima della partita, e nessuno l’ha cambiato per strada.",
    players: "Nessun giocatore poteva guidare le carte né conoscerle prima.",
    server: "Nemmeno il server poteva guidarle, se uno di chi ha mescolato era onesto.",
  },
  cannot: "Che cosa non può dimostrare",
  cannotList: [
    "Che nessuno abbia sbirciato. Chi tiene il server poteva vedere tutte le carte dall’inizio.",
    "Che questa pagina sia onesta: viene dallo stesso server. Chi ne dubita controlla la partita salvata con un programma preso altrove.",
    "Chi c’era dietro un nome, e che le mosse siano quelle fatte. Si tratta solo del caso.",
  ],
  numbers: "I numeri che ci stanno dietro",
  numbersList: {
    receipt: "Ricevuta",
    commitment: "La promessa del server",
    secret: "Il segreto del server",
    key: "La chiave di tutte le mescolate",
    table: "Tavolo",
  },
};

export const words = { en, it } satisfies Record<Lang, Texts>;
export type FairWords = Texts;
