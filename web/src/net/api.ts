/** HTTP requests, typed by the routes of the server. */

import type { Problem, Routes } from "../wire/http";
import { BASE } from "./base";

type Route = keyof Routes;
type Given<W extends Route> = (Routes[W]["path"] extends undefined
  ? { path?: undefined }
  : { path: Routes[W]["path"] }) &
  (Routes[W]["body"] extends undefined ? { body?: undefined } : { body: Routes[W]["body"] });

/** The request was refused, or the server could not be reached (code `offline`). */
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

export async function ask<W extends Route>(
  route: W,
  given: Given<W>,
): Promise<Routes[W]["answer"]> {
  const space = route.indexOf(" ");
  const values = (given.path ?? {}) as Record<string, string | number>;
  const path = route
    .slice(space + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const response = await send(route.slice(0, space), path, given.body);
  const text = await response.text();
  const answer: unknown = text ? JSON.parse(text) : undefined;
  if (!response.ok) throw new Refused((answer as Problem | undefined) ?? OFFLINE, response.status);
  return answer as Routes[W]["answer"];
}

async function send(method: string, path: string, body: unknown): Promise<Response> {
  const changes = method !== "GET";
  try {
    return await fetch(address(path), {
      method,
      ...(changes ? { headers: { "Content-Type": "application/json" } } : {}),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused(OFFLINE, 0);
  }
}
