import { createJudge } from "../emulator/scanning/judge";
import { fail } from "../diagnostics/error";
import { label } from "../diagnostics/foreign-text";
import { type Severity, severities } from "../model/findings";
import type { Settings } from "../model/settings";
import { listed } from "../model/suggest";
import { assignmentOf, type RepositoryChoice } from "./assignment";
import type { Judged } from "./matcher";
import { accountIn, snapshot } from "./snapshot";
import type { AccountOption } from "./to-assign";

/** A finding in a pull request. */
export interface Finding extends AccountOption {
  /** The slug of the analyzer that finds it. */
  readonly analyzer: string;
  /** Where it is found. */
  readonly repository: RepositoryChoice;
  /** `critical` by default, so that risk levels and thresholds let it pass only where they let everything pass. */
  readonly severity?: Severity;
  /** Its path in the repository; by default a file that `excludes` and `includes` do not leave out, if there is one. */
  readonly file?: string;
}

/**
 * Whether a finding fails the scan of a pull request, as the emulator decides it. What is not declared counts as not set
 * in the service, and an analyzer that is declared without `enabled` as on.
 */
export function toBlock(declared: unknown, finding: Finding): Judged {
  const { analyzer, repository, account, severity = "critical" } = finding;
  if (!severities.includes(severity))
    fail("argument-invalid", `severity is ${JSON.stringify(severity)}; there are ${listed(severities)}.`);
  const assignment = assignmentOf(accountIn(snapshot(declared), account), repository);
  if ("undecided" in assignment) return assignment;
  const { given, sentence } = assignment;
  if (given === null) return { undecided: `${sentence}, and what it has then is not declared` };
  if (!("declared" in given)) return { undecided: `${sentence}, which is not declared here` };
  const { blocks, why } = judge(given.declared.settings, { analyzer, severity, file: finding.file });
  return { holds: blocks, is: `${sentence}, where ${label(analyzer)} ${blocks ? "blocks" : "does not block"}: ${why}` };
}

interface Candidate {
  readonly analyzer: string;
  readonly severity: Severity;
  readonly file: string | undefined;
}

function judge(settings: Settings, { analyzer, severity, file }: Candidate) {
  const { analyzers = {} } = settings;
  const { [analyzer]: declared } = analyzers;
  if (declared === undefined || !Object.hasOwn(analyzers, analyzer))
    return { blocks: false, why: `it is not declared there; ${listed(Object.keys(analyzers))} are` };
  const { includes: _, ...anywhere } = declared;
  const judgeIn = createJudge(
    unlisted,
    file === undefined ? { ...settings, analyzers: { [analyzer]: anywhere } } : settings,
  );
  const verdicts = (file === undefined ? anyFiles : [file]).map((filename) =>
    judgeIn({ analyzer, severity, filename, type: "", description: "", line_start: 1, line_end: 1 }, false),
  );
  const blocking = verdicts.find((each) => each.appears && each.result === "failing");
  return { blocks: blocking !== undefined, why: (blocking ?? verdicts[0])?.why ?? "" };
}

/** Files that no pattern names: one in no folder, and one in a folder. What is excluded in both is excluded everywhere. */
const anyFiles = ["any-file", "any/file"];

/** Without the account, no analyzer is known to be off by default. */
const unlisted = { analyzers: [], policies: [] };
