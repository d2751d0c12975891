import { performance } from "node:perf_hooks";
import type { DesiredRule, RuleTarget } from "../src/model/desired";
import { address, configurationId } from "../src/model/ids";
import { compareRules } from "../src/reconcile/base/compare-rules";
import { ruleList } from "../src/reconcile/base/rule-list";
import type { Destination } from "../src/reconcile/plan/moves";

/** How long two lists of rules are compared: what new repositories would get. */

const [count, configurations, mostMilliseconds] = [400, 7, 1000];

const shapes: Readonly<Record<string, (index: number) => string>> = {
  prefixes: (index) => `team-${String(index)}-%`,
  suffixes: (index) => `%-team-${String(index)}`,
  infixes: (index) => `%-t${String(index)}-%`,
  "single characters": (index) => `team-___-${String(index)}%`,
  "both ends": (index) => `a${String(index % 20)}%z${String(Math.floor(index / 20))}`,
};

const assign = (to: number): RuleTarget => ({ configuration: { id: configurationId(String(to % configurations)) } });

const rulesOf = (pattern: (index: number) => string, shift = 0): readonly DesiredRule[] => [
  ...Array.from({ length: count - 1 }, (_, index) => ({
    target: assign(index + shift),
    repositoryPattern: pattern(index),
  })),
  { target: assign(0), repositoryPattern: "%" },
];

/** The same, in other order, with other targets, without a rule. */
const changes: Readonly<Record<string, (pattern: (index: number) => string) => readonly DesiredRule[]>> = {
  same: (pattern) => rulesOf(pattern),
  reversed: (pattern) => rulesOf(pattern).toReversed(),
  "other targets": (pattern) => rulesOf(pattern, 1),
  "one less": (pattern) => rulesOf(pattern).filter((_, index) => index !== count / 2),
};

function destinationOf(target: RuleTarget): Destination | undefined {
  if ("leave" in target || "address" in target.configuration) return undefined;
  const { id } = target.configuration;
  const blocking = Number(id) % 2 === 0;
  return { ref: { id }, id, name: id, after: { analyzers: { xss: { enabled: true, blocking } } } };
}

export function future(): Promise<boolean> {
  const live = new Set(Array.from({ length: 5000 }, (_, index) => `team-${String(index % count)}-${String(index)}`));
  const listOf = (rules: readonly DesiredRule[]) =>
    ruleList([{ address: address("routing"), rules }], (name) => live.has(name), destinationOf);
  let worst = 0;
  for (const [shape, pattern] of Object.entries(shapes))
    for (const [change, changed] of Object.entries(changes)) {
      const [before, after] = [listOf(rulesOf(pattern)), listOf(changed(pattern))];
      const start = performance.now();
      const { future: lines, undecided } = compareRules(before, after, live);
      const took = performance.now() - start;
      worst = Math.max(worst, took);
      const found = `${String(lines.length)} lines, ${String(undecided.length)} undecided`;
      console.log(`  ${shape}, ${change}: ${took.toFixed(0)} ms, ${found}`);
    }
  const isMet = worst < mostMilliseconds;
  console.log(`  ${String(count)} rules each: at most ${worst.toFixed(0)} ms${isMet ? "" : ", which is too slow"}`);
  return Promise.resolve(isMet);
}
