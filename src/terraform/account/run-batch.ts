import { diagnosticsOfError } from "../common-diagnostics";
import { ScanformError } from "../../diagnostics/error";
import { groupBy } from "../../model/group-by";
import { address, type Address, type ConfigurationId } from "../../model/ids";
import { apply } from "../../reconcile/apply/apply";
import type { Basis } from "../../reconcile/apply/basis";
import { withCanonicalIds } from "../../reconcile/plan/canonical-ids";
import { merge } from "../../reconcile/plan/merge";
import type { Plan } from "../../reconcile/plan/plan";
import { type AddressedChange, engineAddress, withAddresses } from "./addressed-change";
import type { BatchContext } from "./batch-context";
import { unwrittenChange, withoutAddress } from "./batch-diagnostics";
import type { Change, ChangeResult } from "./change";
import { identifyBatch, type Wrong } from "./identify-batch";
import { observeBatch } from "./observe-batch";
import { planBatch } from "./plan-batch";
import { readBackReader } from "./read-back-reader";
import { recordResults } from "./record-results";

/** The greatest age, in milliseconds, of a list on which a write is based; an older one is read again. */
const longAgo = 5000;

/**
 * What the user has reviewed: the declared leaves by the prior state, and the rest as the plan of this process has read
 * it.
 */
function basisOf(open: readonly AddressedChange[], made: Plan, { ledger: { reviewed } }: BatchContext): Basis {
  const changes = new Map(open.map((each) => [engineAddress(each), each.change]));
  const lives = [
    ...made.configurations.flatMap(({ address: at, live }) => (live === undefined ? [] : [{ at, live }])),
    ...made.deletions.map(({ address: at, live }) => ({ at, live })),
  ];
  const configurations = lives.map(({ at, live }) => {
    const change = changes.get(at);
    const read = reviewed.configurations.get(live.id) ?? live;
    const prior = change === undefined || change.kind === "assignment" ? undefined : change.prior;
    if (prior === undefined) return read;
    const desired = { configurations: [{ ...prior, address: at }], assignments: [] };
    const [spelled = prior] = withCanonicalIds(desired, { configurations: [read], repositories: [] }).configurations;
    return { ...read, name: prior.name, settings: merge(read.settings, spelled.settings) };
  });
  // a repository without a configuration has lost it by the deletion of that one, perhaps by this very apply
  const moved = new Map(
    made.moves.flatMap(({ repository: { id }, from }) =>
      from !== undefined && reviewed.repositories.has(id) ? [[id, reviewed.repositories.get(id)] as const] : [],
    ),
  );
  return { configurations: new Map(configurations.map((each) => [each.id, each])), repositories: moved };
}

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

/** @returns the changes that cannot be planned; unless empty, nothing was written */
async function attempt(
  open: readonly AddressedChange[],
  on: BatchContext,
  done: Map<Address, ChangeResult>,
): Promise<Wrong> {
  try {
    const observed = await observeBatch(open, on);
    const known = identifyBatch(open, observed.configurations, on);
    if (known.wrong.size > 0) return known.wrong;
    const made = await planBatch(open, known.declared, observed, on);
    if (on.dryRun) {
      const notWritten = unwrittenChange(made);
      return new Map(open.map(({ at, change }) => [at, [notWritten(engineAddress({ at, change }))]]));
    }
    on.ledger.originals.keep(
      [...made.configurations.flatMap(({ live }) => live ?? []), ...made.deletions.map(({ live }) => live)],
      made.moves.map(({ repository }) => repository),
    );
    const timeouts = new Map(open.map((each) => [engineAddress(each), each.change.timeout ?? 0]));
    const patience = (at: Address): number => timeouts.get(at) ?? 0;
    const applied = await apply(made, {
      ...on,
      reader: readBackReader(open, on),
      patience,
      basis: basisOf(open, made, on),
    });
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
