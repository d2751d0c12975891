import { label } from "../diagnostics/foreign-text";
import type { Repository } from "../model/entities";
import type { RepositoryId } from "../model/ids";
import type { PlanReport } from "./plan-report";
import { byName, type Route } from "../reconcile/plan/route";
import { nameOf, sample } from "./names";
import type { Layout } from "./row";
import { number, repositories } from "./words";

/** Which repositories stay where they are, and why; some may feel a change of the configuration that they have. */
export function leftLines(plan: PlanReport, layout: Layout): readonly string[] {
  const felt = new Set(plan.effects.flatMap((each) => each.repositories.map(({ repository }) => repository.id)));
  const byRule = leftByRule(plan.left, layout.full ? Infinity : 10, felt);
  const blocks = new Set(plan.left.map((each) => each.assignments)).size;
  const shown = layout.full ? byRule : byRule.slice(0, mostRules);
  const rest = byRule.slice(shown.length);
  const named = shown.flatMap(({ assignments, rule, first, many, feeling }) => {
    const [are, which] = many === 1 ? ["it is", ""] : ["they are", `, ${repositories(many)}`];
    const by = blocks > 1 ? ` of ${label(assignments)}` : "";
    const start = `left where ${are} (rule ${String(rule + 1)}${by}${which}): `;
    const affected =
      feeling === 0 ? [] : [`  ${many === 1 ? "it" : `${number(feeling)} of them`} ${changesFor(feeling)}`];
    return layout.full
      ? [start.trimEnd(), ...first.map((each) => `  - ${nameOf(each)}`), ...affected]
      : [sample(start, first.map(nameOf), layout, many, ""), ...affected];
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

/** Maximum number of `leave` rules with a line of their own. */
const mostRules = 5;

const changesFor = (many: number): string =>
  `${many === 1 ? "feels" : "feel"} the change of the configuration that ${many === 1 ? "it has" : "they have"}`;

interface LeftByRule {
  readonly assignments: string;
  readonly rule: number;
  /** In the order of their names. */
  readonly first: Repository[];
  many: number;
  /** Those whose configuration changes. */
  feeling: number;
}

/** What each rule leaves: how many, and the first so many of them, without putting all of them in order. */
function leftByRule(routes: readonly Route[], shown: number, felt: ReadonlySet<RepositoryId>): readonly LeftByRule[] {
  const rules = new Map<string, LeftByRule>();
  routes.forEach(({ assignments, rule, repository }) => {
    const key = `${assignments} ${String(rule)}`;
    const known = rules.get(key) ?? { assignments, rule, first: [], many: 0, feeling: 0 };
    if (known.many === 0) rules.set(key, known);
    known.many += 1;
    if (felt.has(repository.id)) known.feeling += 1;
    const last = known.first[shown - 1];
    if (last === undefined || byName(repository, last) < 0) {
      known.first.push(repository);
      if (known.first.length > shown) known.first.sort(byName).splice(shown);
    }
  });
  return [...rules.values()]
    .map((each) => ({ ...each, first: each.first.sort(byName) }))
    .sort((one, other) => one.rule - other.rule);
}
