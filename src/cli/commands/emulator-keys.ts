import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fail } from "../../diagnostics/error";
import { acmeKey, builtinSeed, type Seed } from "../../emulator";
import { randomKeyLike, withKeys } from "../../emulator/seed/seed-schema";
import { type EmulatorFlags, isSeedFile, seedOf } from "./emulator-flags";

/** The seed of an emulator, with the keys that are printed. */
export interface KeyedSeed {
  readonly seed: Seed | (() => Seed);
  /** Makes a reset keep the keys of the data file, which were printed instead. */
  readonly keep: (keys: readonly string[]) => void;
}

/**
 * The seed that the flags name. The keys of the built-in and the generated one are in the sources of scanform, so that
 * random ones replace them; those of `--key` come first. A seed file has its own keys.
 *
 * @throws ScanformError `usage` when `--key` is not a key, or the keys come from elsewhere
 */
export function keyedSeed(cwd: string, { seed: flag, data, key: given = [] }: EmulatorFlags): KeyedSeed {
  const plain = seedOf(cwd, flag);
  if (given.length > 0 && data !== undefined && existsSync(resolve(cwd, data)))
    fail(
      "usage",
      `--key: ${data} exists and has the keys of its emulator. Leave --key out, or name a new --data file.`,
    );
  if (flag !== undefined && isSeedFile(flag)) {
    if (given.length > 0) fail("usage", `--key: ${flag} gives the keys itself, under "keys". Change them there.`);
    return { seed: plain, keep: () => undefined };
  }
  const known = flag === undefined ? Object.keys(builtinSeed.keys) : [acmeKey];
  checkKeys(given, known.length);
  let keys: readonly string[] = known.map((key, at) => given[at] ?? randomKeyLike(key));
  return {
    seed: () => withKeys(typeof plain === "function" ? plain() : plain, keys),
    keep: (printed) => {
      keys = known.map((key, at) => printed[at] ?? randomKeyLike(key));
    },
  };
}

/** An object lists a key of digits before all others, and keys are told apart by their order. */
const form = /^(?!\d+$)[\x21-\x7e]{8,}$/;

/** Names a key by its position: a message must not show it. */
function checkKeys(given: readonly string[], most: number): void {
  for (const [at, key] of given.entries()) {
    const place = given.length === 1 ? "--key" : `--key, number ${String(at + 1)}`;
    if (!form.test(key))
      fail(
        "usage",
        `${place}: a key needs 8 characters or more, all of them visible ASCII characters and not only digits.`,
      );
    if (given.indexOf(key) < at) fail("usage", `${place}: this key is given twice.`);
  }
  if (given.length > most)
    fail(
      "usage",
      `--key is given ${String(given.length)} times, and this emulator has ${String(most)} ${most === 1 ? "key" : "keys"}.`,
    );
}
