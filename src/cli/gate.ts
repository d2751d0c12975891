import { error, hasErrors } from "../diagnostics/diagnostic";
import { fail } from "../diagnostics/error";
import { closes, type GateCondition } from "../report/conditions";
import { type AccountDocument, isPlanned, plannedIn, type PlanDocument } from "../report/document";
import { accountLine } from "../report/head";

/** What is asked of a plan before it is shown or applied. */
export interface Gate {
  readonly failOn?: readonly GateCondition[] | undefined;
  /** The folder that the plan was compared with in this command. */
  readonly base?: string | undefined;
}

/** @throws ScanformError `usage` for a condition about a base where the command names none */
export function requireBase({ failOn = [], base }: Gate): void {
  if (base === undefined && failOn.includes("future"))
    fail("usage", "--fail-on future compares with an earlier declaration: name its synthesized folder with --base.");
}

/** The plans, refused where they meet one of the conditions, or cannot be compared with the base that was named. */
export function gated(document: PlanDocument, { failOn = [], base }: Gate): PlanDocument {
  const isCompared = base !== undefined || failOn.includes("future");
  return withRefusals(document, (each) => [
    ...failOn.flatMap((condition) => {
      const reason = closes(condition, each);
      if (reason === undefined) return [];
      return [error("gate-closed", `${reason}, and --fail-on ${condition} rejects this plan.`)];
    }),
    ...(isCompared ? (each.base_problems ?? []) : []),
  ]);
}

/** The document with errors, each with its account where there are several. */
export function withRefusals(
  document: PlanDocument,
  refusalsOf: (each: AccountDocument) => AccountDocument["diagnostics"],
): PlanDocument {
  const several = document.accounts.length > 1;
  return {
    ...document,
    accounts: document.accounts.map((each) => {
      if (!isPlanned(each)) return each;
      const of = several ? `${accountLine(each.account)}: ` : "";
      const refusals = refusalsOf(each).map((one) => ({ ...one, detail: of + one.detail }));
      return refusals.length === 0 ? each : { ...each, diagnostics: [...refusals, ...each.diagnostics] };
    }),
  };
}

/** A plan must not be applied: a message of its is an error. */
export const isRefused = (document: PlanDocument): boolean =>
  [document, ...plannedIn(document)].some(({ diagnostics }) => hasErrors(diagnostics));
