import { basename, extname, resolve } from "node:path";
import { count } from "../../diagnostics/count";
import { fail } from "../../diagnostics/error";
import { visible } from "../../diagnostics/foreign-text";
import { baselineModule } from "../../generate/project/baseline-module";
import { isDateOrDateTime } from "../../model/time";
import { hasExpired } from "../../model/triage";
import { baselineOf } from "../../policy/baseline";
import { type AccountDocument, accountIn } from "../../report/document";
import { type ExitCode, exitCode } from "../exit-codes";
import { writeNewFiles } from "../files";
import { refuseKeys } from "../imports/deliver";
import type { Io } from "../io";
import type { PolicyOptions } from "../command-policies";
import { reviewAccounts } from "../policy-review";

export interface BaselineOptions extends Pick<PolicyOptions, "policyTimeout"> {
  readonly owner?: string;
  readonly expires?: string;
  readonly reason?: string;
  /** Without it, the module is printed. */
  readonly out?: string;
}

const usualReason = "it was so when the policy was introduced";

/**
 * Writes waivers of what policies deny in the accounts as they are. Overwrites nothing.
 *
 * @param file of the policies
 * @param live reads the accounts
 */
export async function baseline(
  io: Io,
  file: string,
  live: () => Promise<readonly AccountDocument[]>,
  { out, reason = usualReason, ...options }: BaselineOptions,
): Promise<ExitCode> {
  const owner = options.owner ?? fail("usage", "Name the owner of the waivers with --owner, such as a team.");
  const expires = endIn(io, options.expires);
  const accounts = await live();
  const { reviews } = await reviewAccounts(io, file, accounts, options.policyTimeout);
  const reviewed = accounts.map((each, at) => {
    const { id, name = null } = accountIn(each);
    return { account: { id, name }, review: reviews[at] ?? { policies: [], waivers: [] } };
  });
  const waivers = baselineOf(reviewed, { reason, owner, expires });
  if (waivers.length === 0) {
    io.err("The policies deny nothing that is not waived. Nothing was written.\n");
    return exitCode.done;
  }
  const end = extname(out ?? file);
  const text = baselineModule(waivers, /^\.[cm]?ts$/.test(end));
  refuseKeys(io, [text]);
  if (out === undefined) io.out(text);
  else {
    const path = resolve(io.cwd, out);
    writeNewFiles(resolve(path, ".."), { [basename(path)]: text }, "Name another file with --out.");
    const module = basename(path).replace(/ts$/, "js");
    io.err(
      `Saved ${count(waivers.length, "waiver")} to ${visible(out)}. They hold once ${visible(file)} exports them: export { waivers } from ${JSON.stringify(`./${module}`)};\n`,
    );
  }
  return exitCode.done;
}

function endIn(io: Io, expires: string | undefined): string {
  if (expires === undefined) return fail("usage", "Give the end of the waivers with --expires, such as 2027-01-31.");
  if (!isDateOrDateTime(expires))
    return fail("usage", "--expires must be a date such as 2027-01-31, or a date-time with an offset.");
  if (hasExpired(expires, io.now()))
    return fail("usage", `--expires ${expires} is in the past, and an expired waiver refuses every plan.`);
  return expires;
}
