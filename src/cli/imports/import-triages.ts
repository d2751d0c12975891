import { join } from "node:path";
import type { AccountDeclaration } from "../../declaration/group-by-account";
import { count, number } from "../../diagnostics/count";
import { hasErrors } from "../../diagnostics/diagnostic";
import { fail } from "../../diagnostics/error";
import { visible } from "../../diagnostics/foreign-text";
import { triagesCode } from "../../generate/import/triages";
import { usageOf } from "../../generate/project/project-files";
import { desiredOf } from "../../library/input";
import { isUuid } from "../../model/uuid";
import { pendingTriages, triagesOf } from "../../reconcile/plan/triages";
import { type Dismissal, dismissals } from "../../reconcile/refresh/decided-findings";
import { observeTriages } from "../../reconcile/refresh/observe";
import { type ExitCode, exitCode } from "../exit-codes";
import { writeNewFiles } from "../files";
import type { Io } from "../io";
import { accountInCode } from "./account-in-code";
import { accountFor, refuseKeys } from "./deliver";
import { declaredOf, type LiveAccount } from "./import-live";
import type { Place, PlaceOptions } from "./place";

/**
 * Writes code for the triages that are live and not declared. Each lacks its justification, which the service does not
 * store: with one, a plan of it shows no changes.
 *
 * @param declared what the app beside declares
 * @throws ScanformError `import-changes` when a triage changes meanwhile
 */
export async function importTriages(
  io: Io,
  live: LiveAccount,
  place: Place,
  options: PlaceOptions,
  declared: readonly AccountDeclaration[] = [],
): Promise<ExitCode> {
  const { reader, account } = live;
  const { found, of } = await dismissals(reader, account.id, { signal: io.signal });
  if (of !== undefined) io.err(`Only the newest ${number(of)} findings were read.\n`);
  const known = new Set(
    declaredOf(declared, live).flatMap(({ desired }) =>
      (desired.triages ?? []).map(({ findingId }) => findingId.toLowerCase()),
    ),
  );
  const others = found.filter(({ findingId }) => !known.has(findingId.toLowerCase()));
  const fresh = others.filter(({ findingId }) => isUuid(findingId));
  for (const { findingId } of others)
    if (!isUuid(findingId)) io.err(`Not imported: finding ${visible(findingId)}: its id is no UUID.\n`);
  if (fresh.length === 0) {
    const [which, what] = [others.length === 0 ? "" : "other ", known.size === 0 ? "" : " that is not declared"];
    io.err(`No ${which}finding has a triage${what}. Nothing was written.\n`);
    return exitCode.done;
  }
  await checkNoChanges(live, fresh, io.signal);
  const { out, format } = options;
  const { framework, number: part, construct, folder } = place;
  const { fileName, text } = triagesCode(fresh, format, { framework, number: part });
  // no app is written that would say the account
  const { block, say } = accountInCode(accountFor(live), { ...place, isNew: false }, options, declared);
  refuseKeys(io, [text]);
  if (out === undefined) io.out(text);
  else {
    writeNewFiles(folder, { [fileName]: block + text }, "Name another folder with --out.");
    io.err(`Saved to ${visible(join(folder, fileName))}.\n`);
  }
  if (format === "typescript") io.err(`Use it in a stack: ${usageOf(construct, "this")}\n`);
  if (say !== undefined) io.err(`${say}\n`);
  io.err(
    `${count(fresh.length, "triage")}: fill in each justification, which the service does not store. A plan of them shows no changes then.\n`,
  );
  return exitCode.done;
}

/** @throws ScanformError `import-changes` when a plan of these has changes, whatever their justifications are */
async function checkNoChanges(
  { reader, account }: LiveAccount,
  all: readonly Dismissal[],
  signal: AbortSignal,
): Promise<void> {
  const { triages = [] } = desiredOf({
    triages: all.map(({ findingId, category }) => ({ findingId, category, justification: "to be filled in" })),
  });
  const findings = triages.map(({ findingId }) => findingId);
  const planned = triagesOf(triages, await observeTriages(reader, account.id, findings, { signal }));
  if (hasErrors(planned.diagnostics) || pendingTriages(planned.triages).length > 0)
    fail(
      "import-changes",
      "A plan of the imported triages has changes, as when somebody triages meanwhile. Import again.",
    );
}
