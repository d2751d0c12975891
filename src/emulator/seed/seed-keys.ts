import { randomBytes } from "node:crypto";
import type { Seed } from "./seed-schema";

/** The seed with these keys instead of its own, in their order. More keys than it has are left out. */
export function withKeys(seed: Seed, keys: readonly string[]): Seed {
  const replaced = Object.entries(seed.keys).map(([key, accounts], at) => [keys[at] ?? key, accounts] as const);
  return { ...seed, keys: Object.fromEntries(replaced) };
}

/** A key that cannot be guessed, for one of the built-in seed: `emulator-acme-...` for `emulator-acme-key`. */
export const randomKeyLike = (key: string): string =>
  `${key.replace(/-key$/, "")}-${randomBytes(24).toString("base64url")}`;
