import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Seed } from "../seed/seed-schema";
import { dataFileChunks } from "./format";

/**
 * Writes a data file atomically: to a new file that is synced to disk and then renamed, so that a crash
 * leaves the old file or the new one. Readable by its owner only, since it contains keys.
 */
export async function writeDataFile(file: string, seed: Seed): Promise<void> {
  const beside = `${file}.new`;
  await rm(beside, { force: true });
  await withFile(beside, "wx", async (handle) => {
    for (const piece of dataFileChunks(seed)) await handle.appendFile(piece);
    await handle.sync();
  });
  await rename(beside, file);
  // the rename is durable once the folder is synced, which Windows does not support
  if (process.platform !== "win32") await withFile(dirname(file), "r", (folder) => folder.sync());
}

async function withFile(path: string, flags: string, use: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(path, flags, 0o600);
  try {
    await use(handle);
  } finally {
    await handle.close();
  }
}
