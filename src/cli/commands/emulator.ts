import { count } from "../../diagnostics/count";
import { once } from "node:events";
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
  startEmulator,
  switches,
} from "../../emulator/index";
import { randomKeyLike, withKeys } from "../../emulator/seed/seed-schema";
import { textOfFile } from "../../model/parse-json";
import { isLoopback } from "../../emulator/support/addresses";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Terminal } from "../io";
import { collected, type CommandDefinition, wholeNumber, withExamples } from "../options";
import { readGivenFile } from "../../diagnostics/given-file";

export const define: CommandDefinition = (command, { open, finish }) => {
  command
    .option("--port <number>", "port to listen on (default: a free one)", wholeNumber(0, 65_535))
    .option("--host <address>", "address to listen on (default: 127.0.0.1)")
    .option("--seed <seed>", "JSON file of the initial accounts, or scale:CONFIGURATIONS:REPOSITORIES")
    .option(
      "--key <key>",
      "key of 8 characters or more to use instead of a random one, in the order in which keys are printed; repeatable",
      collected,
    )
    .option("--allow-webhooks <host>", "host besides this machine that gets webhooks; repeatable", collected)
    .option("--profile <profile>", "how it behaves: JSON file, or name=value,name=value; repeatable", collected)
    .option("--faults <faults>", "what goes wrong: JSON file, or a JSON list")
    .option("--switches", "print all that --profile can set, and exit")
    .action(async (flags: EmulatorOptions) => {
      finish(await emulatorCommand(open, flags));
    });
  withExamples(
    command,
    ["an account to try things on", "scanform emulator --port 4010"],
    ["with your own accounts", "scanform emulator --seed seed.json"],
    ["a big account", "scanform emulator --seed scale:100:2000"],
  );
};

interface EmulatorOptions extends EmulatorFlags {
  readonly port?: number;
  readonly host?: string;
  readonly allowWebhooks?: readonly string[];
  readonly switches?: boolean;
}

/** Runs the emulator on this machine until Ctrl-C. */
async function emulatorCommand(io: Terminal, options: EmulatorOptions): Promise<ExitCode> {
  if (options.switches === true) {
    io.out(switchesText());
    return exitCode.done;
  }
  const { port = 0, host = "127.0.0.1", allowWebhooks = [] } = options;
  const emulator = await startEmulator({
    seed: keyedSeed(io.cwd, options),
    profile: profileOf(io.cwd, options.profile),
    faults: faultsOf(io.cwd, options.faults),
    port,
    host,
    allowWebhooks,
  });
  try {
    if (!isLoopback(emulator.address)) io.err(reachableText(host));
    io.out(greeting(emulator.url, emulator.snapshot().keys));
    if (!io.signal.aborted) await once(io.signal, "abort");
    return exitCode.done;
  } finally {
    await emulator.close();
  }
}

/** Every switch of a profile: its values, its default, what it does, and the words of the specification that it is about. */
function switchesText(): string {
  const texts = Object.entries(switches).map(([name, each]) => {
    const values = each.kind === "choice" ? each.values.join(" | ") : `${String(each.least)} to ${String(each.most)}`;
    return `${name} = ${values}   (default ${String(each.standard)})\n    ${each.description}\n${"quote" in each ? `    "${each.quote}"\n` : ""}`;
  });
  return texts.join("");
}

const reachableText = (host: string): string =>
  `Warning: --host ${host} lets other machines on its network reach the emulator, without encryption. Anyone who finds one of the keys that it prints can read and change everything in it. Use --host 127.0.0.1, the default, where only this machine needs it.\n`;

/** Instructions for connecting to the emulator. Its keys are printed to be copied: they open nothing else. */
function greeting(url: string, keys: Seed["keys"]): string {
  const lines = Object.entries(keys).map(
    ([key, accounts]) => `  SCANFORM_API_KEY=${key}   # reaches ${accounts.join(", ")}\n`,
  );
  return `The emulator listens; Ctrl-C ends it. Point scanform at it with\n  SCANFORM_BASE_URL=${url}\nand one of its keys:\n${lines.join("")}`;
}

/** The behaviour of the emulator, as given by flags. */
interface EmulatorFlags {
  readonly seed?: string;
  readonly profile?: readonly string[];
  readonly faults?: string;
  readonly key?: readonly string[];
}

/**
 * The seed that the flags name. The keys of the built-in and the generated one are in the sources of scanform, so that
 * random ones replace them; those of `--key` come first. A seed file has its own keys.
 *
 * @throws ScanformError `usage` when `--key` is not a key, or the keys come from elsewhere
 */
function keyedSeed(cwd: string, { seed: flag, key: given = [] }: EmulatorFlags): Seed | (() => Seed) {
  const plain = seedOf(cwd, flag);
  if (flag !== undefined && isSeedFile(flag)) {
    if (given.length > 0) fail("usage", `--key: ${flag} gives the keys itself, under "keys". Change them there.`);
    return plain;
  }
  const known = flag === undefined ? Object.keys(builtinSeed.keys) : [acmeKey];
  checkKeys(given, known.length);
  const keys = known.map((key, at) => given[at] ?? randomKeyLike(key));
  return () => withKeys(typeof plain === "function" ? plain() : plain, keys);
}

/** An object lists a key of digits before all others, and keys are distinguished by their order. */
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
    fail("usage", `--key is given ${String(given.length)} times, and this emulator has ${count(most, "key")}.`);
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
const profileOf = (cwd: string, flags: readonly string[] = []): Partial<Profile> =>
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
    return textOfFile(readGivenFile(path));
  } catch (thrown) {
    return fail("usage", `--${flag}: ${path} cannot be read: ${messageOf(thrown)}.`, { path }, thrown);
  }
}
