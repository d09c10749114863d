import type { Words } from "./words.svelte";

export const it: Words = {
  close: "Chiudi",
  home: { playNow: "Gioca subito" },
  lost: { title: "Qui non c’è nessun tavolo.", home: "Ai giochi" },
  levels: { random: "a caso", easy: "facile", normal: "medio", hard: "forte", master: "maestro" },
  seats: {
    label: "Al tavolo",
    away: "assente",
    standIn: "gioca un bot",
    onward: "Si gioca in senso orario",
    backward: "Si gioca in senso antiorario",
  },
  refusals: { illegal: "Adesso non si può.", offline: "Il server non risponde." },
};
