import type { Observed, Repository } from "../../model/entities";
import { like } from "../../model/sql-like";
import type { Settings } from "../../model/settings";
import type { Imported, ImportedConfiguration } from "../import/import-account";
import type { Rule } from "../import/routing/routing";
import { settingsOf } from "../import/settings/units";

/** What is true of a declaration, and what the test of a project says. */
export interface Expectations {
  /** A repository that each rule decides about, in the order of the rules. */
  readonly routed: readonly Routed[];
  readonly configurations: readonly ExpectedConfiguration[];
}

export interface Routed {
  /** By its name, or by both where a rule selects by ids. */
  readonly repository: string | { readonly name: string; readonly id: string };
  /** By its name, or by its id where another has the name; null where the repository stays as it is. */
  readonly configuration: string | { readonly id: string } | null;
}

/** A configuration by its name, and its analyzers that block pull requests, by their slugs. */
export interface ExpectedConfiguration {
  readonly name: string;
  readonly blocking: Readonly<Record<string, Blocking>>;
}

/** `enabled` is absent where it is not declared. */
export interface Blocking {
  readonly enabled?: true;
  readonly blocking: true;
}

/** Every rule and every analyzer that blocks, of what was imported. A rule that no repository can show is left out. */
export function expectationsOf({ configurations, rules }: Imported, { repositories }: Observed): Expectations {
  const byId = new Map(configurations.map((each) => [each.id, each]));
  return {
    routed: decidedBy(rules, repositories).flatMap((repository, at) => {
      const rule = rules[at];
      const before = rules.slice(0, at + 1);
      const choice = repository === undefined ? undefined : choiceOf(repository, before);
      if (rule === undefined || choice === undefined) return [];
      return [{ repository: choice, configuration: nameOf(byId.get(rule.target ?? "")) }];
    }),
    configurations: configurations.map(({ name, units }) => ({
      name,
      blocking: blockingOf(settingsOf(units)),
    })),
  };
}

/** For each rule the first repository that it decides about, one with a name before others. */
function decidedBy(rules: readonly Rule[], repositories: readonly Repository[]): readonly (Repository | undefined)[] {
  const found = rules.map((): Repository | undefined => undefined);
  const matchers = rules.map(({ ids, names, pattern }) => {
    const [byId, byName] = [new Set(ids), new Set(names)];
    const matches = pattern === undefined ? undefined : like(pattern);
    return ({ id, name }: Repository): boolean =>
      byId.has(id) || (name !== undefined && (byName.has(name) || matches?.(name) === true));
  });
  let open = rules.length;
  for (const repository of repositories) {
    const at = matchers.findIndex((matches) => matches(repository));
    if (at === -1) continue;
    const known = found[at];
    if (known !== undefined && (hasName(known) || !hasName(repository))) continue;
    found[at] = repository;
    if (hasName(repository)) open -= 1;
    if (open === 0) break;
  }
  return found;
}

const hasName = ({ name }: Repository): boolean => name !== undefined && name !== "";

/**
 * How the test calls a repository, so that it is known which rule decides. One without a name is called by its id, which
 * is the name of no other; undefined where a rule would match that name.
 *
 * @param rules up to the one that decides
 */
function choiceOf({ id, name = "" }: Repository, rules: readonly Rule[]): Routed["repository"] | undefined {
  if (name !== "") return rules.some(({ ids }) => ids.length > 0) ? { name, id } : name;
  return rules.some(({ names, pattern }) => names.includes(id) || (pattern !== undefined && like(pattern)(id)))
    ? undefined
    : { name: id, id };
}

function nameOf(configuration: ImportedConfiguration | undefined): Routed["configuration"] {
  if (configuration === undefined) return null;
  return configuration.pinned ? { id: configuration.id } : configuration.name;
}

const blockingOf = ({ analyzers = {} }: Settings): Readonly<Record<string, Blocking>> =>
  Object.fromEntries(
    Object.entries(analyzers).flatMap(([slug, { enabled, blocking }]): readonly [string, Blocking][] =>
      blocking !== true || enabled === false ? [] : [[slug, enabled === true ? { enabled, blocking } : { blocking }]],
    ),
  );
