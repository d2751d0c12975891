import { resolve } from "node:path";
import type { Seed } from "../seed/seed-schema";
import { failUnwritable, acquireLock } from "./lock";
import { readDataFile } from "./read-data-file";
import { SaveQueue } from "./save-queue";
import { writeDataFile } from "./write-data-file";

/** A file that keeps the state of one emulator. */
export interface DataFile {
  /** What it held; undefined when it was not there. */
  readonly stored: Seed | undefined;
  /** From now on `keep` saves what `snapshot` gives. Saves at once when the file was not there. */
  start(snapshot: () => Seed): Promise<void>;
  /** Is done when the state is on disk as it is now. */
  persist(): Promise<void>;
  /** Saves for the last time, and lets go of the file. */
  close(): Promise<void>;
}

/**
 * Opens a data file, and keeps others from it until it is closed.
 *
 * @throws ScanformError `data-file` when it is in use, is damaged, or cannot be written
 */
export function openDataFile(name: string): DataFile {
  const file = resolve(name);
  const lock = acquireLock(file);
  try {
    return opened(file, readDataFile(file), () => {
      lock.release();
    });
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
}

function opened(file: string, stored: Seed | undefined, release: () => void): DataFile {
  let queue: SaveQueue | undefined;
  const persist = (): Promise<void> => queue?.save() ?? Promise.resolve();
  const close = async (): Promise<void> => {
    try {
      await persist();
    } finally {
      queue = undefined;
      release();
    }
  };
  return {
    stored,
    async start(snapshot) {
      queue = new SaveQueue(() => writeDataFile(file, snapshot()));
      if (stored !== undefined) return;
      await persist().catch((thrown: unknown) => {
        queue = undefined;
        release();
        failUnwritable(file, thrown);
      });
    },
    persist,
    close,
  };
}
