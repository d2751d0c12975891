import type { Observed } from "../../../src/model/entities";
import type { RepositoryId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import type { EffectImpact, Impact, ImpactFigures } from "../../../src/reconcile/plan/impact";
import type { Plan } from "../../../src/reconcile/plan/plan";
import type { Hidden } from "./cases";
import type { Judged } from "./other-judge";

/** The settings that the repository of a finding has; undefined where it has no configuration. */
export function settingsOf({ configurations, repositories }: Observed, { repository }: Hidden): Settings | undefined {
  const id = repositories[repository]?.configuration_id;
  return configurations.find((each) => each.id === id)?.settings;
}

/** How a service judges a finding. */
export type Judge = (settings: Settings | undefined, found: Hidden, isTriaged: boolean) => Judged;

type Counts = Record<keyof ImpactFigures, number>;

const none = (): Counts => ({ noLongerReported: 0, noLongerBlocking: 0, newlyBlocking: 0 });

function tally(counts: Counts, before: Judged, after: Judged): void {
  if (before.isReported && !after.isReported) counts.noLongerReported += 1;
  if (before.isBlocking && !after.isBlocking) counts.noLongerBlocking += 1;
  if (!before.isBlocking && after.isBlocking) counts.newlyBlocking += 1;
}

/** What a plan does to these findings in a service that judges so: in all, and by the settings of each effect. */
export function truthOf(
  plan: Plan,
  live: Observed,
  found: readonly Hidden[],
  judge: Judge,
): { readonly all: Counts; readonly effects: readonly Counts[] } {
  const { configurations, repositories } = plan.after();
  const afterwards = new Map(repositories.map((each) => [each.repository.id, each.configuration]));
  const effectOf = new Map<RepositoryId, number>(
    plan.effects.flatMap((effect, at) => effect.repositories.map(({ repository }) => [repository.id, at] as const)),
  );
  const triages = new Map(plan.triages.map((each) => [each.declared.findingId, each.after]));
  const [all, effects] = [none(), plan.effects.map(none)];
  for (const each of found) {
    const id = live.repositories[each.repository]?.id;
    const position = id === undefined ? undefined : afterwards.get(id);
    const before = settingsOf(live, each);
    const at = id === undefined ? undefined : effectOf.get(id);
    const planned = typeof position === "number" ? (configurations[position]?.settings ?? undefined) : undefined;
    const after = at === undefined ? before : asWritten(before, planned);
    const isTriaged = triages.has(each.id) ? triages.get(each.id) !== null : each.isTriaged;
    const was = judge(before, each, each.isTriaged);
    tally(all, was, judge(after, each, isTriaged));
    const effect = at === undefined ? undefined : effects[at];
    if (effect !== undefined) tally(effect, was, judge(after, each, each.isTriaged));
  }
  return { all, effects };
}

/** A list that is not set and one that is empty are the same to a plan: it changes neither to the other. */
function asWritten(before: Settings | undefined, after: Settings | undefined): Settings | undefined {
  if (before === undefined || after?.analyzers === undefined) return after;
  const analyzers = Object.entries(after.analyzers).map(([slug, entry]) => {
    const earlier = before.analyzers?.[slug];
    if (earlier === undefined) return [slug, entry];
    const { excludes: _excludes, includes: _includes, ...rest } = entry;
    return [slug, { ...rest, ...listOf("excludes", earlier, entry), ...listOf("includes", earlier, entry) }];
  });
  return { ...after, analyzers: Object.fromEntries(analyzers) as Settings["analyzers"] };
}

type Analyzer = NonNullable<Settings["analyzers"]>[string];

function listOf(name: "excludes" | "includes", before: Analyzer, after: Analyzer): Analyzer {
  const isEmpty = [before, after].every((each) => (each[name] ?? []).length === 0);
  const list = (isEmpty ? before : after)[name];
  return list === undefined ? {} : { [name]: list };
}

const figures = ["noLongerReported", "noLongerBlocking", "newlyBlocking"] as const;

/** Where an impact does not contain the truth. */
export function beyond(impact: Impact, truth: ReturnType<typeof truthOf>): readonly string[] {
  const check = (where: string, found: EffectImpact | Impact, counts: Counts | undefined): readonly string[] =>
    figures.flatMap((figure) => {
      const [interval, count] = [found[figure], counts?.[figure] ?? 0];
      const isWithin = interval === undefined || (interval[0] <= count && count <= interval[1]);
      return isWithin ? [] : [`${where}: ${figure} is ${String(count)}, and not in ${JSON.stringify(interval)}`];
    });
  return [
    ...check("in all", impact, truth.all),
    ...impact.effects.flatMap((each, at) => check(`effect ${String(at)}`, each, truth.effects[at])),
  ];
}
