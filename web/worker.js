/*
 * The page on the home screen: it opens at once, also where the network is bad. Where it may run
 * (HTTPS, or this very machine) it keeps the page's own files and nothing that the server says.
 *
 * The build writes VERSION and FILES in front of it (vite.config.js). A new version is taken in
 * beside the old one and takes over when no tab has the old one any more, so that an open match never
 * loses the files that it still needs; whoever loads the page anew has the new one from the network.
 */

/* global VERSION, FILES */

const BASE = new URL("./", self.location.href).pathname; // "/" or "/cards/"
const OURS = `mazziere ${BASE} `;
const CACHE = OURS + VERSION;
const PATIENCE_MS = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (!pathname.startsWith(BASE) || pathname.startsWith(`${BASE}api/`)) return;
  if (request.mode === "navigate") event.respondWith(newest(request));
  else if (pathname.startsWith(`${BASE}assets/`)) event.respondWith(kept(request));
});

async function keepAll() {
  const cache = await caches.open(CACHE);
  const fresh = new Request(BASE, { cache: "no-cache" });
  await cache.addAll([fresh, ...FILES.map((name) => BASE + name)]);
}

async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Fetch the page; fall back to the cached copy after an error or a timeout. */
async function newest(request) {
  const asked = fetch(request);
  const answer = await Promise.race([asked, tooLate()]).catch(() => null);
  if (answer && answer.status < 500) return answer;
  const cache = await caches.open(CACHE);
  return (await cache.match(BASE, { ignoreVary: true })) ?? asked;
}

/** Return a file from the cache first: its name contains its hash, so it never changes. */
async function kept(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
}

function tooLate() {
  return new Promise((give) => setTimeout(() => give(null), PATIENCE_MS));
}
