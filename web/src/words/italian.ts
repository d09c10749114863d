/** “a Bruno”, but “ad Anna”: the Italian preposition before a name. */
export const ad = (name: string) => (/^a/i.test(name) ? `ad ${name}` : `a ${name}`);
