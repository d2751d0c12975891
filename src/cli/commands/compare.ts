import { Option } from "commander";
import pc from "picocolors";
import { fail } from "../../diagnostics/error";
import { type AccountComparison, comparePlans } from "../../report/compare/compare";
import { type ComparisonFormat, comparisonFormats, comparisonRenderers } from "../../report/compare/compare-renderers";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { type CommandDefinition, type Flags, formatOf, withExamples } from "../options";
import { type PlannedAccount, readPlanDocument, unusable } from "../plan-document";
import { printDiagnostics } from "../print";

export const define: CommandDefinition = (command, { io, finish }) => {
  command
    .argument("<before>", "the document of the earlier plan: plan --json, or show --json")
    .argument("<after>", "the document of the later plan")
    .addOption(new Option("--format <format>", "form of the report").choices(comparisonFormats))
    .option("--json", "the same as --format json")
    .option("--full", "show every repository, leaf and value whole")
    .action((before: string, after: string, flags: Flags<CompareOptions>) => {
      finish(compareCommand(io, before, after, { ...flags, format: formatOf(flags) }));
    });
  withExamples(
    command,
    ["what is new since the plan that was approved", "scanform compare approved.json plan.json"],
    ["as a comment for a pull request", "scanform compare approved.json plan.json --format markdown"],
  );
};

interface CompareOptions {
  readonly format: ComparisonFormat;
  readonly full?: boolean;
}

/** Says what has changed between two plans. Reads nothing but the files, and needs no key. */
function compareCommand(io: Io, before: string, after: string, { format, full = false }: CompareOptions): ExitCode {
  const comparisons = compared(accountsIn(io, before), accountsIn(io, after), before, after);
  const renderer = comparisonRenderers[format];
  const { columns } = io;
  const colors = pc.createColors(io.colors.out);
  io.out(renderer.print(comparisons, { colors, full, ...(columns === undefined ? {} : { columns }) }));
  if (!renderer.machineReadable)
    printDiagnostics(
      io,
      comparisons.flatMap(({ diagnostics }) => diagnostics),
    );
  return exitCode.done;
}

const refusal = {
  code: "compare-document",
  advice: "Make one with: scanform plan --json > plan.json",
  use: "compared",
} as const;

type Accounts = ReadonlyMap<string, PlannedAccount>;

/** The accounts of a document by account and service. @throws ScanformError where it is none, or has one twice */
function accountsIn(io: Io, file: string): Accounts {
  const accounts = new Map<string, PlannedAccount>();
  for (const each of readPlanDocument(io, file, refusal)) {
    const key = JSON.stringify([each.account_id, each.account.base_url]);
    if (accounts.has(key)) unusable(file, `has ${nameOf(each)} twice`, refusal);
    if (!/^[0-9a-f]{64}$/.test(each.digest))
      unusable(file, `has no digest of 64 hexadecimal digits for ${nameOf(each)}`, refusal);
    accounts.set(key, each);
  }
  return accounts;
}

/** In the order of the later plan. */
function compared(earlier: Accounts, later: Accounts, before: string, after: string): readonly AccountComparison[] {
  const lacking = (file: string, account: PlannedAccount): never =>
    fail("compare-accounts", `${file} has no plan of ${nameOf(account)}. Compare two plans of the same accounts.`, {
      path: file,
    });
  for (const [key, account] of earlier) if (!later.has(key)) lacking(after, account);
  return [...later].map(([key, account]) => comparePlans(earlier.get(key) ?? lacking(before, account), account));
}

const nameOf = ({ account_id: id, account: { base_url: url } }: PlannedAccount): string =>
  `the account ${id}${url === null ? "" : ` at ${url}`}`;
