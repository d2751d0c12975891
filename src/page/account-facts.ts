import { leafVerdicts } from "../model/leaf-verdict";
import { type AccountDocument, shownLeaf, titlesOf } from "../report/document";
import { linkOf, openText } from "../report/findings-sections";
import { accountLine } from "../report/head";
import { leafText } from "../report/leaf-lines";
import type { News } from "../report/since";
import { findingTexts } from "../report/triage-sections";
import { configurationIndex } from "./configuration-index";
import type { AccountFacts, EffectFacts, LeafFacts } from "./page-facts";
import { Interned } from "./interned";

type Leaf = Omit<LeafFacts, "text">;
type Effect = AccountDocument["effects"][number];

/** The facts of an account. @param news what differs from an earlier document; absent without one */
export function accountFacts(account: AccountDocument, news?: News): AccountFacts {
  const { effects, changes, moves: _moves, deletions: _deletions, rules, before, after, apply, ...whole } = account;
  const titles = titlesOf(account);
  const leaves = new Interned<Leaf>();
  const lists = new Interned<readonly number[]>();
  const listAt = (list: readonly Leaf[]): number => lists.at(list.map((each) => leaves.at(each)));
  const configurations = configurationIndex(account, ({ action, repositories: stay, changes: all }) => {
    const own = all.filter(({ path }) => path !== "name");
    const locations = own.map(({ location = null }) => location);
    return {
      ...{ action, stay, leaves: listAt(own.map(({ location: _location, ...leaf }) => leaf)) },
      ...(locations.every((each) => each === null) ? {} : { locations }),
    };
  });
  const effectOf = new Map(effects.flatMap(({ repositories }, at) => repositories.map(({ id }) => [id, at])));
  const positions = new Map(after.repositories.map(({ id }, at) => [id, at]));
  const was = new Map(before.repositories.map(({ id, configuration }) => [id, configuration]));
  const [former, latter] = [before, after].map(({ configurations: all }) => all.map(configurations.sideAt));
  return {
    ...whole,
    label: accountLine(account.account),
    isRollback: apply.kind === "rollback",
    ...(news === undefined
      ? {}
      : { since: { repositories: positionsOf(after.repositories, ({ id }) => news.repositories.has(id)) } }),
    rules: rules.map((rule) => ({
      ...rule,
      repository_ids: rule.repository_ids.map((id) => positions.get(id) ?? id),
      to: configurations.sideAt(rule.to),
    })),
    effects: effects.map((effect) => ({
      ...{ class: effect.class, mixed: effect.mixed },
      ...{ from: configurations.sideAt(effect.from), to: configurations.sideAt(effect.to) },
      changes: listAt(leafVerdicts.flatMap((verdict) => effect[verdict].map((leaf) => ({ verdict, ...leaf })))),
      ...findingsFacts(effect, account.findings),
    })),
    repositories: after.repositories.map(({ id, name, configuration, rule = null }) => [
      id,
      name,
      former?.[was.get(id) ?? -1] ?? null,
      latter?.[configuration ?? -1] ?? null,
      effectOf.get(id) ?? null,
      rule,
    ]),
    unscanned: positionsOf(after.repositories, ({ enabled }) => enabled === false),
    configurations: configurations.all,
    parts: configurations.parts,
    settings: configurations.settings,
    leaves: leaves.all.map((leaf) => ({ ...leaf, text: leafText(shownLeaf(leaf, leaf.verdict), titles) })),
    changes: lists.all,
  };
}

const positionsOf = <Item>(all: readonly Item[], isWanted: (item: Item) => boolean): readonly number[] =>
  all.flatMap((each, at) => (isWanted(each) ? [at] : []));

function findingsFacts({ findings: own }: Effect, of: AccountDocument["findings"]): Pick<EffectFacts, "findings"> {
  if (own === undefined || of === undefined) return {};
  const worst = own.worst.map((each) => {
    const link = linkOf(each.url);
    return { ...each, text: findingTexts(each).join(" "), ...(link === undefined ? {} : { link }) };
  });
  return { findings: { ...own, text: openText(own, of), worst } };
}
