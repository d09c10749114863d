import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The page is served from any base path: the server writes the base into index.html, and chunks
// find each other relative to where they are.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../src/mazziere/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: { include: ["tests/**/*.test.ts"] },
});
