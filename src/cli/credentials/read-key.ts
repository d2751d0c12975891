import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ApiKey } from "../../diagnostics/api-key";
import { fail, messageOf } from "../../diagnostics/error";
import type { Io } from "../io";
import { noKey, valueOf, type Variables } from "./variables";

/** The key that these variables hold or lead to. @throws ScanformError that never repeats what was read */
export function readKey({ env, cwd, secrets }: Io, variables: Variables): ApiKey {
  const given = valueOf(env, variables.key);
  const file = valueOf(env, variables.file);
  if (given !== undefined && file !== undefined)
    fail("api-key-ambiguous", `${variables.key} and ${variables.file} are both set. Unset one of them.`);
  if (file !== undefined) return secrets.add(checked(keyIn(cwd, file, variables.file), `${variables.file}: ${file}`));
  return given === undefined ? noKey(variables) : secrets.add(checked(given, variables.key));
}

function checked(key: string, where: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  return fail(
    "no-api-key",
    `${where} holds characters that no key has, such as a line break in the middle. Set it again.`,
  );
}

/** A whole number is a descriptor that is open already; anything else is a file. */
function keyIn(cwd: string, file: string, variable: string): string {
  let text: string;
  try {
    text = readFileSync(/^\d{1,4}$/.test(file) ? Number(file) : resolve(cwd, file), "utf8").trim();
  } catch (thrown) {
    return fail("no-api-key", `${variable}: ${file} cannot be read: ${messageOf(thrown)}.`, {}, thrown);
  }
  return text === "" ? fail("no-api-key", `${variable}: ${file} is empty. It must hold the key.`) : text;
}
