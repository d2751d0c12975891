import { canonicalJson, canonical } from "../../model/fingerprint";
import type { Configuration } from "../../model/entities";
import { type LeafVerdict, judgementOf } from "../../model/leaf-verdict";
import { settingsFields } from "../../model/settings";
import { listed } from "../../model/suggest";
import type { Effect } from "../plan/effects";
import { diff } from "../plan/merge";
import type { Plan } from "../plan/plan";
import type { Preconditions } from "../plan/preconditions";
import { pendingTriages } from "../plan/triages";
import { idsIn, isTriageWrite, type Write } from "../plan/write";

/** The stored part of a saved plan: its preconditions and writes. */
export interface StoredPlan {
  readonly basis: Preconditions;
  readonly writes: readonly Write[];
}

/**
 * The changes since a plan was saved, in words; empty when it can be applied as reviewed.
 *
 * @param live all current live configurations
 * @param fresh the plan of the same declaration against the current account
 */
export function staleness(saved: StoredPlan, live: readonly Configuration[], fresh: Plan): readonly string[] {
  const now = new Map(live.map((each) => [each.id, each]));
  const before = new Map(saved.basis.configurations.map((each) => [each.id, each]));
  const moved = [
    ...saved.basis.configurations.flatMap((each) => differences(each, now.get(each.id))),
    ...fresh.basis.configurations
      .filter((each) => !before.has(each.id))
      .map((each) => `configuration ${nameOf(each)} would be written to as well`),
    ...fresh.moves.flatMap(({ repository: { id, name = id }, from, fromName }) => {
      const was = saved.basis.repositories[id];
      if (was === undefined) return [`repository ${name} would move as well`];
      if (was === (from ?? null)) return [];
      const old = was === null ? "no configuration" : (now.get(was)?.name ?? was);
      return [`repository ${name} had ${old} and has ${fromName ?? "no configuration"}`];
    }),
    ...Object.keys(saved.basis.repositories)
      .filter((id) => !Object.hasOwn(fresh.basis.repositories, id))
      .map((id) => `repository ${id} would not move any more`),
    ...movedTriages(saved, fresh),
    ...Object.entries(fresh.basis.rules).flatMap(([address, { matched, fingerprint }]) => {
      const known = saved.basis.rules[address];
      if (known?.fingerprint === fingerprint) return [];
      return [
        `${address} matched ${String(known?.matched ?? 0)} repositories and matches ${String(matched)} now, not the same ones or by other rules`,
      ];
    }),
  ];
  if (moved.length > 0 || areAlike(saved.writes, fresh.writes)) return moved;
  const sets = ({ writes }: Pick<Plan, "writes">) => writes.filter(isTriageWrite);
  return areAlike(sets(saved), sets(fresh))
    ? ["repositories have other configurations than when the plan was made"]
    : ["a triage has expired, or its declaration has changed, since the plan was made"];
}

/** In any order: the service may list what is deleted in another one. */
const areAlike = (saved: readonly Write[], fresh: readonly Write[]): boolean =>
  canonicalJson(saved.map(where)) === canonicalJson(fresh.map(where));

/** The target of a write and the objects that it lists: its settings follow from what was compared already. */
const where = (write: Write): object => ({
  kind: write.kind,
  ...("configuration" in write ? { configuration: write.configuration } : {}),
  ...(write.kind === "create" ? { name: write.body.name } : {}),
  ...("finding" in write ? { finding: write.finding } : {}),
  ...("category" in write ? { category: write.category } : {}),
  listed: idsIn(write).toSorted(),
});

/** The findings whose triage is another one than the plan rests on. */
function movedTriages(saved: StoredPlan, fresh: Plan): readonly string[] {
  const before = new Map(Object.entries(saved.basis.triages ?? {}));
  const now = new Map(fresh.triages.map((each) => [each.declared.findingId, each.before]));
  const name = (category: string | null): string => category ?? "not triaged";
  return [
    ...[...before].flatMap(([id, was]) => {
      const is = now.get(id);
      if (is === undefined) return [`the triage of the finding ${id} is not declared any more`];
      return is === was ? [] : [`finding ${id} was ${name(was)} and is ${name(is)}`];
    }),
    ...Object.keys(fresh.basis.triages ?? {})
      .filter((id) => !before.has(id))
      .map((id) => `the triage of the finding ${id} would change as well`),
  ];
}

function differences(before: Configuration, now: Configuration | undefined): readonly string[] {
  if (now === undefined) return [`configuration ${nameOf(before)} is gone`];
  const renamed = before.name === now.name ? [] : [`configuration ${nameOf(before)} is now named ${String(now.name)}`];
  const leaves = diff(before.settings, now.settings).map(
    ({ path, before: was, after: is }) =>
      `configuration ${nameOf(before)}: ${path} was ${shown(was)} and is ${shown(is)}`,
  );
  const found = [...renamed, ...leaves];
  const same = canonical(settingsFields, before.settings) === canonical(settingsFields, now.settings);
  return found.length > 0 || same
    ? found
    : [`configuration ${nameOf(before)} has changed in a field that scanform does not know`];
}

const nameOf = ({ name, id }: Configuration): string => `${name ?? "without a name"} (${id})`;

const shown = (value: unknown): string => (value === undefined ? "not set" : JSON.stringify(value));

/** What was shown to the reviewer. */
export type ReviewedParts = Pick<
  Plan,
  "writes" | "configurations" | "deletions" | "moves" | "effects" | "unused" | "unmoved" | "triages"
>;

/** A write without its place among the others. */
const withoutOrder = ({ id: _id, after: _after, ...write }: Write): Omit<Write, "id" | "after"> => write;

