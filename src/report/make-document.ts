import type { Diagnostic, ShownDiagnostic } from "../diagnostics/diagnostic";
import { locationAt, type Locations } from "../diagnostics/locations";
import type { ComparedLeaf, LeafChange } from "../model/compare-settings";
import { canonicalJson, fingerprint } from "../model/fingerprint";
import { configurationId } from "../model/ids";
import { type PolicyTitles, wordsOf } from "../model/leaf-sentence";
import type { Applied } from "../reconcile/apply/apply";
import { type Afterwards, afterwards } from "../reconcile/plan/afterwards";
import type { BaseComparison } from "../reconcile/plan/base";
import { type PlanAccount, ruleText } from "../reconcile/plan/change";
import { type Effect, repositoryCounts, type Side } from "../reconcile/plan/effects";
import { effectKey, type OpenFinding, type OpenFindings } from "../reconcile/plan/open-findings";
import type { Plan } from "../reconcile/plan/plan";
import { type PendingTriage, pendingTriages, type ReviewedFinding } from "../reconcile/plan/triages";
import {
  type AccountDocument,
  type AppliedDocument,
  type AppliedPlanDocument,
  documentText,
  type FailedAccountDocument,
  isPlanned,
  jsonText,
  type PlanDocument,
  withoutRuleNumber,
} from "./document";
import { formatVersion } from "./format-version";
import { overallOf, worstFirst } from "./overall";
import { type PolicyReview, usedWaivers } from "./policy-review";
import type { ApplyRenderer, FailedAccount } from "./renderer";
import { comparedDocument } from "./since-document";
import { type ChangedSetting, sentenceOfAll, whatChanges } from "./what-changes";

