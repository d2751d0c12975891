import { type Plan, plan } from "../../reconcile/plan/plan";
import type { LookReader, Writer } from "../../reconcile/ports";
import type { Ledger } from "./ledger/ledger";
import { identityCandidates, type Lists, referencedEntities } from "./lists";
import type { Configuration, Observed } from "../../model/entities";
import { type AddressedChange, configurationExists, configurationGone, withoutAddress } from "./requested-change";
import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { DesiredAssignments, DesiredConfiguration } from "../../model/desired";
import type { Address } from "../../model/ids";
import { identify } from "../../reconcile/plan/identify";
import { groupBy } from "../../model/group-by";

/** What a batch of changes is applied with. */
export interface BatchContext {
  readonly account: Plan["account"];
  readonly reader: LookReader;
  readonly writer: Writer;
  readonly lists: Lists;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  readonly ledger: Ledger;
}

/** Reads the lists that the changes need; usually they are cached. */
export async function observeBatch(open: readonly AddressedChange[], { lists }: BatchContext): Promise<Observed> {
  const settings = open.flatMap(({ change }) => (change.kind === "configuration" ? [change.declared.settings] : []));
  const creates = open.some(({ change }) => change.kind === "configuration" && change.declared.id === undefined);
  const [configurations, repositories, names] = await Promise.all([
    creates ? lists.read("configurations", "certain") : lists.read("configurations", "first page"),
    // a deletion needs the repositories of the configuration
    open.some(({ change }) => change.kind !== "configuration") ? lists.read("repositories", "ended") : [],
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

/** The errors of changes, by address. */
export type ChangeErrors = ReadonlyMap<Address, readonly Diagnostic[]>;

/** Identifies the live configuration of each change. A create adopts one only if its plan announced that. */
export function identifyBatch(
  open: readonly AddressedChange[],
  live: readonly Configuration[],
  on: BatchContext,
): { readonly declared: readonly DesiredConfiguration[]; readonly wrong: ChangeErrors } {
  const wrong = new Map<Address, readonly Diagnostic[]>();
  const ids = new Set(live.map(({ id }) => id));
  const declared = open.flatMap(({ at, change }): readonly DesiredConfiguration[] => {
    if (change.kind !== "configuration") return [];
    const wanted: DesiredConfiguration = { ...change.declared, address: at };
    if (wanted.id !== undefined) {
      if (!ids.has(wanted.id)) wrong.set(at, [configurationGone(wanted)]);
      else if (change.adopts !== undefined) on.ledger.configurations.adopted.add(wanted.id);
      return [wanted];
    }
    const { live: found, diagnostics } = identify([wanted], identityCandidates(wanted, live));
    const same = found.get(at);
    if (diagnostics.length > 0) wrong.set(at, diagnostics.map(withoutAddress));
    else if (same !== undefined && same.id !== change.adopts) wrong.set(at, [configurationExists(same)]);
    else if (same !== undefined) on.ledger.configurations.adopted.add(same.id);
    return [same === undefined ? wanted : { ...wanted, id: same.id }];
  });
  return { declared, wrong };
}

/** Plans all changes. A PUT must name the repositories that stay: with one, the repositories are read. */
export async function planBatch(
  open: readonly AddressedChange[],
  configurations: readonly DesiredConfiguration[],
  observed: Observed,
  { account, lists, ledger }: BatchContext,
): Promise<Plan> {
  const live = new Set<string>(observed.configurations.map(({ id }) => id));
  const desired = {
    configurations,
    assignments: open.flatMap(assignmentsOf),
    deletions: open.flatMap(({ change }) =>
      change.kind === "deletion" && live.has(change.id) && !ledger.configurations.adopted.has(change.id)
        ? [change.id]
        : [],
    ),
  };
  const forced = { force: true, partial: true } as const; // the safety limits were checked when Terraform planned
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
