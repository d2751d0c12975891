import { createContext, Script } from "node:vm";
import picomatch from "picomatch";
import { isObject } from "../../model/json";
import { pathText } from "../../model/problem";
import type { Settings } from "../../model/settings";
import type { AccountStore } from "../state/store";
import type { WireSettings } from "../state/write-semantics";
import { type Candidate, candidateSource, failingThreshold, isListedSeverity, severityRank } from "./assumptions";
import type { RiskLevel } from "./scan-seed";

/** What the account lists, besides its configurations. */
export type Listings = Pick<AccountStore, "analyzers" | "policies">;

type AnalyzerSettings = NonNullable<Settings["analyzers"]>[string];

/** @param triaged whether the finding has been triaged */
type Judge = (candidate: Candidate, triaged: boolean) => Verdict;

/** Wire settings as decoded settings: they were validated on receipt, and the leaves read here have the same names. */
export const settingsOf = (settings: WireSettings): Settings => settings ?? {};

/**
 * Creates a judge of candidates from the settings of a repository. Each analyzer and policy is judged by the emulator's
 * own reading of its settings, since the specification shows no effect of them.
 *
 * @param nameOf how reasons name a field
 */
export function createJudge(account: Listings, settings: Settings, nameOf = (field: string): string => field): Judge {
  const judges = new Map<string, Judge>();
  return (candidate, triaged) => {
    const { analyzer, policy } = candidate;
    const source = candidateSource(candidate);
    const judge =
      judges.get(source) ??
      (policy === undefined
        ? analyzerJudge(account, settings, analyzer, nameOf)
        : policyJudge(account, settings, policy, nameOf));
    judges.set(source, judge);
    return judge(candidate, triaged);
  };
}

const neverAppears =
  (why: string): Judge =>
  () => ({ appears: false, why });

/**
 * Without settings, an analyzer runs if the account lists it as enabled; with settings but without `enabled`, if it is
 * listed as enabled or not listed.
 */
function analyzerJudge(account: Listings, settings: Settings, slug: string, nameOf: Rule["nameOf"]): Judge {
  const listing = account.analyzers.find((each) => each.slug === slug);
  const { analyzers = {} } = settings;
  const declared = Object.hasOwn(analyzers, slug) ? analyzers[slug] : undefined;
  const path = ["analyzers", slug];
  if (declared === undefined && listing?.enabled !== true)
    return neverAppears(`${pathText(path)} is not declared, and the account lists no such analyzer that is enabled`);
  if (declared?.enabled === false) return neverAppears(`${pathText([...path, "enabled"])} is false`);
  if (declared?.enabled === undefined && listing?.enabled === false)
    return neverAppears(
      `${pathText([...path, "enabled"])} is not declared, and the account lists the analyzer as disabled`,
    );
  const { silent, blocking, risk_level: level } = declared ?? {};
  const skipped = fileFilter(declared ?? {}, path);
  const rule: Rule = {
    path,
    nameOf,
    silent: silent === true,
    blocking: blocking === true,
    ...analyzerThreshold(level, failingThreshold(settings)),
    thresholdPath: level === undefined ? [nameOf("risk_threshold")] : [...path, nameOf("risk_level")],
  };
  return (candidate, triaged) => {
    const why = skipped(candidate.filename);
    return why === undefined ? verdictOf(rule, candidate.severity, triaged) : { appears: false, why };
  };
}

/**
 * The threshold of an analyzer: its `risk_level` takes precedence over the configuration's threshold. A
 * severity is the lowest that fails a scan; `fail` includes all severities; `risky` and `info` are the
 * highest risk level of its findings.
 */
