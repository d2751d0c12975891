import { enumeration, shownCount } from "../diagnostics/enumeration";
import { textWidth } from "../diagnostics/text-width";
import { label } from "../diagnostics/foreign-text";
import { compareText } from "../model/fingerprint";
import { groupBy } from "../model/group-by";
import { undeclaredLine } from "./base-sections";
import type { AccountDocument } from "./document";
import type { Layout } from "./layout";
import { paragraphOf, type Section, unlessEmpty } from "./outline";
import { number, repositories } from "../diagnostics/count";
import { nameOf, sample } from "./words";

type Repository = AccountDocument["after"]["repositories"][number];

/** Which repositories stay where they are, and why; the configuration that they have may change. */
export function unmovedLines({ rules, after, effects }: AccountDocument, layout: Layout): readonly string[] {
  const classes = new Map(effects.flatMap((each) => each.repositories.map(({ id }) => [id, each.class] as const)));
  const losing = new Set(effects.flatMap(({ to, repositories: all }) => (to === null ? all.map(({ id }) => id) : [])));
  const byRule = [...groupBy(after.repositories, ({ rule }) => rule)].flatMap(([at = -1, left]) => {
    const rule = rules[at];
    return rule?.to === null ? [{ rule, left }] : [];
  });
  byRule.sort((one, other) => one.rule.rule - other.rule.rule);
  const blocks = new Set(byRule.map(({ rule }) => rule.address)).size;
  const shown = layout.full ? byRule : byRule.slice(0, shownCount(byRule.length, mostRules));
  const named = shown.flatMap(({ rule, left }) => {
    const many = left.length;
    const [are, which] = many === 1 ? ["it is", ""] : ["they are", `, ${repositories(many)}`];
    const by = blocks > 1 ? ` of ${label(rule.address)}` : "";
    const start = `left where ${are} (rule ${String(rule.rule)}${by}${which}): `;
    const keeping = left.filter(({ id }) => !losing.has(id));
    const affected = keeping.filter(({ id }) => classes.has(id)).length;
    const weakened = keeping.filter(({ id }) => classes.get(id) === "weakens").length;
    const lost = many - keeping.length;
    const change = [
      ...(affected > 0 ? [`  ${changeOf(many, affected, weakened)}`] : []),
      ...(lost > 0
        ? [
            `  ${many === 1 ? "it loses its" : `${number(lost)} of them ${lost === 1 ? "loses its" : "lose their"}`} configuration, which is deleted`,
          ]
        : []),
    ];
    const names = left.toSorted(byName).map(nameOf);
    return layout.full
      ? [start.trimEnd(), ...names.map((each) => `  - ${each}`), ...change]
      : [...sampled(start, names, layout), ...change];
  });
  const rest = byRule.slice(shown.length);
  const more = `${number(rest.length)} more rules leave`;
  const unmatched =
    rules.length === 0 ? 0 : after.repositories.filter(({ id, rule }) => rule === undefined && !losing.has(id)).length;
  return [
    ...named,
    ...(rest.length > 0 ? [`${more} ${repositories(rest.reduce((sum, { left }) => sum + left.length, 0))}`] : []),
    ...(unmatched > 0 ? [`matched by no rule, and left where they are: ${repositories(unmatched)}`] : []),
  ];
}

const byName = (one: Repository, other: Repository): number =>
  compareText(one.name ?? "", other.name ?? "") || compareText(one.id, other.id);

/** A line of its own for the names where none would fit whole after the start. */
function sampled(start: string, names: readonly string[], layout: Layout): readonly string[] {
  const [first = ""] = names;
  const least = names.length === 1 ? first : `such as ${enumeration(names, 1)}`;
  if (textWidth(start + least) <= layout.columns) return [sample(start, names, layout, "")];
  return [start.trimEnd(), sample("  ", names, layout)];
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

/** What no rule moves and what is not declared, after all that changes. */
export function unmovedSections(plan: AccountDocument, layout: Layout): readonly Section[] {
  const lines = [...unmovedLines(plan, layout), ...undeclaredLine(plan, layout)];
  return unlessEmpty({
    class: "neutral",
    title: "Left as they are",
    noun: "line",
    isClose: true,
    paragraphs: lines.map((head) => paragraphOf(47, [head])),
  });
}
