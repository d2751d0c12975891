import { firstLines } from "../../diagnostics/enumeration";
import { InvalidArgumentError } from "commander";
import { type Diagnostic, error, hasErrors } from "../../diagnostics/diagnostic";
import { fail } from "../../diagnostics/error";
import { canonicalJson } from "../../model/fingerprint";
import { isDateOrDateTime } from "../../model/time";
import { type AccountDocument, accountIn } from "../../report/document";
import { jsonRenderer } from "../../report/json";
import { type CheckFormat, checkRenderers } from "../../report/policy-check";
import { type DocumentFinding, placeOf } from "../../report/policy-review";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { liveAccounts } from "../live-accounts";
import {
  type CommandDefinition,
  connected,
  connectedByAlias,
  type Flags,
  formatOf,
  formatting,
  policing,
  withExamples,
} from "../options";
import { documentsIn, wholePlan } from "../plan-file";
import { reviewAccounts } from "../policy-review";
import { number } from "../../diagnostics/count";
import { printDiagnostics, printReport } from "../print";
import type { AliasOptions } from "../session";
import type { PolicyOptions } from "../command-policies";
import { baseline, type BaselineOptions } from "./policy-baseline";

export const define: CommandDefinition = (command, { io, finish }) => {
  const check = formatting(policing(connected(command.command("check"))), checkRenderers)
    .description("run policies on the document of a plan, which needs no key, or on accounts as they are")
    .option("--plan <file>", "a plan that was saved with plan --out")
    .option("--live", "what the accounts of the key hold now")
    .option("--alias <name>", "with --live: ask with the key of this provider block: SCANFORM_API_KEY_<ALIAS>")
    .option("--full", "show everything that a policy says, however much it is")
    .action(async (flags: Flags<CheckOptions>) => {
      finish(await checkCommand(io, { ...flags, format: formatOf(flags) }));
    });
  const test = policing(command.command("test"))
    .description("run policies on the documents of a folder, and compare with the results in them")
    .argument("<dir>", "plans with what policies say: plan --policy FILE --json, or --out")
    .option("--now <date>", "the day on which waivers are judged, such as 2027-01-31 (default: today)", dateTime)
    .option("--json", "print one JSON document")
    .action(async (dir: string, { json, now, ...options }: TestOptions) => {
      const at = now === undefined ? io : { ...io, now: () => now };
      finish(await testCommand(at, dir, { ...options, isJson: json === true }));
    });
  const begin = policing(connectedByAlias(command.command("baseline")))
    .description("write waivers for what policies deny in the accounts of the key as they are")
    .option("--owner <name>", "the owner of the waivers, such as a team")
    .option("--expires <date>", "when they end, such as 2027-01-31")
    .option("--reason <text>", "the reason (default: it was so when the policy was introduced)")
    .option("--out <file>", "the module to write, next to the file of the policies (default: print it)")
    .action(async (flags: BaselineOptions & CheckOptions) => {
      finish(await baseline(io, fileOf(flags.policy), () => liveAccounts(io, flags), flags));
    });
  const onPlan = [
    "what policies say about a plan, without a key",
    "scanform policy check --plan plan.json --policy scanform.policy.ts",
  ] as const;
  const onLive = [
    "about the account as it is, for a test report",
    "scanform policy check --live --policy scanform.policy.ts --format junit",
  ] as const;
  const tested = [
    "whether they still say what they said",
    "scanform policy test plans --policy scanform.policy.ts",
  ] as const;
  const introduced = [
    "a policy is new, and what it denies today may stay until the end of June",
    "scanform policy baseline --owner appsec --expires 2027-06-30",
  ] as const;
  withExamples(command, onPlan, onLive, introduced, tested);
  withExamples(begin, introduced);
  withExamples(check, onPlan, onLive);
  withExamples(test, tested);
};

interface TestOptions extends Pick<PolicyOptions, "policy" | "policyTimeout"> {
  /** Milliseconds since 1970. */
  readonly now?: number;
  readonly json?: boolean;
}

function dateTime(text: string): number {
  if (isDateOrDateTime(text)) return Date.parse(text);
  throw new InvalidArgumentError("It must be a date such as 2027-01-31, or a date-time with an offset.");
}

interface CheckOptions extends AliasOptions, Pick<PolicyOptions, "policy" | "policyTimeout"> {
  /** The document of a plan. */
  readonly plan?: string;
  readonly live?: boolean;
  readonly format: CheckFormat;
  readonly full?: boolean;
}

