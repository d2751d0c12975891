import { LikePatternError, like } from "./sql-like";
import { isUuid } from "./uuid";

/** In place of a part of a rule that is not known before the apply. Such a part is right. */
export const notKnownYet: unique symbol = Symbol("not known yet");
type Known<T> = T | typeof notKnownYet | null | undefined;

/** What a rule says, whoever wrote it. Null and undefined are absent. */
export interface WrittenRule {
  /** The configuration that it assigns, by the UUID of a live one. `declared`: one that is declared beside. */
  readonly configuration: Known<{ readonly id: string } | "declared">;
  readonly leave: Known<boolean>;
  readonly repositoryIds: Known<readonly unknown[]>;
  readonly repositoryNames: Known<readonly unknown[]>;
  readonly repositoryPattern: Known<string>;
}

export type RuleProblem =
  /** It both assigns a configuration and leaves the repositories as they are. */
  | { readonly kind: "two-targets" }
  | { readonly kind: "no-target" }
  | { readonly kind: "not-an-id"; readonly id: string }
  /** All of its selectors are absent or empty. An empty one beside another selects nothing, which is allowed. */
  | { readonly kind: "no-selector" }
  | { readonly kind: "pattern-invalid"; readonly pattern: string; readonly message: string };

/** Everything that is wrong with a rule, whatever the account holds. The one judge of all ways to write one. */
export function judgeRule(rule: WrittenRule): readonly RuleProblem[] {
  const { configuration, leave, repositoryPattern: pattern } = rule;
  const assigns = isThere(configuration);
  const selectors: readonly Selector[] = [rule.repositoryIds, rule.repositoryNames, pattern];
  return [
    ...(assigns && leave === true ? [{ kind: "two-targets" } as const] : []),
    ...(!assigns && leave !== true && leave !== notKnownYet ? [{ kind: "no-target" } as const] : []),
    ...(typeof configuration === "object" && configuration !== null && !isUuid(configuration.id)
      ? [{ kind: "not-an-id", id: configuration.id } as const]
      : []),
    ...(selectors.every(isEmpty) ? [{ kind: "no-selector" } as const] : []),
    ...(typeof pattern === "string" ? patternProblems(pattern) : []),
  ];
}

const isThere = (part: unknown): boolean => part !== undefined && part !== null;

type Selector = Known<readonly unknown[] | string>;

const isEmpty = (selector: Selector): boolean =>
  selector === undefined || selector === null || (selector !== notKnownYet && selector.length === 0);

function patternProblems(pattern: string): readonly RuleProblem[] {
  try {
    like(pattern);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof LikePatternError)) throw thrown;
    return [{ kind: "pattern-invalid", pattern, message: thrown.message }];
  }
}
