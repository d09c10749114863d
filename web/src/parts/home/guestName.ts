/** The name of a person who has not given one. */

import { settings } from "../../look/settings.svelte";
import { language } from "../../words/words.svelte";

/** Draw a name for a guest once, and keep it on the device. */
function drawGuest(): void {
  const guests = language.words.guests.split(", ");
  settings.set("guest", guests[Math.floor(Math.random() * guests.length)] ?? "Mazziere");
}
if (!settings.now.guest) drawGuest();

/** Return the person's name; a guest keeps the name that was drawn the first time. */
export function nickOrGuest(): string {
  return settings.now.nick || settings.now.guest;
}
