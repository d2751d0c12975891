import type { Severity } from "../../model/findings";
import { normalizeSettings } from "../../model/normalize";
import { severityRank, failingThreshold } from "../scan-records/assumptions";
import type { WireSettings } from "../state/write-semantics";

/**
 * Whether a finding reaches the minimum severity threshold of a configuration. The one threshold that
 * there is, `risk_threshold`, is an integer of unknown meaning: it is read as it is for failing a scan.
 */
export const meetsMinimumSeverity = (severity: Severity, settings: WireSettings): boolean =>
  severityRank(severity) >= failingThreshold(normalizeSettings(settings, "wire"));

/**
 * A scan that leaves nothing open has no finding that makes it fire, and yet the payload knows `resolved`:
 * it is told to those destinations that have been told of findings of that pull request, once.
 */
export const notifiesResolved = (toldBefore: number): boolean => toldBefore > 0;

/** Two findings with the same key are one finding to whoever is told. */
export const findingKey = (finding: { readonly id: string }): string => finding.id;