/** The parts of a plan that follow from the declaration and from the touched objects alone, and what each is called. */
const parts: readonly (readonly [string, (plan: ReviewedParts) => unknown])[] = [
  ["requests", ({ writes }) => writes.map(withoutOrder)],
  [
    "changes of configurations",
    ({ configurations }) =>
      configurations
        .filter(({ action }) => action !== "no-op")
        .map(({ address, action, changes, after }) => ({ address, action, changes, after })),
  ],
  ["deletions", ({ deletions }) => deletions.map(({ address, live, named }) => ({ address, id: live.id, named }))],
  [
    "moves",
    ({ moves }) =>
      moves.map(({ repository: { id, name }, assignments, rule, from, fromName, to, toName, class: affected }) => ({
        ...{ id, name, assignments, rule, from, fromName, to, toName, affected },
      })),
  ],
  [
    "triages",
    ({ triages }) =>
      pendingTriages(triages).map(({ address, declared, before, after }) => ({ address, declared, before, after })),
  ],
  [
    "repositories that stay",
    ({ unmoved }) =>
      unmoved.map(({ repository: { id, name }, assignments, rule }) => ({ id, name, assignments, rule })),
  ],
  ["classes of effects", ({ effects }) => effects.some(isMisjudged)],
];

/** It was shown in another class than its own changes give, such as among those that do not weaken. */
function isMisjudged({ changes, class: shown, mixed }: Effect): boolean {
  const judged = judgementOf(changes);
  return judged?.class !== shown || judged.mixed !== mixed;
}

/** A repository has another name than was shown, or a leaf with the same verdict is described in other words. */
function wordingDiffers(reviewed: ReviewedParts, fresh: ReviewedParts): boolean {
  const before = new Map(
    reviewed.effects.flatMap((effect) =>
      effect.repositories.map(({ repository: { id, name } }) => [id, { effect, name }] as const),
    ),
  );
  return fresh.effects.some((effect) => {
    const same = new Set<Effect>(); // each pair of effects is compared once, however many repositories share it
    return effect.repositories.some(({ repository: { id, name } }) => {
      const known = before.get(id);
      if (known === undefined) return false;
      if (known.name !== name) return true;
      if (same.has(known.effect)) return false;
      same.add(known.effect);
      return effectWordingDiffers(known.effect, effect);
    });
  });
}

function effectWordingDiffers(reviewed: Effect, fresh: Effect): boolean {
  const words = new Map(reviewed.changes.map((each) => [`${each.verdict} ${each.path}`, canonicalJson(each)]));
  return fresh.changes.some((each) => {
    const before = words.get(`${each.verdict} ${each.path}`);
    return before !== undefined && before !== canonicalJson(each);
  });
}

/**
 * A configuration becomes weaker that no repository has, and the review showed neither that nor a repository that is
 * affected by it. One that has lost its repositories since is no surprise.
 */
function unusedDiffers(reviewed: ReviewedParts, fresh: ReviewedParts): boolean {
  if (fresh.unused.length === 0) return false;
  const shown = new Map(reviewed.unused.map((each) => [each.id, canonicalJson(each)]));
  const affecting = new Set(reviewed.effects.flatMap(({ from, to }) => [from?.id, to?.id]));
  return fresh.unused.some((each) =>
    shown.has(each.id) ? shown.get(each.id) !== canonicalJson(each) : !affecting.has(each.id),
  );
}

/** The names of the parts in which a plan is another than the reviewed one, such as `requests`. */
export const planDifferences = (reviewed: ReviewedParts, fresh: ReviewedParts): readonly string[] => [
  ...parts.flatMap(([name, part]) => (canonicalJson(part(reviewed)) === canonicalJson(part(fresh)) ? [] : [name])),
  ...(unusedDiffers(reviewed, fresh) ? ["configurations without repositories"] : []),
  ...(wordingDiffers(reviewed, fresh) ? ["words"] : []),
];

/** The stored part of a reviewed effect. */
export interface ReviewedEffect {
  readonly changes: readonly { readonly path: string; readonly verdict: LeafVerdict }[];
  readonly repositories: readonly { readonly repository: { readonly id: string } }[];
}

/**
 * The effects that are worse or less certain than reviewed, in words; empty when every repository is at least as well
 * off as was reviewed. An improvement is accepted.
 */
export function verdictRegressions(reviewed: readonly ReviewedEffect[], now: readonly Effect[]): readonly string[] {
  const known = new Map(
    reviewed.flatMap((effect) => effect.repositories.map(({ repository }) => [repository.id, effect] as const)),
  );
  return now.flatMap(({ changes, repositories, from, to }) => {
    const paths = new Set<string>();
    const worse = repositories.flatMap(({ repository }) => {
      const before = known.get(repository.id)?.changes ?? [];
      const found = changes.filter((each) => isWorse(each, before));
      for (const { path } of found) paths.add(path);
      return found.length > 0 ? [repository.name ?? repository.id] : [];
    });
    if (worse.length === 0) return [];
    const [old, next] = [sideName(from), sideName(to)];
    const where = old === next ? old : `${old} -> ${next}`;
    return [`${listed(worse)}: weaker or less certain than reviewed (${where}: ${[...paths].join(", ")})`];
  });
}

function isWorse(
  { path, verdict }: { readonly path: string; readonly verdict: LeafVerdict },
  reviewed: ReviewedEffect["changes"],
): boolean {
  if (verdict !== "weaker" && verdict !== "unclassified") return false;
  const before = reviewed.find((each) => each.path === path)?.verdict;
  return verdict === "weaker" ? before !== "weaker" : before !== "weaker" && before !== "unclassified";
}

const sideName = (side: Effect["from"]): string =>
  side === null ? "none" : JSON.stringify(side.name ?? side.id ?? "new");
