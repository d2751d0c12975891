import type { Plan, PlanOptions } from "../../reconcile/plan/plan";
import type { Reader, TriageReader, Writer } from "../../reconcile/ports";
import type { Ledger } from "../ledger/ledger";
import type { Lists } from "./lists";

/** What a batch of changes is applied with. */
export interface BatchContext {
  readonly account: Plan["account"];
  readonly reader: Pick<Reader, "configurations" | "configuration" | "repositories" | "firstPage" | keyof TriageReader>;
  readonly writer: Writer;
  readonly lists: Lists;
  readonly options: PlanOptions;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  readonly ledger: Ledger;
}