/** Says what policies say. Sends nothing with --plan, and only GET requests with --live. */
async function checkCommand(io: Io, options: CheckOptions): Promise<ExitCode> {
  const { plan, live = false, format, full } = options;
  const file = fileOf(options.policy);
  if ((plan === undefined) === !live)
    fail(
      "usage",
      "Give either --plan FILE, which is what a plan would change, or --live, which is the account as it is.",
    );
  const accounts = plan === undefined ? await liveAccounts(io, options) : wholePlan(io, plan);
  const { reviews, refusals, diagnostics, policies } = await reviewAccounts(io, file, accounts, options.policyTimeout);
  const checked = {
    policies: policies.map(({ name }) => name),
    diagnostics,
    accounts: accounts.map((each, at) => ({
      account: accountIn(each),
      review: reviews[at] ?? { policies: [], waivers: [] },
      refusals: refusals[at] ?? [],
    })),
  };
  const all = [...diagnostics, ...refusals.flat()];
  printReport(io, checkRenderers[format], checked, all, full);
  return hasErrors(all) ? exitCode.refused : exitCode.done;
}

/** Without policies nothing is checked, and nothing may pass for checked. */
const fileOf = (policy: string | undefined): string =>
  policy ?? fail("usage", "Name the file of the policies with --policy: without one, nothing is checked.");

/** Evaluates the policies of documents again. Sends nothing. @returns 1 if a result differs from that in its document */
async function testCommand(
  io: Io,
  folder: string,
  { isJson, ...options }: Omit<TestOptions, "json" | "now"> & { readonly isJson: boolean },
): Promise<ExitCode> {
  const file = fileOf(options.policy);
  const documents = documentsIn(io, folder).map((path) => ({
    path,
    accounts: wholePlan(io, path),
  }));
  const every = documents.flatMap(({ path, accounts }) => accounts.map((account) => ({ path, account })));
  const { reviews } = await reviewAccounts(
    io,
    file,
    every.map(({ account }) => account),
    options.policyTimeout,
  );
  const problems = every.flatMap(({ path, account }, at) => {
    return differences(path, account, saidIn(reviews[at]?.policies));
  });
  if (isJson) io.out(jsonRenderer.errors(problems));
  else {
    printDiagnostics(io, problems);
    const different = new Set(problems.map(({ path }) => path)).size;
    io.out(`${agreeText(documents.length - different, documents.length)} with the policies\n`);
  }
  return problems.length > 0 ? exitCode.error : exitCode.done;
}

const agreeText = (agreeing: number, all: number): string =>
  all === 1
    ? `The document ${agreeing === 1 ? "agrees" : "does not agree"}`
    : `${number(agreeing)} of ${number(all)} documents ${agreeing === 1 ? "agrees" : "agree"}`;

/** How many differences of an account are listed. */
const mostListed = 20;

function differences(
  path: string,
  { account_id: id, policies: saved }: AccountDocument,
  computed: readonly DocumentFinding[],
) {
  if (saved === undefined)
    return [
      error(
        "policy-differs",
        `The account ${id} has no \`policies\`. Make the document with: scanform plan --policy FILE --out ${path}`,
        { path },
      ),
    ];
  const policies = saidIn(saved);
  const before = new Set(policies.map((each) => canonicalJson(each)));
  const after = new Set(computed.map((each) => canonicalJson(each)));
  const changed = [
    ...policies.filter((each) => !after.has(canonicalJson(each))).map((each) => `no longer said: ${said(each)}`),
    ...computed.filter((each) => !before.has(canonicalJson(each))).map((each) => `said now: ${said(each)}`),
  ];
  const isSame = changed.length === 0 && policies.length === computed.length;
  if (isSame) return [];
  const lines = changed.length === 0 ? ["the same findings, in different numbers"] : changed;
  return [
    error("policy-differs", `The policies of the account ${id} differ:\n${firstLines(lines, mostListed).join("\n")}`, {
      path,
    }),
  ] satisfies readonly Diagnostic[];
}

/** What was said, whichever waiver it is that matches. */
const saidIn = (policies: AccountDocument["policies"] = []): readonly DocumentFinding[] =>
  policies.map(({ waiver: _position, ...each }) => each);

const said = ({ policy, level, reviewer, message, at, waived_until: until }: DocumentFinding): string =>
  `${level}${reviewer === undefined ? "" : ` ${reviewer}`} by ${policy}: ${at.kind === "repository" ? "repository " : at.kind === "deletion" ? "deletion of " : ""}${placeOf(at)}: ${message}${until === undefined ? "" : ` (waived until ${until})`}`;
