import { shownDiagnostic } from "../diagnostics/diagnostic";
import { locationAt } from "../diagnostics/locations";
import type { LeafChange } from "../model/compare-settings";
import { type PolicyTitles, wordsOf } from "../model/leaf-sentence";
import type { BaseComparison } from "../reconcile/plan/base-comparison";
import { ruleText } from "../reconcile/plan/change";
import type { Effect, Side } from "../reconcile/plan/effects";
import type { OpenFinding, OpenFindings } from "../reconcile/plan/open-findings";
import type { Plan } from "../reconcile/plan/plan";
import type { PendingTriage, ReviewedFinding } from "../reconcile/plan/triages";
import type { AccountDocument } from "./document";
import { type ChangedSetting, sentenceOfAll } from "./what-changes";

/** The entries of a document, each made of what the engine has. */

/** An effect, of a plan or of a drift. */
export function effectDocument(
  { class: kind, mixed, from, to, changes, repositories }: Effect,
  policyTitles: PolicyTitles,
  findings?: OpenFindings,
): AccountDocument["effects"][number] {
  const leaves = (verdict: LeafChange["verdict"]) =>
    changes.filter((each) => each.verdict === verdict).map((each) => leafDocument(each, policyTitles));
  return {
    class: kind,
    mixed,
    from: from?.id === undefined ? null : { id: from.id, name: from.name ?? null },
    to: sideDocument(to),
    weaker: leaves("weaker"),
    stronger: leaves("stronger"),
    unclassified: leaves("unclassified"),
    neutral: leaves("neutral"),
    repositories: repositories.map(({ repository: { id, name }, by }) => ({
      id,
      name: name ?? null,
      rule: by === undefined ? null : ruleText(by),
    })),
    ...(findings === undefined ? {} : { findings: findingsDocument(findings) }),
  };
}

export const findingsDocument = ({ open, critical, high, medium, low, unread, worst }: OpenFindings) => ({
  open,
  critical,
  high,
  medium,
  low,
  unread,
  worst: worst.map(openFindingDocument),
});

export const openFindingDocument = ({ id, title, severity, file, repository, url }: OpenFinding) => ({
  id,
  title,
  severity,
  file: file ?? null,
  repository: repository ?? null,
  url,
});

export function lineDocument(each: ChangedSetting, policyTitles: PolicyTitles): AccountDocument["lines"][number] {
  const { verdict, change, isAlike, repositories, configurations, places } = each;
  const { path, before = null, after = null } = change;
  const [location] = places;
  return {
    verdict,
    path,
    before: isAlike.before ? before : null,
    after: isAlike.after ? after : null,
    words: sentenceOfAll(each, policyTitles),
    repositories,
    configurations,
    ...(location === undefined ? {} : { location, places: places.length }),
  };
}

export const baseDocument = (
  { future, isCut, noLongerDeclared, prolonged, problems }: BaseComparison,
  policyTitles: PolicyTitles,
): Pick<AccountDocument, "future" | "future_is_cut" | "no_longer_declared" | "prolonged" | "base_problems"> => ({
  future: future.map(({ like, from, to, class: kind, weaker, rules }) => ({
    like,
    from: sideDocument(from),
    to: sideDocument(to),
    class: kind,
    weaker: weaker.map((each) => leafDocument(each, policyTitles)),
    rules: { before: rules.before && ruleText(rules.before), after: rules.after && ruleText(rules.after) },
  })),
  no_longer_declared: noLongerDeclared.map(({ kind, address, name, path }) => ({
    kind,
    address,
    name: name ?? null,
    path: path ?? null,
  })),
  ...(isCut === undefined ? {} : { future_is_cut: isCut }),
  prolonged: prolonged.map(({ address, findingId, before, after }) => ({
    address,
    finding_id: findingId,
    before,
    after: after ?? null,
  })),
  base_problems: problems.map(shownDiagnostic),
});

/** A configuration, as one side of a change. */
export const namedDocument = ({ id, address, name }: Side) => ({
  id: id ?? null,
  address: address ?? null,
  name: name ?? null,
});

export const sideDocument = (side: Side | null) => side && namedDocument(side);

/** A leaf with its values: null where nothing is set. */
export function leafDocument(each: LeafChange, titles: PolicyTitles) {
  const { path, before = null, after = null } = each;
  return { path, before, after, words: wordsOf(each, titles) };
}

/** What changes of a configuration. A new name is a change like any other, though it is no setting. */
export const changedLeaves = (
  changes: readonly LeafChange[],
  titles: PolicyTitles,
  names?: readonly [before: string | undefined, after: string | undefined],
): AccountDocument["changes"][number]["changes"] => [
  ...(names === undefined
    ? []
    : [
        {
          ...{ path: "name", before: names[0] ?? null, after: names[1] ?? null },
          ...{ verdict: "neutral" as const, words: "name changes" },
        },
      ]),
  ...changes.map((each) => {
    const { path, before = null, after = null, verdict } = each;
    return { path, before, after, verdict, words: wordsOf(each, titles) };
  }),
];

/**
 * What becomes of a configuration. One of another name is taken over where it is declared by its id, and renamed otherwise.
 * A rollback has all of them by their ids, and gives former names back.
 */
export function actionOf({ action, declared }: Plan["configurations"][number], { desired }: Pick<Plan, "desired">) {
  const isTakenOver = declared.id !== undefined && desired.putBack === undefined;
  return action === "adopt" && !isTakenOver ? "rename" : action;
}

export function changeOf(
  each: Plan["configurations"][number],
  plan: Pick<Plan, "desired" | "policyTitles" | "locations">,
): AccountDocument["changes"] {
  const { address, live, declared, repositories, changes } = each;
  const { policyTitles, locations } = plan;
  const action = actionOf(each, plan);
  if (action === "no-op") return [];
  const isRenamed = each.action === "adopt" && live !== undefined;
  const construct = locations && locationAt(locations, address);
  const leaves = changedLeaves(changes, policyTitles, isRenamed ? [live.name, declared.name] : undefined);
  return [
    {
      address,
      kind: "configuration",
      action,
      ...(live === undefined ? {} : { id: live.id }),
      name: declared.name,
      repositories,
      changes: leaves.map((leaf) => {
        const location = locations && locationAt(locations, address, leaf.path);
        return location === undefined || location === construct ? leaf : { ...leaf, location };
      }),
    },
  ];
}

export const deletionOf = ({
  address,
  live: { id, name },
  remaining,
}: Plan["deletions"][number]): AccountDocument["changes"][number] => ({
  address,
  kind: "configuration",
  action: "delete",
  id,
  ...(name === undefined ? {} : { name }),
  repositories: remaining.length,
  changes: [],
});

export const triageDocument = ({
  address,
  action,
  before,
  after,
  declared,
  location,
  finding,
}: PendingTriage): AccountDocument["triages"][number] => ({
  address,
  finding_id: declared.findingId,
  finding: findingDocument(finding),
  category: declared.category,
  action,
  before,
  after,
  justification: declared.justification,
  expires: declared.expires ?? null,
  ...(location === undefined ? {} : { location }),
});

/** What a triage is about; null where no list has it. */
export const findingDocument = (finding: ReviewedFinding | undefined) =>
  finding === undefined
    ? null
    : {
        title: finding.title,
        severity: finding.severity,
        file: finding.file ?? null,
        repository:
          finding.repository === undefined
            ? null
            : { id: finding.repository.id ?? null, name: finding.repository.name },
      };
