import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { diagnosticsOfError } from "../common-diagnostics";
import { ScanformError } from "../../diagnostics/error";
import type { DesiredAssignments, DesiredConfiguration } from "../../model/desired";
import type { Configuration, Observed } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import { address, type Address, type ConfigurationId } from "../../model/ids";
import { type Applied, apply, type ApplyOptions } from "../../reconcile/apply/apply";
import { identify } from "../../reconcile/plan/identify";
import { type Plan, plan, type PlanOptions } from "../../reconcile/plan/plan";
import type { Reader, Writer } from "../../reconcile/ports";
import type { Ledger } from "../ledger/ledger";
import type { Change, ChangeResult } from "./change";
import { type Lists, referencedEntities } from "./lists";
import { identityCandidates } from "./identity-candidates";
import { type AddressedChange, withAddresses, engineAddress } from "./addressed-change";
import {
  configurationExists,
  batchDiagnostic,
  configurationGone,
  skippedChange,
  withoutAddress,
} from "./batch-diagnostics";

export interface BatchContext {
  readonly account: Plan["account"];
  readonly reader: Pick<Reader, "configurations" | "repositories" | "firstPage">;
  readonly writer: Writer;
  readonly lists: Lists;
  readonly options: PlanOptions;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  readonly ledger: Ledger;
}

/** The greatest age, in milliseconds, of a list on which a write is based; an older one is read again. */
const longAgo = 5000;

/**
 * Applies several changes together through the engine: the fewest requests, each sent once, read
 * back at the end. An error is reported for the change that it concerns.
 */
export async function runBatch(changes: readonly Change[], on: BatchContext): Promise<readonly ChangeResult[]> {
  const all = withAddresses(changes);
  const done = new Map<Address, ChangeResult>();
  on.lists.invalidate("configurations", longAgo);
  on.lists.invalidate("repositories", longAgo);
  let open: readonly AddressedChange[] = all;
  while (open.length > 0) {
    const wrong = await attempt(open, on, done);
    for (const [at, diagnostics] of wrong) done.set(at, { diagnostics });
    open = wrong.size === 0 ? [] : open.filter(({ at }) => !done.has(at));
  }
  on.ledger.configurations.keep(changes.flatMap(adoptedBy));
  return all.map(({ at }) => done.get(at) ?? { diagnostics: [] });
}

const adoptedBy = (change: Change): readonly ConfigurationId[] =>
  change.kind === "configuration" && change.adopts !== undefined ? [change.adopts] : [];

type Wrong = ReadonlyMap<Address, readonly Diagnostic[]>;

/** @returns the changes that cannot be planned; unless empty, nothing was written */
async function attempt(
  open: readonly AddressedChange[],
  on: BatchContext,
  done: Map<Address, ChangeResult>,
): Promise<Wrong> {
  try {
    const observed = await observe(open, on);
    const known = identifyAll(open, observed.configurations, on);
    if (known.wrong.size > 0) return known.wrong;
    const made = await planAll(open, known.declared, observed, on);
    if (on.dryRun) {
      const notWritten = unwritten(made);
      return new Map(open.map(({ at, change }) => [at, [notWritten(engineAddress({ at, change }))]]));
    }
    on.ledger.originals.keep(
      [...made.configurations.flatMap(({ live }) => live ?? []), ...made.deletions.map(({ live }) => live)],
      made.moves.map(({ repository }) => repository),
    );
    const timeouts = new Map(open.map((each) => [engineAddress(each), each.change.timeout ?? 0]));
    const patience = (at: Address): number => timeouts.get(at) ?? 0;
    const applied = await apply(made, { ...on, reader: readBackReader(open, on), patience });
    recordResults(open, made, applied, on, done);
    return new Map();
  } catch (thrown) {
    const about = new Set(open.map(({ at }) => String(at)));
    const all = thrown instanceof ScanformError ? thrown.diagnostics.filter((each) => each.severity === "error") : [];
    if (all.length === 0 || all.some((each) => !about.has(each.address ?? "")))
      return new Map(open.map(({ at }) => [at, diagnosticsOfError(thrown)]));
    return new Map(
      [...groupBy(all, (each) => address(each.address ?? ""))].map(([at, own]) => [at, own.map(withoutAddress)]),
    );
  }
}

/** Reads the lists that the changes need; usually they are cached. */
async function observe(open: readonly AddressedChange[], { lists }: BatchContext): Promise<Observed> {
  const settings = open.flatMap(({ change }) => (change.kind === "configuration" ? [change.declared.settings] : []));
  const creates = open.some(({ change }) => change.kind === "configuration" && change.declared.id === undefined);
  const [configurations, repositories, names] = await Promise.all([
    creates ? lists.complete("configurations") : lists.firstPage("configurations"),
    open.some(({ change }) => change.kind === "assignment") ? lists.repositories() : [],
    referencedEntities(lists, settings),
  ]);
  const ids = new Set<string>(configurations.map(({ id }) => id));
  const missing = open.flatMap(({ change }) => {
    const id =
      change.kind === "deletion" ? change.id : change.kind === "configuration" ? change.declared.id : undefined;
    return id === undefined || ids.has(id) ? [] : [id];
  });
  const others = await Promise.all(missing.map((id) => lists.configuration(id)));
  return {
    configurations: [...configurations, ...others.filter((each) => each !== undefined)],
    repositories,
    ...names,
  };
}

