import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fail, messageOf } from "../diagnostics/error";

/**
 * The key as it is, if a header may carry it: specification, *Authentication*.
 *
 * @param where where it stands, for the error, which does not repeat it
 */
export function checkedKey(key: string, where: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  return fail(
    "no-api-key",
    `${where} is empty, or holds characters that no key has, such as a line break in the middle. Set it again.`,
  );
}

/**
 * The key in a file.
 *
 * @param file a path, or the number of a descriptor that is open already
 * @param variable the variable that names the file, for errors
 */
export function keyInFile(file: string, variable: string, cwd = process.cwd()): string {
  let text: string;
  try {
    text = readFileSync(/^\d{1,4}$/.test(file) ? Number(file) : resolve(cwd, file), "utf8").trim();
  } catch (thrown) {
    return fail("no-api-key", `${variable}: ${file} cannot be read: ${messageOf(thrown)}.`, {}, thrown);
  }
  if (text === "") fail("no-api-key", `${variable}: ${file} is empty. It must hold the key.`);
  return checkedKey(text, `${variable}: ${file}`);
}
