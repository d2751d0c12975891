import { pathText } from "../../model/path-text";
import { dismissedResult, isNoteOnly, severityRank, silentResult } from "../scan-records/assumptions";
import type { RiskLevel } from "../scan-records/scan-seed";

/** Whether a candidate becomes a finding, and its effect on the scan; `why` names the setting that decides. */
export type Verdict =
  | { readonly appears: false; readonly why: string }
  | { readonly appears: true; readonly result: RiskLevel; readonly silent: boolean; readonly why: string };

/** The settings of one analyzer or policy that decide about its findings. */
export interface Rule {
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
export function verdictOf(rule: Rule, severity: string, dismissed: boolean): Verdict {
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
