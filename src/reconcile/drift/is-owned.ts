import type { LeafChange } from "../../model/compare-settings";
import type { DesiredConfiguration } from "../../model/desired";
import { byId, own, values } from "../../model/members";
import { fieldIn } from "../plan/put-back";

/**
 * Whether a declaration says what a leaf should be.
 *
 * | the leaf is of                  | owned                                                  |
 * |---------------------------------|--------------------------------------------------------|
 * | a setting that is not declared  | no                                                     |
 * | an analyzer that is declared    | where the leaf itself is declared                      |
 * | another analyzer                | where `exclusive_analyzers` is set                     |
 * | a policy that is declared       | as a whole entry, and where the leaf itself is declared |
 * | another policy                  | yes: `code_policies` are exactly those declared        |
 * | a field that the model lacks    | as a leaf of an analyzer that comes or goes whole      |
 */
export function isOwned(declared: DesiredConfiguration, { setting, key, path, isUnwritable }: LeafChange): boolean {
  if (isUnwritable === true) return false;
  if (declared.whole === true) return true;
  const value = own(values(declared.settings), setting);
  if (value === undefined) return false;
  if (key === undefined) {
    const field = path.slice(setting.length + 1);
    return field === "" || own(values(value), field) !== undefined;
  }
  const entry = Array.isArray(value) ? byId(value).get(key) : own(values(value), key);
  if (entry === undefined) return Array.isArray(value) || declared.exclusiveAnalyzers === true;
  const field = fieldIn(path);
  return field === "" || own(values(entry), field) !== undefined;
}
