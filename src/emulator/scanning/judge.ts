import { pathText } from "../../model/schema";
import type { Settings } from "../../model/settings";
import {
  type AnalyzerSettings,
  analyzerThreshold,
  policyRunsByDefault,
  runsByDefault,
  runsUndeclared,
  thresholdOf,
} from "../scan-records/assumptions";
import { type Candidate, sourceOf } from "../scan-records/candidate";
import type { AccountStore } from "../state/account-store";
import type { WireSettings } from "../state/write-semantics";
import { globs } from "./globs";
import { type Rule, type Verdict, weigh } from "./verdict";

/** @param dismissed whether somebody has triaged the finding */
type Judge = (candidate: Candidate, dismissed: boolean) => Verdict;

/** Settings as they were checked when they came; the leaves that are read here are called the same on the wire. */
export const settingsOf = (settings: WireSettings): Settings => settings ?? {};

/**
 * Judges candidates by the settings of a repository. All that the specification leaves open about that is
 * decided in `choices.ts`.
 */
export function judgeBy(account: AccountStore, settings: Settings): Judge {
  const judges = new Map<string, Judge>();
  return (candidate, dismissed) => {
    const { analyzer, policy } = candidate;
    const source = sourceOf(candidate);
    const judge =
      judges.get(source) ??
      (policy === undefined ? byAnalyzer(account, settings, analyzer) : byPolicy(account, settings, policy));
    judges.set(source, judge);
    return judge(candidate, dismissed);
  };
}

const never =
  (why: string): Judge =>
  () => ({ appears: false, why });

function byAnalyzer(account: AccountStore, settings: Settings, slug: string): Judge {
  const listing = account.analyzers.find((each) => each.slug === slug);
  const { analyzers = {} } = settings;
  const declared = Object.hasOwn(analyzers, slug) ? analyzers[slug] : undefined;
  const path = ["analyzers", slug];
  if (declared === undefined && !runsUndeclared(listing))
    return never(`${pathText(path)} is not declared, and the account lists no such analyzer that is enabled`);
  if (declared?.enabled === false) return never(`${pathText([...path, "enabled"])} is false`);
  if (declared?.enabled === undefined && !runsByDefault(listing))
    return never(`${pathText([...path, "enabled"])} is not declared, and the account lists the analyzer as disabled`);
  const passedOver = filesOf(declared ?? {}, path);
  const rule = analyzerRule(declared ?? {}, settings, path);
  return (candidate, dismissed) => {
    const why = passedOver(candidate.filename);
    return why === undefined ? weigh(rule, candidate.severity, dismissed) : { appears: false, why };
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
    ...analyzerThreshold(level, thresholdOf(settings)),
    thresholdPath: level === undefined ? ["risk_threshold"] : [...path, "risk_level"],
  };
}

/** Why a file is not looked at; undefined when it is. What is both included and excluded is excluded. */
function filesOf({ excludes = [], includes = [] }: AnalyzerSettings, path: readonly string[]) {
  const excluded = globs(excludes);
  const included = globs(includes);
  return (filename: string): string | undefined => {
    const pattern = excluded(filename);
    if (pattern !== undefined)
      return `${pathText([...path, "excludes"])} has ${JSON.stringify(pattern)}, which matches ${filename}`;
    return includes.length === 0 || included(filename) !== undefined
      ? undefined
      : `${pathText([...path, "includes"])} has nothing that matches ${filename}`;
  };
}

function byPolicy(account: AccountStore, settings: Settings, id: string): Judge {
  const path = ["code_policies", id];
  const declared = settings.code_policies?.find((each) => each.id === id);
  if (!account.policies.some((each) => each.id === id)) return never(`the account has no code policy ${id}`);
  if (declared === undefined) return never(`${pathText(path)} is not declared`);
  if (!(declared.enabled ?? policyRunsByDefault)) return never(`${pathText([...path, "enabled"])} is false`);
  const rule: Rule = {
    path,
    silent: declared.silent === true,
    blocking: declared.blocking === true,
    threshold: thresholdOf(settings),
    thresholdPath: ["risk_threshold"],
    most: "failing",
  };
  return ({ severity }, dismissed) => weigh(rule, severity, dismissed);
}
