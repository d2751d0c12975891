import { type CombinedFinding, findingSummary, severityPosition } from "../../model/findings";
import { compareText } from "../../model/fingerprint";
import type { EffectImpact, ImpactExample, ImpactFigures, Interval } from "../plan/impact";
import type { Plan } from "../plan/plan";
import { pendingTriages } from "../plan/triages";
import type { Concerned, TouchedFinding } from "./concerned";
import type { ReadFindings } from "./read-findings";
import { type Figure, figures } from "./touches";

/** What was counted, in all and for each effect of the plan. */
export type Counted = ImpactFigures & { readonly findings: number; readonly effects: readonly EffectImpact[] };

const mostExamples = 5;

/**
 * Counts the findings that each figure may count. Those that were not read count in every figure that may count any.
 *
 * @param unread how many findings of these repositories were not read; undefined where nothing bounds it
 */
export function count(
  plan: Pick<Plan, "effects" | "triages">,
  concerned: readonly Concerned[],
  touched: readonly TouchedFinding[],
  unread: ReadFindings["unread"],
): Counted {
  const tallies = concerned.map((each) => new Tally(each.figures, unread(each.repositories)));
  const all = new Tally(
    new Set(concerned.flatMap((each) => [...each.figures])),
    unread(concerned.flatMap((each) => each.repositories)),
  );
  for (const { finding, effects } of touched) {
    for (const [at, each] of effects) tallies[at]?.add(finding, each);
    all.add(finding, new Set([...effects.values()].flatMap((each) => [...each])));
  }
  for (const { declared, before, action } of pendingTriages(plan.triages))
    all.addTriage(declared.findingId.toLowerCase(), figuresOfTriage(action, before));
  const byEffect = new Map(concerned.map(({ effect }, at) => [effect, tallies[at]]));
  return {
    ...all.figures,
    findings: all.findings,
    effects: plan.effects.map((_, at) => (byEffect.get(at) ?? new Tally(new Set(), 0)).effect),
  };
}

/** A triage that replaces another one may do anything. */
const figuresOfTriage = (action: "set" | "remove", before: string | null): readonly Figure[] => {
  if (action === "remove") return ["newlyBlocking"];
  return before === null ? ["noLongerReported", "noLongerBlocking"] : figures;
};

/** The figures of an effect, or of all. */
class Tally {
  readonly #ids = new Map<Figure, Set<string>>(figures.map((figure) => [figure, new Set()]));
  readonly #touched: { readonly finding: CombinedFinding; readonly figures: ReadonlySet<Figure> }[] = [];
  #read = 0;

  /**
   * @param possible the figures that may count a finding that was not read
   * @param unread how many were not read; undefined where nothing bounds it
   */
  constructor(
    private readonly possible: ReadonlySet<Figure>,
    private readonly unread: number | undefined,
  ) {}

  add(finding: CombinedFinding, touched: ReadonlySet<Figure>): void {
    this.#read += 1;
    for (const figure of touched) this.#ids.get(figure)?.add(finding.id.toLowerCase());
    if (touched.size > 0) this.#touched.push({ finding, figures: touched });
  }

  addTriage(id: string, touched: readonly Figure[]): void {
    for (const figure of touched) this.#ids.get(figure)?.add(id);
  }

  get findings(): number {
    return this.#read + (this.unread ?? 0);
  }

  /** None where nothing bounds how many there are: nothing was read. */
  get figures(): ImpactFigures {
    const { unread } = this;
    if (unread === undefined) return {};
    return Object.fromEntries(
      figures.map((figure): readonly [Figure, Interval] => {
        const read = this.#ids.get(figure)?.size ?? 0;
        return [figure, [0, read + (this.possible.has(figure) ? unread : 0)]];
      }),
    );
  }

  get effect(): EffectImpact {
    const examples = this.#touched
      .sort((left, right) => byWorst(left.finding, right.finding))
      .slice(0, mostExamples)
      .map((each) => exampleOf(each.finding, each.figures));
    const { unread = 0 } = this;
    return { ...this.figures, findings: this.findings, ...(unread > 0 ? { unread } : {}), examples };
  }
}

/** The most severe first, and before them what is of no known severity; then the newest. */
const byWorst = (left: CombinedFinding, right: CombinedFinding): number =>
  severityPosition(left.severity) - severityPosition(right.severity) ||
  compareText(right.created_at ?? "", left.created_at ?? "") ||
  compareText(left.id, right.id);

const exampleOf = (finding: CombinedFinding, touched: ReadonlySet<Figure>): ImpactExample => ({
  id: finding.id,
  ...findingSummary(finding),
  url: finding.dashboard_url,
  ...Object.fromEntries([...touched].map((figure) => [figure, "possible"])),
});
