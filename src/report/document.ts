import type { z } from "zod";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { visibleJson } from "../diagnostics/foreign-text";
import type { LeafChange } from "../model/compare-settings";
import { accountId } from "../model/ids";
import type { Applied } from "../reconcile/apply/apply";
import { type Afterwards, afterwards } from "../reconcile/plan/afterwards";
import type { BaseComparison } from "../reconcile/plan/base";
import type { PlanAccount } from "../reconcile/plan/change";
import type { Plan } from "../reconcile/plan/plan";
import { ruleText } from "../reconcile/plan/change";
import { type Effect, repositoryCounts, type Side } from "../reconcile/plan/effects";
import { effectKey, type OpenFinding, type OpenFindings } from "../reconcile/plan/open-findings";
import { type PendingTriage, pendingTriages, type ReviewedFinding } from "../reconcile/plan/triages";
import type { accountShape, appliedShape } from "./document-shape";
import { formatVersion } from "./format-version";
import { overallOf, worstFirst } from "./overall";
import { type PolicyReview, usedWaivers } from "./policy-review";
import { type ApplyRenderer, type PlanReport, problemsOf } from "./renderer";
import { type PolicyTitles, sentenceOf } from "../model/leaf-sentence";
import { type ChangedSetting, sentenceOfAll, whatChanges } from "./what-changes";

type AccountDocument = z.infer<typeof accountShape>;
type AppliedDocument = z.infer<typeof appliedShape>;

/**
 * How much a plan does. `unchanged` counts the declared configurations and triages and the assigned
 * repositories that are already as they should be.
 */
export function summaryOf(plan: PlanReport): AccountDocument["summary"] {
  const acting = (action: string) => plan.configurations.filter((each) => each.action === action).length;
  const triaging = (action: string) => plan.triages.filter((each) => each.action === action).length;
  const changing = {
    create: acting("create"),
    update: acting("update"),
    adopt: acting("adopt"),
    delete: plan.deletions.length,
  };
  return {
    ...changing,
    move: plan.moves.length,
    unchanged: acting("no-op") + triaging("no-op") + plan.settled,
    configurations: { ...changing, unchanged: acting("no-op") },
    triage: { set: triaging("set"), remove: triaging("remove") },
    repositories: repositoryCounts(plan.effects, plan.repositories),
  };
}

/** Which account it is, as in every document. */
export const identityDocument = ({ id, name, inactive, alias, baseUrl }: PlanAccount) => ({
  account_id: id,
  account: {
    id,
    name: name ?? null,
    ...(inactive === undefined ? {} : { inactive }),
    alias: alias ?? null,
    base_url: baseUrl ?? null,
  },
});

/** The account of a document. */
export const accountIn = ({
  account: { id, name, inactive, alias, base_url: baseUrl },
}: Pick<AccountDocument, "account">): PlanAccount => ({
  id: accountId(id),
  ...(name === null ? {} : { name }),
  ...(inactive === undefined ? {} : { inactive }),
  ...(alias === null ? {} : { alias }),
  ...(baseUrl === null ? {} : { baseUrl }),
});

/**
 * What one account gets, as in every document of a plan; its fields are public. The testing kit loads this file in a
 * user's Jest, which cannot load what measures text: nothing of the layout belongs here.
 */
