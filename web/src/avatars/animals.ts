/** Avatars of people and bots: shapes, colours and the position of the face. */

import type { Lang } from "../words/words.svelte";

/** A filled shape. */
type Shape = readonly [fill: string, path: string];

/** An animal's head from the front, in a field of 100 × 100. */
export interface Animal {
  readonly name: Readonly<Record<Lang, string>>;
  /** The colour of the disc behind the head. */
  readonly ground: string;
  /** Shapes in drawing order. */
  readonly shapes: readonly Shape[];
  readonly eyes: {
    readonly y: number;
    /** Distance from the middle to each eye. */
    readonly apart: number;
    /** The radius of the white behind the pupil; 0 for none. */
    readonly white?: number;
  };
  readonly mouth: number;
  /** Drawn over the mouth. */
  readonly nose?: Shape;
}

/** Return the path of an ellipse. */
const oval = (x: number, y: number, rx: number, ry: number = rx): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;

/** Return the path of an ellipse and its mirror image. */
const pair = (apart: number, y: number, rx: number, ry: number = rx): string =>
  oval(50 - apart, y, rx, ry) + oval(50 + apart, y, rx, ry);

const INK = "#2b2320";
const CREAM = "#fdf3e1";

export const ANIMALS = {
  // Bots
  owl: {
    name: { it: "gufo", en: "owl" },
    ground: "#d9e3c4",
    shapes: [
      ["#7a4e33", "M20 44Q16 22 22 14q14 4 22 16h12q8-12 22-16 6 8 2 30z"],
      ["#9c6a48", oval(50, 58, 33, 31)],
      ["#e8c79a", oval(50, 74, 18, 13)],
      ["#c99a6b", pair(15, 50, 17)],
    ],
    eyes: { y: 50, apart: 15, white: 13 },
    mouth: 78,
    nose: ["#e3a700", "M44 58h12l-6 11z"],
  },
  bear: {
    name: { it: "orso", en: "bear" },
    ground: "#f6d9a8",
    shapes: [
      ["#7d4f35", pair(25, 30, 12)],
      ["#d9a37c", pair(25, 31, 6)],
      ["#8f5d3f", oval(50, 57, 34, 31)],
      ["#ecd0a4", oval(50, 69, 18, 14)],
    ],
    eyes: { y: 50, apart: 14 },
    mouth: 72,
    nose: [INK, oval(50, 62, 6.5, 4.8)],
  },
  cat: {
    name: { it: "gatta", en: "cat" },
    ground: "#f7c9d4",
    shapes: [
      ["#5c5a6b", "M18 52L19 13q2-3 5 0l22 19h8l22-19q3-3 5 0l1 39z"],
      ["#eaa0b2", "M24 36l1-13 12 11zM76 36l-1-13-12 11z"],
      ["#6f6d80", oval(50, 58, 33, 29)],
      ["#f1edf5", pair(7.5, 70, 10, 8.5)],
      ["#4a4858", "M47 30h6l-3 14zM36 33l5-2 1 9zM64 33l-5-2-1 9z"],
    ],
    eyes: { y: 53, apart: 15, white: 8 },
    mouth: 71,
    nose: ["#d9607a", "M45 63h10l-5 6z"],
  },
  dinosaur: {
    name: { it: "dinosauro", en: "dinosaur" },
    ground: "#cfe8f0",
    shapes: [
      ["#e58a3a", "M30 30l6-15 8 10 6-15 6 15 8-10 6 15z"],
      ["#4f9d5d", "M17 60q-2-36 33-36t33 36q0 30-33 30T17 60z"],
      ["#a9d69a", "M24 70q2-12 26-12t26 12q0 18-26 18T24 70z"],
      ["#3d7f4b", oval(43, 64, 2.4, 1.8) + oval(57, 64, 2.4, 1.8)],
      ["#67b374", oval(28, 42, 4) + oval(72, 44, 5) + oval(38, 33, 3)],
    ],
    eyes: { y: 48, apart: 16, white: 8.5 },
    mouth: 74,
  },
  penguin: {
    name: { it: "pinguino", en: "penguin" },
    ground: "#cbe3f5",
    shapes: [
      ["#2c3e54", oval(50, 55, 34, 34)],
      [CREAM, "M50 44q-6-12-17-10-13 3-11 24 2 27 28 29 26-2 28-29 2-21-11-24-11-2-17 10z"],
      ["#f4b8a6", pair(22, 67, 6, 4)],
    ],
    eyes: { y: 52, apart: 14 },
    mouth: 74,
    nose: ["#ef9a2e", "M40 62q10-8 20 0-10 10-20 0z"],
  },
  fox: {
    name: { it: "volpe", en: "fox" },
    ground: "#cfe6d2",
    shapes: [
      ["#b9501f", "M16 50L15 14q1-4 5-1l25 19h10l25-19q4-3 5 1l-1 36z"],
      [INK, "M19 31l0-13 12 9zM81 31l0-13-12 9z"],
      ["#df6f2c", "M14 54q8-26 36-26t36 26q-6 20-36 36-30-16-36-36z"],
      [CREAM, "M14 54q18 0 28 14l8 22Q20 74 14 54zM86 54q-18 0-28 14l-8 22q30-16 36-36z"],
    ],
    eyes: { y: 51, apart: 15 },
    mouth: 72,
    nose: [INK, oval(50, 65, 6, 4.6)],
  },
  rabbit: {
    name: { it: "coniglia", en: "rabbit" },
    ground: "#d6d4f0",
    shapes: [
      ["#efe4d6", pair(15, 26, 10, 25)],
      ["#f2b3bb", pair(15, 27, 5, 18)],
      ["#fbf4ea", oval(50, 63, 31, 27)],
      ["#f6cfd0", pair(20, 72, 7, 5)],
      ["#ffffff", "M45 78h10v9q-5 2-10 0z"],
    ],
    eyes: { y: 58, apart: 14 },
    mouth: 73,
    nose: ["#d9607a", "M45 65h10l-5 6z"],
  },
  frog: {
    name: { it: "rana", en: "frog" },
    ground: "#f4e6a4",
    shapes: [
      ["#4e9a47", pair(20, 34, 15)],
      ["#63b457", oval(50, 62, 36, 26)],
      ["#b9e0a0", oval(50, 76, 24, 11)],
      ["#3f7f3b", oval(45, 58, 1.8) + oval(55, 58, 1.8)],
    ],
    eyes: { y: 33, apart: 20, white: 10 },
    mouth: 70,
  },
  mouse: {
    name: { it: "topolina", en: "mouse" },
    ground: "#f9dcc0",
    shapes: [
      ["#8d8794", pair(27, 34, 19)],
      ["#f0b6bd", pair(27, 35, 12)],
      ["#a8a2ae", oval(50, 60, 29, 27)],
      ["#efe9ef", oval(50, 73, 15, 11)],
    ],
    eyes: { y: 54, apart: 12 },
    mouth: 75,
    nose: ["#d9607a", oval(50, 66, 5.4, 4.4)],
  },
  octopus: {
    name: { it: "polpo", en: "octopus" },
    ground: "#bfe6e3",
    shapes: [
      [
        "#8e4f9c",
        "M16 50q0-36 34-36t34 36v26q0 9-7 9t-7-7q-1 10-9 10t-8-9q-1 9-3 9t-3-9q0 9-8 9t-9-10q0 7-7 7t-7-9z",
      ],
      ["#a868b5", "M22 50q0-30 28-30 14 0 21 7-34-6-38 33-2 12-6 10-5-4-5-20z"],
      ["#c79ad0", oval(30, 70, 3) + oval(70, 70, 3) + oval(38, 78, 2.4) + oval(62, 78, 2.4)],
    ],
    eyes: { y: 47, apart: 14, white: 10 },
    mouth: 64,
  },
  // People
  dog: {
    name: { it: "cane", en: "dog" },
    ground: "#cfe3f7",
    shapes: [
      ["#c98b4a", oval(50, 54, 32, 31)],
      ["#7a4a24", "M22 30Q6 34 10 62q4 16 14 8 8-10 8-30zM78 30q16 4 12 32-4 16-14 8-8-10-8-30z"],
      [CREAM, "M50 26q9 12 8 30 14 4 12 18-4 14-20 14T30 74q-2-14 12-18-1-18 8-30z"],
    ],
    eyes: { y: 50, apart: 14 },
    mouth: 73,
    nose: [INK, oval(50, 63, 7, 5.2)],
  },
  hedgehog: {
    name: { it: "riccio", en: "hedgehog" },
    ground: "#f7d7b5",
    shapes: [
      [
        "#5f4632",
        "M50 8l7 9 9-6 4 10 11-2 0 11 11 2-4 10 9 7-8 8 5 10-10 4 1 11H15l1-11-10-4 5-10-8-8 9-7-4-10 11-2 0-11 11 2 4-10 9 6z",
      ],
      ["#e9c9a0", "M24 62q-2-26 14-26 8 0 12 8 4-8 12-8 16 0 14 26-3 26-26 26T24 62z"],
      ["#f0a48c", pair(19, 70, 6, 4)],
    ],
    eyes: { y: 56, apart: 13 },
    mouth: 75,
    nose: [INK, oval(50, 67, 5.6, 4.6)],
  },
  lion: {
    name: { it: "leone", en: "lion" },
    ground: "#cdeadf",
    shapes: [
      [
        "#b5622a",
        "M50 6q12 0 16 7 10-3 16 5 8 6 6 15 8 6 6 16 4 10-4 17 0 10-9 13-4 9-14 8-8 7-17 6-9 1-17-6-10 1-14-8-9-3-9-13-8-7-4-17-2-10 6-16-2-9 6-15 6-8 16-5 4-7 16-7z",
      ],
      ["#e6ad4f", pair(24, 33, 8)],
      ["#edb95d", oval(50, 56, 28, 28)],
      ["#fae3b4", pair(7.5, 69, 10.5, 9)],
    ],
    eyes: { y: 50, apart: 13 },
    mouth: 71,
    nose: ["#8a4630", "M42 61h16l-8 8z"],
  },
  pig: {
    name: { it: "maialino", en: "pig" },
    ground: "#d4e9b8",
    shapes: [
      ["#e58fa0", "M18 46q-2-24 4-28 14 0 24 14zM82 46q2-24-4-28-14 0-24 14z"],
      ["#f4aebb", oval(50, 57, 33, 30)],
      ["#f9cdd3", pair(22, 69, 6, 4.5)],
      ["#e58fa0", oval(50, 64, 14, 10)],
      ["#a9546a", pair(5, 64, 2.4, 3.6)],
    ],
    eyes: { y: 48, apart: 16 },
    mouth: 78,
  },
  panda: {
    name: { it: "panda", en: "panda" },
    ground: "#f6c9b4",
    shapes: [
      [INK, pair(26, 29, 12)],
      ["#fdfaf4", oval(50, 57, 34, 30)],
      ["#33302f", oval(35, 53, 10, 12) + oval(65, 53, 10, 12)],
    ],
    eyes: { y: 53, apart: 14.5, white: 6.6 },
    mouth: 74,
    nose: [INK, oval(50, 66, 6, 4.4)],
  },
  koala: {
    name: { it: "koala", en: "koala" },
    ground: "#f3e2a9",
    shapes: [
      ["#8f98a3", pair(30, 40, 18)],
      ["#f3dfe2", pair(30, 42, 10)],
      ["#a9b2bc", oval(50, 57, 30, 30)],
      ["#e6e9ec", oval(50, 80, 13, 7)],
    ],
    eyes: { y: 52, apart: 15 },
    mouth: 79,
    nose: [INK, oval(50, 63, 7, 10)],
  },
  raccoon: {
    name: { it: "procione", en: "raccoon" },
    ground: "#f2c6a0",
    shapes: [
      ["#5a5f66", "M19 46l2-30q2-3 5 0l16 14h16l16-14q3-3 5 0l2 30z"],
      ["#dfe2e3", "M25 30l1-8 9 8zM75 30l-1-8-9 8z"],
      ["#8a9098", "M14 58q8-30 36-30t36 30q-6 22-36 32-30-10-36-32z"],
      ["#f1f0ec", "M30 38q12-8 20 2 8-10 20-2l6 10H24zM30 68q20-12 40 0-4 16-20 22-16-6-20-22z"],
      ["#33363b", "M17 54q14-10 30-2l-4 12q-14 6-24-2zM83 54q-14-10-30-2l4 12q14 6 24-2z"],
    ],
    eyes: { y: 56, apart: 15, white: 6.4 },
    mouth: 76,
    nose: [INK, oval(50, 69, 5.6, 4.2)],
  },
  duck: {
    name: { it: "anatra", en: "duck" },
    ground: "#bfe0f2",
    shapes: [
      ["#f1c232", "M46 22q-6-14 4-14 2 6 0 10 6-6 10-2-2 8-8 8z"],
      ["#f6d24c", oval(50, 54, 32, 33)],
      ["#f7b38c", pair(22, 62, 5, 4)],
      ["#ea8a2c", "M28 70q10-10 22-10t22 10q-6 12-22 12T28 70z"],
    ],
    eyes: { y: 47, apart: 14 },
    mouth: 72,
  },
  sheep: {
    name: { it: "pecorella", en: "sheep" },
    ground: "#c9e2b2",
    shapes: [
      ["#3f3a3d", "M16 52q-12-4-12 6 4 12 18 8zM84 52q12-4 12 6-4 12-18 8z"],
      [
        "#f7f2e8",
        pair(26, 40, 14) +
          pair(12, 28, 14) +
          oval(50, 24, 13) +
          pair(29, 56, 11) +
          oval(50, 42, 26),
      ],
      ["#57504f", "M32 50q0-8 18-8t18 8v16q0 22-18 22T32 66z"],
    ],
    eyes: { y: 58, apart: 10, white: 6 },
    mouth: 78,
    nose: ["#8d8380", oval(50, 71, 5, 3)],
  },
  tiger: {
    name: { it: "tigre", en: "tiger" },
    ground: "#d5d9f2",
    shapes: [
      ["#d9852b", pair(25, 30, 12)],
      [CREAM, pair(25, 31, 6)],
      ["#ee9b3a", oval(50, 57, 34, 31)],
      [
        INK,
        "M46 26h8l-4 15zM34 30l6-3 2 11zM66 30l-6-3-2 11zM16 54l14 2-13 5zM84 54l-14 2 13 5zM19 68l12-2-9 8zM81 68l-12-2 9 8z",
      ],
      [CREAM, pair(8, 70, 11, 9) + pair(14, 44, 6, 4)],
    ],
    eyes: { y: 51, apart: 14 },
    mouth: 72,
    nose: ["#c2566a", "M44 63h12l-6 6z"],
  },
} as const satisfies Readonly<Record<string, Animal>>;

export type AnimalId = keyof typeof ANIMALS;

/** The expression of a face. */
export type Mood = "waiting" | "thinking" | "happy" | "hit" | "shouting";

/** The animals of people; bots have the others. */
export const PEOPLE: readonly AnimalId[] = [
  "dog",
  "hedgehog",
  "lion",
  "pig",
  "panda",
  "koala",
  "raccoon",
  "duck",
  "sheep",
  "tiger",
];

export function isAnimal(id: string): id is AnimalId {
  return Object.hasOwn(ANIMALS, id);
}
