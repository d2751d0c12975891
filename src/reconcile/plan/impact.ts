import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { Severity } from "../../model/findings";

/** The least and the most that a number can be. */
export type Interval = readonly [low: number, high: number];

/** How many findings a change would have touched; a figure that nothing bounds is absent. */
export interface ImpactFigures {
  /** Reported findings that the new settings would not report. */
  readonly noLongerReported?: Interval;
  /** Findings that block, and would not. Those that are no longer reported are among them where they block. */
  readonly noLongerBlocking?: Interval;
  /** Findings that exist, do not block, and would. */
  readonly newlyBlocking?: Interval;
}

/** What a plan would have meant for the findings of some days: `--impact`. An estimate. */
export interface Impact extends ImpactFigures {
  /** ISO 8601 */
  readonly since: string;
  /** ISO 8601 */
  readonly until: string;
  /**
   * The findings of that time in the repositories where the plan may touch any; of those that were not read, as many as
   * there may be.
   */
  readonly findings: number;
  /** The requests that reading them took; one that the client repeats counts once. */
  readonly requests: number;
  /** The limit of requests was reached before all was read. */
  readonly isCut?: true;
  /** Why they could not be read. Absent where they could. */
  readonly warnings?: readonly Diagnostic[];
  /** For each effect of the plan, in the order of its effects. */
  readonly effects: readonly EffectImpact[];
}

/** What one effect would have meant. */
export interface EffectImpact extends ImpactFigures {
  /** The findings of that time in its repositories, counted as in all; 0 where its changes touch none: none are read. */
  readonly findings: number;
  /** How many of them were not read, so that nothing is known of their severity; absent where none, or nothing bounds it. */
  readonly unread?: number;
  /** The worst findings that a figure counts, or may count; a few. */
  readonly examples: readonly ImpactExample[];
}

export interface ImpactExample {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly file?: string;
  readonly repository?: string;
  /** Of the finding in the service's risk register. */
  readonly url: string;
  /** The figures that count it: surely, or perhaps. Those that do not are absent. */
  readonly noLongerReported?: Likelihood;
  readonly noLongerBlocking?: Likelihood;
  readonly newlyBlocking?: Likelihood;
}

export type Likelihood = "certain" | "possible";
