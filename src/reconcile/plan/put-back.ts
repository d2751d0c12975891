import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import type { ConfigurationRef, Desired, DesiredTriage } from "../../model/desired";
import type { Configuration, Observed, Repository } from "../../model/entities";
import { type TriageCategory, triageCategories } from "../../model/findings";
import { groupBy } from "../../model/group-by";
import type { Address, ConfigurationId, RepositoryId } from "../../model/ids";
import { differences, isSameAt, type Leaves, leavesOf, settingsOf, valueAt, withThese } from "../../model/leaves";
import { normalForm, sameText } from "../../model/normal-form";
import { fatesOf, type States, undone } from "../../model/states";
import { listed } from "../../model/suggest";
import type {
  ConfigurationState,
  Written,
  WrittenConfiguration,
  WrittenPlace,
  WrittenTriage,
} from "../../model/written";
import type { ConfigurationChange, PlanAccount } from "./change";
import { rollbackAssignments } from "./effects";
import { diff, holds } from "./merge";
import { assemblePlan, plan, type Plan, type PlanOptions } from "./plan";
import { uniqueById } from "./resolve-ids";
import type { Route } from "./route";
import type { TriageChange } from "./triages";

/** The plan of what is desired: of a declaration, or of what is put back. @param known see `plan` */
export function planFor(
  account: PlanAccount,
  desired: Desired,
  listed: Observed,
  options: PlanOptions = {},
  known?: ReadonlySet<RepositoryId>,
): Plan {
  return desired.putBack === undefined
    ? plan(account, desired, listed, options, known)
    : planBack(account, { ...desired, putBack: desired.putBack }, listed, options);
}

/**
 * Puts back what an apply has written, object by object and by their ids: what is as the apply has left it becomes as it
 * was before. What somebody has changed since stays and is reported (`no-way-back`), as is all that cannot be put back.
 * Nothing here judges a declaration: what was live before is written as it was.
 *
 * | the apply has   | now                              | becomes                                                        |
 * |-----------------|----------------------------------|----------------------------------------------------------------|
 * | changed a leaf  | as left                          | as before                                                      |
 * | created         | as left, and no repository stays | deleted                                                        |
 * | deleted         | gone, and its name is free       | created again, with the repositories that have nothing instead |
 * | moved           | where it was moved               | where it was                                                   |
 * | triaged         | as left                          | as before                                                      |
 * | any             | anything else                    | stays                                                          |
 */
function planBack(
  account: PlanAccount,
  desired: Desired & { readonly putBack: Written },
  seen: Observed,
  { force = false }: PlanOptions,
): Plan {
  const observed = {
    ...seen,
    configurations: uniqueById(seen.configurations),
    repositories: uniqueById(seen.repositories),
  };
  const { changes, routes, deletions, stays: left } = objectsBack(desired.putBack, observed, force);
  const triages = desired.putBack.triages.map((each) => triageBack(each, observed));
  const stays = [...left, ...triages.flatMap((each) => ("stays" in each ? [each.stays] : []))];
  return assemblePlan({
    ...{ account, desired, observed, changes, routes },
    options: { ...(force ? { force } : {}), partial: true },
    unwanted: deletions.map((live) => ({ live, named: true })),
    triages: triages.flatMap((each) => ("change" in each ? [each.change] : [])),
    diagnostics: stays,
  });
}

/** What of a plan stays as it is, although it was to be put back. */
export const staysOf = ({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }): readonly Diagnostic[] =>
  diagnostics.filter(isStay);

export const isStay = ({ code }: Diagnostic): boolean => code === "no-way-back";

const stay = (address: Address, detail: string): Diagnostic => warning("no-way-back", detail, { address });

interface ObjectsBack {
  readonly changes: readonly ConfigurationChange[];
  /** Of the repositories that move back. */
  readonly routes: readonly Route[];
  readonly deletions: readonly Configuration[];
  readonly stays: readonly Diagnostic[];
}

