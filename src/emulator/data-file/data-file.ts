import { resolve } from "node:path";
import type { Seed } from "../seed/seed-schema";
import { failUnwritable, acquireLock } from "./lock";
import { readDataFile } from "./read-data-file";
import { SaveQueue } from "./save-queue";
import { writeDataFile } from "./write-data-file";

/** A file that stores the state of one emulator. */
export interface DataFile {
  /** The state that the file contained; undefined if it did not exist. */
  readonly stored: Seed | undefined;
  /** Enables `persist` with the result of `snapshot`. Saves at once if the file did not exist. */
  start(snapshot: () => Seed): Promise<void>;
  /** Resolves when the current state is on disk. */
  persist(): Promise<void>;
  /** Saves a last time and releases the lock. */
  close(): Promise<void>;
}

/**
 * Opens and locks a data file until it is closed.
 *
 * @throws ScanformError `data-file` when it is in use, damaged or not writable
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
