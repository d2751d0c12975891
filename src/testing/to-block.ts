import { propertyName } from "../model/field";
import { listed } from "../diagnostics/enumeration";
import { fail } from "../diagnostics/error";
import { label } from "../diagnostics/foreign-text";
import { createJudge, type Verdict } from "../emulator/scans/judge";
import { severities, type Severity } from "../model/findings";
import { pathText } from "../model/problem";
import type { Settings } from "../model/settings";
import { checkKeys, checkRepository, checkText, type RepositoryChoice } from "./arguments";
import { assignmentOf } from "./assignment";
import type { Judgement } from "./matcher";
import { accountIn, type AccountOption, snapshot } from "./snapshot";

/** A finding in a pull request. */
export interface Finding extends AccountOption {
  /** The slug of the analyzer that finds it. */
  readonly analyzer: string;
  /** Where it is found. */
  readonly repository: RepositoryChoice;
  /** `critical` by default, so that risk levels and thresholds let it pass only where they let everything pass. */
  readonly severity?: Severity;
  /** Its path in the repository; by default one that `excludes` and `includes` do not leave out, asked for where none is found. */
  readonly file?: string;
}

/**
 * Whether a finding fails the scan of a pull request, as the emulator decides it. Nothing is known of an analyzer that
 * is not declared. What an entry does not declare counts as not set in the service, and one without `enabled` as on.
 */
export function toBlock(declared: unknown, finding: Finding): Judgement {
  checkFinding(finding);
  const { analyzer, repository, severity = "critical" } = finding;
  if (!severities.includes(severity))
    fail("argument-invalid", `severity is ${JSON.stringify(severity)}; there are ${listed(severities)}.`);
  const assignment = assignmentOf(accountIn(snapshot(declared), finding), repository);
  if ("undecided" in assignment) return assignment;
  const { given, sentence } = assignment;
  if (given === null) return { undecided: `${sentence}, and what it has then is not declared` };
  if (!("declared" in given)) return { undecided: `${sentence}, which is not declared here` };
  const where = `${sentence}, where ${label(analyzer)}`;
  const { settings, exclusiveAnalyzers } = given.declared;
  if (!exclusiveAnalyzers && !isDeclared(settings, analyzer)) {
    const others = whatIs(Object.keys(settings.analyzers ?? {}));
    return { undecided: `${where} is not declared; ${others}, and the service keeps what it has` };
  }
  const judged = judge(settings, { ...finding, severity });
  if ("unknown" in judged) return { undecided: `${where} blocks unless ${judged.unknown}: pass { file }` };
  return { holds: judged.blocks, is: `${where} ${judged.blocks ? "blocks" : "does not block"}: ${judged.why}` };
}

function checkFinding(finding: unknown): asserts finding is Finding {
  checkKeys(finding, "the finding", ["analyzer", "repository", "severity", "file", "account"]);
  const { analyzer, repository, file } = finding as Partial<Finding>;
  checkText(analyzer, "analyzer", "the slug of an analyzer");
  checkRepository(repository);
  if (file !== undefined) checkText(file, "file", "the path of a file in the repository");
}

/** Whether it blocks, and why; or what is to be known of the file. */
type Answer = { readonly blocks: boolean; readonly why: string } | { readonly unknown: string };

const isDeclared = ({ analyzers = {} }: Settings, analyzer: string): boolean => Object.hasOwn(analyzers, analyzer);

function judge(settings: Settings, { analyzer, severity, file }: Finding & { readonly severity: Severity }): Answer {
  const { analyzers: { [analyzer]: declared } = {} } = settings;
  if (declared === undefined || !isDeclared(settings, analyzer))
    return { blocks: false, why: "exclusiveAnalyzers removes what is not declared there" };
  const judgeIn = (of: Settings, filename: string): Verdict =>
    createJudge(unlisted, of, propertyName)({ ...anything, analyzer, severity, filename }, false);
  if (file !== undefined) return answerOf(judgeIn(settings, file));
  const { excludes = [], includes = [], ...anywhere } = declared;
  const inAnyFile = answerOf(judgeIn({ ...settings, analyzers: { [analyzer]: anywhere } }, "any-file"));
  const found = exampleFiles(includes).map((each) => judgeIn(settings, each));
  if (!inAnyFile.blocks || found.some(isBlocking)) return inAnyFile;
  const why = `${pathText(["analyzers", analyzer, "excludes"])} leaves out every file`;
  if (excludesAll(excludes, includes)) return { blocks: false, why };
  return { unknown: why };
}

const whatIs = (slugs: readonly string[]): string =>
  slugs.length === 0 ? "nothing is" : `${listed(slugs)} ${slugs.length === 1 ? "is" : "are"}`;

const isBlocking = (verdict: Verdict): boolean => verdict.appears && verdict.result === "failing";

const answerOf = (verdict: Verdict) => ({ blocks: isBlocking(verdict), why: verdict.why });

const anything = { type: "", description: "", line_start: 1, line_end: 1 };

/** Without the account, no analyzer is known to be off by default. */
const unlisted = { analyzers: [], policies: [] };

/**
 * Files to try where none is given: some that no pattern names, and some that the patterns of `includes` name. A pattern may
 * name none of those that are made for it, such as one with nested braces.
 */
export function exampleFiles(includes: readonly string[]): readonly string[] {
  return includes.length === 0 ? inFolders("") : [...new Set(includes.flatMap(filesFor))];
}

const inFolders = (folder: string): readonly string[] =>
  ["", "any/", "any/of/these/", ".any/"].map((each) => `${folder}${each}any-file`);

/** The first alternative of each choice, and for each `**` no folder, one or several. */
function filesFor(pattern: string): readonly string[] {
  const plain = pattern
    .replace(/\{([^{},]*),[^{}]*\}/g, "$1")
    .replace(/[@+]\(([^()|]*)[^()]*\)/g, "$1")
    .replace(/\[([^\]!^])[^\]]*\]/g, "$1");
  const ending = plain.replace(/(^|\/)\*\*$/, "$1**/*");
  return ["", "any/", "any/of/these/"].map((folder) =>
    ending
      .replace(/\*\*\//g, folder)
      .replace(/(?<!\\)\*+/g, "any-file")
      .replace(/(?<!\\)\?/g, "x")
      .replace(/\\/g, ""),
  );
}

/** Whether no file is left: one pattern excludes everything, or each one that includes also excludes. */
const excludesAll = (excludes: readonly string[], includes: readonly string[]): boolean =>
  ["**", "**/*"].some((each) => excludes.includes(each)) ||
  (includes.length > 0 && includes.every((each) => excludes.includes(each)));
