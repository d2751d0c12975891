/**
 * Whether the service comments on pull requests, from the least to the most: service specification, *Resources and
 * their fields > Configuration*.
 */
export enum Comment {
  /** No comments. */
  DISABLED = "disabled",
  /** Between the other two: the specification does not say more. */
  SILENT = "silent",
  /** Comments on pull requests. */
  ENABLED = "enabled",
}

/**
 * The risk level of what an analyzer finds: service specification, *Resources and their fields > Configuration*, which
 * names the levels and gives them no order.
 */
export enum RiskLevel {
  /** The level `info`. */
  INFO = "info",
  /** The level `low`. */
  LOW = "low",
  /** The level `medium`. */
  MEDIUM = "medium",
  /** The level `high`. */
  HIGH = "high",
  /** The level `critical`. */
  CRITICAL = "critical",
  /** The level `fail`. */
  FAIL = "fail",
  /** The level `risky`. */
  RISKY = "risky",
}

/** What was decided about a finding: service specification, *Triage*. */
export enum TriageCategory {
  /** There is nothing wrong here. */
  FALSE_POSITIVE = "false_positive",
  /** The finding is right, and will not be fixed. */
  WONT_FIX = "wont_fix",
  /** The finding is right, and the risk is accepted. */
  ACCEPTED_RISK = "accepted_risk",
  /** Somebody is working on it. */
  IN_PROGRESS = "in_progress",
}
