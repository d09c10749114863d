/** Names of senders in the chat, also after another person took the seat. */

import "./browserless";

import { expect, it } from "vitest";

import { settings } from "../src/look/settings.svelte";
import { chatMessages } from "../src/parts/chat/chatMessages";
import type { News } from "../src/wire/messages";

const item = (seq: number, what: string, seat: number, text: string): News => ({
  seq,
  at: 0,
  what,
  seat,
  text,
  by: null,
  events: [],
});
const told = (news: readonly News[], names: readonly string[]) =>
  chatMessages(news, names).map(({ name, text }) => `${name}: ${text}`);

it("words belong to who sat there when they were said", () => {
  const news = [
    item(1, "sat", 1, "Bruno"),
    item(2, "said", 1, "ciao"),
    item(3, "stood", 1, ""),
    item(4, "sat", 1, "Carla"),
    item(5, "said", 1, "hello"),
  ];
  expect(told(news, ["Anna", "Carla"])).toEqual(["Bruno: ciao", "Carla: hello"]);
  expect(told(news.slice(1), ["Anna", "Carla"])).toEqual(["…: ciao", "Carla: hello"]);
  expect(told(news.slice(4), ["Anna", "Carla"])).toEqual(["Carla: hello"]);
});

it("drops the messages of muted people only", () => {
  const news = [item(1, "said", 0, "one"), item(2, "said", 1, "two"), item(3, "sat", 2, "Dora")];
  settings.set("muted", ["Anna"]);
  expect(told(news, ["Anna", "Bruno", "Dora"])).toEqual(["Bruno: two"]);
  settings.set("muted", []);
});
