import { warning } from "../../diagnostics/diagnostic";
import type { ConfigurationRef, Desired } from "../../model/desired";
import type { Configuration, Observed, ObservedTriages } from "../../model/observed";
import { type TriageCategory, triageCategories } from "../../model/findings";
import { groupBy } from "../../model/group-by";
import type { Address, ConfigurationId } from "../../model/ids";
import { distinctions } from "../../model/namesakes";
import { differences, leavesOf } from "../../model/leaves";
import { normalForm, sameText } from "../../model/normal-form";
import type { Written, WrittenConfiguration, WrittenTriage } from "../../model/written";
import type { PlanAccount } from "../plan/change";
import { isUndeclared } from "../plan/deletions";
import { assemblePlan, type Plan, type PlanOptions } from "../plan/plan";
import { type Back, type Called, configurationBack } from "./put-back-configuration";
import { nameIn, placesBack, placeStays, rollbackAssignments } from "./put-back-places";
import { uniqueById } from "../plan/resolve-ids";
import type { Placement } from "../plan/route";
import type { TriageChange } from "../plan/triages";

/**
 * Puts back what an apply has written, object by object and by their ids: what is as the apply has left it becomes as it
 * was before. What somebody has changed since stays and is reported (`no-way-back`), as is all that cannot be put back.
 * Nothing here judges a declaration: what was live before is written as it was.
 *
 * | the apply has   | now                              | becomes                                         |
 * |-----------------|----------------------------------|-------------------------------------------------|
 * | changed a leaf  | as left                          | as before                                       |
 * | created         | as left, and no repository stays | deleted                                         |
 * | deleted         | gone, and its name is free       | created again, with its repositories            |
 * | moved           | where it was moved               | where it was                                    |
 * | triaged         | as left                          | as before                                       |
 * | any             | anything else                    | stays                                           |
 */
export function planBack(
  account: PlanAccount,
  desired: Desired & { readonly putBack: Written },
  seen: Observed,
  { force = false }: PlanOptions,
): Plan {
  const [configurations, repositories] = [uniqueById(seen.configurations), uniqueById(seen.repositories)];
  const observed = { ...seen, configurations, repositories };
  const { backs, routes, stays } = objectsBack(desired.putBack, observed, force);
  const triages = triagesBack(desired.putBack, observed.triages);
  const texts = [
    ...backs.flatMap(({ written, stays: texts }) => texts.map((text) => ({ at: written.address, text }))),
    ...stays.map((text) => ({ at: rollbackAssignments, text })),
    ...triages.flatMap(({ at, text }) => (text === undefined ? [] : [{ at, text }])),
  ];
  return assemblePlan({
    ...{ account, desired, observed, routes },
    options: { ...(force ? { force } : {}), partial: true },
    changes: backs.flatMap(({ change }) => change ?? []),
    unwanted: backs.flatMap(({ deletes: live }) => (live === undefined ? [] : [{ live, named: true }])),
    triages: triages.flatMap(({ change }) => change ?? []),
    diagnostics: texts.map(({ at, text }) => warning("no-way-back", text, { address: at })),
  });
}

/** The address is no place in a declaration: what is reported there names its object. */
export const hasNoPlace = (at: string): boolean => isUndeclared(at) || at === rollbackAssignments;

/** What of a plan stays as it is, although it was to be put back. */
export const staysOf = <T extends { readonly code: string }>(plan: { readonly diagnostics: readonly T[] }) =>
  plan.diagnostics.filter(isStay);

export const isStay = ({ code }: { readonly code: string }): boolean => code === "no-way-back";

interface ObjectsBack {
  readonly backs: readonly Back[];
  readonly routes: readonly Placement[];
  /** Why repositories do not go back. */
  readonly stays: readonly string[];
}

/** A name that goes back may be that of another configuration by now: it is left to that one, and so on. */
function objectsBack(written: Written, observed: Observed, force: boolean): ObjectsBack {
  const live = new Map(observed.configurations.map((each) => [each.id, each]));
  const called = calledIn(written, observed);
  const remade = remadeIn(written, observed);
  const taken = new Map<WrittenConfiguration, ConfigurationId>();
  for (;;) {
    const isAgain = (each: WrittenConfiguration): boolean =>
      each.after.length === 0 && each.id !== undefined && !live.has(each.id) && !taken.has(each);
    const again = new Map(
      written.configurations.filter(isAgain).map((each): [ConfigurationId | undefined, ConfigurationRef] => {
        const is = remade.get(each);
        return [each.id, is === undefined ? { address: each.address } : { id: is }];
      }),
    );
    const { routes, left } = placesBack(written, observed, again);
    const moving = new Set(routes.map(({ repository }) => repository.id));
    const holders = groupBy(
      observed.repositories.filter(({ id }) => !moving.has(id)),
      (each) => each.configuration_id,
    );
    const backs = written.configurations.map((each) => {
      const staying = (each.id === undefined ? undefined : holders.get(each.id)) ?? [];
      if (remade.has(each)) return { written: each, stays: [] };
      return configurationBack(each, { live, staying: force ? [] : staying, takenBy: taken.get(each), called });
    });
    const more = takenNames(backs, live);
    if (more.length === 0) return { backs, routes, stays: placeStays(left, backs, nameIn(written, live, called)) };
    for (const [each, other] of more) taken.set(each, other);
  }
}

