import { createContext, Script } from "node:vm";
import picomatch from "picomatch";
import { isObject } from "../../model/json";
import { pathText } from "../../model/problem";
import type { Settings } from "../../model/settings";
import type { AccountStore } from "../state/store";
import type { WireSettings } from "../state/write-semantics";
import {
  type AnalyzerSettings,
  analyzerThreshold,
  dismissedResult,
  failingThreshold,
  globOptions,
  isNoteOnly,
  policyRunsByDefault,
  runsByDefault,
  runsUndeclared,
  severityRank,
  silentResult,
} from "./assumptions";
import { type Candidate, candidateSource } from "./finding-ids";
import type { RiskLevel } from "./scan-seed";

/** What the account lists, besides its configurations. */
export type Listings = Pick<AccountStore, "analyzers" | "policies">;

/** @param dismissed whether the finding has been triaged */
type Judge = (candidate: Candidate, dismissed: boolean) => Verdict;

/** Wire settings as decoded settings: they were validated on receipt, and the leaves read here have the same names. */
export const settingsOf = (settings: WireSettings): Settings => settings ?? {};

/**
 * Creates a judge of candidates from the settings of a repository. `scans/assumptions.ts` decides what
 * the specification leaves open.
 */
export function createJudge(account: Listings, settings: Settings): Judge {
  const judges = new Map<string, Judge>();
  return (candidate, dismissed) => {
    const { analyzer, policy } = candidate;
    const source = candidateSource(candidate);
    const judge =
      judges.get(source) ??
      (policy === undefined ? analyzerJudge(account, settings, analyzer) : policyJudge(account, settings, policy));
    judges.set(source, judge);
    return judge(candidate, dismissed);
  };
}

const neverAppears =
  (why: string): Judge =>
  () => ({ appears: false, why });

function analyzerJudge(account: Listings, settings: Settings, slug: string): Judge {
  const listing = account.analyzers.find((each) => each.slug === slug);
  const { analyzers = {} } = settings;
  const declared = Object.hasOwn(analyzers, slug) ? analyzers[slug] : undefined;
  const path = ["analyzers", slug];
  if (declared === undefined && !runsUndeclared(listing))
    return neverAppears(`${pathText(path)} is not declared, and the account lists no such analyzer that is enabled`);
  if (declared?.enabled === false) return neverAppears(`${pathText([...path, "enabled"])} is false`);
  if (declared?.enabled === undefined && !runsByDefault(listing))
    return neverAppears(
      `${pathText([...path, "enabled"])} is not declared, and the account lists the analyzer as disabled`,
    );
  const passedOver = fileFilter(declared ?? {}, path);
  const rule = analyzerRule(declared ?? {}, settings, path);
  return (candidate, dismissed) => {
    const why = passedOver(candidate.filename);
    return why === undefined ? verdictOf(rule, candidate.severity, dismissed) : { appears: false, why };
  };
}

function analyzerRule(
  { silent, blocking, risk_level: level }: AnalyzerSettings,
  settings: Settings,
  path: readonly string[],
): Rule {
  return {
    path,
    silent: silent === true,
    blocking: blocking === true,
    ...analyzerThreshold(level, failingThreshold(settings)),
    thresholdPath: level === undefined ? ["risk_threshold"] : [...path, "risk_level"],
  };
}

/** Returns why a file is skipped, or undefined if it is scanned. Exclusion takes precedence over inclusion. */
function fileFilter({ excludes = [], includes = [] }: AnalyzerSettings, path: readonly string[]) {
  const excluded = compileGlobs(excludes);
  const included = compileGlobs(includes);
  return (filename: string): string | undefined => {
    const pattern = excluded(filename);
    if (pattern !== undefined)
      return `${pathText([...path, "excludes"])} has ${JSON.stringify(pattern)}, which matches ${filename}`;
    return includes.length === 0 || included(filename) !== undefined
      ? undefined
      : `${pathText([...path, "includes"])} has nothing that matches ${filename}`;
  };
}