type Held<W extends WrittenConfiguration = WrittenConfiguration> = W & { readonly id: ConfigurationId };
type Changed = Held & { readonly before: ConfigurationState };

/** The account, and what of it was written. */
interface Case {
  readonly live: ReadonlyMap<ConfigurationId, Configuration>;
  readonly repositories: ReadonlyMap<RepositoryId, Repository>;
  readonly places: readonly WrittenPlace[];
  /** Changed, and still there. */
  readonly changed: readonly Restored[];
  /** Deleted, and not there. */
  readonly deleted: readonly Changed[];
  readonly created: readonly WrittenConfiguration[];
  /** The names that configurations had before, by their ids. */
  readonly formerNames: ReadonlyMap<ConfigurationId, string | undefined>;
  readonly force: boolean;
}

/** Of what another configuration has the name by now: the id of that one. */
type Taken = ReadonlyMap<WrittenConfiguration, ConfigurationId>;

/** A name that goes back may be one that somebody has given to another configuration: then that stays, and so on. */
function objectsBack(written: Written, observed: Observed, force: boolean): ObjectsBack {
  const live = new Map(observed.configurations.map((each) => [each.id, each]));
  const before = written.configurations.filter((each): each is Changed => each.before !== undefined);
  const gone = before.filter((each) => each.after.length > 0 && !live.has(each.id));
  const given: Case = {
    live,
    repositories: new Map(observed.repositories.map((each) => [each.id, each])),
    places: written.places,
    changed: before.flatMap((each) => {
      const now = live.get(each.id);
      return now === undefined || each.after.length === 0 ? [] : [restored(each, now)];
    }),
    deleted: before.filter((each) => each.after.length === 0 && !live.has(each.id)),
    created: written.configurations.filter((each) => each.before === undefined),
    formerNames: new Map(before.map((each) => [each.id, each.before.name])),
    force,
  };
  const taken = new Map<WrittenConfiguration, ConfigurationId>();
  for (;;) {
    const back = configurationsBack(given, taken);
    const more = takenNames(given, back, taken);
    if (more.size === 0)
      return {
        ...back,
        stays: [
          ...gone.map(({ address, id, before: { name = id } }) =>
            stay(address, `${quoted(name)} is gone: somebody has deleted it since.`),
          ),
          ...back.stays,
        ],
      };
    for (const [each, other] of more) taken.set(each, other);
  }
}

const quoted = (name: string): string => JSON.stringify(name);

/** What a changed configuration becomes. */
interface Restored {
  readonly written: Changed;
  readonly now: Configuration;
  /** Its name now, unless that goes back. */
  readonly name: string | undefined;
  readonly settings: Configuration["settings"];
  readonly stays: readonly Diagnostic[];
}

function restored(written: Changed, now: Configuration): Restored {
  const { address, before, after } = written;
  const states = {
    before: leavesOf(before.settings),
    after: asLeft(after, now),
    now: leavesOf(now.settings),
  };
  const back = settingsOf(undone(states));
  const isNamedBack = (now.name ?? "") === (before.name ?? "") || sameText(now.name, before.name ?? "");
  const isNameLeft = after.some(({ name }) => (name ?? "") === (now.name ?? ""));
  const name = isNamedBack || !isNameLeft ? now.name : (before.name ?? now.name);
  // no request goes out for fields alone that this version does not know
  const isWritten = name !== now.name || diff(now.settings, back).length > 0;
  const what = quoted(now.name ?? now.id);
  const others = othersIn(states, after);
  const unwritable = isWritten ? [] : differences(states.now, leavesOf(back));
  const stays = [
    ...(others.length === 0 ? [] : [`${what} stays as somebody has changed it since: ${others.join("; ")}.`]),
    ...(isNamedBack || isNameLeft
      ? []
      : [
          `${what} was ${quoted(after[0]?.name ?? "")} after the apply: somebody has renamed it since, and it keeps its name.`,
        ]),
    ...(isNameLeft && !isNamedBack && before.name === undefined
      ? [`${what} had no name, and keeps this one: the service cannot take a name away.`]
      : []),
    ...(unwritable.length === 0
      ? []
      : [`${listed(unwritable)} of ${what} cannot be put back. Restore that in the dashboard.`]),
  ];
  return {
    ...{ written, now, name },
    settings: isWritten ? back : now.settings,
    stays: stays.map((each) => stay(address, each)),
  };
}

