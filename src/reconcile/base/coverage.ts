import { sampleOf } from "../../model/like-automaton";
import { patternCovers } from "../../model/sql-like";
import type { Patterns } from "./find-name";
import type { FutureRule, RuleList } from "./rule-list";

/** What a list of rules does with all names that match a pattern, as far as one rule decides about all of them. */
export class Coverage {
  readonly #list: RuleList;
  readonly #patterns: Patterns;
  readonly #other: string;
  readonly #first = new Map<string, readonly (FutureRule | undefined)[]>();

  /** @param other a character in no pattern */
  constructor(list: RuleList, patterns: Patterns, other: string) {
    this.#list = list;
    this.#patterns = patterns;
    this.#other = other;
  }

  /** An earlier rule of its block takes every name that matches one of the patterns. */
  isShadowed(rule: FutureRule, patterns: readonly string[]): boolean {
    const block = this.#list.blocks.findIndex((rules) => rules[0]?.assignments === rule.assignments);
    return patterns.some((pattern) => (this.#firstRules(pattern)[block]?.rule ?? Infinity) < rule.rule);
  }

  /** A rule assigns every name that matches the pattern, and none before it leaves any. */
  assignsAll(pattern: string): boolean {
    const first = this.#firstRules(pattern);
    return this.#list.blocks.some((rules, block) => {
      const all = first[block];
      if (all?.target === undefined) return false;
      return rules.slice(0, rules.indexOf(all)).every(({ target }) => target !== undefined);
    });
  }

  /** The first rule of each block that covers a pattern. */
  #firstRules(pattern: string): readonly (FutureRule | undefined)[] {
    const known = this.#first.get(pattern);
    if (known !== undefined) return known;
    const sample = sampleOf(pattern, this.#other);
    const covers = (wide: string): boolean =>
      wide === pattern || (this.#patterns.matches(wide, sample) && patternCovers(wide, pattern));
    const found = this.#list.blocks.map((rules) =>
      rules.find(({ selectors }) => selectors.some((each) => covers(each.pattern))),
    );
    this.#first.set(pattern, found);
    return found;
  }
}
