/** What somebody is called who has not said a name: something from the kitchen. */

import { settings } from "../look/settings.svelte";
import { language } from "../words/words.svelte";

const LOT = Math.random();

export function nickOrGuest(): string {
  const guests = language.words.guests.split(", ");
  return settings.now.nick || (guests[Math.floor(LOT * guests.length)] ?? "Mazziere");
}