/** The leaves as an apply has left them: those of now where one of its states has the same. */
function asLeft([last, ...others]: readonly ConfigurationState[], now: Configuration): Leaves {
  const [left, found] = [leavesOf(last?.settings ?? {}), leavesOf(now.settings)];
  const known = others.map(({ settings }) => leavesOf(settings));
  const same = differences(left, found).filter((path) => known.some((each) => isSameAt(path, each, found)));
  return withThese(left, same, found);
}

/** What was written and is neither as before nor as left, in words; an entry that has come or gone as a whole. */
function othersIn(states: States, written: readonly ConfigurationState[]): readonly string[] {
  const { before, now } = states;
  const fates = fatesOf(states);
  const texts = written.flatMap(({ settings }) => {
    const left = leavesOf(settings);
    return [...fates].flatMap(([path, fate]) => {
      if (fate !== "other" || isSameAt(path, before, left)) return [];
      const leaf = before.get(path) ?? left.get(path);
      const entry = leaf?.entry;
      return [leftText(entry !== undefined && fates.has(entry) ? entry : path, left, now)];
    });
  });
  return [...new Set(texts)];
}

const leftText = (path: string, left: Leaves, now: Leaves): string =>
  `${path} was left ${shown(valueAt(path, left))} and is ${shown(valueAt(path, now))}`;

const shown = (value: unknown): string => (value === undefined ? "not set" : JSON.stringify(value));

/** @param taken of what somebody else has the name */
function configurationsBack(given: Case, taken: Taken): ObjectsBack {
  const { live, changed, deleted, created } = given;
  const again = deleted.filter((each) => !taken.has(each));
  const { routes, stays } = placesBack(given, new Map(again.map(({ id, address }) => [id, { address }])));
  const moving = new Set(routes.map(({ repository }) => repository.id));
  const holders = groupBy(given.repositories.values(), (each) => each.configuration_id);
  const undoneCreations = created.map((each) =>
    creationUndone(each, given, (id) => (holders.get(id) ?? []).filter((held) => !moving.has(held.id))),
  );
  return {
    changes: [
      ...changed.map((each) => changeBack(each, taken.has(each.written))),
      ...again.map(({ address, id, before: { name = id, settings } }): ConfigurationChange => ({
        ...{ address, action: "create", after: settings, repositories: 0 },
        declared: { address, name, settings, whole: true },
        changes: diff(undefined, settings),
      })),
    ],
    routes,
    deletions: undoneCreations.flatMap((each) => ("deletes" in each ? [each.deletes] : [])),
    stays: [
      ...changed.flatMap((each) => each.stays),
      ...[...taken].map(([{ address, id, before }, other]) => {
        const name = quoted(before?.name ?? id ?? "");
        const now = id === undefined ? undefined : live.get(id);
        const what =
          now === undefined
            ? `${name} is not created again`
            : `${quoted(now.name ?? now.id)} is not renamed to ${name}`;
        return stay(address, `${what}: somebody else's configuration ${other} has that name.`);
      }),
      ...undoneCreations.flatMap((each) => ("stays" in each ? [each.stays] : [])),
      ...stays,
    ],
  };
}

