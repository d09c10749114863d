/** Canonical JSON and SHA-256, as docs/fairness.md defines them. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** A malformed or wrong proof; the message is for developers. */
export class Unfair extends Error {}

const DEPTH = 8;

/** Write a JSON value in canonical form; throws Unfair if it has none. */
export function canonical(value: unknown, depth = DEPTH): string {
  if (depth === 0) throw new Unfair("nested too deeply");
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one, depth - 1)).join(",")}]`;
  if (isObject(value)) {
    const names = Object.keys(value).sort();
    if (!names.every(isAscii)) throw new Unfair("the name of a field is not ASCII");
    const fields = names.map((name) => `${text(name)}:${canonical(value[name], depth - 1)}`);
    return `{${fields.join(",")}}`;
  }
  if (typeof value === "string") return text(value);
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number" && Number.isSafeInteger(value) && !Object.is(value, -0))
    return String(value);
  throw new Unfair("a value that is no text, truth or whole number");
}

function text(value: string): string {
  if (/\p{Surrogate}/u.test(value)) throw new Unfair("a text with half a character");
  return JSON.stringify(value);
}

const isAscii = (name: string): boolean => [...name].every((letter) => letter < "\u0080");

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Return the SHA-256 of a text, or of bytes given as hex digits. */
export const hashOf = (written: string): string => bytesToHex(sha256(utf8ToBytes(written)));
export const pledgeOf = (part: string): string => bytesToHex(sha256(hexToBytes(part)));

/** Return 32 random bytes as hex digits. */
export function draw(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}
