import { alikeName } from "../../model/alike-name";
import { isObject } from "../../model/json";
import { pathText } from "../../model/path-text";
import { configurationProblems } from "./configuration-problems";
import type { Problem } from "./problems";
import { isToken } from "./tokens";
import { kindOf } from "./wrong-kind";

/** Checks one configuration of a collection as it will be synthesized. */
export function entryProblems(key: string, entry: unknown, policyIds: readonly string[] = []): readonly Problem[] {
  if (!isObject(entry) || isToken(entry)) return [];
  return configurationProblems(entry, policyIds).map((each) => ({
    ...each,
    key: `${pathText(["configurations", key])}${each.key === undefined ? "" : `.${each.key}`}`,
  }));
}

/**
 * Names that are equal, or differ only in what people overlook.
 *
 * @param placeOf the place in code of an entry
 */
export function similarNames(
  entries: readonly (readonly [string, unknown])[],
  placeOf: (key: string) => Pick<Problem, "location">,
): readonly Problem[] {
  const first = new Map<string, string>();
  return entries.flatMap(([key, entry]): Problem[] => {
    const name: unknown = isObject(entry) ? entry["name"] : undefined;
    if (typeof name !== "string" || isToken(name) || name.trim() === "") return [];
    const plain = alikeName(name);
    const other = first.get(plain);
    first.set(plain, other ?? key);
    if (other === undefined) return [];
    const detail = `is ${kindOf(name)}, and the name of ${pathText(["configurations", other])} is or looks the same: rename one of them.`;
    return [{ key: `${pathText(["configurations", key])}.name`, detail, ...placeOf(key) }];
  });
}
