/** The service worker, and a reload when the server has a newer page. */

import { BASE } from "./net/base";

const RELOADED = "mazziere.reloaded";
const AGAIN_MS = 60_000;

/** Register the service worker; call once. Over plain HTTP from another machine there is none. */
export function registerServiceWorker(): void {
  window.addEventListener("vite:preloadError", (event) => {
    event.preventDefault();
    void renew();
  });
  if (!import.meta.env.PROD || !isSecureContext || !("serviceWorker" in navigator)) return;
  window.addEventListener("load", () => {
    navigator.serviceWorker.register(`${BASE}/sw.js`, { scope: `${BASE}/` }).catch(() => undefined); // the page works without
  });
}

/** Reload a page whose chunks were replaced on the server, at most once a minute. */
async function renew(): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < AGAIN_MS) return;
  const answer = await fetch(`${BASE}/`, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}
