import { type Diagnostic, error, type Place, warning } from "../../diagnostics/diagnostic";
import type { Desired, DesiredAssignments, DesiredConfiguration, Lookup, RuleTarget } from "../../model/desired";
import type { Observed } from "../../model/observed";
import { validateConfiguration } from "../../model/validate";
import { mapTexts } from "../../model/normal-form";
import { diagnosticOf } from "../../model/problem";
import type { Settings } from "../../model/settings";
import { policyIdsIn, slugsIn } from "../../model/unreadable";
import { type LookedUp, lookUp, lookupKinds } from "../../model/look-up";

/** A declaration whose lookups are resolved, and the objects that were not found, or not alone. */
interface Resolved {
  readonly desired: Desired;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The declaration with the id of every object that it looks up in place of the placeholder. A repository that the account
 * does not have is left out of the rules, with a warning; any other object keeps its placeholder, with an error.
 */
export function resolveLookups(desired: Desired, observed: Observed): Resolved {
  const { lookups = [], ...rest } = desired;
  if (lookups.length === 0) return { desired, diagnostics: [] };
  const ids = new Map<string, string>();
  const gone = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  for (const lookup of lookups) {
    const { kind, sought, address, path } = lookup;
    const looked = find(lookup, observed);
    if ("found" in looked) ids.set(lookup.placeholder, looked.found.id);
    else if (looked.code === "repository-unknown") {
      gone.add(lookup.placeholder);
      const detail = `${looked.detail} Was it deleted or renamed? Remove the lookup, and what uses it.`;
      diagnostics.push(warning(looked.code, detail, { address, path }));
    } else if (kind === "analyzer" && "key" in sought && isHeld(sought.key, observed))
      diagnostics.push(unlisted(`analyzer ${JSON.stringify(sought.key)}`, { address, path }));
    else diagnostics.push(error(looked.code, looked.detail, { address, path }));
  }
  const resolved = mapTexts(rest, (text) => ids.get(text) ?? text) as typeof rest; // its form is kept
  const assignments = gone.size === 0 ? resolved.assignments : resolved.assignments.map((each) => without(each, gone));
  return { desired: { ...resolved, assignments }, diagnostics: [...diagnostics, ...namedTwice(resolved)] };
}

/** An analyzer that a live configuration has is there, whether or not it is listed. */
const isHeld = (slug: string, { configurations }: Observed): boolean =>
  configurations.some(({ settings }) => slugsIn(settings).includes(slug));

const without = (assignments: DesiredAssignments, gone: ReadonlySet<string>): DesiredAssignments => ({
  ...assignments,
  rules: assignments.rules.map((rule) =>
    rule.repositoryIds === undefined
      ? rule
      : { ...rule, repositoryIds: rule.repositoryIds.filter((id) => !gone.has(id)) },
  ),
});

/** @param what such as `analyzer "xss"` */
export const unlisted = (what: string, place: Place): Diagnostic =>
  warning(
    "no-longer-listed",
    `The account no longer lists the ${what}: was it switched off or deleted? A live configuration still has it, and it is planned as declared. Remove it where it is gone for good.`,
    place,
  );

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
    validateConfiguration({
      name,
      renamedFrom,
      codePolicyIds: policyIdsIn(settings),
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
    ...observed.configurations.flatMap(({ settings }) => policyIdsIn(settings)),
  ]);
  const finding = spelling(() => observed.triages?.spelled ?? []);
  const spelledTarget = (target: RuleTarget): RuleTarget =>
    "configuration" in target && "id" in target.configuration
      ? { configuration: { id: configuration(target.configuration.id) } }
      : target;
  const spelledSettings = (settings: Settings): Settings => {
    const { code_policies: policies } = settings;
    // those of another kind are as they came
    if (policies?.length !== policyIdsIn(settings).length) return settings;
    return { ...settings, code_policies: policies.map((each) => ({ ...each, id: policy(each.id) })) };
  };
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

/** One configuration with ids as the account spells them. */
export function withCanonicalIdsOf(observed: Observed, declared: DesiredConfiguration): DesiredConfiguration {
  const [spelled = declared] = withCanonicalIds(
    { configurations: [declared], assignments: [] },
    observed,
  ).configurations;
  return spelled;
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
