import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const OUT = "../src/mazziere/page";
const PACKED = /\.(js|css|svg|webmanifest)$/;

/** Emit the service worker, prefixed with its version and the list of files to cache. */
const worker = {
  name: "worker",
  apply: "build",
  generateBundle(_, bundle) {
    const source = readFileSync("worker.js", "utf8");
    const files = Object.keys(bundle)
      .filter((name) => name.startsWith("assets/"))
      .sort();
    const index = readFileSync("index.html", "utf8");
    const version = createHash("sha256")
      .update(JSON.stringify([files, index, source]))
      .digest("hex");
    const head = `const VERSION = "${version.slice(0, 16)}";\nconst FILES = ${JSON.stringify(files)};\n`;
    this.emitFile({ type: "asset", fileName: "sw.js", source: head + source });
  },
};

/** Emit a Brotli-compressed copy of each file for the server. */
const brotli = {
  name: "brotli",
  apply: "build",
  closeBundle() {
    for (const name of readdirSync(OUT, { recursive: true })) {
      const path = join(OUT, name);
      if (PACKED.test(name)) writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
    }
  },
};

/** Leave out pictures that screen readers do not hear: without them listening is much faster. */
const silentPictures = {
  name: "silent-pictures",
  enforce: "pre",
  load: (id) => (/\/(Face|Avatar)\.svelte$/.test(id) ? "<script></script>" : null),
};

// The page is served from any base path: the server writes the base into index.html, and chunks
// find each other relative to where they are.
export default defineConfig({
  base: "./",
  plugins: [svelte(), worker, brotli],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: {
    projects: [
      { extends: true, test: { name: "page", include: ["tests/*.test.ts"], css: true } },
      {
        // With a document, so that components can be mounted and listened to.
        extends: true,
        resolve: { conditions: ["browser"] },
        plugins: [silentPictures],
        test: {
          name: "listening",
          include: ["tests/listening/*.test.ts"],
          environment: "jsdom",
          testTimeout: 60_000,
        },
      },
    ],
  },
});
