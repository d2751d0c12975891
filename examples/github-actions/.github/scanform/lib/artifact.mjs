import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { download } from "./host.mjs";
import { Refused } from "./script.mjs";
import { limits, unzip } from "./unzip.mjs";

/** The files of an artifact, from path to bytes; checked, and in memory only. */
export async function filesOf({ id, name, size_in_bytes: size }) {
  if (size > limits.archive) throw new Refused(`The artifact ${name} has ${size} bytes: more than ${limits.archive}.`);
  return unzip(await download(`/actions/artifacts/${id}/zip`, limits.archive));
}

/** Writes files into a folder that does not exist yet. */
export function writeFiles(files, folder) {
  mkdirSync(folder);
  for (const [path, content] of files) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), content, { flag: "wx" });
  }
}

/** The newest artifact made at a moment (ISO 8601, UTC) or before. */
export const newest = (artifacts, moment = "9999") =>
  artifacts
    .filter(({ created_at: made }) => made <= moment)
    .sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id - b.id)
    .at(-1);
