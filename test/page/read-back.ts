import type { z } from "zod";
import type {
  AccountFacts,
  ConfigurationFacts,
  FindingsFacts,
  LeafFacts,
  PageFacts,
  Selector,
} from "../../src/page/facts";
import type { accountShape } from "../../src/report/document-shape";

type AccountDocument = z.infer<typeof accountShape>;

/** The facts in a page. */
export function factsIn(html: string): PageFacts {
  const [, json, ...others] = html.split(/<script type="application\/json" id="facts">|<\/script>/);
  expect(others.length).toBe(2); // the end of the body, and the script of the page
  return JSON.parse(json ?? "") as PageFacts;
}

/** The findings of an effect as a document has them. */
const withoutTexts = ({ text: _text, worst, ...counts }: FindingsFacts) => ({
  ...counts,
  worst: worst.map(({ text: _said, link: _link, ...finding }) => finding),
});

/** What a document of the plan says, put together from the facts of a page. */
export function documentIn(facts: AccountFacts): Omit<AccountDocument, "after"> {
  const {
    label: _label,
    since: _since,
    values: _values,
    settings: _settings,
    lost: _lost,
    unscanned: _unscanned,
    ...own
  } = facts;
  const { leaves, changes, configurations, rules, effects, repositories, ...kept } = own;
  const leavesOf = (at: number | null): readonly LeafFacts[] =>
    at === null ? [] : (changes[at] ?? []).flatMap((each) => leaves[each] ?? []);
  const configurationAt = (at: number | null): ConfigurationFacts | undefined =>
    at === null ? undefined : configurations[at];
  const ruleOf = (rule: number | null, by: Selector | null, id: string, name: string | null): string | null => {
    const found = rule === null ? undefined : rules[rule];
    if (found === undefined) return null;
    const matched = by === 0 ? id : by === 1 ? name : found.pattern;
    return `rule ${String(found.rule)}: ${matched ?? ""}`;
  };
  const noted = (of: readonly LeafFacts[], wanted: LeafFacts["verdict"]) =>
    of
      .filter(({ verdict }) => verdict === wanted)
      .map(({ path, before, after, note }) => ({ path, before, after, ...(note === undefined ? {} : { note }) }));
  const changed = configurations.filter(({ action }) => action !== null);
  return {
    ...kept,
    effects: effects.map(({ class: kind, mixed, from, to, changes: list, findings }, at) => {
      const [before, after] = [configurationAt(from), configurationAt(to)];
      return {
        class: kind,
        mixed,
        from: before === undefined ? null : { id: before.id ?? "", name: before.was },
        to: after === undefined ? null : { id: after.id, address: after.address, name: after.name },
        weaker: noted(leavesOf(list), "weaker"),
        stronger: noted(leavesOf(list), "stronger"),
        unclassified: noted(leavesOf(list), "unclassified"),
        neutral: noted(leavesOf(list), "neutral"),
        repositories: repositories
          .filter(([, , , , effect]) => effect === at)
          .map(([id, name, , , , rule, by]) => ({
            id,
            name,
            rule: after === undefined ? null : ruleOf(rule, by, id, name),
          })),
        ...(findings === undefined ? {} : { findings: withoutTexts(findings) }),
      };
    }),
    changes: changed.map(({ address, action, id, was, name, stay = 0, changes: list }) => ({
      address: address ?? "",
      kind: "configuration",
      action: action ?? "update",
      ...(id === null ? {} : { id }),
      ...(action === "delete" ? (was === null ? {} : { name: was }) : { name: name ?? "" }),
      repositories: stay,
      changes: [
        ...(action === "adopt" ? [{ path: "name", before: was, after: name, verdict: "neutral" as const }] : []),
        ...leavesOf(list).map(({ path, before, after, verdict }) => ({ path, before, after, verdict })),
      ],
    })),
    moves: repositories
      .filter(([, , from, to]) => to !== null && from !== to)
      .map(([id, name, from, to, effect, rule, by]) => ({
        repository_id: id,
        repository_name: name,
        from: configurationAt(from)?.id ?? null,
        to: configurationAt(to)?.id ?? configurationAt(to)?.address ?? "",
        rule: ruleOf(rule, by, id, name) ?? "",
        class: effect === null ? ("unaffected" as const) : (effects[effect]?.class ?? ("unaffected" as const)),
      })),
    deletions: changed
      .filter(({ action }) => action === "delete")
      .map(({ address, id, was, stay = 0 }) => ({
        address: address ?? "",
        id: id ?? "",
        name: was,
        repositories: stay,
      })),
  };
}
