import { pathText } from "../../model/path-text";
import type { Settings } from "../../model/settings";
import {
  type AnalyzerSettings,
  analyzerThreshold,
  policyRunsByDefault,
  runsByDefault,
  runsUndeclared,
  failingThreshold,
} from "../scan-records/assumptions";
import { type Candidate, candidateSource } from "../scan-records/candidate";
import type { AccountStore } from "../state/account-store";
import type { WireSettings } from "../state/write-semantics";
import { compileGlobs } from "./globs";
import { type Rule, type Verdict, verdictOf } from "./verdict";

/** What the account lists, besides its configurations. */
export type Listings = Pick<AccountStore, "analyzers" | "policies">;

/** @param dismissed whether the finding has been triaged */
type Judge = (candidate: Candidate, dismissed: boolean) => Verdict;

/** Wire settings as decoded settings: they were validated on receipt, and the leaves read here have the same names. */
export const settingsOf = (settings: WireSettings): Settings => settings ?? {};

/**
 * Creates a judge of candidates from the settings of a repository. `scan-records/assumptions.ts` decides what
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
