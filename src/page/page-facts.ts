import { label, visible } from "../diagnostics/foreign-text";
import { locationAt } from "../diagnostics/locations";
import { compareSettings, type LeafChange } from "../model/compare-settings";
import { sentenceOf } from "../model/leaf-sentence";
import type { Settings } from "../model/settings";
import type { OpenFindings, PlanFindings } from "../reconcile/plan/open-findings";
import type { LostRule, MatchingRule } from "../reconcile/explain/explain";
import { matchesIn } from "../reconcile/explain/explain";
import { leafDocument } from "../report/document";
import { accountDocument, findingsDocument, openFindingDocument } from "../report/make-document";
import { phrases } from "../report/explain/phrases";
import { accountLine } from "../report/head";
import { findingsOf, linkOf, openText } from "../report/findings-sections";
import { leafText, shownValue } from "../report/leaves";
import type { PlanReport } from "../report/renderer";
import { findingTexts } from "../report/triage-sections";
import { configurationIndex } from "./configuration-index";
import type {
  AccountFacts,
  EffectFacts,
  FindingsFacts,
  LostFacts,
  RepositoryFacts,
  RuleFacts,
  Selector,
} from "./facts";
import { Interned } from "./interned";
import { knownRepositories } from "./known-repositories";
import type { News } from "./since";

/** The facts of a plan of one account. @param news what an earlier plan does not do; absent without one */
export function accountFacts(plan: PlanReport, news?: News): AccountFacts {
  const { policyTitles } = plan;
  const leaves = new Interned((each: LeafChange) => {
    const { path, before, after } = leafDocument(each);
    const note = sentenceOf(each, policyTitles);
    const text = leafText(each, policyTitles);
    return { verdict: each.verdict, path, before, after, ...(note === undefined ? {} : { note }), text };
  });
  const changes = new Interned((list: readonly LeafChange[]) => list.map((each) => leaves.at(each)));
  const values = new Interned(
    ({ path, after }: LeafChange) => [visible(path), shownValue(after)] as readonly [path: string, value: string],
  );
  const settings = new Interned((each: Settings) => compareSettings(undefined, each).map((value) => values.at(value)));
  const configurations = configurationIndex(plan, {
    changesAt: (list) => changes.at(list),
    settingsAt: (each) => settings.at(each),
  });
  const { rules, ruleAt } = ruleIndex(plan, configurations.targetAt);
  const lostLists = new Interned((list: readonly LostFacts[]) => list);
  const decides = rules.map(() => 0);
  const effects: EffectFacts[] = [];
  const effectOf = new Map<string, number>();
  for (const { class: kind, mixed, from, to, changes: changed, repositories } of plan.effects) {
    const findings = findingsOf({ from, to }, plan.findings);
    for (const { repository } of repositories) effectOf.set(repository.id, effects.length);
    effects.push({
      class: kind,
      mixed,
      from: configurations.sideAt(from),
      to: configurations.sideAt(to),
      changes: changes.at(changed),
      ...(findings === undefined || plan.findings === undefined
        ? {}
        : { findings: findingsFacts(findings, plan.findings) }),
    });
  }
  const matches = matchesIn(plan.desired);
  const lostFacts = (lost: LostRule): LostFacts => [ruleAt(lost), selectorOf(lost), lost.why];
  const known = knownRepositories(plan);
  const repositories = known.map(({ repository, from, to }): RepositoryFacts => {
    const { winner, lost } = matches(repository);
    const rule = winner === undefined ? null : ruleAt(winner);
    if (rule !== null) decides[rule] = (decides[rule] ?? 0) + 1;
    return [
      repository.id,
      repository.name ?? null,
      configurations.keyAt(from),
      configurations.keyAt(to),
      effectOf.get(repository.id) ?? null,
      rule,
      winner === undefined ? null : selectorOf(winner),
      lost.length === 0 ? null : lostLists.at(lost.map(lostFacts)),
    ];
  });
  const {
    effects: _effects,
    changes: _changes,
    moves: _moves,
    deletions: _deletions,
    after: _after,
    ...kept
  } = accountDocument(plan);
  return {
    ...kept,
    label: accountLine(plan.account),
    ...(news === undefined
      ? {}
      : { since: { repositories: repositories.flatMap(([id], at) => (news.repositories.has(id) ? [at] : [])) } }),
    leaves: leaves.all,
    changes: changes.all,
    values: values.all,
    settings: settings.all,
    configurations: configurations.all,
    rules: rules.map((each, at) => ({ ...each, decides: decides[at] ?? 0 })),
    lost: lostLists.all,
    effects,
    repositories,
    unscanned: known.flatMap(({ repository }, at) => (repository.enabled === false ? [at] : [])),
  };
}

function findingsFacts(findings: OpenFindings, of: PlanFindings): FindingsFacts {
  return {
    ...findingsDocument(findings),
    text: openText(findings, of),
    worst: findings.worst.map((each) => {
      const link = linkOf(each.url);
      const text = findingTexts(each).join(" ");
      return { ...openFindingDocument(each), text, ...(link === undefined ? {} : { link }) };
    }),
  };
}

/** Which selector of the rule it is that matched: `ids.has(id)` goes before `names.has(name)`. */
function selectorOf({ declared: { repositoryIds = [], repositoryNames = [] }, matched }: MatchingRule): Selector {
  if (repositoryIds.some((each) => each === matched)) return 0;
  return repositoryNames.includes(matched) ? 1 : 2;
}

/** The rules in the order of the declaration, without how many repositories they decide about. */
function ruleIndex(
  { desired: { assignments }, locations = new Map() }: PlanReport,
  targetAt: (target: { readonly id: string } | { readonly address: string }) => {
    readonly at: number;
    readonly text: string;
  },
) {
  const rules: Omit<RuleFacts, "decides">[] = [];
  const firstOf = new Map<string, number>();
  for (const { address, rules: declared } of assignments) {
    firstOf.set(address, rules.length);
    for (const [at, { target, repositoryPattern = null }] of declared.entries()) {
      const to = "leave" in target ? undefined : targetAt(target.configuration);
      const location = locationAt(locations, address, `rules[${String(at)}]`);
      rules.push({
        rule: at + 1,
        address,
        pattern: repositoryPattern,
        does: to === undefined ? phrases.leaves : `${phrases.assigns} ${to.text}`,
        would: to === undefined ? phrases.wouldLeave : `${phrases.wouldAssign} ${to.text}`,
        place: location === undefined ? label(address) : visible(location),
        configuration: to?.at ?? null,
      });
    }
  }
  return {
    rules,
    ruleAt: ({ assignments: own, rule }: Pick<MatchingRule, "assignments" | "rule">) => (firstOf.get(own) ?? 0) + rule,
  };
}
