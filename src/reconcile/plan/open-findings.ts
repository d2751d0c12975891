import {
  type CombinedFinding,
  type FindingSummary,
  findingSummary,
  severities,
  type Severity,
  severityPosition,
} from "../../model/findings";
import { compareText } from "../../model/fingerprint";
import type { Effect } from "./effects";

/** The open findings of some repositories, of the days that were read; in all, and of each severity. */
export interface OpenFindings extends Readonly<Record<Severity, number>> {
  readonly open: number;
  /** How many findings more may be in these repositories, open or not: those that were not read or name no repository. */
  readonly unread: number;
  /** At most three of those that were read. */
  readonly worst: readonly OpenFinding[];
}

export interface OpenFinding extends FindingSummary {
  readonly id: string;
  /** Of the finding in the service's risk register. */
  readonly url: string;
}

/** The open findings of the repositories that a plan weakens, or changes in an unknown direction: `--findings`. */
export interface PlanFindings extends OpenFindings {
  readonly days: number;
  /** Those of each such effect, by `effectKey`. */
  readonly effects: Readonly<Record<string, OpenFindings>>;
}

/** Whether the findings of its repositories are read. */
export const concernsFindings = ({ class: kind }: Pick<Effect, "class">): boolean =>
  kind === "weakens" || kind === "unclassified";

/** The sides of an effect, of a plan or of its document. */
interface Sides {
  readonly from: { readonly id?: string } | null;
  readonly to: { readonly id?: string | null; readonly address?: string | null } | null;
}

/** The configurations before and after, which no two effects of a plan share. */
export const effectKey = ({ from, to }: Sides): string =>
  JSON.stringify([from?.id ?? null, to?.id ?? to?.address ?? null]);

const mostWorst = 3;

/** Counts those that are open. */
export function countOpen(findings: readonly CombinedFinding[], unread: number): OpenFindings {
  const open = findings.filter(isOpen).toSorted(byWorst);
  const positions = open.map(({ severity }) => severityPosition(severity));
  return {
    open: open.length,
    ...perSeverity((each) => positions.filter((position) => severities[position] === each).length),
    unread,
    worst: open.slice(0, mostWorst).map((each) => ({ id: each.id, ...findingSummary(each), url: each.dashboard_url })),
  };
}

/** The same of a plan, or of its document. */
type Counted<Worst> = Omit<OpenFindings, "worst"> & { readonly worst: readonly Worst[] };

/** Those of repositories that have no finding in common. */
export const sumOf = <Worst extends { readonly severity: string }>(all: readonly Counted<Worst>[]): Counted<Worst> => {
  const sum = (of: (each: Counted<Worst>) => number): number => all.reduce((total, each) => total + of(each), 0);
  return {
    open: sum(({ open }) => open),
    ...perSeverity((severity) => sum((each) => each[severity])),
    unread: sum(({ unread }) => unread),
    worst: all
      .flatMap(({ worst }) => worst)
      .toSorted((one, other) => severityPosition(one.severity) - severityPosition(other.severity))
      .slice(0, mostWorst),
  };
};

const perSeverity = (count: (severity: Severity) => number): Readonly<Record<Severity, number>> => {
  const [critical, high, medium, low] = severities;
  return { critical: count(critical), high: count(high), medium: count(medium), low: count(low) };
};

/** A state that is not known counts as open, and so does none, unless there is a triage. */
const isOpen = ({ state, triage }: CombinedFinding): boolean =>
  state === undefined ? triage === undefined : !["dismissed", "resolved"].includes(state);

/** The most severe first, and before them what is of no known severity; then the newest. */
const byWorst = (one: CombinedFinding, other: CombinedFinding): number =>
  severityPosition(one.severity) - severityPosition(other.severity) ||
  compareText(other.created_at ?? "", one.created_at ?? "") ||
  compareText(one.id, other.id);
