/** Mixes of options: the presets of a game, and how a table differs from the nearest one. */

import type { GameInfo, OptionInfo, RulesText } from "../../wire/http";

export type Options = Readonly<Record<string, unknown>>;

/** A named set of all options of a game. */
export interface Mix {
  readonly key: string;
  readonly name: string;
  /** One line about it. */
  readonly text: string;
  readonly options: Options;
  /** The number of players that suits it; null: any. */
  readonly players: number | null;
  /** Whether it was saved on this device. */
  readonly isOurs: boolean;
}

/** Compare two values of an option. */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Return whether other options make this one meaningless. */
export function isIdle({ idle }: OptionInfo, options: Options): boolean {
  return Object.entries(idle ?? {}).some(([name, values]) => values.includes(options[name]));
}

/** Return every option of a game: the value given if it is allowed, else the default. */
export function fullOptions(game: GameInfo, given: Options): Options {
  return Object.fromEntries(
    game.options.map((option) => {
      const value = given[option.name];
      return [option.name, isAllowed(option, value) ? value : option.default];
    }),
  );
}

function isAllowed(option: OptionInfo, value: unknown): boolean {
  if (option.values) return option.values.includes(value);
  if (option.each)
    return isListOf(
      value,
      option.count ?? 0,
      (one) => !!option.each?.some((known) => known === one),
    );
  const low = option.low ?? -Infinity;
  const high = option.high ?? Infinity;
  const isWithin = (one: unknown) =>
    Number.isInteger(one) && low <= Number(one) && Number(one) <= high;
  if (!option.labels) return isWithin(value);
  if (!isListOf(value, option.labels.length, isWithin)) return false;
  const sum = value.reduce((all: number, one) => all + Number(one), 0);
  return (option.least ?? -Infinity) <= sum && sum <= (option.most ?? Infinity);
}

function isListOf(
  value: unknown,
  length: number,
  isItem: (one: unknown) => boolean,
): value is readonly unknown[] {
  return Array.isArray(value) && value.length === length && value.every(isItem);
}

/** List the options that have an effect at a table and differ from those of a mix. */
export function differences(game: GameInfo, mix: Options, table: Options): readonly OptionInfo[] {
  return game.options.filter(
    (option) => !isIdle(option, table) && !same(mix[option.name], table[option.name]),
  );
}

/** Return the mix with the fewest differences; of equal ones the preferred one, else the first. */
export function nearestMix(
  game: GameInfo,
  mixes: readonly Mix[],
  table: Options,
  preferred: string | null,
): Mix | null {
  const distance = (mix: Mix) =>
    differences(game, mix.options, table).length - (mix.key === preferred ? 0.5 : 0);
  return mixes.reduce<Mix | null>(
    (best, mix) => (best && distance(best) <= distance(mix) ? best : mix),
    null,
  );
}

/** Return the presets of a game as mixes. A game without any has its default. */
export function presetsOf(game: GameInfo, text: RulesText | null, usual: string): readonly Mix[] {
  const presets = game.presets.length > 0 ? game.presets : [{ id: "", options: {}, players: null }];
  return presets.map(({ id, options, players }) => ({
    key: `preset:${id}`,
    name: text?.presets[id]?.["name"] ?? (id || usual),
    text: text?.presets[id]?.["text"] ?? "",
    options: fullOptions(game, options),
    players,
    isOurs: false,
  }));
}

/** Describe a value of an option in a few words that need no heading. */
export function phrase(text: RulesText | null, option: OptionInfo, value: unknown): string {
  const brief = text?.lobby[option.name];
  const kind = same(value, option.default) ? "default" : "value";
  const found = brief?.[String(value)] ?? brief?.[kind] ?? brief?.["value"];
  if (found) return found.replace("{}", String(value));
  const said = text?.options[option.name];
  const label = said?.["text"] ?? option.name;
  return option.values ? `${label}: ${said?.[String(value)] ?? String(value)}` : label;
}

/** Describe how a table differs from a mix; empty if it does not. */
export function differenceText(
  game: GameInfo,
  text: RulesText | null,
  mix: Options,
  table: Options,
): string {
  return differences(game, mix, table)
    .map((option) => phrase(text, option, table[option.name]))
    .join("; ");
}

/** Return whether anybody may act out of turn with these options. */
export function hasCalls(game: GameInfo | null, options: Options): boolean {
  return Object.entries(game?.lobby.calls ?? {}).some(([name, values]) =>
    values.includes(options[name]),
  );
}
