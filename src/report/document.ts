import type { Applied } from "../reconcile/apply/apply";
import { isEmpty, type Plan } from "../reconcile/plan/plan";
import type { ApplyRenderer } from "./renderer";

/** The version of every document that scanform prints with `--json`. */
export const formatVersion = "1.0";

const named = (name: string | undefined): { name?: string } => (name === undefined ? {} : { name });

/**
 * How much a plan does. `unchanged` counts the declared configurations and the assigned
 * repositories that are already as they should be.
 */
export function summaryOf(plan: Plan) {
  const acting = (action: string) => plan.configurations.filter((each) => each.action === action).length;
  return {
    create: acting("create"),
    update: acting("update"),
    delete: plan.deletions.length,
    adopt: acting("adopt"),
    move: plan.moves.length,
    unchanged: acting("no-op") + plan.settled,
  };
}

/** The document of `scanform plan --json`; its fields are public. */
export function planDocument(plan: Plan) {
  return {
    format_version: formatVersion,
    account_id: plan.account.id,
    summary: summaryOf(plan),
    changes: [
      ...plan.configurations
        .filter((each) => each.action !== "no-op")
        .map((each) => ({
          address: each.address,
          kind: "configuration",
          action: each.action,
          ...(each.live === undefined ? {} : { id: each.live.id }),
          ...named(each.declared.name),
          changes: changesOf(each),
        })),
      ...plan.deletions.map(({ address, live: { id, name } }) => ({
        address,
        kind: "configuration",
        action: "delete",
        id,
        ...named(name),
        changes: [],
      })),
    ],
    moves: plan.moves.map((move) => ({
      repository_id: move.repository.id,
      repository_name: move.repository.name ?? null,
      from: move.from ?? null,
      to: "id" in move.to ? move.to.id : move.to.address,
      rule: move.rule,
      class: move.class,
    })),
    requests: {
      planned: plan.requests.planned,
      one_by_one: plan.requests.oneByOne,
      lower_bound: plan.requests.lowerBound,
    },
    diagnostics: [...plan.refusals, ...plan.diagnostics],
  };
}

type ConfigurationChange = Plan["configurations"][number];

/** A new name is a change like any other, though it is no setting. */
function changesOf({ action, live, declared, changes }: ConfigurationChange) {
  const renamed = action === "adopt" && live !== undefined;
  return [
    ...(renamed ? [{ path: "name", before: live.name ?? null, after: declared.name, class: "neutral" }] : []),
    ...changes.map(({ path, before = null, after = null, class: verdict }) => ({
      path,
      before,
      after,
      class: verdict,
    })),
  ];
}

/** The document of `scanform apply --json`: the plan's, and what became of it. */
export function applyDocument(plan: Plan, applied: Applied) {
  const document = planDocument(plan);
  return {
    ...document,
    requests: { ...document.requests, sent: applied.sent },
    diagnostics: [...document.diagnostics, ...applied.diagnostics],
    outcomes: applied.outcomes.map(({ address, status, error, requestId }) => ({
      address,
      status,
      ...(error === undefined ? {} : { error }),
      ...(requestId === undefined ? {} : { request_id: requestId }),
    })),
    verified: isEmpty(plan) || applied.verified,
  };
}

/** The document of several accounts, or of the only one. */
function documentOf(documents: readonly object[]): string {
  const [only, ...more] = documents;
  const single = only !== undefined && more.length === 0;
  return jsonText(single ? only : { format_version: formatVersion, accounts: documents });
}

const jsonText = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

/** `--json`: exactly one document on every path, errors included. */
export const jsonRenderer: ApplyRenderer = {
  machineReadable: true,
  plans: (plans) => documentOf(plans.map(planDocument)),
  errors: (diagnostics) => jsonText({ format_version: formatVersion, diagnostics }),
  outcome: () => "",
  outcomes: (all) => documentOf(all.map(({ plan, applied }) => applyDocument(plan, applied))),
};
