import { join } from "node:path";
import { isModuleOf } from "../../generate/types/module-text";
import { type Snapshot, snapshotIn } from "../../generate/types/snapshot";
import { sameId } from "../../model/uuid";
import { textOf } from "../text-file";

/**
 * What scanform-types.ts in this folder holds. Undefined where it is not there, is of another account, or does not hold
 * what its snapshot says.
 */
export function typesBeside(folder: string, account: string): Snapshot | undefined {
  const module = textOf(join(folder, "scanform-types.ts")) ?? "";
  const snapshot = snapshotIn(textOf(join(folder, "scanform-types.json")) ?? "");
  if (snapshot === undefined || !sameId(snapshot.account_id, account)) return undefined;
  return isModuleOf(module, snapshot) ? snapshot : undefined;
}
