import type { Emulator, EmulatorOptions } from "../../src/emulator";
import { startEmulator } from "../support/emulator";

const running: Emulator[] = [];

/** Starts an emulator that is closed after the test. */
export async function another(options?: EmulatorOptions): Promise<Emulator> {
  const emulator = await startEmulator(options);
  running.push(emulator);
  return emulator;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()));
});
