import { fail } from "../diagnostics/error";
import type { DeclaredAccount } from "./declared-account";
import type { Judged } from "./matcher";
import { Snapshot, snapshot } from "./snapshot";
import { weakenings } from "./weakenings";

/** Which repositories are compared. */
export interface ComparisonOptions {
  /** The names of the repositories to compare; by default a name of every kind that the rules tell apart. */
  readonly repositories?: readonly string[];
}

export function toWeakenNothingComparedTo(
  declared: unknown,
  before: Snapshot,
  { repositories }: ComparisonOptions = {},
): Judged {
  if (!((before as unknown) instanceof Snapshot))
    fail("argument-invalid", "What it is compared to is no snapshot. Pass snapshot(stack).");
  const found = pairs(before, snapshot(declared)).flatMap(([was, is]) => weakenings(was, is, repositories));
  if (found.length === 0) return { holds: true, is: "nothing is weaker than in the snapshot" };
  return { holds: false, is: ["weaker than in the snapshot:", ...found.map((each) => `  ${each}`)].join("\n") };
}

/** The accounts of both, by their labels; one account on each side is the same, whatever its labels. */
function pairs(before: Snapshot, after: Snapshot): readonly (readonly [DeclaredAccount, DeclaredAccount])[] {
  const [only] = after.accounts;
  if (only !== undefined && before.accounts.length === 1 && after.accounts.length === 1)
    return before.accounts.map((was) => [was, only]);
  return before.accounts.map((was) => {
    const same = after.accounts.find(({ labels }) => labels.join() === was.labels.join());
    return [was, same ?? { ...was, configurations: [], assignments: [] }];
  });
}
