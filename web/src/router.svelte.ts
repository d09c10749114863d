/** The current screen, from the address. */

import { BASE } from "./net/base";

export type Place =
  | { readonly screen: "home" }
  | { readonly screen: "table"; readonly table: string }
  | { readonly screen: "replay"; readonly table: string; readonly match: number }
  | { readonly screen: "shared"; readonly share: string }
  | { readonly screen: "learn"; readonly game: string }
  | { readonly screen: "rules"; readonly game: string; readonly rule: string }
  | { readonly screen: "lost" };

function read(): Place {
  const path = location.pathname.slice(BASE.length);
  const [, first, second, third, fourth] = path.split("/");
  if (!first) return { screen: "home" };
  if (first === "t" && second && third === "replay")
    return { screen: "replay", table: second, match: Number(fourth) };
  if (first === "t" && second) return { screen: "table", table: second };
  if (first === "r" && second) return { screen: "shared", share: second };
  if (first === "learn" && second) return { screen: "learn", game: second };
  if (first === "rules" && second)
    return { screen: "rules", game: second, rule: location.hash.slice(1) };
  return { screen: "lost" };
}

class Router {
  place = $state.raw<Place>(read());

  constructor() {
    window.addEventListener("popstate", () => (this.place = read()));
  }

  /** Go to an address of ours, e.g. `/t/abc`. */
  go(path: string): void {
    history.pushState(null, "", BASE + path);
    this.place = read();
    window.scrollTo(0, 0);
  }
}

export const router = new Router();

/** Follow a link of ours without loading the page again: `<a href={to("/")} onclick={follow}>`. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  router.go(link.pathname.slice(BASE.length) + link.hash);
}

export const to = (path: string): string => BASE + path;
