/** Italian words that change before a vowel. */

/** “a Bruno”, but “ad Anna”. */
export const ad = (name: string) => (/^a/i.test(name) ? `ad ${name}` : `a ${name}`);

/** “e Bruno”, but “ed Elsa”. */
export const ed = (name: string) => (/^e/i.test(name) ? `ed ${name}` : `e ${name}`);
