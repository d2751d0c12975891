import type { ApiKey } from "../../diagnostics/api-key";
import { fail } from "../../diagnostics/error";
import { checkedKey } from "../../service/endpoint";
import type { Io } from "../io";
import { noKey, valueOf, type Variables } from "./variables";

/** The key that these variables hold or lead to. @throws ScanformError that never repeats what was read */
export function readKey({ env, cwd, secrets }: Io, variables: Variables): ApiKey {
  const given = valueOf(env, variables.key);
  const file = valueOf(env, variables.file);
  if (given !== undefined && file !== undefined)
    fail("api-key-ambiguous", `${variables.key} and ${variables.file} are both set. Unset one of them.`);
  if (file !== undefined) return secrets.fromFile(variables.file, file, cwd);
  return given === undefined ? noKey(variables) : secrets.add(checkedKey(given, variables.key), variables.key);
}
