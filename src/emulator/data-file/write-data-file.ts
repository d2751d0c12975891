import { type FileHandle, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import type { Seed } from "../seed/seed-schema";
import { dataFileChunks } from "./format";

/**
 * Writes a data file so that a crash at any moment leaves the old one or the new one: beside it first, and
 * onto the disk before it takes the place. Only the owner may read it, since keys stand in it.
 */
export async function writeDataFile(file: string, seed: Seed): Promise<void> {
  const beside = `${file}.new`;
  await withFile(beside, "w", async (handle) => {
    for (const piece of dataFileChunks(seed)) await handle.appendFile(piece);
    await handle.sync();
  });
  await rename(beside, file);
  // the new name is on the disk once the folder is; Windows knows no such thing
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