function policyJudge(account: Listings, settings: Settings, id: string): Judge {
  const path = ["code_policies", id];
  const declared = settings.code_policies?.find((each) => each.id === id);
  if (!account.policies.some((each) => each.id === id)) return neverAppears(`the account has no code policy ${id}`);
  if (declared === undefined) return neverAppears(`${pathText(path)} is not declared`);
  if (!(declared.enabled ?? policyRunsByDefault)) return neverAppears(`${pathText([...path, "enabled"])} is false`);
  const rule: Rule = {
    path,
    silent: declared.silent === true,
    blocking: declared.blocking === true,
    threshold: failingThreshold(settings),
    thresholdPath: ["risk_threshold"],
    mostSevere: "failing",
  };
  return ({ severity }, dismissed) => verdictOf(rule, severity, dismissed);
}

/** Whether a candidate becomes a finding, and its effect on the scan; `why` names the setting that decides. */
export type Verdict =
  | { readonly appears: false; readonly why: string }
  | { readonly appears: true; readonly result: RiskLevel; readonly silent: boolean; readonly why: string };

/** The settings of one analyzer or policy that decide about its findings. */
interface Rule {
  /** The path of these settings. */
  readonly path: readonly PropertyKey[];
  readonly silent: boolean;
  readonly blocking: boolean;
  /** The lowest severity rank that can fail the scan; `thresholdPath` is the setting that defines it. */
  readonly threshold: number;
  readonly thresholdPath: readonly PropertyKey[];
  /** The highest risk level of its findings. */
  readonly mostSevere: RiskLevel;
}

/** @param dismissed whether the finding has been triaged */
function verdictOf(rule: Rule, severity: string, dismissed: boolean): Verdict {
  const at = (leaf: string): string => pathText([...rule.path, leaf]);
  const found = (result: RiskLevel, why: string): Verdict => ({ appears: true, result, silent: rule.silent, why });
  if (rule.silent) return found(silentResult, `${at("silent")} is true`);
  if (dismissed) return found(dismissedResult, "the finding has been triaged");
  if (rule.mostSevere === "info") return found("info", `${at("risk_level")} is info`);
  const blocked = rule.blocking && severityRank(severity) >= rule.threshold;
  if (blocked && rule.mostSevere === "failing") return found("failing", `${at("blocking")} is true`);
  if (isNoteOnly(severity)) return found("info", `${severity} is none of the four severities`);
  if (!rule.blocking) return found("risky", `${at("blocking")} is not true`);
  return blocked
    ? found("risky", `${at("risk_level")} is ${rule.mostSevere}`)
    : found("risky", `${severity} is below ${pathText(rule.thresholdPath)}`);
}

const millisecondsPerFile = 250;
/** Of a process that hardly gets the processor. */
const mostTries = 20;
const firstMatch = new Script("patterns.findIndex((pattern) => pattern !== null && pattern.test(name))");

/** Returns the first pattern that matches a file name, or undefined. */
export type GlobMatcher = (filename: string) => string | undefined;

/**
 * Compiles file patterns. An invalid pattern matches nothing. Since patterns come from users and may cause
 * catastrophic backtracking, a list that exceeds the time limit once matches nothing from then on. A list that only
 * waited for the processor is tried again.
 */
export function compileGlobs(patterns: readonly string[]): GlobMatcher {
  const context = createContext({ patterns: patterns.map(globExpression), name: "" });
  let tooSlow = false;
  return (filename) => {
    if (tooSlow || patterns.length === 0) return undefined;
    context["name"] = filename.replace(/^\.?\/+/, "");
    for (let tries = 1; tries <= mostTries; tries += 1) {
      const before = process.cpuUsage();
      try {
        return patterns[firstMatch.runInContext(context, { timeout: millisecondsPerFile }) as number];
      } catch (thrown) {
        if (!isTimeout(thrown)) throw thrown;
        if (hasWorked(before)) break;
      }
    }
    tooSlow = true;
    return undefined;
  };
}

/** Whether the process has worked since then for most of the time limit; otherwise others had the processor. */
function hasWorked(before: NodeJS.CpuUsage): boolean {
  const { user, system } = process.cpuUsage(before); // in microseconds
  return (user + system) / 1000 > 0.8 * millisecondsPerFile;
}

/** Null for a pattern that is empty, too long or invalid. */
function globExpression(pattern: string): RegExp | null {
  try {
    return picomatch.makeRe(pattern, globOptions);
  } catch (thrown) {
    if (thrown instanceof TypeError || thrown instanceof SyntaxError) return null;
    throw thrown;
  }
}

const isTimeout = (thrown: unknown): boolean => isObject(thrown) && thrown["code"] === "ERR_SCRIPT_EXECUTION_TIMEOUT";
