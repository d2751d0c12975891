import fc from "fast-check";
import { merging, type Plan, plan, type PlanOptions, type Semantics } from "../../../src/reconcile/plan/plan";
import { ScanformError } from "../../../src/diagnostics/error";
import { type Case, cases } from "../case";
import { id } from "../service";

/** An account, what is declared for it, and what a probe has found. */
export interface RehearsalCase extends Pick<Case, "live" | "desired" | "concurrency"> {
  readonly options: PlanOptions;
  /** Chooses a reading. */
  readonly choice: number;
}

/** What a probe may have found; a part of it is not known where the service did not show it in time. */
const semantics: fc.Arbitrary<Semantics> = fc.record(
  {
    patchMerge: fc.constantFrom(...merging),
    bulkMerge: fc.constantFrom(...merging),
    put: fc.constantFrom("replaces", "keeps", "merges"),
    fillsIn: fc.nat(3).map((each) => each === 0),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** Where nothing was probed, and where something may have been. */
export const found = { "without a probe": fc.constant({}), "after a probe": semantics } as const;

export const rehearsalCases = (known: fc.Arbitrary<Semantics>): fc.Arbitrary<RehearsalCase> =>
  fc
    .record({ one: cases, probed: known, choice: fc.nat(10_000) })
    .map(({ one: { live, desired, prune, concurrency }, probed, choice }) => ({
      live,
      desired,
      concurrency,
      options: { prune, force: true, semantics: probed },
      choice,
    }));

/** The plan of a case; undefined where there is none or it has no writes. */
export function planOf({ live, desired, options }: RehearsalCase): Plan | undefined {
  try {
    const made = plan({ id }, desired, live, options);
    return made.writes.length === 0 || made.refusals.length > 0 ? undefined : made;
  } catch (thrown) {
    if (thrown instanceof ScanformError) return undefined;
    throw thrown;
  }
}
