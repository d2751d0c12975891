import { fail } from "../diagnostics/error";
import { checkKeys, checkText } from "./arguments";
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
  options: ComparisonOptions = {},
): Judged {
  checkKeys(options, "options", ["repositories"]);
  const { repositories } = options;
  if (repositories !== undefined) checkNames(repositories);
  if (!((before as unknown) instanceof Snapshot))
    fail("argument-invalid", "What it is compared to is no snapshot. Pass snapshot(stack).");
  const found = pairs(before, snapshot(declared)).flatMap(([was, is]) => weakenings(was, is, repositories));
  if (found.length === 0) return { holds: true, is: "nothing is weaker than in the snapshot" };
  return { holds: false, is: ["weaker than in the snapshot:", ...found.map((each) => `  ${each}`)].join("\n") };
}

/** Of no names, or of the letters of one, nothing would ever be weaker. */
function checkNames(names: unknown): void {
  if (!Array.isArray(names) || names.length === 0)
    fail("argument-invalid", "repositories is no list of names: give it some, or leave it out.");
  for (const [at, name] of (names as readonly unknown[]).entries()) checkText(name, `repositories[${String(at)}]`);
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
