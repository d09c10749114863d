/** The random byte stream of a chance step, and shuffles drawn from it. */

import { blake2b } from "@noble/hashes/blake2.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const BLOCK_BYTES = 64;
const WORDS = 2 ** 32;

export class Stream {
  readonly #person: Uint8Array;
  #block = new Uint8Array(0);
  #counter = 0n;
  #at = 0;

  constructor(
    readonly key: Uint8Array,
    purpose: string,
  ) {
    this.#person = blake2b(utf8ToBytes(purpose), { dkLen: 16 });
  }

  byte(): number {
    if (this.#at === this.#block.length) {
      const message = new Uint8Array(8);
      new DataView(message.buffer).setBigUint64(0, this.#counter++);
      this.#block = blake2b(message, {
        key: this.key,
        personalization: this.#person,
        dkLen: BLOCK_BYTES,
      });
      this.#at = 0;
    }
    return this.#block[this.#at++] ?? 0;
  }

  /** Draw a uniform number below a bound. */
  below(bound: number): number {
    for (;;) {
      const x = ((this.byte() * 256 + this.byte()) * 256 + this.byte()) * 256 + this.byte();
      if (x < WORDS - (WORDS % bound)) return x % bound;
    }
  }

  /** Shuffle a group; its order before does not matter. */
  order(group: readonly number[]): number[] {
    const ordered = [...group].sort((one, other) => one - other);
    for (let i = ordered.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [ordered[i], ordered[j]] = [ordered[j] as number, ordered[i] as number];
    }
    return ordered;
  }
}

/** Derive the key of a match from its deal text and the server's secret. */
export function keyOf(dealText: string, secret: string): Uint8Array {
  return blake2b(utf8ToBytes(dealText), { key: hexToBytes(secret), dkLen: 32 });
}