function changeBack({ written: { address, id }, now, name: goal, settings: after }: Restored, keepsName: boolean) {
  const name = keepsName ? now.name : goal;
  const changes = diff(now.settings, after);
  const action = name !== now.name ? "adopt" : changes.length > 0 ? "update" : "no-op";
  const declared = { address, id, name: name ?? "", settings: after, whole: true } as const;
  return { address, action, declared, live: now, changes, after, repositories: 0 } satisfies ConfigurationChange;
}

/** Deletes what was created and nobody has built upon. @param holdersOf the repositories that stay with it */
function creationUndone(
  written: WrittenConfiguration,
  given: Case,
  holdersOf: (id: ConfigurationId) => readonly Repository[],
): { readonly deletes: Configuration } | { readonly stays: Diagnostic } | object {
  const { address, id, after, preventDestroy } = written;
  const name = quoted(after[0]?.name ?? "");
  if (id === undefined) {
    const candidates = candidatesFor(written, given).map((each) => each.id);
    if (candidates.length === 0) return {};
    const detail = `The answer to the creation of ${name} was lost, so whether ${listed(candidates, Infinity, "or")} is what was created is not known. Nothing of that name is deleted.`;
    return { stays: stay(address, detail) };
  }
  const now = given.live.get(id);
  if (now === undefined) return {};
  const left = asLeft(after, now);
  const found = leavesOf(now.settings);
  const isNamed = after.some((each) => sameText(now.name, each.name ?? ""));
  const since = [
    ...(isNamed ? [] : [`its name was left ${name} and is ${shown(now.name)}`]),
    ...wholeEntries(differences(left, found), left, found).map((path) => leftText(path, left, found)),
  ];
  if (since.length > 0)
    return {
      stays: stay(address, `${name} was created and stays: somebody has changed it since: ${since.join("; ")}.`),
    };
  if (preventDestroy === true)
    return { stays: stay(address, `${name} was created and stays: it has prevent_destroy, or deletion_protection.`) };
  const remaining = holdersOf(id);
  if (remaining.length > 0 && !given.force) {
    const have = remaining.length === 1 ? "has" : "have";
    return {
      stays: stay(address, `${name} was created and stays: ${namesOf(remaining)} ${have} it. --force deletes it.`),
    };
  }
  return { deletes: now };
}

/** Paths without those whose whole entry is among them. */
function wholeEntries(paths: readonly string[], one: Leaves, other: Leaves): readonly string[] {
  const all = new Set(paths);
  return paths.filter((path) => {
    const leaf = one.get(path) ?? other.get(path);
    const entry = leaf?.entry;
    return entry === undefined || entry === path || !all.has(entry);
  });
}

/** The live configurations that a creation without an answer may have made. */
function candidatesFor(
  { after, namesakes = [] }: WrittenConfiguration,
  { live, formerNames }: Case,
): readonly Configuration[] {
  const name = after[0]?.name ?? "";
  return [...live.values()].filter(
    (each) => sameText(each.name, name) && !namesakes.includes(each.id) && !formerNames.has(each.id),
  );
}

const namesOf = (all: readonly Repository[]): string =>
  listed(
    all.map((each) => each.name ?? each.id),
    Infinity,
  );

