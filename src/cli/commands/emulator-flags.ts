import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fail, messageOf } from "../../diagnostics/error";
import {
  acmeKey,
  builtinSeed,
  type Fault,
  type Profile,
  profileOfPairs,
  readFaults,
  readProfile,
  readSeed,
  scaleSeed,
  type Seed,
} from "../../emulator";
import { randomKeyLike, withKeys } from "../../emulator/seed/seed-schema";

/** The behaviour of the emulator, as given by flags. */
export interface EmulatorFlags {
  readonly seed?: string;
  readonly profile?: readonly string[];
  readonly faults?: string;
  readonly data?: string;
  readonly key?: readonly string[];
}

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

const mostOfAKind = 1_000_000;

/** Whether a value of `--seed` is a file. */
const isSeedFile = (flag: string): boolean => !flag.startsWith("scale:");

/**
 * The value of `--seed`: a file, or `scale:CONFIGURATIONS:REPOSITORIES`.
 *
 * @throws ScanformError `usage` that names the flag or the file
 */
function seedOf(cwd: string, flag: string | undefined): Seed | (() => Seed) {
  if (flag === undefined) return builtinSeed;
  if (isSeedFile(flag)) return readSeed(read(cwd, flag, "seed"), flag);
  const [, configurations, repositories] = /^scale:(\d{1,7}):(\d{1,7})$/.exec(flag)?.map(Number) ?? [];
  if (
    configurations === undefined ||
    repositories === undefined ||
    Math.max(configurations, repositories) > mostOfAKind
  )
    fail(
      "usage",
      `--seed ${flag}: it must be scale:CONFIGURATIONS:REPOSITORIES, two whole numbers up to ${String(mostOfAKind)}, such as scale:10000:100000.`,
    );
  return () => scaleSeed(configurations, repositories);
}

/** The values of `--profile`, each a file or `name=value,name=value`; a later one overrides an earlier one. */
export const profileOf = (cwd: string, flags: readonly string[] = []): Partial<Profile> =>
  Object.assign(
    {},
    ...flags.map((flag) =>
      flag.includes("=") ? profileOfPairs(flag, "--profile") : readProfile(read(cwd, flag, "profile"), flag),
    ),
  ) as Partial<Profile>;

/** The value of `--faults`: a file, or a JSON list. */
export function faultsOf(cwd: string, flag: string | undefined): readonly Fault[] {
  if (flag === undefined) return [];
  return flag.trimStart().startsWith("[") ? readFaults(flag, "--faults") : readFaults(read(cwd, flag, "faults"), flag);
}

function read(cwd: string, file: string, flag: string): string {
  const path = resolve(cwd, file);
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    return fail("usage", `--${flag}: ${path} cannot be read: ${messageOf(thrown)}.`, { path }, thrown);
  }
}