export function accountDocument(plan: PlanReport): AccountDocument {
  const { account } = plan;
  return {
    ...identityDocument(account),
    summary: summaryOf(plan),
    lines: whatChanges(plan).map((each) => lineDocument(each, plan.policyTitles)),
    unused: plan.unused.map(({ address, name, changes }) => ({
      address,
      name,
      weaker: changes.map((each) => notedLeaf(each, plan.policyTitles)),
    })),
    ...(plan.base === undefined ? {} : baseDocument(plan.base, plan.policyTitles)),
    undeclared: {
      configurations: plan.undeclared.configurations.map(({ id, name, repositories }) => ({
        id,
        name: name ?? null,
        repositories,
      })),
      leaves: plan.undeclared.leaves.map(({ path, configurations }) => ({ path, configurations })),
    },
    ...(plan.findings === undefined
      ? {}
      : { findings: { days: plan.findings.days, ...findingsDocument(plan.findings) } }),
    effects: plan.effects.map((each) =>
      effectDocument(each, plan.policyTitles, plan.findings?.effects[effectKey(each)]),
    ),
    changes: [...plan.configurations.flatMap(changeOf), ...plan.deletions.map(deletionOf)],
    moves: plan.moves.map((move) => ({
      repository_id: move.repository.id,
      repository_name: move.repository.name ?? null,
      from: move.from ?? null,
      to: "id" in move.to ? move.to.id : move.to.address,
      rule: ruleText(move.by),
      class: move.class,
    })),
    triages: pendingTriages(plan.triages).map(triageDocument),
    deletions: plan.deletions.map(({ address, live, remaining }) => ({
      address,
      id: live.id,
      name: live.name ?? null,
      repositories: remaining.length,
    })),
    digest: plan.digest,
    requests: {
      planned: plan.requests.planned,
      one_by_one: plan.requests.oneByOne,
      lower_bound: plan.requests.lowerBound,
    },
    ...(plan.before === undefined ? {} : { before: standingDocument(plan.before) }),
    ...(plan.standing === undefined ? {} : { after: standingDocument(plan.standing) }),
    ...(plan.policies === undefined ? {} : policiesDocument(plan.policies)),
    diagnostics: [...plan.refusals, ...plan.diagnostics],
  };
}

/** A plan with what holds before it and afterwards. */
export const withStanding = <T extends Plan>(plan: T) => ({
  ...plan,
  // what holds once a plan is applied that changes nothing
  before: afterwards({ configurations: [], deletions: [], routes: [] }, plan.observed),
  standing: afterwards(plan, plan.observed),
});

/** The account of a plan, as policies are given it. @param plan with what `withStanding` adds */
export const givenAccount = ({
  before,
  standing,
  ...plan
}: PlanReport & { readonly before: Afterwards; readonly standing: Afterwards }) => ({
  ...accountDocument(plan),
  before: standingDocument(before),
  after: standingDocument(standing),
});

/** What holds at one time, each configuration once. */
const standingDocument = ({
  configurations,
  repositories,
}: Afterwards): Exclude<AccountDocument["after"], undefined> => ({
  configurations: configurations.map(({ id, address, name, settings }) => ({
    id: id ?? null,
    address: address ?? null,
    name: name ?? null,
    settings,
  })),
  repositories: repositories.map(({ repository: { id, name }, configuration }) => ({
    id,
    name: name ?? null,
    configuration,
  })),
});

/** What policies say, and the waivers that match. */
export const policiesDocument = ({ findings }: PolicyReview) => ({
  policies: findings.map(({ waiver: _shown, ...finding }) => finding),
  waivers: usedWaivers(findings),
});

