import { type Diagnostic, error, relocate } from "../../diagnostics/diagnostic";
import type { DesiredAssignments, DesiredConfiguration } from "../../model/desired";
import type { Configuration, Observed } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import { address, type Address, type ConfigurationId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import { identify } from "../../reconcile/plan/identify";
import { merge } from "../../reconcile/plan/merge";
import { type Plan, plan } from "../../reconcile/plan/plan";
import { withCanonicalIds } from "../../reconcile/plan/resolve-ids";
import type { LookReader, Writer } from "../../reconcile/ports";
import { identityCandidates, type Lists, referencedEntities } from "./lists";
import { type AddressedChange, type Change, engineAddress, type Prior } from "./requested-change";

/** What a batch of changes is applied with. */
export interface BatchContext {
  readonly account: Plan["account"];
  readonly reader: LookReader;
  readonly writer: Writer;
  readonly lists: Lists;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** The configurations that this process has created or taken over, each with the change that did. */
  readonly ours: Map<ConfigurationId, Change>;
}

/** Whether a create has taken over the configuration, which another resource may have had. */
export function isTakenOver(ours: BatchContext["ours"], id: ConfigurationId): boolean {
  const by = ours.get(id);
  return by?.kind === "configuration" && by.adopts !== undefined;
}

/** The errors of changes, by address. */
export type ChangeErrors = ReadonlyMap<Address, readonly Diagnostic[]>;

/** Reads the lists that the changes need; usually they are cached. */
export async function observeBatch(open: readonly AddressedChange[], { lists }: BatchContext): Promise<Observed> {
  const settings = open.flatMap(({ change }) => (change.kind === "configuration" ? [change.declared.settings] : []));
  const [configurations, repositories, names] = await Promise.all([
    lists.read("configurations", open.some(namesAnew) ? "certain" : "first page"),
    // a deletion needs the repositories of the configuration
    open.some(({ change }) => change.kind !== "configuration") ? lists.read("repositories", "ended") : [],
    referencedEntities(lists, settings),
  ]);
  const ids = new Set<string>(configurations.map(({ id }) => id));
  const missing = open.flatMap(({ change }) => {
    const id = idOf(change);
    return id === undefined || ids.has(id) ? [] : [id];
  });
  const others = await Promise.all(missing.map((id) => lists.configuration(id)));
  return {
    configurations: [...configurations, ...others.filter((each) => each !== undefined)],
    repositories,
    ...names,
  };
}

const idOf = (change: Change): ConfigurationId | undefined =>
  change.kind === "deletion" ? change.id : change.kind === "configuration" ? change.declared.id : undefined;

/** Whether a configuration gets a name that it did not have. */
const namesAnew = ({ change }: AddressedChange): boolean =>
  change.kind === "configuration" &&
  (change.declared.id === undefined || (change.prior !== undefined && change.prior.name !== change.declared.name));

/** Identifies the live configuration of each change. A create adopts one only if its plan announced that. */
export function identifyBatch(
  open: readonly AddressedChange[],
  live: readonly Configuration[],
  { ours }: BatchContext,
): { readonly declared: readonly DesiredConfiguration[]; readonly wrong: ChangeErrors } {
  const wrong = new Map<Address, readonly Diagnostic[]>();
  const ids = new Set(live.map(({ id }) => id));
  // these make way in the same batch
  const leaving = new Set(
    open.flatMap((each) => (each.change.kind === "deletion" || namesAnew(each) ? (idOf(each.change) ?? []) : [])),
  );
  const declared = open.flatMap((each): readonly DesiredConfiguration[] => {
    const { at, change } = each;
    if (change.kind !== "configuration") return [];
    const wanted: DesiredConfiguration = { ...change.declared, address: at };
    if (wanted.id !== undefined) {
      const [taken] = namesAnew(each)
        ? identityCandidates({ name: wanted.name }, live).filter(({ id }) => !leaving.has(id))
        : [];
      if (!ids.has(wanted.id)) wrong.set(at, [configurationGone(wanted)]);
      else if (taken !== undefined) wrong.set(at, [nameTaken(taken)]);
      else if (isTakenOver(ours, wanted.id)) wrong.set(at, [takenOver(wanted)]);
      return [wanted];
    }
    const { live: found, diagnostics } = identify([wanted], identityCandidates(wanted, live));
    const same = found.get(at);
    if (diagnostics.length > 0) wrong.set(at, diagnostics.map(withoutAddress));
    if (same === undefined) return [wanted];
    if (same.id === change.adopts && (ours.get(same.id) ?? change) === change) ours.set(same.id, change);
    else wrong.set(at, [nameTaken(same)]);
    return [{ ...wanted, id: same.id }];
  });
  return { declared, wrong };
}

/** Plans all changes. A PUT must name the repositories that stay: with one, the repositories are read. */
export async function planBatch(
  open: readonly AddressedChange[],
  configurations: readonly DesiredConfiguration[],
  observed: Observed,
  { account, lists, ours }: BatchContext,
): Promise<Plan> {
  const live = new Set<string>(observed.configurations.map(({ id }) => id));
  const desired = {
    configurations,
    assignments: open.flatMap(assignmentsOf),
    deletions: open.flatMap(({ change }) =>
      change.kind === "deletion" && live.has(change.id) && !isTakenOver(ours, change.id) ? [change.id] : [],
    ),
  };
  // the safety limits were checked when Terraform planned
  const forced = { force: true, partial: true, replacesUnreadable: true } as const;
  const first = plan(account, desired, observed, forced);
  if (observed.repositories.length > 0 || !first.writes.some(({ kind }) => kind === "put")) return first;
  return plan(account, desired, { ...observed, repositories: await lists.read("repositories", "certain") }, forced);
}

function assignmentsOf({ at, change }: AddressedChange): readonly DesiredAssignments[] {
  if (change.kind !== "assignment") return [];
  const rules = [...groupBy(change.assigned, ([, to]) => to)].map(([id, repositories]) => ({
    target: { configuration: { id } },
    repositoryIds: repositories.map(([repository]) => repository),
  }));
  return [{ address: at, rules }];
}

/**
 * The plan with the live objects as the user reviewed them: declared leaves from the prior state, the rest as this process
 * first read it. What differs from that is neither replaced nor corrected afterwards.
 */
export function asReviewed(open: readonly AddressedChange[], made: Plan): Plan {
  const priors = new Map<Address, Prior>();
  const places = new Map<string, ConfigurationId | undefined>();
  for (const each of open) {
    const { change } = each;
    if (change.kind === "assignment") for (const [id, from] of change.before ?? []) places.set(id, from);
    else if (change.prior !== undefined) priors.set(engineAddress(each), change.prior);
  }
  const configurationAs = (at: Address, live: Configuration): Configuration => {
    const prior = priors.get(at);
    if (prior === undefined) return live;
    const { name: _, ...unnamed } = live;
    const { name } = prior;
    return { ...unnamed, ...(name === undefined ? {} : { name }), settings: settingsBy(prior, live) };
  };
  const configurations = made.configurations.map((each) =>
    each.live === undefined ? each : { ...each, live: configurationAs(each.address, each.live) },
  );
  const deletions = made.deletions.map((each) => {
    const { holders } = priors.get(each.address) ?? {};
    const remaining = holders === undefined ? each.remaining : each.remaining.filter(({ id }) => holders.has(id));
    return { ...each, live: configurationAs(each.address, each.live), remaining };
  });
  const reviewed = new Map(
    [...configurations, ...deletions].flatMap(({ live }) => (live === undefined ? [] : [[live.id, live]])),
  );
  return {
    ...made,
    configurations,
    deletions,
    observed: {
      ...made.observed,
      configurations: made.observed.configurations.map((each) => reviewed.get(each.id) ?? each),
    },
    moves: made.moves.map((each) => {
      const { id } = each.repository;
      // a repository without a configuration lost it by a deletion, perhaps in this apply
      return each.from === undefined || !places.has(id) ? each : { ...each, from: places.get(id) };
    }),
  };
}

/** All settings of a configuration when the user reviewed it. @param read it as it is now */
function settingsBy({ settings, exclusiveBut, seen }: Prior, read: Configuration): Settings {
  const desired = { configurations: [{ address: address("it"), name: "", settings }], assignments: [] };
  const [spelled = { settings }] = withCanonicalIds(desired, {
    configurations: [read],
    repositories: [],
  }).configurations;
  const before = seen ?? read.settings;
  const whole = merge(before, spelled.settings);
  if (whole.analyzers === undefined) return whole;
  const kept = Object.entries(whole.analyzers).filter(([slug, entry]) => {
    // terraform keeps an entry without settings that the service drops
    const isThere = Object.keys(entry).length > 0 || Object.hasOwn(before.analyzers ?? {}, slug);
    const isOwn = exclusiveBut?.has(slug) !== false || Object.hasOwn(settings.analyzers ?? {}, slug);
    return isThere && isOwn;
  });
  return { ...whole, analyzers: Object.fromEntries(kept) };
}

/** A diagnostic of the engine for the change that it concerns; the address is internal to the batch. */
export const withoutAddress = (diagnostic: Diagnostic): Diagnostic => relocate(diagnostic, { path: diagnostic.path });

const nameTaken = ({ id, name }: Configuration): Diagnostic =>
  error(
    "name-taken",
    `The account has a configuration of this name, ${JSON.stringify(name ?? "")} (${id}), which no plan has announced to take over: import it, or rename it. Nothing of this one was written.`,
    { attribute: ["name"] },
  );

const takenOver = ({ id, name }: DesiredConfiguration): Diagnostic =>
  error(
    "configuration-claimed-twice",
    `Another resource of this apply has taken over ${String(id)}, which was to be ${JSON.stringify(name)}. Take one of the two out with terraform state rm, which deletes nothing.`,
    { attribute: ["name"] },
  );

/** The configuration was deleted after the plan by someone else. */
const configurationGone = ({ id, name }: DesiredConfiguration): Diagnostic =>
  error(
    "configuration-gone",
    `${JSON.stringify(name)} (${String(id)}) was deleted since it was read. Plan again: it is then created again.`,
  );