/** A reader for the read-back that stops at the first page when it holds every changed configuration. */
function readBackReader(open: readonly AddressedChange[], { reader, signal }: BatchContext): ApplyOptions["reader"] {
  if (!firstPageWillDo(open)) return reader;
  const ids = open.flatMap(({ change }) => (change.kind === "configuration" ? (change.declared.id ?? []) : []));
  return {
    repositories: (account, options) => reader.repositories(account, options),
    configurations: async (account) => {
      const { items } = await reader.firstPage("configurations", account, { signal });
      const there = new Set(items.map(({ id }) => id));
      return ids.every((id) => there.has(id)) ? items : reader.configurations(account, { signal });
    },
  };
}

/** Whether all changes are updates of configurations. */
const firstPageWillDo = (open: readonly AddressedChange[]): boolean =>
  open.every(({ change }) => change.kind === "configuration" && change.declared.id !== undefined);

/** Identifies the live configuration of each change. A create adopts one only if its plan announced that. */
function identifyAll(
  open: readonly AddressedChange[],
  live: readonly Configuration[],
  on: BatchContext,
): { readonly declared: readonly DesiredConfiguration[]; readonly wrong: Wrong } {
  const wrong = new Map<Address, readonly Diagnostic[]>();
  const ids = new Set(live.map(({ id }) => id));
  const declared = open.flatMap(({ at, change }): readonly DesiredConfiguration[] => {
    if (change.kind !== "configuration") return [];
    const wanted: DesiredConfiguration = { ...change.declared, address: at };
    if (wanted.id !== undefined) {
      if (!ids.has(wanted.id)) wrong.set(at, [configurationGone(wanted)]);
      else if (change.adopts !== undefined) on.ledger.configurations.adopt(wanted.id);
      return [wanted];
    }
    const { live: found, diagnostics } = identify([wanted], identityCandidates(wanted, live));
    const same = found.get(at);
    if (diagnostics.length > 0) wrong.set(at, diagnostics.map(withoutAddress));
    else if (same !== undefined && same.id !== change.adopts) wrong.set(at, [configurationExists(same)]);
    else if (same !== undefined) on.ledger.configurations.adopt(same.id);
    return [same === undefined ? wanted : { ...wanted, id: same.id }];
  });
  return { declared, wrong };
}

/** Plans all changes. A PUT must name the repositories that stay: with one, the repositories are read. */
async function planAll(
  open: readonly AddressedChange[],
  configurations: readonly DesiredConfiguration[],
  observed: Observed,
  { account, options, lists, ledger }: BatchContext,
): Promise<Plan> {
  const live = new Set<string>(observed.configurations.map(({ id }) => id));
  const desired = {
    configurations,
    assignments: open.flatMap(assignmentsOf),
    deletions: open.flatMap(({ change }) =>
      change.kind === "deletion" && live.has(change.id) && !ledger.configurations.isAdopted(change.id)
        ? [change.id]
        : [],
    ),
  };
  const forced = { ...options, force: true }; // the safety limits were checked when Terraform planned
  const first = plan(account, desired, observed, forced);
  if (observed.repositories.length > 0 || !first.writes.some(({ kind }) => kind === "put")) return first;
  return plan(account, desired, { ...observed, repositories: await lists.complete("repositories") }, forced);
}

function assignmentsOf({ at, change }: AddressedChange): readonly DesiredAssignments[] {
  if (change.kind !== "assignment") return [];
  const rules = [...groupBy(change.assigned, ([, to]) => to)].map(([id, repositories]) => ({
    target: { configuration: { id } },
    repositoryIds: repositories.map(([repository]) => repository),
  }));
  return [{ address: at, rules }];
}

function recordResults(
  open: readonly AddressedChange[],
  made: Plan,
  applied: Applied,
  { lists, signal }: BatchContext,
  done: Map<Address, ChangeResult>,
): void {
  if (applied.sent > 0) {
    lists.invalidate("configurations");
    lists.invalidate("repositories");
    if (applied.seen !== undefined) lists.store(applied.seen, !firstPageWillDo(open));
  }
  const before = new Map(
    made.configurations.flatMap(({ address: at, live }) => (live === undefined ? [] : [[at, live]])),
  );
  const now = new Map((applied.seen ?? []).map((each) => [each.id, each]));
  const outcomes = new Map(applied.outcomes.map((each) => [each.address, each]));
  const general = applied.diagnostics
    .filter((each) => each.address === undefined)
    .map((each) => batchDiagnostic(each, signal));
  const about = groupBy(applied.diagnostics, (each) => each.address);
  for (const { at, change } of open) {
    const place = engineAddress({ at, change });
    const outcome = outcomes.get(place);
    const left = outcome?.status === "skipped" ? [skippedChange(outcome.error, open, signal)] : [];
    const id = before.get(at)?.id ?? applied.created.get(at);
    const live = id === undefined ? undefined : (now.get(id) ?? before.get(at));
    done.set(at, {
      ...(id === undefined ? {} : { id }),
      ...(live === undefined ? {} : { live }),
      diagnostics: distinct([
        ...left,
        ...(about.get(place) ?? []).map(withoutAddress),
        ...(outcome === undefined ? [] : general),
      ]),
    });
  }
}

const distinct = (all: readonly Diagnostic[]): readonly Diagnostic[] => [...new Set(all)];

function unwritten({ writes }: Plan): (at: Address) => Diagnostic {
  const carrying = groupBy(
    writes.flatMap(({ kind, carries }) => carries.map((at) => ({ at, kind }))),
    ({ at }) => at,
  );
  return (at) => {
    const kinds = (carrying.get(at) ?? []).map(({ kind }) => kind);
    const what = kinds.length === 0 ? "nothing" : `one ${kinds.join(" and one ")}`;
    return error(
      "not-written",
      `dry_run is set in the provider block. It would send ${String(writes.length)} requests for all that was gathered, of which ${what} carries this.`,
    );
  };
}
