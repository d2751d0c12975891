import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { quoted } from "../../diagnostics/foreign-text";
import type { Desired, DesiredAssignments, DesiredConfiguration, DesiredRule, RuleTarget } from "../../model/desired";
import type { Configuration, Observed, Repository } from "../../model/observed";
import { normalForm } from "../../model/normal-form";
import type { Settings } from "../../model/settings";
import { policyIdsIn, slugsIn } from "../../model/unreadable";
import { endOf, hasExpired } from "../../model/triage";
import { type BaseComparison, nothingCompared, type NoLongerDeclared, type Prolonged } from "../plan/base-comparison";
import type { ConfigurationChange } from "../plan/change";
import { identify, spelledAsLive } from "../plan/identify";
import { target } from "../plan/target";
import { type Destination, destinations } from "../plan/moves";
import type { Plan } from "../plan/plan";
import { resolveLookups, withCanonicalIds } from "../plan/resolve-ids";
import { undeclaredPaths } from "../plan/undeclared";
import { withoutUnreadable } from "../plan/unreadable";
import { compareRules, type RuleComparison } from "./compare-rules";
import { type RuleMatch, ruleText } from "../plan/change";
import { ruleList } from "./rule-list";

/**
 * Compares what a plan declares with an earlier declaration of the same account. What the earlier one names and the
 * account no longer has is passed over.
 *
 * @param now in milliseconds since 1970
 */
export function compareWithBase(base: Desired, observed: Observed, plan: Plan, now: number): BaseComparison {
  const { desired, diagnostics: lookups } = resolveLookups(base, observed);
  const canonical = withCanonicalIds(desired, observed);
  const { live, diagnostics: identity } = identify(canonical.configurations, observed.configurations);
  const { configurations: declared } = withoutUnreadable(spelledAsLive(canonical.configurations, live), live);
  const earlier = { ...canonical, configurations: declared };
  const problems = [...lookups, ...identity].filter(
    ({ code, severity }) => severity === "error" && !passedOver.has(code),
  );
  if (problems.length > 0) return { ...nothingCompared, problems: [unusable(problems)] };

  const configurations = earlier.configurations.map((declared) =>
    merged(declared, live.get(declared.address), observed),
  );
  const liveNames = new Set(observed.repositories.flatMap(({ name }) => (name === undefined ? [] : normalForm(name))));
  const isLive = (name: string): boolean => liveNames.has(normalForm(name));
  const named = new Set(
    plan.desired.assignments.flatMap(({ rules }) =>
      rules.flatMap(({ repositoryNames = [] }) => repositoryNames.map(normalForm)),
    ),
  );
  // a name that went with its repository is none of a repository to come: a warning has asked to remove it
  const isOut = (name: string): boolean => isLive(name) || !named.has(normalForm(name));
  const rules = compareRules(
    ruleList(earlier.assignments, isOut, known(destinations(configurations, observed.configurations), observed)),
    ruleList(plan.desired.assignments, isLive, destinations(plan.configurations, observed.configurations)),
    liveNames,
  );
  return {
    future: rules.future,
    ...(rules.isCut ? { isCut: true } : {}),
    noLongerDeclared: [
      ...configurations.flatMap((each) => droppedFrom(each, plan)),
      ...earlier.assignments.flatMap((each) => droppedRules(each, plan.desired, observed.repositories)),
      ...droppedTriages(earlier, plan.desired),
    ],
    prolonged: prolonged(earlier, plan.desired, now),
    problems: problemsOf(rules),
  };
}

/** What the account no longer has; the other errors make it unclear what the base means. */
const passedOver: ReadonlySet<string> = new Set([
  "analyzer-unknown",
  "policy-unknown",
  "configuration-not-found",
  "import-not-found",
]);

/** The base is not valid, or cannot be read. */
function unusable(problems: readonly Diagnostic[]): Diagnostic {
  const why = problems.map(({ address, detail }) => (address === undefined ? detail : `${address}: ${detail}`));
  return error(
    "base-unusable",
    `The base is not valid for this account, so nothing was compared with it:\n${why.join("\n")}`,
  );
}

/** A configuration of the base, laid over the live one. */
function merged(given: DesiredConfiguration, live: Configuration | undefined, observed: Observed): ConfigurationChange {
  const declared = { ...given, settings: listedOnly(given.settings, live?.settings ?? {}, observed) };
  const after = live === undefined ? declared.settings : target(live.settings, declared);
  return {
    address: given.address,
    action: "no-op",
    declared,
    ...(live === undefined ? {} : { live }),
    changes: [],
    after,
    repositories: 0,
  };
}

/** Without analyzers and policies that the account no longer lists, and the live configuration does not hold either. */
function listedOnly(settings: Settings, held: Settings, { analyzers, policies }: Observed): Settings {
  const { analyzers: declared, code_policies: entries } = settings;
  const slugs = new Set([...(analyzers ?? []).map(({ slug }) => slug), ...slugsIn(held)]);
  const ids = new Set([...(policies ?? []).map(({ id }) => id), ...policyIdsIn(held)]);
  return {
    ...settings,
    ...(declared === undefined
      ? {}
      : { analyzers: Object.fromEntries(Object.entries(declared).filter(([slug]) => slugs.has(slug))) }),
    ...(entries === undefined ? {} : { code_policies: entries.filter(({ id }) => ids.has(id)) }),
  };
}

