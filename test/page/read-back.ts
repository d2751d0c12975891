import { accountOf, partsAt } from "../../src/page/browser/model";
import type {
  AccountFacts,
  ConfigurationFacts,
  FindingsFacts,
  LeafFacts,
  PageFacts,
  SettingsPart,
} from "../../src/page/page-facts";
import type { AccountDocument, FailedAccountDocument, PlanDocument } from "../../src/report/document";

/** The facts in a page. */
export function factsIn(html: string): PageFacts {
  const [, json, ...others] = html.split(/<script type="application\/json" id="facts">|<\/script>/);
  expect(others.length).toBe(2); // the end of the body, and the script of the page
  return JSON.parse(json ?? "") as PageFacts;
}

/** What a page shows of an account: all but what only an apply needs. */
export type Shown = Omit<AccountDocument, "apply" | "before" | "after"> & {
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
};

/** The document in a page, put together from its facts. */
export function documentIn(html: string): Omit<PlanDocument, "accounts"> & { readonly accounts: readonly unknown[] } {
  const { failed, accounts, ...whole } = factsIn(html);
  return { ...whole, accounts: [...failed, ...accounts.map(accountIn)] };
}

/** The same of a document. */
export function shownOf({ accounts, ...whole }: PlanDocument): ReturnType<typeof documentIn> {
  const shown = (account: AccountDocument | FailedAccountDocument) => {
    if (!("digest" in account)) return account;
    const { apply: _apply, before, after, ...own } = account;
    return { ...own, before: standing(before), after: standing(after) };
  };
  return JSON.parse(JSON.stringify({ ...whole, accounts: accounts.map(shown) })) as ReturnType<typeof documentIn>;
}

/** What each configuration is, and which one each repository has, in any order. */
const standing = ({ configurations, repositories }: AccountDocument["before"]): readonly unknown[] => {
  const keyOf = (at: number | null) => {
    const found = configurations[at ?? -1];
    return found === undefined ? null : [found.id, found.address];
  };
  const all = configurations.map((each) => JSON.stringify([each.id, each.address]) + JSON.stringify(sorted(each)));
  return [all.sort(), repositories.map((each) => ({ ...each, configuration: keyOf(each.configuration) }))];
};

/** The same with its keys in the order of the alphabet. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([key, each]) => [key, sorted(each)]),
        )
      : value;

/** The settings of these parts. */
function settingsOf(parts: readonly SettingsPart[]): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const [setting, value, key] of parts) {
    if (key === undefined) settings[setting] = value;
    else if (typeof key === "number") ((settings[setting] ??= []) as unknown[])[key] = value;
    else settings[setting] = { ...(settings[setting] as object | undefined), [key]: value };
  }
  return settings;
}

/** The findings of an effect as a document has them. */
const withoutTexts = ({ text: _text, worst, ...counts }: FindingsFacts) => ({
  ...counts,
  worst: worst.map(({ text: _said, link: _link, ...finding }) => finding),
});

