import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { once } from "node:events";
import { fail, messageOf } from "../../diagnostics/error";
import { builtinSeed, readSeed, startEmulator } from "../../emulator";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";

export interface EmulatorOptions {
  readonly port?: number;
  readonly seed?: string;
}

/** Runs the service itself on this machine, in memory, until Ctrl-C. */
export async function emulatorCommand(io: Io, { port = 0, seed: file }: EmulatorOptions): Promise<ExitCode> {
  const seed = file === undefined ? builtinSeed : readSeed(read(resolve(io.cwd, file)), file);
  const emulator = await startEmulator({ seed, port });
  try {
    const keys = Object.entries(seed.keys).map(
      ([key, accounts]) => `  SCANFORM_API_KEY=${key}   # reaches ${accounts.join(", ")}\n`,
    );
    io.out(
      `The emulator listens; Ctrl-C ends it. Point scanform at it with\n  SCANFORM_BASE_URL=${emulator.url}\nand one of its keys:\n${keys.join("")}`,
    );
    if (!io.signal.aborted) await once(io.signal, "abort");
    return exitCode.done;
  } finally {
    await emulator.close();
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    return fail("usage", `The seed ${path} cannot be read: ${messageOf(thrown)}.`, { path }, thrown);
  }
}