function analyzerThreshold(
  level: AnalyzerSettings["risk_level"],
  standard: number,
): Pick<Rule, "threshold" | "mostSevere"> {
  switch (level) {
    case undefined:
      return { threshold: standard, mostSevere: "failing" };
    case "fail":
      return { threshold: 0, mostSevere: "failing" };
    case "risky":
    case "info":
      return { threshold: standard, mostSevere: level };
    case "low":
    case "medium":
    case "high":
    case "critical":
      return { threshold: severityRank(level), mostSevere: "failing" };
    default:
      return level satisfies never;
  }
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

/** A policy that the configuration names is evaluated unless `enabled` is false; other policies never are. */
function policyJudge(account: Listings, settings: Settings, id: string, nameOf: Rule["nameOf"]): Judge {
  const path = [nameOf("code_policies"), id];
  const declared = settings.code_policies?.find((each) => each.id === id);
  if (!account.policies.some((each) => each.id === id)) return neverAppears(`the account has no code policy ${id}`);
  if (declared === undefined) return neverAppears(`${pathText(path)} is not declared`);
  if (declared.enabled === false) return neverAppears(`${pathText([...path, "enabled"])} is false`);
  const rule: Rule = {
    path,
    nameOf,
    silent: declared.silent === true,
    blocking: declared.blocking === true,
    threshold: failingThreshold(settings),
    thresholdPath: [nameOf("risk_threshold")],
    mostSevere: "failing",
  };
  return ({ severity }, triaged) => verdictOf(rule, severity, triaged);
}

/** Whether a candidate becomes a finding, and its effect on the scan; `why` names the setting that decides. */
export type Verdict =
  | { readonly appears: false; readonly why: string }
  | { readonly appears: true; readonly result: RiskLevel; readonly silent: boolean; readonly why: string };

/** The settings of one analyzer or policy that decide about its findings. */
interface Rule {
  /** The path of these settings. */
  readonly path: readonly PropertyKey[];
  readonly nameOf: (field: string) => string;
  readonly silent: boolean;
  readonly blocking: boolean;
  /** The lowest severity rank that can fail the scan; `thresholdPath` is the setting that defines it. */
  readonly threshold: number;
  readonly thresholdPath: readonly PropertyKey[];
  /** The highest risk level of its findings. */
  readonly mostSevere: RiskLevel;
}

/**
 * A silent or triaged finding is recorded and listed, but fails no scan. A severity other than the four is
 * informational.
 */
function verdictOf(rule: Rule, severity: string, triaged: boolean): Verdict {
  const at = (leaf: string): string => pathText([...rule.path, rule.nameOf(leaf)]);
  const found = (result: RiskLevel, why: string): Verdict => ({ appears: true, result, silent: rule.silent, why });
  if (rule.silent) return found("info", `${at("silent")} is true`);
  if (triaged) return found("info", "the finding has been triaged");
  if (rule.mostSevere === "info") return found("info", `${at("risk_level")} is info`);
  const blocked = rule.blocking && severityRank(severity) >= rule.threshold;
  if (blocked && rule.mostSevere === "failing") return found("failing", `${at("blocking")} is true`);
  if (!isListedSeverity(severity)) return found("info", `${severity} is none of the four severities`);
  if (!rule.blocking) return found("risky", `${at("blocking")} is not true`);
  return blocked
    ? found("risky", `${at("risk_level")} is ${rule.mostSevere}`)
    : found("risky", `${severity} is below ${pathText(rule.thresholdPath)}`);
}

const millisecondsPerFile = 250;
/** How often a list is tried while the process hardly gets the processor. */
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

/** Null for a pattern that is empty, too long or invalid. Patterns match dotfiles, and a leading `!` is literal. */
function globExpression(pattern: string): RegExp | null {
  try {
    return picomatch.makeRe(pattern, { dot: true, nonegate: true });
  } catch (thrown) {
    if (thrown instanceof TypeError || thrown instanceof SyntaxError) return null;
    throw thrown;
  }
}

const isTimeout = (thrown: unknown): boolean => isObject(thrown) && thrown["code"] === "ERR_SCRIPT_EXECUTION_TIMEOUT";
