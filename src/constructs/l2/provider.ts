import type { Construct } from "constructs";
import {
  ScanformProvider as Binding,
  type ScanformProviderConfig,
  type ScanformProviderManagedScope,
} from "../l1/provider";
import { numberProblems } from "./checks";
import { guardStack } from "./guard";
import { writeLocation } from "./location";
import { type Problem, reported } from "./problem";

/**
 * Which live configurations belong to this app, so that `scanform apply --prune` deletes those that are
 * not declared: those whose name matches `names` (SQL LIKE), or `all`; at most `maxDeletes` at once. Without
 * `names` and `all`, or when the whole is absent, nothing is deleted.
 *
 * @interface
 */
export type ManagedScope = ScanformProviderManagedScope;

/**
 * Which account, and where. There is no `apiKey`: a key belongs in SCANFORM_API_KEY, never into code.
 * What is absent has no effect, or comes from the environment.
 *
 * @interface
 */
export type ScanformProviderProps = Omit<ScanformProviderConfig, "apiKey">;

/**
 * The account that a stack declares. Without props, SCANFORM_BASE_URL and SCANFORM_ACCOUNT_ID say
 * which; the account id is not needed when the key reaches one account. For several accounts in one
 * stack, give each an `alias` and name it in the `provider` of what belongs to it.
 *
 * @example
 * ```ts
 * new ScanformProvider(this, "acme", { managedScope: { names: "platform-%", maxDeletes: 3 } });
 * const globex = new ScanformProvider(this, "globex", { alias: "globex" });
 * new Configuration(this, "strict", { name: "strict", provider: globex });
 * ```
 */
export class ScanformProvider extends Binding {
  constructor(scope: Construct, id: string, props: ScanformProviderProps = {}) {
    super(scope, id, props);
    guardStack(this);
    writeLocation(this);
    this.node.addValidation({ validate: () => reported(this, this.problems()) });
  }

  private problems(): readonly Problem[] {
    const key = "managedScope.maxDeletes";
    const problems = numberProblems(key, this.managedScopeInput?.maxDeletes).map((detail) => ({ key, detail }));
    if (this.apiKeyInput === undefined) return problems;
    const detail = "apiKey would stand in the synthesized files: leave it out and set SCANFORM_API_KEY instead.";
    return [...problems, { key: "apiKey", detail }];
  }
}
