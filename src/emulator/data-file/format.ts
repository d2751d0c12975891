import { createHash } from "node:crypto";
import { jsonChunks } from "../json/json-chunks";
import type { Seed } from "../seed/seed-schema";

/**
 * A data file is JSON: `{format, format_version, body, checksum}`. The body is a seed with its keys;
 * `checksum` is the SHA-256 of its text. Each field begins a line, so that the body's text can be located.
 */
export const formatName = "scanform-emulator-data";
/** Files of another major version are rejected. */
export const formatVersion = "1.1";

const head = `{"format":${JSON.stringify(formatName)},\n"format_version":${JSON.stringify(formatVersion)},\n"body":`;
const foot = ',\n"checksum":';

/** The levels to write in chunks: down to the items of an account's lists. */
const depth = 5;

/** Yields the text of a data file in chunks. */
export function* dataFileChunks(seed: Seed): Generator<string, void> {
  const checksum = createHash("sha256");
  yield head;
  for (const piece of jsonChunks(seed, depth)) {
    checksum.update(piece);
    yield piece;
  }
  yield `${foot}${JSON.stringify(checksum.digest("hex"))}}\n`;
}

/** The text of the body within a data file; undefined if the layout differs. */
export function findBody(text: string): string | undefined {
  const start = text.indexOf('\n"body":');
  const end = text.lastIndexOf(foot);
  return start === -1 || end < start ? undefined : text.slice(start + '\n"body":'.length, end);
}
