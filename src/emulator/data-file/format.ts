import { createHash } from "node:crypto";
import { jsonChunks } from "../json/json-chunks";
import type { Seed } from "../seed/seed-schema";

/**
 * A data file is JSON: `{format, format_version, body, checksum}`. The body is a seed, with the keys, and
 * `checksum` the SHA-256 of its text. Each of the four begins a line, so that the body's text is found.
 */
export const formatName = "scanform-emulator-data";
/** Files of another major version are refused. */
export const formatVersion = "1.1";

const head = `{"format":${JSON.stringify(formatName)},\n"format_version":${JSON.stringify(formatVersion)},\n"body":`;
const foot = ',\n"checksum":';

/** Down to the items of an account's lists. */
const depth = 5;

/** The text of a data file, piece by piece. */
export function* dataFileChunks(seed: Seed): Generator<string, void> {
  const checksum = createHash("sha256");
  yield head;
  for (const piece of jsonChunks(seed, depth)) {
    checksum.update(piece);
    yield piece;
  }
  yield `${foot}${JSON.stringify(checksum.digest("hex"))}}\n`;
}

/** The text of the body in that of a file; undefined when it is laid out in another way. */
export function findBody(text: string): string | undefined {
  const start = text.indexOf('\n"body":');
  const end = text.lastIndexOf(foot);
  return start === -1 || end < start ? undefined : text.slice(start + '\n"body":'.length, end);
}
