import type { Colors as Picocolors } from "picocolors/types";
import type { Diagnostic } from "../diagnostics/diagnostic";
import type { Applied } from "../reconcile/apply/apply";
import type { DeclaredIdentity } from "../reconcile/plan/change";
import type { AccountDocument, AppliedPlanDocument, PlanDocument } from "./document";

/** How to colour; picocolors makes one for a terminal and one for anything else. */
export type Colors = Picocolors;

/** What of a plan is shown in detail. Its counts and its verdict are always those of the whole. */
export interface Part {
  /** SQL LIKE. */
  readonly pattern: string;
  /** Whether a name, an id or an address matches. */
  readonly matches: (name: string) => boolean;
}

/** An account without a plan. */
export interface FailedAccount {
  readonly account: DeclaredIdentity;
  /** Why; each says of which account it is. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What is wrong with all of them. */
export const problemsOf = (failed: readonly FailedAccount[]): readonly Diagnostic[] =>
  failed.flatMap(({ diagnostics }) => diagnostics);

/** How plans are shown. */
export interface View {
  readonly colors: Colors;
  /** Columns of the terminal; absent where there is none. */
  readonly columns?: number;
  /** Everything is printed, whatever room it takes. */
  readonly full?: boolean;
  /** Only this part is shown in detail, which text alone can do. */
  readonly only?: Part;
  /** An earlier document: what is new since is marked, and what is gone is listed. */
  readonly since?: PlanDocument;
  /** By `accountKey`, the digests of the reviewed plans, of which these may be the rest. */
  readonly reviewed?: ReadonlyMap<string, string>;
  /** Where the page of the plan will be, for Markdown to link: http or https, encoded. */
  readonly pageUrl?: string;
}

/** How something other than a plan is printed to stdout. */
export interface Printer<Report> {
  /** Everything is one document for a program, diagnostics included: stderr repeats none of them. */
  readonly machineReadable: boolean;
  readonly print: (report: Report, view: View) => string;
}

/** A plan, and what became of it. */
export interface AppliedPlan {
  readonly document: AccountDocument;
  readonly applied: Applied;
  /** Nothing of it has arrived: the account is as it was. */
  readonly isUntouched: boolean;
}

/** What a format of `--format` prints to stdout. */
export interface Renderer {
  /** Everything is one document for a program, diagnostics included: stderr repeats none of them. */
  readonly machineReadable: boolean;
  plans(document: PlanDocument, view: View): string;
  /** Printed in place of plans after an error; "" where stderr says it all. */
  errors(diagnostics: readonly Diagnostic[]): string;
}

/** A format in which an apply can be printed too. */
export interface ApplyRenderer extends Renderer {
  /** What became of one plan, of several or alone, as soon as it is known; "" where `outcomes` prints it. */
  outcome(applied: AppliedPlan, several: boolean, colors: Colors): string;
  /** What became of all plans, at the end; "" where `outcome` has printed it. */
  outcomes(document: AppliedPlanDocument): string;
}
