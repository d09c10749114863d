/** The pictures that mark the ten places, in words. `PlaceSign` draws them in the same order. */

import type { Lang } from "../../words/words.svelte";

const PICTURES: Readonly<Record<Lang, readonly string[]>> = {
  en: [
    ...["the sun", "the apple", "the boat", "the tree", "the heart"],
    ...["the moon", "the house", "the fish", "the star", "the key"],
  ],
  it: [
    ...["il sole", "la mela", "la barca", "l’albero", "il cuore"],
    ...["la luna", "la casa", "il pesce", "la stella", "la chiave"],
  ],
};

/** The picture of a place, from 1. */
export function pictureAt(place: number, lang: Lang): string {
  return PICTURES[lang][place - 1] ?? "";
}

/** The number of a place with its picture: “9, the star”. */
export function placeWords(place: number, lang: Lang): string {
  return `${place}, ${pictureAt(place, lang)}`;
}
