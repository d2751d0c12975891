import { once } from "node:events";
import { resolve } from "node:path";
import { type Seed, startEmulator, switches } from "../../emulator";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Terminal } from "../io";
import { isLoopback } from "../../emulator/support/addresses";
import { type CommandDefinition, withExamples, collected, wholeNumber } from "../options";
import { type EmulatorFlags, faultsOf, keyedSeed, profileOf } from "./emulator-flags";

export const define: CommandDefinition = (root, { open, finish }) => {
  const command = root
    .command("emulator")
    .description("run the service on this machine until Ctrl-C")
    .option("--port <number>", "port to listen at; a free one if left out", wholeNumber(0, 65_535))
    .option("--host <address>", "address to listen at; 127.0.0.1 if left out")
    .option("--seed <seed>", "JSON file of the accounts to begin with, or scale:CONFIGURATIONS:REPOSITORIES")
    .option("--data <file>", "file that keeps the state; when it exists, it goes before the seed")
    .option(
      "--key <key>",
      "key to use instead of a random one, in the order in which keys are printed; repeatable",
      collected,
    )
    .option("--allow-webhooks <host>", "host besides this machine that gets webhooks; repeatable", collected)
    .option("--profile <profile>", "how it behaves: JSON file, or name=value,name=value; repeatable", collected)
    .option("--faults <faults>", "what goes wrong: JSON file, or a JSON list")
    .option("--switches", "print all that --profile can say, and end")
    .action(async (flags: EmulatorOptions) => {
      finish(await emulatorCommand(open, flags));
    });
  withExamples(
    command,
    ["an account to try things on", "scanform emulator --port 4010"],
    ["with your own accounts, kept from one run to the next", "scanform emulator --seed seed.json --data state.json"],
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
  const { port = 0, host = "127.0.0.1", data, allowWebhooks = [] } = options;
  const { seed, keep } = keyedSeed(io.cwd, options);
  const emulator = await startEmulator({
    seed,
    profile: profileOf(io.cwd, options.profile),
    faults: faultsOf(io.cwd, options.faults),
    port,
    host,
    allowWebhooks,
    ...(data === undefined ? {} : { data: resolve(io.cwd, data) }),
  });
  try {
    if (emulator.resumed && options.seed !== undefined)
      io.err(`${data ?? ""} exists and goes before --seed ${options.seed}, which a reset begins with.\n`);
    const { keys } = emulator.snapshot();
    if (emulator.resumed) keep(Object.keys(keys));
    if (!isLoopback(emulator.address)) io.err(reachableText(host));
    io.out(greeting(emulator.url, keys));
    if (!io.signal.aborted) await once(io.signal, "abort");
    return exitCode.done;
  } finally {
    await emulator.close();
  }
}

/** Every switch of a profile: its values, its default, and what it does. */
function switchesText(): string {
  const texts = Object.entries(switches).map(([name, each]) => {
    const values = each.kind === "choice" ? each.values.join(" | ") : `${String(each.least)} to ${String(each.most)}`;
    return `${name} = ${values}   (default ${String(each.standard)})\n    ${each.description}\n`;
  });
  return texts.join("");
}

const reachableText = (host: string): string =>
  `Warning: --host ${host} lets other machines on its network reach the emulator, without encryption. Whoever finds one of the keys that it prints can read and change everything in it. Use --host 127.0.0.1, the default, where only this machine needs it.\n`;

/** Instructions for connecting to the emulator. Its keys are printed to be copied: they open nothing else. */
function greeting(url: string, keys: Seed["keys"]): string {
  const lines = Object.entries(keys).map(
    ([key, accounts]) => `  SCANFORM_API_KEY=${key}   # reaches ${accounts.join(", ")}\n`,
  );
  return `The emulator listens; Ctrl-C ends it. Point scanform at it with\n  SCANFORM_BASE_URL=${url}\nand one of its keys:\n${lines.join("")}`;
}
