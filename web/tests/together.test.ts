/** Limits, people, faces and the pace. */

import "./browserless";

import { describe, expect, it } from "vitest";

import { animalsOf } from "../src/avatars/avatars";
import { wayOut } from "../src/parts/home/myTables";
import { shownMs } from "../src/parts/notices/notices.svelte";
import { refusalWords, waitWords } from "../src/parts/notices/refusalWords";
import { newsText } from "../src/parts/notices/tableNews.svelte";
import { BOT_MS, calmByDefault, paceOf, showMs } from "../src/speed";
import { pathOfLink, seatCodeIn } from "../src/tableLinks";
import type { SeatInfo, TableInfo } from "../src/wire/messages";
import { en } from "../src/words/en";
import { it as italian } from "../src/words/it";

const person = (name: string, more: Partial<SeatInfo> = {}) =>
  ({ kind: "person", name, avatar: "", ...more }) as SeatInfo;
const table = (phase: TableInfo["phase"], ...seats: SeatInfo[]) =>
  ({ id: "t", phase, seats }) as unknown as TableInfo;

describe("a limit", () => {
  const told = (limit: string, waitS: number | null = null, most: number | null = null) =>
    refusalWords({ code: "too_many", limit, waitS, most }, en);

  it("says which one and until when", () => {
    expect(told("tables_of_person", null, 20)).toBe(
      "You have 20 open tables. Close one to start another.",
    );
    expect(told("tables_of_address", 7200)).toContain("in 2 hours");
    expect(told("codes", 41)).toBe("Too many wrong codes. Try again in 41 seconds.");
    expect(told("hints", 61)).toContain("in 2 minutes");
    expect(told("messages")).toContain("in a moment");
    expect(refusalWords({ code: "busy" }, en)).toBe(en.refusals.busy);
    expect(refusalWords({ code: "unheard_of" }, en)).toBeNull();
  });

  it("has words of its own for each limit of the server", () => {
    const sources = import.meta.glob<string>(
      ["../../src/mazziere/server/limits.py", "../../src/mazziere/server/transport/connection.py"],
      { query: "?raw", import: "default", eager: true },
    );
    const named = Object.values(sources)
      .flatMap((source) => [...source.matchAll(/\b(?:too_many|_check|_check_both)\("(\w+)"/g)])
      .map((match) => match[1] ?? "");
    expect(named).toEqual(expect.arrayContaining(["requests", "connections", "pending", "chat"]));
    for (const limit of named)
      expect(told(limit, 41), limit).not.toBe(en.limits.other("in 41 seconds"));
  });

  it("counts in the larger unit", () => {
    const said = [null, 1, 59, 60, 3599, 3600, 86_400].map((wait) => waitWords(wait, italian));
    expect(said).toEqual([
      "tra un attimo",
      "tra un attimo",
      "tra 59 secondi",
      "tra un minuto",
      "tra 60 minuti",
      "tra un’ora",
      "tra 24 ore",
    ]);
  });
});

describe("news about people", () => {
  const before = table("playing", person("Anna", { mine: true }), person("Bruno"));
  const after = table("playing", person("Anna", { mine: true }), { kind: "open" } as SeatInfo);
  const said = (what: string, seat: number, by?: string, from = before) =>
    newsText({ what, seat, by: by ?? null, text: null }, from, after, en);

  it("tell who takes over from a bot", () => {
    const bot = { kind: "bot", name: "easy" } as SeatInfo;
    const then = table("playing", person("Anna", { mine: true }), bot);
    const now = table("playing", person("Anna"), person("Eve", { mine: true }));
    const admitted = { what: "admitted", seat: 1, by: null, text: "Eve" };
    expect(newsText(admitted, then, before, en)).toBe("Eve now plays instead of Beppe.");
    expect(newsText(admitted, then, now, en)).toBe("You have a seat. You play on for Beppe.");
  });

  it("name the person who is no longer there", () => {
    expect(said("stood", 1, "host")).toBe("The host has removed Bruno from the table.");
    expect(said("stood", 1)).toBe("Bruno has left the table.");
    expect(said("stood", 0)).toBeNull();
  });

  it("tell of stand-ins and rematches, and nothing of myself that I did", () => {
    expect(said("stood_in", 1)).toBe("A bot now plays for Bruno.");
    expect(said("stood_in", 0)).toBe("You were away. A bot is playing for you.");
    expect(said("agreed", 1)).toBe("Bruno wants a rematch.");
    expect(said("agreed", 0)).toBeNull();
    expect(said("returned", 1)).toBeNull();
    const played = table("playing", person("Anna"), person("Bruno", { standIn: true }));
    expect(said("returned", 1, undefined, played)).toBe("Bruno is back.");
    expect(said("moved", 1)).toBeNull();
  });
});

describe("the way out of a table", () => {
  const own = person("Anna", { mine: true });
  it("is to close it for the host, and to leave it for others between matches", () => {
    expect(wayOut(table("playing", { ...own, host: true }))).toBe("close");
    expect(wayOut(table("over", own, person("Bruno", { host: true })))).toBe("leave");
    expect(wayOut(table("playing", own))).toBeNull();
  });
});

describe("links", () => {
  it("may carry the code of a seat", () => {
    expect(pathOfLink("http://a.test/cards/t/0ab#seat-ABCDEF")).toBe("/t/0ab#seat-ABCDEF");
    expect(pathOfLink(" https://a.test/t/0ab ")).toBe("/t/0ab");
    expect(pathOfLink("ABCDEF")).toBeNull();
    expect(seatCodeIn("#fair")).toBeNull();
  });
});

describe("faces", () => {
  it("are those with which people sat down, and nobody else’s by chance", () => {
    const animals = animalsOf(
      table("playing", person("Bruno"), person("Carla", { avatar: "lion" }), person("Dario")),
    );
    expect(animals[1]).toBe("lion");
    expect(new Set(animals).size).toBe(3);
    expect(animalsOf(table("playing", person("Eva", { avatar: "unicorn" })))[0]).not.toBe(
      "unicorn",
    );
  });

  it("of the players in a lesson are those of the bots with their names", () => {
    const mine = (name: string) => person(name, { mine: true });
    const [, ...others] = animalsOf(
      table("playing", mine("Anna"), mine("Cleo"), mine("Ada"), mine("Beppe")),
    );
    expect(others).toEqual(["cat", "owl", "bear"]);
  });
});

describe("the pace", () => {
  it("is calm by default for children and in lessons, and normal elsewhere", () => {
    expect([paceOf(true), paceOf(false)]).toEqual(["calm", "normal"]);
    const usual = showMs(1000);
    calmByDefault(true);
    expect(showMs(1000)).toBeGreaterThan(usual);
    calmByDefault(false);
    expect(showMs(1000)).toBe(usual);
    expect(BOT_MS.normal).toBe(1200);
  });

  it("leaves a notice as long as a slow reader needs", () => {
    const text = en.limits.tables_of_person(20);
    expect(shownMs({ kind: "trouble", text })).toBeGreaterThan(text.length * 100);
  });
});
