import { textWidth } from "../diagnostics/text-width";
import { label } from "../diagnostics/foreign-text";
import type { Repository } from "../model/entities";
import type { RepositoryId } from "../model/ids";
import type { RepositoryClass } from "../model/leaf-verdict";
import { byName, type Route } from "../reconcile/plan/route";
import type { Layout } from "./layout";
import type { PlanReport } from "./renderer";
import { number, repositories } from "../diagnostics/count";
import { nameOf, sample } from "./words";

/** Which repositories stay where they are, and why; the configuration that they have may change. */
export function unmovedLines(plan: PlanReport, layout: Layout): readonly string[] {
  const classes = new Map(
    plan.effects.flatMap((each) => each.repositories.map(({ repository }) => [repository.id, each.class] as const)),
  );
  const byRule = unmovedByRule(plan.unmoved, layout.full ? Infinity : 10, classes);
  const blocks = new Set(plan.unmoved.map((each) => each.assignments)).size;
  const shown = layout.full ? byRule : byRule.slice(0, mostRules);
  const rest = byRule.slice(shown.length);
  const named = shown.flatMap(({ assignments, rule, first, many, affected, weakened }) => {
    const [are, which] = many === 1 ? ["it is", ""] : ["they are", `, ${repositories(many)}`];
    const by = blocks > 1 ? ` of ${label(assignments)}` : "";
    const start = `left where ${are} (rule ${String(rule + 1)}${by}${which}): `;
    const change = affected === 0 ? [] : [`  ${changeOf(many, affected, weakened)}`];
    return layout.full
      ? [start.trimEnd(), ...first.map((each) => `  - ${nameOf(each)}`), ...change]
      : [...sampled(start, first.map(nameOf), many, layout), ...change];
  });
  const isRouting = plan.unclaimed > 0 && plan.desired.assignments.length > 0;
  return [
    ...named,
    ...(rest.length > 0
      ? [
          `${number(rest.length)} more ${rest.length === 1 ? "rule leaves" : "rules leave"} ${repositories(rest.reduce((sum, { many }) => sum + many, 0))}`,
        ]
      : []),
    ...(isRouting ? [`matched by no rule, and left where they are: ${repositories(plan.unclaimed)}`] : []),
  ];
}

/** A line of its own for the names where none would fit whole after the start. */
function sampled(start: string, names: readonly string[], many: number, layout: Layout): readonly string[] {
  const [first = ""] = names;
  const least = many === 1 ? start + first : `${start}such as ${first} and ${number(many - 1)} more`;
  if (textWidth(least) <= layout.columns) return [sample(start, names, layout, many, "")];
  return [start.trimEnd(), sample("  ", names, layout, many)];
}

/** Maximum number of `leave` rules with a line of their own. */
const mostRules = 5;

/** How the configurations of left repositories change: `the configuration of 3 of them changes, which weakens 2` */
function changeOf(many: number, affected: number, weakened: number): string {
  if (many === 1) return `its configuration changes${weakened === 0 ? "" : ", which weakens it"}`;
  const whose =
    affected === many ? "their configurations change" : `the configuration of ${number(affected)} of them changes`;
  return weakened === 0 ? whose : `${whose}, which weakens ${weakened === affected ? "them" : number(weakened)}`;
}

interface UnmovedByRule {
  readonly assignments: string;
  readonly rule: number;
  /** In the order of their names. */
  readonly first: Repository[];
  many: number;
  /** Those whose configuration changes. */
  affected: number;
  weakened: number;
}

/** What each rule leaves: how many, and the first so many of them, without putting all of them in order. */
function unmovedByRule(
  routes: readonly Route[],
  shown: number,
  classes: ReadonlyMap<RepositoryId, RepositoryClass>,
): readonly UnmovedByRule[] {
  const rules = new Map<string, Map<number, UnmovedByRule>>();
  routes.forEach(({ assignments, rule, repository }) => {
    const ofAssignments = rules.get(assignments) ?? new Map<number, UnmovedByRule>();
    if (ofAssignments.size === 0) rules.set(assignments, ofAssignments);
    const known = ofAssignments.get(rule) ?? { assignments, rule, first: [], many: 0, affected: 0, weakened: 0 };
    if (known.many === 0) ofAssignments.set(rule, known);
    known.many += 1;
    if (classes.has(repository.id)) known.affected += 1;
    if (classes.get(repository.id) === "weakens") known.weakened += 1;
    const last = known.first[shown - 1];
    if (last === undefined || byName(repository, last) < 0) {
      known.first.push(repository);
      // in order once there are enough, so that the last is the one to beat
      if (known.first.length >= shown) known.first.sort(byName).splice(shown);
    }
  });
  return [...rules.values()]
    .flatMap((each) => [...each.values()])
    .map((each) => ({ ...each, first: each.first.sort(byName) }))
    .sort((one, other) => one.rule - other.rule);
}
