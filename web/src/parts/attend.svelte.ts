/** Calls somebody back to the table: by the page's title, a soft sound, a short vibration. */

import { isGame } from "../games";
import { settings } from "../look/settings.svelte";
import { chime } from "../sound";
import type { Sitting } from "../table/sitting.svelte";
import type { TableInfo } from "../wire/messages";
import { language } from "../words/words.svelte";

interface Attended {
  readonly sitting: Sitting;
  readonly table: TableInfo;
}

/** To be called once, inside the component of a match. */
export function attend(given: () => Attended): void {
  const isMine = $derived.by(() => {
    const { sitting, table } = given();
    return table.phase === "playing" && (sitting.position?.moves.length ?? 0) > 0;
  });

  $effect(() => {
    const { game } = given().table;
    const { words } = language;
    const title = isGame(game) ? words.games[game] : game;
    document.title = isMine ? words.match.turnTitle : `${title} · Mazziere`;
  });

  $effect(() => {
    if (!isMine) return;
    chime("turn");
    // Only a page that was touched may vibrate
    if (settings.now.buzz && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
  });

  let heard = 0;
  $effect(() => {
    const { news } = given().sitting.stage;
    const last = news.at(-1);
    if (!last) return;
    const fresh = heard > 0 ? news.filter((item) => item.seq > heard) : [];
    heard = last.seq;
    if (fresh.some((item) => item.what === "dealt" || item.what === "began")) chime("deal");
    else if (fresh.some((item) => item.what === "moved")) chime("flip");
  });
}