/** Without configurations that the account no longer has. */
function known(
  destinationOf: (to: RuleTarget) => Destination | undefined,
  { configurations }: Observed,
): (to: RuleTarget) => Destination | undefined {
  const ids = new Set<string>(configurations.map(({ id }) => id));
  return (to) => {
    if ("configuration" in to && "id" in to.configuration && !ids.has(to.configuration.id)) return undefined;
    return destinationOf(to);
  };
}

/** A configuration of the base that is no longer declared, or what is no longer declared of it. */
function droppedFrom({ address, declared, live }: ConfigurationChange, plan: Plan): readonly NoLongerDeclared[] {
  if (live === undefined) return [];
  const now = plan.configurations.find((each) => each.live?.id === live.id);
  if (now === undefined) {
    const isDeleted = plan.deletions.some((each) => each.live.id === live.id);
    return isDeleted ? [] : [{ kind: "configuration", address, name: declared.name }];
  }
  const stays = new Set(undeclaredPaths(now.after, now.declared.settings));
  return undeclaredPaths(declared.settings, now.declared.settings)
    .filter((path) => stays.has(path))
    .map((path) => ({ kind: "setting", address, name: declared.name, path }));
}

/** The dropped selectors of assigning rules: those that only the base has. */
function droppedRules(
  { address, rules }: DesiredAssignments,
  desired: Desired,
  repositories: readonly Repository[],
): readonly NoLongerDeclared[] {
  const now = new Set(desired.assignments.flatMap((each) => each.rules).flatMap(selectorsOf));
  const there = new Set(repositories.flatMap(({ id, name }) => [`id ${id}`, `name ${name ?? ""}`]));
  return rules.flatMap((rule, at): readonly NoLongerDeclared[] => {
    if ("leave" in rule.target) return [];
    const gone = selectorsOf(rule).filter((each) => !now.has(each) && (each.startsWith("pattern ") || there.has(each)));
    if (gone.length === 0) return [];
    const name = gone.map((each) => each.slice(each.indexOf(" ") + 1)).join(", ");
    return [{ kind: "rule", address, name, path: `rules[${String(at)}]` }];
  });
}

const selectorsOf = ({
  repositoryIds = [],
  repositoryNames = [],
  repositoryPattern,
}: DesiredRule): readonly string[] => [
  ...repositoryIds.map((each) => `id ${each}`),
  ...repositoryNames.map((each) => `name ${each}`),
  ...(repositoryPattern === undefined ? [] : [`pattern ${repositoryPattern}`]),
];

function droppedTriages({ triages = [] }: Desired, now: Desired): readonly NoLongerDeclared[] {
  const declared = new Set((now.triages ?? []).map(({ findingId }) => findingId.toLowerCase()));
  return triages
    .filter(({ findingId }) => !declared.has(findingId.toLowerCase()))
    .map(({ address, findingId }) => ({ kind: "triage", address, name: findingId }));
}

/** Triages with a later end, or with none: that of one that is no longer declared stays in the service. */
function prolonged({ triages = [] }: Desired, { triages: declared = [] }: Desired, now: number): readonly Prolonged[] {
  const later = new Map(declared.map((each) => [each.findingId.toLowerCase(), each]));
  return triages.flatMap(({ address, findingId, expires: before }): readonly Prolonged[] => {
    const { address: at = address, expires: after } = later.get(findingId.toLowerCase()) ?? {};
    // one that has ended was removed from the service before
    const isOver = !later.has(findingId.toLowerCase()) && hasExpired(before, now);
    if (before === undefined || isOver || endOf(after) <= endOf(before)) return [];
    return [{ address: at, findingId, before, ...(after === undefined ? {} : { after }) }];
  });
}

/** Why the comparison of two lists of rules is not whole. */
export const problemsOf = ({ claimedTwice, undecided }: RuleComparison): readonly Diagnostic[] => [
  ...claimedTwice.map(({ like, first, second }) => {
    const detail = `A new repository like ${quoted(like)} would be assigned by ${first.assignments} and by ${second.assignments}. Let one of them \`leave\` what the other assigns.`;
    return error("repository-claimed-twice", detail, {
      address: second.assignments,
      path: `rules[${String(second.rule)}]`,
    });
  }),
  ...undecided.slice(0, 1).map(({ before, after }) => {
    const more = undecided.length > 1 ? ` The same holds for ${String(undecided.length - 1)} more pairs of rules.` : "";
    const detail = `It takes too long to find out whether a new repository would go from ${textOf(before)} of the base to ${textOf(after)}, and get weaker settings.${more} Use fewer patterns with % or _ at their beginning.`;
    return error("future-undecided", detail);
  }),
];

const textOf = (rule: RuleMatch | null): string => (rule === null ? "no rule" : ruleText(rule));
