import { listed } from "../../diagnostics/enumeration";
import { type Diagnostic, error, relocate } from "../../diagnostics/diagnostic";
import type { DesiredAssignments, DesiredConfiguration } from "../../model/desired";
import type { Configuration, Observed, Repository } from "../../model/observed";
import { groupBy } from "../../model/group-by";
import { sameText, spelledAs } from "../../model/normal-form";
import { address, type Address, type ConfigurationId, type RepositoryId } from "../../model/ids";
import { withheldText } from "../../reconcile/plan/conflict";
import { identify } from "../../reconcile/plan/identify";
import { withCanonicalIdsOf } from "../../reconcile/plan/resolve-ids";
import { target } from "../../reconcile/plan/target";
import { type Plan, plan } from "../../reconcile/plan/plan";
import type { LookReader, Writer } from "../../reconcile/ports";
import { identityCandidates, type Lists, referencedEntities } from "./lists";
import { type AddressedChange, type Change, type Prior } from "./requested-change";

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

/**
 * Identifies the live configuration of each change. A create adopts one only if its plan announced that, and only
 * repositories that are still listed are assigned.
 */
export function identifyBatch(
  open: readonly AddressedChange[],
  { configurations: live, repositories }: Observed,
  { ours }: BatchContext,
): { readonly declared: readonly DesiredConfiguration[]; readonly wrong: ChangeErrors } {
  const wrong = new Map<Address, readonly Diagnostic[]>();
  const ids = new Set(live.map(({ id }) => id));
  // deleted in the same batch, so that their names are free
  const leaving = new Set(
    open.flatMap((each) => (each.change.kind === "deletion" || namesAnew(each) ? (idOf(each.change) ?? []) : [])),
  );
  const declared = open.flatMap((each): readonly DesiredConfiguration[] => {
    const { at, change } = each;
    if (change.kind === "assignment") {
      const changed = changedPlaces(change, repositories);
      if (changed.length > 0) wrong.set(at, changed);
    }
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

/**
 * Plans all changes of the account as reviewed. A PUT must name the repositories that stay: with one, they are read.
 */
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
  const first = plan(account, desired, reviewedAccount(open, observed), forced);
  if (observed.repositories.length > 0 || !first.writes.some(({ kind }) => kind === "put")) return first;
  const whole = { ...observed, repositories: await lists.read("repositories", "certain") };
  return plan(account, desired, reviewedAccount(open, whole), forced);
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
 * The account as the user reviewed it: what a prior state declares is laid over what is live, and repositories are
 * where they were. A plan rests on this, so the looks of its apply find what has changed since, and leave it alone.
 */
function reviewedAccount(open: readonly AddressedChange[], live: Observed): Observed {
  const priors = new Map<ConfigurationId | undefined, Prior>();
  const places = new Map<RepositoryId, ConfigurationId | undefined>();
  for (const { change } of open) {
    if (change.kind === "assignment") for (const [id, from] of change.before ?? []) places.set(id, from);
    else if (change.prior !== undefined) priors.set(idOf(change), change.prior);
  }
  return {
    ...live,
    configurations: live.configurations.map((each) => {
      const prior = priors.get(each.id);
      return prior === undefined ? each : asReviewed(each, prior);
    }),
    repositories: live.repositories.map((each) => {
      const { configuration_id: has, ...rest } = each;
      if (has === undefined) return each; // it lost its configuration by a deletion, perhaps in this apply
      const from = places.has(each.id) ? places.get(each.id) : has;
      const isLater = from !== undefined && priors.get(from)?.holders?.has(each.id) === false;
      if (from === has && !isLater) return each;
      return from === undefined || isLater ? rest : { ...rest, configuration_id: from };
    }),
  };
}

/** Texts that differ in normal form alone are as the service holds them, since terraform keeps only one form. */
function asReviewed(
  { name: liveName, ...live }: Configuration,
  { name: priorName, declared, seen = live.settings }: Prior,
): Configuration {
  const written = { ...declared, address: address("it"), name: "" };
  const spelled = withCanonicalIdsOf({ configurations: [live], repositories: [] }, written);
  const name = priorName !== undefined && sameText(liveName, priorName) ? liveName : priorName;
  const settings = spelledAs(target(seen, spelled), live.settings);
  return { ...live, ...(name === undefined ? {} : { name }), settings };
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

/** The error where repositories are gone, or have left the configuration that they were to keep. */
function changedPlaces(
  { assigned, before }: Change & { readonly kind: "assignment" },
  repositories: readonly Repository[],
): readonly Diagnostic[] {
  const there = new Map(repositories.map((each) => [each.id, each]));
  const gone = [...assigned.keys()].filter((id) => !there.has(id));
  const left = [...assigned].flatMap(([id, to]) => {
    const { name = id, configuration_id: has } = there.get(id) ?? { configuration_id: to };
    return before?.get(id) === to && has !== to ? [name] : [];
  });
  const changes = [
    ...(gone.length === 0 ? [] : [`Repositories that are gone: ${listed(gone)}`]),
    ...(left.length === 0 ? [] : [`Repositories that are not where they were to stay: ${listed(left)}`]),
  ];
  if (changes.length === 0) return [];
  return [error("changed-since-planned", withheldText(changes.join(". ")), { attribute: ["rules"] })];
}

/** The configuration was deleted after the plan by someone else. */
const configurationGone = ({ id, name }: DesiredConfiguration): Diagnostic =>
  error(
    "configuration-gone",
    `${JSON.stringify(name)} (${String(id)}) was deleted since it was read. Plan again: it is then created again.`,
  );
