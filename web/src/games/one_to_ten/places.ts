/** The pictures that mark the ten doors, in words. `PlaceSign` draws them in the same order. */

import type { Lang } from "../../words/words.svelte";

const PICTURES: Readonly<Record<Lang, readonly string[]>> = {
  en: "sun apple boat tree heart moon house fish star key".split(" "),
  it: [
    ...["del sole", "della mela", "della barca", "dell’albero", "del cuore"],
    ...["della luna", "della casa", "del pesce", "della stella", "della chiave"],
  ],
};

/** The picture of a door, from 1, without an article. */
export function pictureAt(place: number, lang: Lang): string {
  const said = PICTURES[lang][place - 1] ?? "";
  return lang === "it" ? said.replace(/^del(la |l’| )?/, "") : said;
}

/**
 * A door by its picture: “the star door”. Never by its number: small children would take it for the
 * card's.
 */
export function doorWords(place: number, lang: Lang): string {
  const said = PICTURES[lang][place - 1] ?? "";
  return lang === "it" ? `la porta ${said}` : `the ${said} door`;
}

/** A door by its number, as it stands in the rules' sentences. */
export const NUMBERED: Readonly<Record<Lang, string>> = { en: "door {b}", it: "la porta {b}" };
