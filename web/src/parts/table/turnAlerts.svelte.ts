/** Signals that it is this person's turn: page title, sound, vibration. */

import { titleOf } from "../../games/boxes";
import { settings } from "../../look/settings.svelte";
import { chime } from "../../sound";
import type { Sitting } from "../../table/sitting.svelte";
import type { TableInfo } from "../../wire/messages";
import { language } from "../../words/words.svelte";

interface AlertSource {
  readonly sitting: Sitting;
  readonly table: TableInfo;
}

/** Start the signals; call once, inside the component of a match. */
export function alertOnTurn(given: () => AlertSource): void {
  const isMine = $derived.by(() => {
    const { sitting, table } = given();
    return table.phase === "playing" && (sitting.position?.moves.length ?? 0) > 0;
  });

  $effect(() => {
    const { game } = given().table;
    const { words } = language;
    document.title = isMine ? words.match.turnTitle : `${titleOf(game)} · Mazziere`;
  });

  $effect(() => {
    if (!isMine) return;
    chime("turn");
    // Browsers allow vibration only after a first touch
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
