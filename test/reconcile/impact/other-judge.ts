import fc from "fast-check";
import { type Severity, severities } from "../../../src/model/findings";
import type { Settings } from "../../../src/model/settings";
import type { Hidden } from "./cases";

/**
 * A second reading of what settings do to findings, written apart from the emulator's, with a choice wherever the
 * specification leaves one.
 */
export interface Readings {
  /** What an entry does that the settings do not name. */
  readonly unnamed: Readonly<Record<"analyzer" | "policy", Entry>>;
  /** What a leaf does that an entry leaves out. */
  readonly unset: Required<Pick<Entry, "enabled" | "blocking" | "silent">> & { readonly excludes: readonly string[] };
  /** What a repository without a configuration gets. */
  readonly unconfigured: "nothing" | "everything" | "unnamed";
  readonly silent: "hides" | "mutes" | "reports, and lets pass" | "means nothing";
  readonly emptyIncludes: "all" | "none";
  readonly patterns: "whole path" | "any part" | "any case" | "substring" | "expression";
  readonly negates: boolean;
  readonly threshold: "hides" | "lets pass" | "means nothing";
  /** 1 is critical, not low. */
  readonly isReversed: boolean;
  readonly unsetThreshold: number;
  readonly riskLevel: "threshold" | "decides" | "means nothing";
  readonly comment: "reports" | "means nothing";
  /** Deepscan and SCA findings follow the settings of an analyzer. */
  readonly judgesDeepscans: boolean;
  readonly triaged: "hidden" | "lets pass" | "means nothing";
}

interface Entry {
  readonly enabled?: boolean;
  readonly blocking?: boolean;
  readonly silent?: boolean;
  readonly excludes?: readonly string[];
  readonly includes?: readonly string[];
  readonly risk_level?: string;
}

const entry = fc.record({
  enabled: fc.boolean(),
  blocking: fc.boolean(),
  silent: fc.nat(3).map((each) => each === 0),
  excludes: fc.constantFrom([], ["docs/"], ["**/*.test.ts"]),
});

export const readings: fc.Arbitrary<Readings> = fc.record({
  unnamed: fc.record({ analyzer: entry, policy: entry }),
  unset: entry,
  unconfigured: fc.constantFrom("nothing", "everything", "unnamed"),
  silent: fc.constantFrom("hides", "mutes", "reports, and lets pass", "means nothing"),
  emptyIncludes: fc.constantFrom("all", "none"),
  patterns: fc.constantFrom("whole path", "any part", "any case", "substring", "expression"),
  negates: fc.boolean(),
  threshold: fc.constantFrom("hides", "lets pass", "means nothing"),
  isReversed: fc.boolean(),
  unsetThreshold: fc.integer({ min: 0, max: 3 }),
  riskLevel: fc.constantFrom("threshold", "decides", "means nothing"),
  comment: fc.constantFrom("reports", "means nothing"),
  judgesDeepscans: fc.boolean(),
  triaged: fc.constantFrom("hidden", "lets pass", "means nothing"),
});

export interface Judged {
  readonly isReported: boolean;
  readonly isBlocking: boolean;
}

const nothing: Judged = { isReported: false, isBlocking: false };
const everything: Judged = { isReported: true, isBlocking: true };

/** @param settings undefined where the repository has no configuration */
export function judgedBy(how: Readings, settings: Settings | undefined, found: Hidden, isTriaged: boolean): Judged {
  const outcome = untriaged(how, settings, found);
  if (!isTriaged || how.triaged === "means nothing") return outcome;
  return how.triaged === "hidden" ? nothing : { ...outcome, isBlocking: false };
}

function untriaged(how: Readings, given: Settings | undefined, found: Hidden): Judged {
  if (!("policy" in found.source) && found.scan !== "pullrequest" && !how.judgesDeepscans)
    return { isReported: true, isBlocking: false };
  if (given === undefined && how.unconfigured !== "unnamed")
    return how.unconfigured === "nothing" ? nothing : everything;
  const settings = given ?? {};
  const rule = ruleOf(how, settings, found);
  if (rule.enabled !== true || isSkipped(how, rule, found.filename)) return nothing;
  if (rule.silent === true && how.silent === "hides") return nothing;
  const reaches = reachesThreshold(how, settings, rule, found.severity);
  if (!reaches && how.threshold === "hides") return nothing;
  const isMuted =
    (rule.silent === true && how.silent === "mutes") ||
    (how.comment === "reports" && settings.comment !== undefined && settings.comment !== "enabled");
  const passes =
    (rule.silent === true && how.silent === "reports, and lets pass") || (!reaches && how.threshold === "lets pass");
  const decides = how.riskLevel === "decides" ? decisions[rule.risk_level ?? ""] : undefined;
  return { isReported: !isMuted, isBlocking: decides ?? (rule.blocking === true && !passes) };
}

const decisions: Readonly<Record<string, boolean>> = { fail: true, risky: false, info: false };

function ruleOf(
  { unnamed, unset }: Readings,
  { analyzers = {}, code_policies = [] }: Settings,
  { source }: Hidden,
): Entry {
  const named: Entry | undefined =
    "policy" in source ? code_policies.find(({ id }) => id === source.policy) : analyzers[source.analyzer];
  if (named === undefined) return "policy" in source ? unnamed.policy : unnamed.analyzer;
  return { ...unset, ...named };
}

const rank = (severity: Severity): number => severities.length - severities.indexOf(severity);

function reachesThreshold(
  how: Readings,
  settings: Settings,
  { risk_level: level }: Entry,
  severity: Severity,
): boolean {
  const asked = severities.find((each) => each === level);
  if (how.riskLevel === "threshold" && asked !== undefined) return rank(severity) >= rank(asked);
  const threshold = settings.risk_threshold ?? how.unsetThreshold;
  return rank(severity) >= (how.isReversed ? 5 - threshold : threshold);
}

function isSkipped(how: Readings, { excludes = [], includes }: Entry, file: string): boolean {
  if (isIn(how, excludes, file)) return true;
  if (includes === undefined || includes.length === 0) return how.emptyIncludes === "none" && includes !== undefined;
  return !isIn(how, includes, file);
}

/** Where patterns negate, the last one that matches decides. */
function isIn(how: Readings, patterns: readonly string[], file: string): boolean {
  if (!how.negates) return patterns.some((each) => matches(how.patterns, each, file));
  return patterns.reduce((isMatched, each) => {
    const negates = each.startsWith("!");
    return matches(how.patterns, negates ? each.slice(1) : each, file) ? !negates : isMatched;
  }, false);
}

function matches(dialect: Readings["patterns"], pattern: string, file: string): boolean {
  switch (dialect) {
    case "whole path":
      return new RegExp(`^${source(pattern)}$`).test(file);
    case "any part":
      return new RegExp(`(^|/)${source(pattern.replace(/\/$/, ""))}($|/)`).test(file);
    case "any case":
      return new RegExp(`^${source(pattern)}`, "i").test(file);
    case "substring":
      return file.includes(pattern.replaceAll("*", ""));
    case "expression":
      return new RegExp(pattern.replace(/^[*/]+/, "").replaceAll("**", ".*")).test(file);
    default:
      return dialect satisfies never;
  }
}

/** As a regular expression: `**` takes in slashes, and `*` does not. */
const source = (pattern: string): string =>
  pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("**/", "(?:.*/)?")
    .replaceAll("**", ".*")
    .replaceAll(/(?<![.)])\*/g, "[^/]*");
