import { resolve } from "node:path";
import type { Seed } from "../seed/seed-schema";
import { cannotKeep, lockFor } from "./lock";
import { readData } from "./read";
import { Keeper } from "./save-queue";
import { writeData } from "./write";

/** A file that keeps the state of one emulator. */
export interface DataFile {
  /** What it held; undefined when it was not there. */
  readonly found: Seed | undefined;
  /** From now on `keep` saves what `snapshot` gives. Saves at once when the file was not there. */
  begin(snapshot: () => Seed): Promise<void>;
  /** Is done when the state is on disk as it is now. */
  keep(): Promise<void>;
  /** Saves for the last time, and lets go of the file. */
  close(): Promise<void>;
}

/**
 * Opens a data file, and keeps others from it until it is closed.
 *
 * @throws ScanformError `data-file` when it is in use, is damaged, or cannot be written
 */
export function openData(name: string): DataFile {
  const file = resolve(name);
  const lock = lockFor(file);
  try {
    return opened(file, readData(file), () => {
      lock.release();
    });
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
}

function opened(file: string, found: Seed | undefined, release: () => void): DataFile {
  let keeper: Keeper | undefined;
  const keep = (): Promise<void> => keeper?.keep() ?? Promise.resolve();
  const close = async (): Promise<void> => {
    try {
      await keep();
    } finally {
      keeper = undefined;
      release();
    }
  };
  return {
    found,
    async begin(snapshot) {
      keeper = new Keeper(() => writeData(file, snapshot()));
      if (found !== undefined) return;
      await keep().catch((thrown: unknown) => {
        keeper = undefined;
        release();
        cannotKeep(file, thrown);
      });
    },
    keep,
    close,
  };
}