function accountIn(facts: AccountFacts): Shown {
  const { label: _label, isRollback, since: _since, leaves, changes, ...rest } = facts;
  const { parts: _parts, settings: _settings, configurations, rules: _rules, effects, ...others } = rest;
  const { repositories, unscanned, ...whole } = others;
  const { rules, matches } = accountOf(facts);
  const leavesOf = (at: number | undefined): readonly LeafFacts[] =>
    (changes[at ?? -1] ?? []).flatMap((each) => leaves[each] ?? []);
  const configurationAt = (at: number | null): ConfigurationFacts | undefined => configurations[at ?? -1];
  const sideOf = (at: number | null): AccountDocument["rules"][number]["to"] => {
    const found = configurationAt(at);
    return found === undefined ? null : { id: found.id, address: found.address, name: found.after?.[0] ?? null };
  };
  const ruleOf = ([id, name, from, to]: AccountFacts["repositories"][number]): string | null => {
    const { winner } = matches({ id, name: name ?? id });
    if (isRollback) return from === to || to === null ? null : "rollback";
    return winner === undefined ? null : `rule ${String(winner.rule + 1)}: ${winner.matched}`;
  };
  const stateOf = (at: number | null) => (at === null ? null : settingsOf(partsAt(facts, at)));
  const timeOf = (when: "before" | "after"): readonly unknown[] => {
    const all = configurations.filter((each) => each[when] !== undefined);
    return standing({
      configurations: all.map(({ id, address, location, [when]: state }) => ({
        id,
        address: when === "before" ? null : address,
        name: state?.[0] ?? null,
        settings: stateOf(state?.[1] ?? null),
        ...(when === "before" || location === undefined ? {} : { location }),
      })),
      repositories: repositories.map(([id, name, from, to, , rule], at) => {
        const own = configurationAt(when === "before" ? from : to);
        return {
          ...{ id, name, configuration: own === undefined ? null : all.indexOf(own) },
          ...(when === "before" || rule === null ? {} : { rule }),
          ...(unscanned.includes(at) ? { enabled: false as const } : {}),
        };
      }),
    });
  };
  const withVerdict = (of: readonly LeafFacts[], wanted: LeafFacts["verdict"]) =>
    of.filter(({ verdict }) => verdict === wanted).map(({ verdict: _verdict, text: _text, ...leaf }) => leaf);
  return {
    ...whole,
    rules: rules.map((rule) => ({ ...rule, to: sideOf(rule.to) })),
    before: timeOf("before"),
    after: timeOf("after"),
    effects: effects.map(({ class: kind, mixed, from, to, changes: list, findings }, at) => {
      const former = configurationAt(from);
      const own = leavesOf(list);
      return {
        class: kind,
        mixed,
        from: former === undefined ? null : { id: former.id ?? "", name: former.before?.[0] ?? null },
        to: sideOf(to),
        weaker: withVerdict(own, "weaker"),
        stronger: withVerdict(own, "stronger"),
        unclassified: withVerdict(own, "unclassified"),
        neutral: withVerdict(own, "neutral"),
        repositories: repositories
          .filter(([, , , , effect]) => effect === at)
          .map((each) => ({ id: each[0], name: each[1], rule: to === null ? null : ruleOf(each) })),
        ...(findings === undefined ? {} : { findings: withoutTexts(findings) }),
      };
    }),
    changes: configurations.flatMap(({ id, address, before, after, change }) => {
      if (change === undefined) return [];
      const name = change.action === "delete" ? before?.[0] : after?.[0];
      const renamed = { path: "name", before: before?.[0] ?? null, after: name, verdict: "neutral" as const };
      return [
        {
          ...{ address: address ?? "", kind: "configuration" as const, action: change.action },
          ...(id === null ? {} : { id }),
          ...(typeof name === "string" ? { name } : {}),
          repositories: change.stay,
          changes: [
            ...(change.action === "rename" || change.action === "adopt" ? [{ ...renamed, words: "name changes" }] : []),
            ...leavesOf(change.leaves).map(({ text: _text, ...leaf }, at) => {
              const location = change.locations?.[at] ?? undefined;
              return location === undefined ? leaf : { ...leaf, location };
            }),
          ],
        },
      ];
    }),
    moves: repositories
      .filter(([, , from, to]) => to !== null && from !== to)
      .map((each) => {
        const [id, name, from, to, effect] = each;
        return {
          repository_id: id,
          repository_name: name,
          from: configurationAt(from)?.id ?? null,
          to: configurationAt(to)?.id ?? configurationAt(to)?.address ?? "",
          rule: ruleOf(each) ?? "",
          class: effects[effect ?? -1]?.class ?? "unaffected",
        };
      }),
    deletions: configurations.flatMap(({ id, address, before, change }) =>
      change?.action === "delete"
        ? [{ address: address ?? "", id: id ?? "", name: before?.[0] ?? null, repositories: change.stay }]
        : [],
    ),
  };
}