/**
 * The configurations that were deleted and are there again, the same in name and in each leaf: by an earlier rollback,
 * which was interrupted, or by somebody else. They are back.
 */
function remadeIn(
  { configurations: written }: Written,
  { configurations }: Observed,
): ReadonlyMap<WrittenConfiguration, ConfigurationId> {
  const known = new Set([...written.map(({ id }) => id), ...written.flatMap(({ namesakes = [] }) => namesakes)]);
  const live = new Set(configurations.map(({ id }) => id));
  const others = configurations.filter(({ id }) => !known.has(id));
  const remade = new Map<WrittenConfiguration, ConfigurationId>();
  for (const each of written) {
    const { id, before, after } = each;
    if (before === undefined || id === undefined || after.length > 0 || live.has(id)) continue;
    const at = others.findIndex(
      ({ name, settings }) =>
        sameText(name, before.name ?? id) && differences(leavesOf(before.settings), leavesOf(settings)).length === 0,
    );
    const [found] = at === -1 ? [] : others.splice(at, 1);
    if (found !== undefined) remade.set(each, found.id);
  }
  return remade;
}

/** What configurations are called, of which each may have had several names. */
function calledIn({ configurations: written }: Written, { configurations: live }: Observed): Called {
  const distinction = distinctions([
    ...live,
    ...written.flatMap(({ id, before, after }) => [before, ...after].map((each) => ({ id, name: each?.name }))),
  ]);
  return (one) => JSON.stringify(one.name ?? one.id ?? "") + distinction(one);
}

/** The names that go back, or come back, and that another configuration will have. */
function takenNames(
  backs: readonly Back[],
  live: ReadonlyMap<ConfigurationId, Configuration>,
): readonly (readonly [WrittenConfiguration, ConfigurationId])[] {
  const names = new Map(
    [...live.values()].map(({ id, name }): [ConfigurationId | undefined, string | undefined] => [id, name]),
  );
  for (const { written, change, deletes } of backs) {
    if (deletes !== undefined) names.delete(deletes.id);
    if (change !== undefined) names.set(written.id, change.declared.name);
  }
  const holders = groupBy(names.keys(), (id) => normalForm(names.get(id) ?? ""));
  return backs.flatMap(({ written, change }) => {
    if (change?.action !== "adopt" && change?.action !== "create") return [];
    const { id, namesakes = [] } = written;
    const others = (holders.get(normalForm(change.declared.name)) ?? []).flatMap((each) => each ?? []);
    const other = others.find((each) => each !== id && !namesakes.includes(each));
    return other === undefined ? [] : [[written, other] as const];
  });
}

const isCategory = (text: string): text is TriageCategory => triageCategories.some((each) => each === text);

interface TriageBack {
  readonly at: Address;
  readonly change?: TriageChange;
  /** Why it stays, if so. */
  readonly text?: string;
}

/** What becomes of each triage that an apply has written. */
export const triagesBack = ({ triages }: Written, observed: ObservedTriages | undefined): readonly TriageBack[] =>
  triages.map((each) => triageBack(each, observed?.found));

function triageBack(
  { address: at, finding, before, after }: WrittenTriage,
  found: ObservedTriages["found"] | undefined,
): TriageBack {
  const status = found?.get(finding.toLowerCase());
  if (status === undefined || status.is === "unclear")
    return { at, text: `The triage of the finding ${finding} cannot be read: it stays as it is.` };
  const now = status.is === "set" ? status.category : null;
  const kept = `it keeps ${now ?? "no category"}.`;
  if (now === before) return { at };
  if (!after.includes(now)) return { at, text: `Somebody has triaged the finding ${finding} since: ${kept}` };
  if (before !== null && !isCategory(before)) {
    const had = JSON.stringify(before);
    return { at, text: `The finding ${finding} had ${had}, which is no category that can be set: ${kept}` };
  }
  const justification = "It is put back as it was before the apply.";
  const common = { address: at, declared: { address: at, findingId: finding, category: before, justification } };
  const action =
    before === null ? ({ action: "remove", after: null } as const) : ({ action: "set", after: before } as const);
  return { at, change: { ...common, ...action, before: now } };
}
