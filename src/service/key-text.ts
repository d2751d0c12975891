import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fail } from "../diagnostics/error";
import { isObject } from "../model/json";

/**
 * The key as it is, if a header may carry it: specification, *Authentication*.
 *
 * @param where where it stands, for the error, which does not repeat it
 */
export function checkedKey(key: string, where: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  if (/^Bearer\s/i.test(key)) fail("no-api-key", `${where} begins with "Bearer ". Leave that out: scanform adds it.`);
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
    // without its name, in case that it is the key itself
    const code = isObject(thrown) && typeof thrown["code"] === "string" ? ` (${thrown["code"]})` : "";
    return fail("no-api-key", `The file that ${variable} names cannot be read${code}.`, {}, thrown);
  }
  if (text === "") fail("no-api-key", `The file that ${variable} names is empty. It must hold the key.`);
  return checkedKey(text, `The file that ${variable} names`);
}
