import { fingerprint } from "../../model/fingerprint";

/** The end of the year 9999, in milliseconds: later dates have another ISO 8601 format. */
const latest = Date.UTC(10_000, 0);

/** Whether a clock with this offset in milliseconds stays before the year 10000. */
export const isValidOffset = (milliseconds: number): boolean => Date.now() + milliseconds < latest;

/** The emulator's clock: real time plus an offset that only grows. */
export class Clock {
  #ahead: number;

  /** @param ahead the initial offset in milliseconds */
  constructor(ahead = 0) {
    this.#ahead = ahead;
  }

  /** The offset from real time, in milliseconds. */
  get offset(): number {
    return this.#ahead;
  }

  now(): Date {
    return new Date(Date.now() + this.#ahead);
  }

  /** @param milliseconds 0 or more */
  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}

/** A reproducible generator of numbers in [0, 1): mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The items in random order. */
export const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);

/** A UUID of version 4 that is derived from a text. */
export function stableId(text: string): string {
  const hex = fingerprint(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
