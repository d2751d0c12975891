import { fail } from "../diagnostics/error";
import type { DocumentFinding } from "../report/policy-review";
import type { AccountDocument } from "../report/document";
import type { Policy } from "./policy";
import { run, type Said } from "./run";

/**
 * The findings of policies about one account of a document, for tests of policies: as `scanform plan --policy`
 * evaluates them, without waivers. `accountDocument` of `scanform/testing` makes an account from a few names.
 *
 * @example
 * ```ts
 * import { evaluate, everyRepositoryCovered } from "scanform/policy";
 * import { accountDocument, accountSeed } from "scanform/testing";
 *
 * const account = accountDocument(accountSeed({ repositories: ["web"] }));
 * expect(evaluate([everyRepositoryCovered()], account)).toMatchObject([{ level: "deny", at: { name: "web" } }]);
 * ```
 * @throws ScanformError `policy-failed` where a policy throws, or returns something else than findings
 */
export function evaluate(policies: readonly Policy[], account: AccountDocument): readonly DocumentFinding[] {
  const all: Said[] = [];
  const own = JSON.parse(JSON.stringify(account)) as AccountDocument; // what policies are given is changed and frozen
  run({ default: policies }, [own], (said) => all.push(said));
  const failed = all.find((each) => "failed" in each);
  if (failed !== undefined)
    fail("policy-failed", `${failed.policy === undefined ? "" : `${failed.policy}: `}${failed.failed}.`);
  return all.flatMap((each) => ("findings" in each ? each.findings : []));
}
