/** What keeps the page at hand: on the home screen, and while the server gets a new version. */

import { BASE } from "./net/base";

const RELOADED = "mazziere.reloaded";
const AGAIN_MS = 60_000;

/** To be called once. Over plain HTTP from elsewhere browsers give no service worker. */
export function keep(): void {
  window.addEventListener("vite:preloadError", (event) => {
    event.preventDefault();
    void renew();
  });
  if (!import.meta.env.PROD || !isSecureContext || !("serviceWorker" in navigator)) return;
  window.addEventListener("load", () => {
    navigator.serviceWorker.register(`${BASE}/sw.js`, { scope: `${BASE}/` }).catch(() => undefined); // the page works without
  });
}

/** A part of the page is gone, because the server has a newer one: load that, but not for ever. */
async function renew(): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < AGAIN_MS) return;
  const answer = await fetch(`${BASE}/`, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}
