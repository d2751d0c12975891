import { like } from "../../src/model/sql-like";
import type { Routed, Rule } from "../../src/generate/import/routing/routing";

/** What the rules give each repository, found by asking every rule in turn: "leave" where none, or a leave rule, matches. */
export function evaluated(rules: readonly Rule[], repositories: readonly Routed[]): readonly (string | undefined)[] {
  const prepared = rules.map(({ ids, names, pattern, target }) => ({
    ids: new Set(ids),
    names: new Set(names),
    matches: pattern === undefined ? () => false : like(pattern),
    target,
  }));
  return repositories.map(
    ({ id, name }) =>
      prepared.find((rule) => rule.ids.has(id) || (name !== undefined && (rule.names.has(name) || rule.matches(name))))
        ?.target,
  );
}
