import type { RepositoryExplanation } from "../../reconcile/explain/explain";
import type { LostRule } from "../../reconcile/explain/matching";
import { haveIt, repositories } from "../../diagnostics/count";

/** Phrases about a repository and its rules, in the terminal and on the page. */
export const phrases = {
  unmatched: "no rule matches: it keeps its configuration",
  unmatchedAndLost: "no rule matches, and its configuration is deleted",
  movedByRollback: "the rollback moves it back",
  keptByRollback: "the rollback leaves it where it is",
  unassigned: "no rule matches: it gets no configuration",
  assigns: "assigns",
  leaves: "leaves it where it is",
  wouldAssign: "would assign",
  wouldLeave: "would leave it",
  unchanged: "an apply changes nothing for it",
  renamed: "an apply only renames the configuration",
  given: "an apply gives it a configuration, and changes no setting",
  edited: "its configuration changes",
  now: "now",
  after: "after an apply",
  both: "now, and after an apply",
  unassignedConfiguration: "no rule assigns it",
  moved: "an apply gives it another configuration, and changes no setting",
} as const;

/** Why a rule that matches does not decide. */
export const whyLost: Readonly<Record<LostRule["why"], string>> = {
  later: "an earlier rule matches too, and the first match decides",
  left: "a rule that leaves claims nothing; another RepositoryAssignments decides",
};

const verbs: Readonly<Record<RepositoryExplanation["class"], string>> = {
  weakens: "WEAKENS it",
  unclassified: "changes it, and may weaken it",
  strengthens: "strengthens it",
  neutral: "changes it, but neither weakens nor strengthens it",
  unaffected: "changes it",
};

/** What an apply does to a repository: `an apply WEAKENS it`. */
export const applyText = (kind: RepositoryExplanation["class"]): string => `an apply ${verbs[kind]}`;

/** How many repositories have a configuration: `9 repositories have it, and 12 repositories after an apply`. */
export const holdersText = (before: number, after: number): string =>
  `${haveIt(before)}${before === after ? "" : `, and ${repositories(after)} after an apply`}`;
