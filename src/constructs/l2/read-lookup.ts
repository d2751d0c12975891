import { judgeLookup } from "../../model/judge-lookup";
import type { Reader } from "./findings";
import { anything, metaReaders, refusedMeta } from "./meta-arguments";
import type { Problem } from "./problems";
import { asProperties } from "./read-fields";
import { objectOf, text } from "./readers";
import { isToken } from "./tokens";

/** Reads the properties of a lookup. @param names those that say what is looked up */
export const lookupReader = (...names: readonly string[]): Reader =>
  objectOf({
    ...asProperties,
    readers: new Map([
      ...names.map((name) => [name, text] as const),
      // Terraform takes those of a data source that a resource of scanform does not have
      ...[...refusedMeta.keys()].map((name) => [name, anything] as const),
      ...metaReaders,
    ]),
  });

/**
 * Whether exactly one of them says what is looked up.
 *
 * @param key what it is called by
 * @param given each, undefined where it is absent
 */
export function lookupProblems(key: string, given: Readonly<Record<string, string | undefined>>): readonly Problem[] {
  const known = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, isToken(value) ? undefined : value] as const],
  );
  return judgeLookup(key, new Map(known)).map(({ detail }) => ({ detail }));
}
