/** Stubs of the browser functions that the page uses while it loads. */
import { vi } from "vitest";

vi.stubGlobal("document", { querySelector: () => null, documentElement: { lang: "" } });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined }));
