/** Whether the service comments on pull requests. */
export enum Comment {
  DISABLED = "disabled",
  SILENT = "silent",
  ENABLED = "enabled",
}

/** The risk level of what an analyzer finds. */
export enum RiskLevel {
  INFO = "info",
  LOW = "low",
  MEDIUM = "medium",
  HIGH = "high",
  CRITICAL = "critical",
  FAIL = "fail",
  RISKY = "risky",
}

/** What was decided about a finding: service specification, *Triage*. */
export enum TriageCategory {
  FALSE_POSITIVE = "false_positive",
  WONT_FIX = "wont_fix",
  ACCEPTED_RISK = "accepted_risk",
  IN_PROGRESS = "in_progress",
}
