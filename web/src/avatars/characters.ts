/** Characters of the bots: a name, an animal and a sentence. They do not affect how a bot plays. */

import type { Lang } from "../words/words.svelte";
import type { AnimalId } from "./animals";

export interface Character {
  readonly name: string;
  readonly animal: AnimalId;
  readonly line: Readonly<Record<Lang, string>>;
}

/** Characters by seat; a table has at most ten players. */
export const CHARACTERS: readonly Character[] = [
  {
    name: "Ada",
    animal: "owl",
    line: { it: "Conta tutto, anche i tuoi sospiri.", en: "Counts everything, even your sighs." },
  },
  {
    name: "Beppe",
    animal: "bear",
    line: { it: "Gioca con calma e profuma di miele.", en: "Plays calmly and smells of honey." },
  },
  {
    name: "Cleo",
    animal: "cat",
    line: { it: "Fa finta di non guardarti.", en: "Pretends not to look at you." },
  },
  {
    name: "Dino",
    animal: "dinosaur",
    line: { it: "Gioca da sessanta milioni di anni.", en: "Has played for sixty million years." },
  },
  {
    name: "Elsa",
    animal: "penguin",
    line: { it: "Sangue freddo, piedi caldi.", en: "Cool head, warm feet." },
  },
  {
    name: "Furio",
    animal: "fox",
    line: { it: "Ha sempre un’altra idea.", en: "Always has another idea." },
  },
  {
    name: "Gina",
    animal: "rabbit",
    line: { it: "Non sta ferma un momento.", en: "Can’t sit still." },
  },
  {
    name: "Ugo",
    animal: "frog",
    line: { it: "Salta di gioia per niente.", en: "Jumps for joy at anything." },
  },
  {
    name: "Mina",
    animal: "mouse",
    line: { it: "Piccola, ma se ne accorge sempre.", en: "Small, and notices everything." },
  },
  {
    name: "Otto",
    animal: "octopus",
    line: { it: "Tiene otto carte per volta.", en: "Holds eight cards at a time." },
  },
];

/** Return the character of a bot on this seat. */
export function characterOf(seat: number): Character {
  const found = CHARACTERS[seat % CHARACTERS.length];
  if (!found) throw new Error(`no character: ${seat}`);
  return found;
}

/** Return the character with this name: lessons seat them as players. */
export function characterNamed(name: string): Character | undefined {
  return CHARACTERS.find((one) => one.name === name);
}
