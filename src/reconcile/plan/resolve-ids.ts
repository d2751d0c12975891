import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { Desired, Lookup, RuleTarget } from "../../model/desired";
import type { Observed } from "../../model/entities";
import { judgeConfiguration } from "../../model/judge";
import { mapTexts } from "../../model/normal-form";
import { diagnosticOf } from "../../model/problem";
import type { Settings } from "../../model/settings";
import { type LookedUp, lookUp, lookupKinds } from "../../model/look-up";

/**
 * The declaration with the id of every object that it looks up in place of the placeholder.
 *
 * @throws ScanformError with every object that is not found, or not alone
 */
export function resolveLookups(given: Desired, observed: Observed): Desired {
  const { desired, diagnostics } = lookedUpIn(given, observed);
  if (diagnostics.length > 0) throw new ScanformError(diagnostics);
  return desired;
}

/** The same, where an object that is not found keeps its placeholder. */
export function lookedUpIn(
  desired: Desired,
  observed: Observed,
): { readonly desired: Desired; readonly diagnostics: readonly Diagnostic[] } {
  const { lookups = [], ...rest } = desired;
  if (lookups.length === 0) return { desired, diagnostics: [] };
  const ids = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const lookup of lookups) {
    const looked = find(lookup, observed);
    if ("found" in looked) ids.set(lookup.placeholder, looked.found.id);
    else diagnostics.push(error(looked.code, looked.detail, { address: lookup.address, path: lookup.path }));
  }
  const resolved = mapTexts(rest, (text) => ids.get(text) ?? text) as typeof rest; // its form is kept
  diagnostics.push(...namedTwice(resolved));
  return { desired: resolved, diagnostics };
}

function find({ kind, sought }: Lookup, observed: Observed): LookedUp<{ readonly id: string }> {
  switch (kind) {
    case "analyzer":
      return lookUp(lookupKinds.analyzer, uniqueById(observed.analyzers ?? []), sought);
    case "customPolicy":
      return lookUp(lookupKinds.customPolicy, uniqueById(observed.policies ?? []), sought);
    case "configuration":
      return lookUp(lookupKinds.configuration, uniqueById(observed.configurations), sought);
    case "repository":
      return lookUp(lookupKinds.repository, uniqueById(observed.repositories), sought);
    default:
      return kind satisfies never;
  }
}

/** Two lookups, or a lookup and an id, may be the same custom policy. */
const namedTwice = ({ configurations }: Desired): readonly Diagnostic[] =>
  configurations.flatMap(({ address, name, renamedFrom = [], settings }) =>
    judgeConfiguration({
      name,
      renamedFrom,
      codePolicyIds: (settings.code_policies ?? []).map(({ id }) => id),
    }).flatMap((problem) =>
      problem.kind === "entry-repeated" ? [diagnosticOf(problem, { address, path: "code_policies" })] : [],
    ),
  );

/** An id in the spelling of the service, whatever the declared case; unknown ids are unchanged. */
type Spell = <T extends string>(id: T) => T;

/** Spells every id as the service's lists do: UUIDs are case-insensitive. */
export function withCanonicalIds(desired: Desired, observed: Observed): Desired {
  const configuration = spelling(() => observed.configurations.map(({ id }) => id));
  const repository = spelling(() => observed.repositories.map(({ id }) => id));
  const policy = spelling(() => [
    ...(observed.policies ?? []).map(({ id }) => id),
    ...observed.configurations.flatMap(({ settings }) => (settings.code_policies ?? []).map(({ id }) => id)),
  ]);
  const finding = spelling(() => observed.triages?.spelled ?? []);
  const spelledTarget = (target: RuleTarget): RuleTarget =>
    "configuration" in target && "id" in target.configuration
      ? { configuration: { id: configuration(target.configuration.id) } }
      : target;
  const spelledSettings = (settings: Settings): Settings =>
    settings.code_policies === undefined
      ? settings
      : { ...settings, code_policies: settings.code_policies.map((each) => ({ ...each, id: policy(each.id) })) };
  return {
    ...desired,
    configurations: desired.configurations.map((each) => ({
      ...each,
      id: each.id && configuration(each.id),
      settings: spelledSettings(each.settings),
    })),
    assignments: desired.assignments.map((each) => ({
      ...each,
      rules: each.rules.map(({ target, repositoryIds: ids, ...rule }) => ({
        ...rule,
        target: spelledTarget(target),
        repositoryIds: ids?.map(repository),
      })),
    })),
    triages: desired.triages?.map((each) => ({ ...each, findingId: finding(each.findingId) })),
  };
}

/** Reads the listed ids on first use, and indexes them when an id is not listed as spelled. */
function spelling(listed: () => readonly string[]): Spell {
  let known: ReadonlySet<string> | undefined;
  let byLower: ReadonlyMap<string, string> | undefined;
  return <T extends string>(id: T): T => {
    known ??= new Set(listed());
    if (known.has(id)) return id;
    byLower ??= new Map([...known].map((each) => [each.toLowerCase(), each]));
    return (byLower.get(id.toLowerCase()) ?? id) as T;
  };
}

/** Removes duplicates: an item listed on two pages is one item. */
export function uniqueById<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  if (ascending(items)) return items;
  const byId = new Map(items.map((each) => [each.id, each]));
  return byId.size === items.length ? items : [...byId.values()];
}

/** A list sorted by id, as services often return it, has no duplicates. */
const ascending = (items: readonly { readonly id: string }[]): boolean =>
  items.every(({ id }, at) => at === 0 || (items[at - 1]?.id ?? id) < id);
