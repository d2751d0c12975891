import { type Problem, problem } from "./problem";
import { kindOf } from "./value-kind";

/** What identifies a configuration and its entries, whoever wrote it. What is not known before the apply is left out. */
export interface WrittenConfiguration {
  readonly name: string | undefined;
  readonly renamedFrom: readonly unknown[];
  /** The ids of its code policies, in their order; undefined where one is not known. */
  readonly codePolicyIds: readonly (string | undefined)[];
}

const asItIs = (name: string): string => name;

/** Everything that no field by itself says: the one judge of all ways to write a configuration. */
export function judgeConfiguration(
  { name, renamedFrom, codePolicyIds }: WrittenConfiguration,
  nameOf: (field: string) => string = asItIs,
): readonly Problem[] {
  const ids = codePolicyIds.map((id) => id?.toLowerCase());
  const repeated = codePolicyIds.filter((id, at) => id !== undefined && ids.indexOf(id.toLowerCase()) < at);
  return [
    ...(name !== undefined && renamedFrom.includes(name)
      ? [problem("renamed-from-itself", [nameOf("renamed_from")], kindOf(name))]
      : []),
    ...repeated.map((id) => problem("entry-repeated", [nameOf("code_policies")], `the code policy ${kindOf(id)}`)),
  ];
}

/** What a provider block says that it owns: `names` and `all` are two scopes. */
export const judgeScope = ({ names, all }: { readonly names?: unknown; readonly all?: unknown }): readonly Problem[] =>
  typeof names === "string" && all === true ? [problem("scope-contradictory", [])] : [];

/**
 * Judges a lookup by an id or a key: exactly one of them must be given.
 *
 * @param key the attribute beside `id`, such as `name`
 * @param given what is given by its attribute; undefined while it is not known, when it may still become null
 * @param hasStandard whether nothing may be given
 */
export function judgeLookup(
  key: string,
  given: ReadonlyMap<string, string | undefined>,
  hasStandard = false,
): readonly Problem[] {
  const known = [...given].flatMap(([name, text]) => (text === undefined ? [] : [{ name, text }]));
  const blank = known.filter(({ text }) => text.trim() === "");
  if (blank.length > 0) return blank.map(({ name }) => problem("lookup-empty", [name], "Give it a value."));
  if (known.length > 1) return [problem("lookup-ambiguous", [], key)];
  if (given.size > 0 || hasStandard) return [];
  return [problem("lookup-empty", [], `Give its id or its exact ${key}.`)];
}
