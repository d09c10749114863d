/** The cards of UNO in the order of their numbers. */

const FACES = [..."0123456789", "skip", "rev", "+2"];
const COLOURS = [..."rygb"];

/** The cards that both boxes have. */
export const COMMON = [
  ...COLOURS.flatMap((colour) => FACES.map((face) => colour + face)),
  "wild",
  "wild+4",
];

export const cards = [...COMMON, "shuffle", "custom1", "custom2", "custom3"];
