import { type Diagnostic, shownDiagnostic } from "../diagnostics/diagnostic";
import { canonicalJson, fingerprint } from "../model/fingerprint";
import type { Applied } from "../reconcile/apply/apply";
import { type PlanAccount, ruleText } from "../reconcile/plan/change";
import { repositoryCounts } from "../reconcile/plan/effects";
import { effectKey } from "../reconcile/plan/open-findings";
import type { Plan } from "../reconcile/plan/plan";
import { pendingTriages } from "../reconcile/plan/triages";
import {
  type AccountDocument,
  type AppliedDocument,
  type AppliedPlanDocument,
  type FailedAccountDocument,
  isPlanned,
  type PlanDocument,
  withoutRuleNumber,
} from "./document";
import {
  actionOf,
  baseDocument,
  changeOf,
  deletionOf,
  effectDocument,
  findingsDocument,
  leafDocument,
  lineDocument,
  triageDocument,
} from "./document-entries";
import { formatVersion } from "./format-version";
import { overallOf, worstFirst } from "./overall";
import { type Judged, type ReviewedByPolicy, usedWaivers } from "./policy-review";
import type { FailedAccount } from "./renderer";
import { standingDocuments } from "./standing-document";
import { whatChanges } from "./what-changes";

/** Plans, and the accounts without one. */
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

/** How much a plan does. `unchanged` counts the declared objects and the assigned repositories that are as they should be. */
function summaryOf(plan: Plan): AccountDocument["summary"] {
  const acting = (action: string) => plan.configurations.filter((each) => actionOf(each, plan) === action).length;
  const triaging = (action: string) => plan.triages.filter((each) => each.action === action).length;
  const unchanged = acting("no-op");
  const changing = {
    create: acting("create"),
    rename: acting("rename"),
    update: acting("update"),
    adopt: acting("adopt"),
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
export const identityDocument = <Id extends string | null>({
  id,
  name,
  inactive,
  alias,
  baseUrl,
}: Omit<PlanAccount, "id"> & { readonly id: Id }) => ({
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
  const classes = new Map(
    plan.effects.flatMap((each) => each.repositories.map(({ repository: { id } }) => [id, each.class] as const)),
  );
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
      class: classes.get(move.repository.id) ?? "unaffected",
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
    diagnostics: [...plan.refusals, ...plan.diagnostics].map(shownDiagnostic),
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

/** What policies say, and the waivers that match. */
export function policiesDocument(findings: readonly ReviewedByPolicy[]): Required<Judged> {
  const waivers = usedWaivers(findings);
  return {
    policies: findings.map(({ waiver, ...finding }) => {
      const at = waiver === undefined ? -1 : waivers.indexOf(waiver);
      return at === -1 ? finding : { ...finding, waiver: at };
    }),
    waivers,
  };
}

/** What one account got: the plan's document, and what became of it. */
function appliedDocument(document: AccountDocument, applied: Applied): AppliedDocument {
  return {
    ...document,
    requests: { ...document.requests, sent: applied.sent },
    diagnostics: [...document.diagnostics, ...applied.diagnostics.map(shownDiagnostic)],
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
    diagnostics: diagnostics.map(shownDiagnostic),
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

export const failedDocument = ({ account, diagnostics }: FailedAccount): FailedAccountDocument => ({
  ...identityDocument(account),
  diagnostics: diagnostics.map(shownDiagnostic),
});

/** The document of `scanform apply --json`. @param applied what became of each account that has a plan */
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
