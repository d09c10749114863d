import { describe, expect, it, vi } from "vitest";

import source from "../worker.js?raw";

type Listener = (event: unknown) => void;
type Answer = { readonly from: string; readonly status: number };

const ORIGIN = "https://cards.example";
const FILES = ["assets/index-1.js", "assets/uno-2.js"];

/** Run the service worker with a fake cache and a network that can fail. */
function started(base = "/", version = "two", kept: Record<string, readonly string[]> = {}) {
  const listeners = new Map<string, Listener>();
  const stores = new Map(Object.entries(kept).map(([name, urls]) => [name, new Set(urls)]));
  const network = vi.fn((request: { url: string }) =>
    Promise.resolve<Answer>({ from: `network ${request.url}`, status: 200 }),
  );
  const pathOf = (asked: string | { url: string }) =>
    new URL(typeof asked === "string" ? asked : asked.url, ORIGIN).pathname;
  const caches = {
    open: (name: string) => {
      const store = stores.get(name) ?? new Set<string>();
      stores.set(name, store);
      return Promise.resolve({
        addAll: (all: (string | { url: string })[]) =>
          Promise.resolve(all.forEach((one) => store.add(pathOf(one)))),
        match: (asked: string | { url: string }) => {
          const path = pathOf(asked);
          return Promise.resolve(
            store.has(path) ? { from: `kept ${path}`, status: 200 } : undefined,
          );
        },
      });
    },
    keys: () => Promise.resolve([...stores.keys()]),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
  };
  class Request {
    constructor(readonly url: string) {}
  }
  const self = {
    location: { href: `${ORIGIN}${base}sw.js`, origin: ORIGIN },
    addEventListener: (kind: string, listener: Listener) => listeners.set(kind, listener),
  };
  new Function("self", "caches", "fetch", "Request", "VERSION", "FILES", source)(
    self,
    caches,
    network,
    Request,
    version,
    FILES,
  );

  async function happen(kind: string): Promise<void> {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(kind)?.({ waitUntil: (given: Promise<unknown>) => (work = given) });
    await work;
  }
  async function ask(path: string, mode = "no-cors", method = "GET"): Promise<Answer | null> {
    let answer: Promise<Answer> | null = null;
    const url = path.startsWith("http") ? path : ORIGIN + path;
    listeners.get("fetch")?.({
      request: { url, mode, method },
      respondWith: (given: Promise<Answer>) => (answer = given),
    });
    return answer;
  }
  return { happen, ask, network, stores };
}

describe("the service worker", () => {
  it("keeps the page and all of its files when it is installed", async () => {
    const { happen, stores } = started("/cards/");
    await happen("install");
    expect([...(stores.get("mazziere /cards/ two") ?? [])].sort()).toEqual([
      "/cards/",
      "/cards/assets/index-1.js",
      "/cards/assets/uno-2.js",
    ]);
  });

  it("forgets older versions of this site, and nothing of another", async () => {
    const others = ["mazziere /cards/ one", "mazziere / two", "somebody else"];
    const { happen, stores } = started("/", "two", {
      "mazziere / one": ["/"],
      ...Object.fromEntries(others.map((name) => [name, []])),
    });
    await happen("activate");
    expect([...stores.keys()]).toEqual(others);
  });

  it("takes no part in what the server says, nor in what others do", async () => {
    const { happen, ask } = started("/cards/");
    await happen("install");
    expect(await ask("/cards/api/tables")).toBeNull();
    expect(await ask("/cards/api/tables/x/qr.svg", "navigate")).toBeNull();
    expect(await ask("/cards/", "navigate", "POST")).toBeNull();
    expect(await ask("/elsewhere/", "navigate")).toBeNull();
    expect(await ask("https://other.example/cards/assets/index-1.js")).toBeNull();
  });

  it("asks the network for the page, whatever the address", async () => {
    const { happen, ask } = started();
    await happen("install");
    expect((await ask("/t/abc", "navigate"))?.from).toBe(`network ${ORIGIN}/t/abc`);
  });

  it("gives the page that is kept where the network fails, the server does, or is too slow", async () => {
    const { happen, ask, network } = started();
    await happen("install");
    network.mockRejectedValueOnce(new TypeError("gone"));
    expect((await ask("/t/abc", "navigate"))?.from).toBe("kept /");
    network.mockResolvedValueOnce({ from: "proxy", status: 502 });
    expect((await ask("/t/abc", "navigate"))?.from).toBe("kept /");
    vi.useFakeTimers();
    network.mockReturnValueOnce(new Promise(() => {}));
    const late = ask("/t/abc", "navigate");
    await vi.advanceTimersByTimeAsync(5000);
    expect((await late)?.from).toBe("kept /");
    vi.useRealTimers();
  });

  it("shows what the server refuses", async () => {
    const { happen, ask, network } = started();
    await happen("install");
    network.mockResolvedValueOnce({ from: "server", status: 404 });
    expect((await ask("/nowhere", "navigate"))?.from).toBe("server");
  });

  it("gives files from what is kept, and asks for those of a newer page", async () => {
    const { happen, ask, network } = started();
    await happen("install");
    expect((await ask("/assets/uno-2.js"))?.from).toBe("kept /assets/uno-2.js");
    expect(network).not.toHaveBeenCalled();
    expect((await ask("/assets/uno-3.js"))?.from).toBe(`network ${ORIGIN}/assets/uno-3.js`);
  });
});
