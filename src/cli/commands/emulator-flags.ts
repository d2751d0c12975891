import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fail, messageOf } from "../../diagnostics/error";
import {
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

/** The behaviour of the emulator, as given by flags. */
export interface EmulatorFlags {
  readonly seed?: string;
  readonly profile?: readonly string[];
  readonly faults?: string;
  readonly data?: string;
  readonly key?: readonly string[];
}

const mostOfAKind = 1_000_000;

/** Whether a value of `--seed` is a file. */
export const isSeedFile = (flag: string): boolean => !flag.startsWith("scale:");

/**
 * The value of `--seed`: a file, or `scale:CONFIGURATIONS:REPOSITORIES`.
 *
 * @throws ScanformError `usage` that names the flag or the file
 */
export function seedOf(cwd: string, flag: string | undefined): Seed | (() => Seed) {
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
