import { once } from "node:events";
import { resolve } from "node:path";
import { type Emulator, startEmulator, switches } from "../../emulator";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Terminal } from "../io";
import { type EmulatorFlags, faultsOf, profileOf, seedOf } from "./emulator-flags";

export interface EmulatorOptions extends EmulatorFlags {
  readonly port?: number;
  readonly host?: string;
  readonly switches?: boolean;
}

/** Runs the emulator on this machine until Ctrl-C. */
export async function emulatorCommand(io: Terminal, options: EmulatorOptions): Promise<ExitCode> {
  if (options.switches === true) {
    io.out(switchesText());
    return exitCode.done;
  }
  const { port = 0, host = "127.0.0.1", data } = options;
  const emulator = await startEmulator({
    seed: seedOf(io.cwd, options.seed),
    profile: profileOf(io.cwd, options.profile),
    faults: faultsOf(io.cwd, options.faults),
    port,
    host,
    ...(data === undefined ? {} : { data: resolve(io.cwd, data) }),
  });
  try {
    if (emulator.resumed && options.seed !== undefined)
      io.err(`${data ?? ""} exists and goes before --seed ${options.seed}, which a reset begins with.\n`);
    io.out(greeting(emulator));
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

/** Instructions for connecting to the emulator. Its keys are printed to be copied: they open nothing else. */
function greeting(emulator: Emulator): string {
  const keys = Object.entries(emulator.snapshot().keys).map(
    ([key, accounts]) => `  SCANFORM_API_KEY=${key}   # reaches ${accounts.join(", ")}\n`,
  );
  return `The emulator listens; Ctrl-C ends it. Point scanform at it with\n  SCANFORM_BASE_URL=${emulator.url}\nand one of its keys:\n${keys.join("")}`;
}
