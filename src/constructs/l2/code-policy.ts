import { Construct } from "constructs";
import type { ICodePolicy } from "./code-policy-reference";
import { guardStack } from "./guard";
import { writeLocation } from "./location";
import { type LookupOptions, readLookup } from "./lookup";
import { DataScanformCustomPolicy } from "./lookups";
import { reportProblems } from "./problems";

/**
 * A custom code policy that the account has: service specification, *Resources and their fields > Custom policy*.
 * scanform does not write policies. Its data source is `node.defaultChild`.
 *
 * @example
 * const tokens = CodePolicy.fromTitle(this, "tokens", "No tokens in code");
 * strict.addCodePolicy({ policy: tokens, enabled: true, blocking: true });
 */
export class CodePolicy extends Construct implements ICodePolicy {
  /**
   * The policy with this title. A title that the account lacks, or has twice, is an error when planning.
   *
   * @example
   * const tokens = CodePolicy.fromTitle(this, "tokens", "No tokens in code");
   * strict.addCodePolicy({ policy: tokens, enabled: true, blocking: true });
   */
  static fromTitle(scope: Construct, id: string, title: string, options: LookupOptions = {}): CodePolicy {
    return new CodePolicy(scope, id, title, options);
  }

  /** A token for the UUID, which the CLI or terraform reads. Also a key of `codePolicies`. */
  readonly codePolicyId: string;

  private constructor(scope: Construct, id: string, given: unknown, how: unknown) {
    super(scope, id);
    guardStack(this);
    const { sought: title, options, problems } = readLookup("title", given, how);
    const source = new DataScanformCustomPolicy(this, "Default", { title, ...options });
    writeLocation(source, this);
    this.codePolicyId = source.id;
    reportProblems(this, () => problems);
  }
}
