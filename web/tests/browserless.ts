/** What the page asks of a browser as soon as it is loaded, where there is none. */
import { vi } from "vitest";

vi.stubGlobal("document", { querySelector: () => null, documentElement: { lang: "" } });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined }));