/** Moves back the repositories that are where the apply has moved them. @param again what is created again */
function placesBack(
  given: Case,
  again: ReadonlyMap<ConfigurationId, ConfigurationRef>,
): { readonly routes: readonly Route[]; readonly stays: readonly Diagnostic[] } {
  const { live, formerNames } = given;
  const lost = new Map(
    given.created.flatMap((each) => {
      const [asked] = each.after;
      if (each.id !== undefined || asked === undefined) return [];
      const made = candidatesFor(each, given).filter(({ settings }) => holds(settings, asked.settings));
      return [[each.address, new Set(made.map(({ id }) => id))] as const];
    }),
  );
  const routes: Route[] = [];
  const reasons = new Map<string, string[]>();
  for (const { repository: id, before, after } of given.places) {
    const repository = given.repositories.get(id);
    const has = repository?.configuration_id;
    const stays = (why: string): void => {
      reasons.set(why, [...(reasons.get(why) ?? []), repository?.name ?? id]);
    };
    const isThere = (ref: ConfigurationRef | null): boolean => {
      if (ref === null) return has === undefined;
      return has !== undefined && ("id" in ref ? ref.id === has : lost.get(ref.address)?.has(has) === true);
    };
    const goal = before === null ? undefined : live.has(before) ? { id: before } : again.get(before);
    if (repository === undefined) stays("not there any more");
    else if ((has ?? null) === before) continue;
    else if (!after.some(isThere))
      stays(
        has === undefined
          ? "without a configuration: somebody has deleted the one that the apply gave"
          : `with ${quoted(live.get(has)?.name ?? has)}, which somebody has given since`,
      );
    else if (before === null) stays("had no configuration before, and the service cannot take one away");
    else if (goal === undefined) stays(`cannot go back to ${quoted(formerNames.get(before) ?? before)}, which is gone`);
    else {
      const target = { configuration: goal };
      routes.push({ repository, assignments: rollbackAssignments, rule: 0, matched: repository.id, target });
    }
  }
  return {
    routes,
    stays: [...reasons].map(([why, names]) => stay(rollbackAssignments, `${listed(names, Infinity)}: ${why}.`)),
  };
}

/** The names that go back, or come back, and that another configuration has by then. */
function takenNames({ live, changed, deleted }: Case, { deletions }: ObjectsBack, taken: Taken): Taken {
  const going = new Set(deletions.map(({ id }) => id));
  const goals = new Map(changed.map((each) => [each.now.id, taken.has(each.written) ? each.now.name : each.name]));
  const again = deleted.filter((each) => !taken.has(each));
  const names = groupBy(
    [
      ...[...live.values()].flatMap(({ id, name }) => (going.has(id) ? [] : [{ id, name: goals.get(id) ?? name }])),
      ...again.map(({ id, before: { name = id } }) => ({ id, name })),
    ],
    ({ name }) => name && normalForm(name),
  );
  const takers = [
    ...changed.flatMap(({ written, now, name }) =>
      name === now.name || taken.has(written) ? [] : [{ written, name }],
    ),
    ...again.map((written) => ({ written, name: written.before.name ?? written.id })),
  ];
  return new Map(
    takers.flatMap(({ written, name = "" }) => {
      const { id, namesakes = [] } = written;
      const other = (names.get(normalForm(name)) ?? []).find((each) => each.id !== id && !namesakes.includes(each.id));
      return other === undefined ? [] : [[written, other.id] as const];
    }),
  );
}

const isCategory = (text: string): text is TriageCategory => triageCategories.some((each) => each === text);

function triageBack(
  { address, finding, before, after }: WrittenTriage,
  { triages }: Observed,
): { readonly change: TriageChange } | { readonly stays: Diagnostic } | object {
  const status = triages?.found.get(finding.toLowerCase());
  const stays = (detail: string) => ({ stays: stay(address, detail) });
  if (status === undefined || status.is === "unclear")
    return stays(`How the finding ${finding} is triaged now cannot be read: it stays as it is.`);
  const now = status.is === "set" ? status.category : null;
  if (now === before) return {};
  if (!after.includes(now))
    return stays(`Somebody has triaged the finding ${finding} since: it keeps ${now ?? "no category"}.`);
  if (before !== null && !isCategory(before))
    return stays(
      `The finding ${finding} had ${quoted(before)}, which is no category that can be set: it keeps ${now ?? "none"}.`,
    );
  const declared: DesiredTriage = {
    ...{ address, findingId: finding, category: before },
    justification: "It is put back as it was before the apply.",
  };
  const common = { address, declared, before: now };
  return {
    change:
      before === null ? { ...common, action: "remove", after: null } : { ...common, action: "set", after: before },
  };
}
