/** HTTP requests, typed by the routes of the server. */

import { netMs } from "../speed";
import type { Problem, Routes } from "../wire/http";
import { BASE } from "./base";

/** Timeout of a request. The server itself answers within 15 s if its database is silent. */
export const REQUEST_MS = 20_000;
/** Timeout of a replay, which the server may have to build, and which is large. */
export const REPLAY_MS = 90_000;

type Route = keyof Routes;
type Given<W extends Route> = (Routes[W]["path"] extends undefined
  ? { path?: undefined }
  : { path: Routes[W]["path"] }) &
  (Routes[W]["body"] extends undefined ? { body?: undefined } : { body: Routes[W]["body"] });

/** The request was refused, or no answer came in time (code `offline`). */
export class Refused extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.code);
  }
}

const OFFLINE: Problem = {
  code: "offline",
  rule: null,
  detail: null,
  limit: null,
  waitS: null,
  most: null,
};

/** Return the address of a route, e.g. for an image or a download. */
export function address(path: string): string {
  return BASE + path;
}

/** Send a request; `Refused` if it is not granted, or if no whole answer comes within `ms`. */
export async function ask<W extends Route>(
  route: W,
  given: Given<W>,
  ms = REQUEST_MS,
): Promise<Routes[W]["answer"]> {
  const space = route.indexOf(" ");
  const values = (given.path ?? {}) as Record<string, string | number>;
  const path = route
    .slice(space + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const { ok, status, answer } = await send(route.slice(0, space), path, given.body, netMs(ms));
  if (!ok) throw new Refused((answer as Problem | undefined) ?? OFFLINE, status);
  return answer as Routes[W]["answer"];
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly answer: unknown;
}

async function send(method: string, path: string, body: unknown, ms: number): Promise<Answer> {
  const changes = method !== "GET";
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), ms);
  try {
    const response = await fetch(address(path), {
      method,
      signal: abort.signal,
      ...(changes ? { headers: { "Content-Type": "application/json" } } : {}),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text(); // the timeout counts for the body, too
    const { ok, status } = response;
    return { ok, status, answer: text ? (JSON.parse(text) as unknown) : undefined };
  } catch {
    throw new Refused(OFFLINE, 0); // also if a proxy answers in the place of the server
  } finally {
    clearTimeout(timer);
  }
}