/** An effect, of a plan or of a drift. */
export function effectDocument(
  { class: kind, mixed, from, to, changes, repositories }: Effect,
  policyTitles: PolicyTitles,
  findings?: OpenFindings,
): AccountDocument["effects"][number] {
  const leaves = (verdict: LeafChange["verdict"]) =>
    changes.filter((each) => each.verdict === verdict).map((each) => notedLeaf(each, policyTitles));
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

function notedLeaf(each: LeafChange, policyTitles: PolicyTitles) {
  const note = sentenceOf(each, policyTitles);
  return { ...leafDocument(each), ...(note === undefined ? {} : { note }) };
}

function lineDocument(each: ChangedSetting, policyTitles: PolicyTitles): AccountDocument["lines"][number] {
  const { verdict, change, isAlike, repositories, configurations, places } = each;
  const { path, before, after } = leafDocument(change);
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

const baseDocument = (
  { future, noLongerDeclared }: BaseComparison,
  policyTitles: PolicyTitles,
): Pick<AccountDocument, "future" | "no_longer_declared"> => ({
  future: future.map(({ like, from, to, class: kind, weaker, rules }) => ({
    like,
    from: sideDocument(from),
    to: sideDocument(to),
    class: kind,
    weaker: weaker.map((each) => notedLeaf(each, policyTitles)),
    rules: { before: rules.before && ruleText(rules.before), after: rules.after && ruleText(rules.after) },
  })),
  no_longer_declared: noLongerDeclared.map(({ kind, address, name, path }) => ({
    kind,
    address,
    name: name ?? null,
    path: path ?? null,
  })),
});

const sideDocument = (side: Side | null) =>
  side && { id: side.id ?? null, address: side.address ?? null, name: side.name ?? null };

/** The values of a leaf; null where nothing is set. */
export const leafDocument = ({ path, before = null, after = null }: LeafChange) => ({ path, before, after });

/** What changes of a configuration. A new name is a change like any other, though it is no setting. */
export const changedLeaves = (
  changes: readonly LeafChange[],
  names?: readonly [before: string | undefined, after: string | undefined],
) => [
  ...(names === undefined
    ? []
    : [{ path: "name", before: names[0] ?? null, after: names[1] ?? null, verdict: "neutral" as const }]),
  ...changes.map((each) => ({ ...leafDocument(each), verdict: each.verdict })),
];

function changeOf(each: PlanReport["configurations"][number]): AccountDocument["changes"] {
  const { address, action, live, declared, repositories, changes } = each;
  if (action === "no-op") return [];
  const isRenamed = action === "adopt" && live !== undefined;
  return [
    {
      address,
      kind: "configuration",
      action,
      ...(live === undefined ? {} : { id: live.id }),
      name: declared.name,
      repositories,
      changes: changedLeaves(changes, isRenamed ? [live.name, declared.name] : undefined),
    },
  ];
}

const deletionOf = ({
  address,
  live: { id, name },
  remaining,
}: PlanReport["deletions"][number]): AccountDocument["changes"][number] => ({
  address,
  kind: "configuration",
  action: "delete",
  id,
  ...(name === undefined ? {} : { name }),
  repositories: remaining.length,
  changes: [],
});

const triageDocument = ({
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

/** What one account got: the plan's document, and what became of it. */
function appliedDocument(plan: PlanReport, applied: Applied): AppliedDocument {
  const document = accountDocument(plan);
  return {
    ...document,
    requests: { ...document.requests, sent: applied.sent },
    diagnostics: [...document.diagnostics, ...applied.diagnostics],
    outcomes: applied.outcomes.map(({ address, status, code, error, requestId, changed }) => ({
      address,
      status,
      ...(code === undefined ? {} : { code }),
      ...(error === undefined ? {} : { error }),
      ...(requestId === undefined ? {} : { request_id: requestId }),
      ...(changed === undefined
        ? {}
        : { changed: changed.map(({ path, planned = null, found = null }) => ({ path, planned, found })) }),
    })),
    verified: applied.verified,
  };
}

/**
 * The document of `scanform plan --json`.
 *
 * @param diagnostics those that belong to no account
 */
export const planDocument = (plans: readonly PlanReport[], diagnostics: readonly Diagnostic[] = []) => ({
  format_version: formatVersion,
  overall: overallOf(plans),
  accounts: worstFirst(plans, (each) => each).map(accountDocument),
  diagnostics,
});

/** The document of `scanform apply --json`. */
export const appliedDocuments = (
  all: readonly { readonly plan: PlanReport; readonly applied: Applied }[],
  diagnostics: readonly Diagnostic[] = [],
) => ({
  format_version: formatVersion,
  overall: overallOf(all.map(({ plan }) => plan)),
  accounts: worstFirst(all, ({ plan }) => plan).map(({ plan, applied }) => appliedDocument(plan, applied)),
  diagnostics,
});

/** `--json`: exactly one document on every path, errors included. */
export const jsonRenderer: ApplyRenderer = {
  machineReadable: true,
  plans: (plans, { failed }) => jsonText(planDocument(plans, problemsOf(failed))),
  errors: (diagnostics) => documentText({ diagnostics }),
  outcome: () => "",
  outcomes: (all, failed) => jsonText(appliedDocuments(all, problemsOf(failed))),
};

const jsonText = (document: object): string => `${visibleJson(JSON.stringify(document, null, 2))}\n`;

/** A document for a program, in which nothing is invisible. @param content all but the version of its format */
export const documentText = <Document extends { readonly format_version: string }>(
  content: Omit<Document, "format_version">,
): string => jsonText({ format_version: formatVersion, ...content });
