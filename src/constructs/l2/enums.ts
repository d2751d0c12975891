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