/** Plans, and the accounts of which there is none. */
export interface PlansMade {
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly plans: readonly MadePlan[];
  readonly failed?: readonly FailedAccount[];
  /** Those that belong to no account. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** A plan, with what only its document has. */
export type MadePlan = Plan & { readonly provider?: AccountDocument["apply"]["provider"] };

/** A message without what only its making needs. */
export const shown = ({ mentions: _places, attribute: _steps, ...diagnostic }: Diagnostic): ShownDiagnostic =>
  diagnostic;

/** How much a plan does. `unchanged` counts the declared objects and the assigned repositories that are as they should be. */
function summaryOf(plan: Plan): AccountDocument["summary"] {
  const acting = (action: string) => plan.configurations.filter((each) => each.action === action);
  const triaging = (action: string) => plan.triages.filter((each) => each.action === action).length;
  const adopted = acting("adopt");
  // a rollback names all by their ids, and gives former names back
  const isRollback = plan.desired.putBack !== undefined;
  const taken = isRollback ? 0 : adopted.filter(({ declared }) => declared.id !== undefined).length;
  const unchanged = acting("no-op").length;
  const changing = {
    create: acting("create").length,
    rename: adopted.length - taken,
    update: acting("update").length,
    adopt: taken,
    delete: plan.deletions.length,
  };
  return {
    ...changing,
    move: plan.moves.length,
    unchanged: unchanged + triaging("no-op") + plan.settled,
    configurations: { ...changing, unchanged },
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

/**
 * What one account gets. The testing kit loads this file in a user's Jest, which cannot load what measures text:
 * nothing of the layout belongs here.
 */
export function accountDocument(plan: MadePlan): AccountDocument {
  const { account, policyTitles: titles, base } = plan;
  const changing = {
    effects: plan.effects.map((each) => effectDocument(each, titles, plan.findings?.effects[effectKey(each)])),
    changes: [...plan.configurations.flatMap((each) => changeOf(each, plan)), ...plan.deletions.map(deletionOf)],
  };
  const standing = standingDocuments(plan);
  const apply = applyDocument(plan);
  const baseMembers = base === undefined ? {} : baseDocument(base, titles);
  return {
    ...identityDocument(account),
    summary: summaryOf(plan),
    lines: whatChanges({ ...changing, ...standing }).map((each) => lineDocument(each, titles)),
    unused: plan.unused.map(({ address, id, name, changes }) => ({
      address,
      id,
      name,
      weaker: changes.map((each) => leafDocument(each, titles)),
    })),
    ...baseMembers,
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
    ...changing,
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
    ...standing,
    policy_titles: Object.fromEntries(titles),
    digest: plan.digest,
    review_digest: reviewDigest(plan.digest, { ...baseMembers, apply }),
    requests: {
      planned: plan.requests.planned,
      one_by_one: plan.requests.oneByOne,
      lower_bound: plan.requests.lowerBound,
    },
    diagnostics: [...plan.refusals, ...plan.diagnostics].map(shown),
    apply,
  };
}

type StoredDeclaration = Extract<AccountDocument["apply"], { kind: "declaration" }>["declared"];
type StoredObjects = Extract<AccountDocument["apply"], { kind: "rollback" }>["objects"];

/** What an apply needs besides what is shown. */
function applyDocument({ desired, options, provider = { aliases: [] } }: MadePlan): AccountDocument["apply"] {
  const { putBack } = desired;
  const common = { options: { ...options }, provider };
  // the shape is that of what is stored, of which nothing is read before it is checked
  return putBack === undefined
    ? { kind: "declaration", declared: desired as unknown as StoredDeclaration, ...common }
    : { kind: "rollback", objects: putBack as unknown as StoredObjects, ...common };
}

/**
 * What is approved: SHA-256 of the digest of what an apply does, of whether it may write at all, and of what only the
 * comparison with a base shows, without words and without the numbers of rules.
 */
export function reviewDigest(digest: string, shown: Reviewable): string {
  const { future, no_longer_declared: dropped, prolonged, apply } = shown;
  return fingerprint(
    canonicalJson({
      digest,
      dry: apply.provider.dryRun === true,
      future:
        future?.map(({ like, from, to, class: kind, weaker }) => ({
          ...{ like, from, to, class: kind },
          weaker: weaker.map(({ path, before, after }) => ({ path, before, after })),
        })) ?? null,
      dropped: dropped?.map(withoutRuleNumber) ?? null,
      prolonged: prolonged ?? null,
    }),
  );
}

type Reviewable = Pick<AccountDocument, "future" | "no_longer_declared" | "prolonged" | "apply">;

/** The rules, and what every repository has now and will have. */
function standingDocuments(plan: Plan): Pick<AccountDocument, "rules" | "before" | "after"> {
  const { desired, observed, locations = new Map<string, string>() } = plan;
  const after = afterwards(plan, observed);
  const sides = new Map<string, Side>(
    after.configurations.flatMap(({ id, address, name }) => {
      const side = { id, address, name };
      return [id, address].flatMap((key): [string, Side][] => (key === undefined ? [] : [[key, side]]));
    }),
  );
  const firstOf = new Map<string, number>();
  const rules: AccountDocument["rules"][number][] = [];
  for (const { address, rules: declared } of desired.assignments) {
    firstOf.set(address, rules.length);
    for (const [at, { target, repositoryIds, repositoryNames, repositoryPattern }] of declared.entries()) {
      const location = locationAt(locations, address, `rules[${String(at)}]`);
      const key = "leave" in target ? undefined : keyOf(target.configuration);
      rules.push({
        rule: at + 1,
        address,
        ...(location === undefined ? {} : { location }),
        repository_ids: [...(repositoryIds ?? [])],
        repository_names: [...(repositoryNames ?? [])],
        repository_pattern: repositoryPattern ?? null,
        to: key === undefined ? null : sideDocument(sides.get(key) ?? { id: configurationId(key) }),
      });
    }
  }
  const ruleOf = new Map<string, number>();
  for (const { repository, assignments, rule } of plan.routes)
    if (rule !== undefined) ruleOf.set(repository.id, (firstOf.get(assignments) ?? 0) + rule);
  return {
    rules,
    // what holds once a plan is applied that changes nothing
    before: standingDocument(afterwards({ configurations: [], deletions: [], routes: [] }, observed)),
    after: standingDocument(after, ruleOf, locations),
  };
}

const keyOf = (ref: { readonly id: string } | { readonly address: string }): string =>
  "id" in ref ? ref.id : ref.address;

/** What holds at one time, each configuration once. @param rules the positions of the rules that decide */
const standingDocument = (
  { configurations, repositories }: Afterwards,
  rules: ReadonlyMap<string, number> = new Map(),
  locations: Locations = new Map(),
): AccountDocument["after"] => ({
  configurations: configurations.map(({ id, address, name, settings }) => {
    const location = address === undefined ? undefined : locationAt(locations, address);
    return {
      id: id ?? null,
      address: address ?? null,
      name: name ?? null,
      settings: settings,
      ...(location === undefined ? {} : { location }),
    };
  }),
  repositories: repositories.map(({ repository: { id, name, enabled }, configuration }) => {
    const rule = rules.get(id);
    return {
      id,
      name: name ?? null,
      configuration,
      ...(rule === undefined ? {} : { rule }),
      ...(enabled === false ? { enabled } : {}),
    };
  }),
});

/** What policies say, and the waivers that match. */
export function policiesDocument({ findings }: PolicyReview): Required<Pick<AccountDocument, "policies" | "waivers">> {
  const waivers = usedWaivers(findings);
  return {
    policies: findings.map(({ waiver, ...finding }) => {
      const at = waiver === undefined ? -1 : waivers.indexOf(waiver);
      return at === -1 ? finding : { ...finding, waiver: at };
    }),
    waivers,
  };
}

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

function lineDocument(each: ChangedSetting, policyTitles: PolicyTitles): AccountDocument["lines"][number] {
  const { verdict, change, isAlike, repositories, configurations, places } = each;
  const { path, before, after } = valuesOf(change);
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
  base_problems: problems.map(shown),
});

const sideDocument = (side: Side | null) =>
  side && { id: side.id ?? null, address: side.address ?? null, name: side.name ?? null };

/** The values of a leaf; null where nothing is set. */
export const valuesOf = ({ path, before = null, after = null }: ComparedLeaf) => ({ path, before, after });

const leafDocument = (each: LeafChange, titles: PolicyTitles) => ({ ...valuesOf(each), words: wordsOf(each, titles) });

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
  ...changes.map((each) => ({ ...valuesOf(each), verdict: each.verdict, words: wordsOf(each, titles) })),
];

function changeOf(
  each: Plan["configurations"][number],
  { policyTitles, locations }: Pick<Plan, "policyTitles" | "locations">,
): AccountDocument["changes"] {
  const { address, action, live, declared, repositories, changes } = each;
  if (action === "no-op") return [];
  const isRenamed = action === "adopt" && live !== undefined;
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

const deletionOf = ({
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
function appliedDocument(document: AccountDocument, applied: Applied): AppliedDocument {
  return {
    ...document,
    requests: { ...document.requests, sent: applied.sent },
    diagnostics: [...document.diagnostics, ...applied.diagnostics.map(shown)],
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

/** The document of a plan: what `plan --json` prints and `plan --out` saves. */
export const planDocument = ({ madeAt, plans, failed = [], diagnostics = [] }: PlansMade): PlanDocument =>
  documentOf({
    made_at: new Date(madeAt).toISOString(),
    accounts: [...failed.map(failedDocument), ...plans.map(accountDocument)],
    diagnostics: diagnostics.map(shown),
  });

/** The document of accounts: those without a plan first, then the worst. What they do together is counted here. */
export const documentOf = ({
  made_at,
  accounts,
  diagnostics,
}: Pick<PlanDocument, "made_at" | "accounts" | "diagnostics">): PlanDocument => ({
  format_version: formatVersion,
  made_at,
  overall: overallOf(accounts.filter(isPlanned)),
  accounts: [...accounts.filter((each) => !isPlanned(each)), ...worstFirst(accounts.filter(isPlanned))],
  diagnostics,
});

/** An account that has failed. */
export const failedDocument = ({ account, diagnostics }: FailedAccount): FailedAccountDocument => ({
  ...identityDocument(account),
  diagnostics: diagnostics.map(shown),
});

/** The document of `scanform apply --json`. @param applied what became of each account of which there is a plan */
export const appliedDocuments = (
  document: PlanDocument,
  applied: ReadonlyMap<AccountDocument, Applied>,
): AppliedPlanDocument => ({
  ...document,
  accounts: document.accounts.map((each) => {
    const became = isPlanned(each) ? applied.get(each) : undefined;
    return isPlanned(each) && became !== undefined ? appliedDocument(each, became) : each;
  }),
});

/** `--json`: exactly one document on every path, errors included. */
export const jsonRenderer: ApplyRenderer = {
  machineReadable: true,
  plans: (document, { since }) => jsonText(since === undefined ? document : comparedDocument(document, since)),
  errors: (diagnostics) => documentText({ diagnostics }),
  outcome: () => "",
  outcomes: (document) => jsonText(document),
};
