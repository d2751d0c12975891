import { resolve } from "node:path";
import pc from "picocolors";
import type { Diagnostic } from "../../diagnostics/diagnostic";
import { fail } from "../../diagnostics/error";
import { readDeclaration } from "../../declaration/read";
import { isEmpty, type Plan, plan as compare } from "../../reconcile/plan";
import { refuseCutList } from "../../reconcile/tripwire";
import { planDocument } from "../../report/document";
import { planMarkdown } from "../../report/markdown";
import { diagnosticsText, planText } from "../../report/text";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { writePlanFile } from "../plan-file";
import { apiKey, chooseAccount, type ConnectionOptions, connect, look, type Session } from "../session";
import { synthesize } from "../synthesize";

export type Format = "text" | "markdown" | "json";

export interface PlanOptions extends ConnectionOptions {
  readonly out?: string;
  readonly format: Format;
  readonly detailedExitcode?: boolean;
  readonly synthesized?: string;
}

/** Synthesizes, looks, compares and prints. Writes nothing but `--out` and what the app synthesizes. */
export async function planCommand(io: Io, options: PlanOptions): Promise<ExitCode> {
  const { session, plan: made } = await declaredPlan(io, options);
  try {
    // first, so that a file that cannot be written is the one thing that is reported
    if (options.out !== undefined) writePlanFile(resolve(io.cwd, options.out), made, session);
    printPlan(io, made, options.format);
    if (options.out !== undefined) {
      io.err(`Saved to ${options.out}. Apply exactly this with: scanform apply ${options.out}\n`);
    }
    return options.detailedExitcode === true && !isEmpty(made) ? exitCode.changes : exitCode.done;
  } finally {
    await session.close();
  }
}

/** The plan of what the app declares, and the session that it was made in. */
export async function declaredPlan(
  io: Io,
  options: Omit<PlanOptions, "out">,
): Promise<{ readonly session: Session; readonly plan: Plan }> {
  const key = apiKey(io.env);
  const folder = options.synthesized === undefined ? await synthesize(io, key) : resolve(io.cwd, options.synthesized);
  const { accounts, diagnostics } = readDeclaration(folder);
  const [{ provider, desired } = fail("several-providers", "Nothing is declared."), ...others] = accounts;
  if (others.length > 0) fail("several-providers", "The CLI applies one account at a time: make an app of each.");
  const session = connect(io, key, provider, options);
  try {
    const account = await chooseAccount(io, session);
    const observed = await look(io, session.reader, account, desired);
    const made = compare(account, desired, observed);
    await refuseCutList(session.reader, account.id, observed, made, io.signal);
    return { session, plan: { ...made, diagnostics: [...diagnostics, ...made.diagnostics] } };
  } catch (thrown) {
    await session.close();
    throw thrown;
  }
}

/** The plan goes to stdout in the form that was asked for, what there is to say of it to stderr. */
export function printPlan(io: Io, made: Plan, format: Format): void {
  if (format === "json") io.out(`${JSON.stringify(planDocument(made), null, 2)}\n`);
  else if (format === "markdown") io.out(planMarkdown(made));
  else io.out(planText(made, pc.createColors(io.colors.out)));
  if (format !== "json") printDiagnostics(io, made.diagnostics);
}

export function printDiagnostics(io: Io, diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length > 0) io.err(`\n${diagnosticsText(diagnostics, pc.createColors(io.colors.err))}`);
}
