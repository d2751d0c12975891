import { lstatSync, readFileSync } from "node:fs";
import { fail, messageOf, ScanformError } from "../../diagnostics/error";
import { fingerprint } from "../../model/fingerprint";
import { isObject } from "../../model/json";
import { parseJson } from "../../model/parse-json";
import { syntaxProblem } from "../json/syntax-problem";
import { checkSeed } from "../seed/read-seed";
import type { Seed } from "../seed/seed-schema";
import { findBody, formatName, formatVersion } from "./format";
import { codeOf } from "./lock";

/**
 * Reads a data file; undefined if it does not exist. Never writes.
 *
 * @throws ScanformError `data-file` when it is not a data file or is damaged, with the position and a remedy
 */
export function readDataFile(file: string): Seed | undefined {
  const text = textOf(file);
  if (text === undefined) return undefined;
  const json = parse(text, file);
  if (!isObject(json) || json["format"] !== formatName) return refuse(file, "is not a data file of the emulator");
  const given = String(json["format_version"]);
  if (given.split(".")[0] !== formatVersion.split(".")[0])
    return refuse(file, `has format_version ${given}, and this scanform reads ${formatVersion}`);
  // checked before the checksum, since a problem in the content is more specific
  const seed = checkSeed(json["body"], `${file} is damaged: body`, "data-file");
  if (fingerprint(findBody(text) ?? "") !== json["checksum"])
    return refuse(file, "is damaged: its body is not the one of its checksum");
  return seed;
}

function textOf(file: string): string | undefined {
  try {
    // a link would be replaced by a file when the state is saved
    if (!lstatSync(file).isFile()) refuse(file, "is not a regular file");
    return readFileSync(file, "utf8");
  } catch (thrown) {
    if (thrown instanceof ScanformError) throw thrown;
    if (codeOf(thrown) === "ENOENT") return undefined;
    return refuse(file, `cannot be read: ${messageOf(thrown)}`, thrown);
  }
}

function parse(text: string, file: string): unknown {
  try {
    return parseJson(text);
  } catch (thrown) {
    return refuse(file, `is damaged: ${syntaxProblem(text, thrown)}`, thrown);
  }
}

const refuse = (file: string, why: string, cause?: unknown): never =>
  fail(
    "data-file",
    `${file} ${why}. It was left as it is: restore it from a copy, move it away to begin anew, or name another file.`,
    { path: file },
    cause,
  );
