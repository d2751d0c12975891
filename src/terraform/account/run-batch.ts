import { diagnosticsOfError } from "../common-diagnostics";
import { ScanformError } from "../../diagnostics/error";
import type { Configuration } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import { address, type Address, type ConfigurationId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import { apply } from "../../reconcile/apply/apply";
import { withCanonicalIds } from "../../reconcile/plan/resolve-ids";
import { merge } from "../../reconcile/plan/merge";
import type { Plan } from "../../reconcile/plan/plan";
import { type AddressedChange, engineAddress, withAddresses } from "./addressed-change";
import type { BatchContext } from "./batch-context";
import { unwrittenChange, withoutAddress } from "./batch-diagnostics";
import type { Change, ChangeResult, Prior } from "./change";
import { identifyBatch, type Wrong } from "./identify-batch";
import { observeBatch } from "./observe-batch";
import { planBatch } from "./plan-batch";
import { readBackReader } from "./read-back-reader";
import { recordResults } from "./record-results";

/** The greatest age, in milliseconds, of a list on which a write is based; an older one is read again. */
const longAgo = 5000;

/**
 * The plan with what it replaces as the user has reviewed it: the declared leaves by the prior state, and the rest as
 * the plan of this process has read it. What differs from that is not replaced, nor corrected afterwards.
 */
function asReviewed(open: readonly AddressedChange[], made: Plan, { ledger: { reviewed } }: BatchContext): Plan {
  const priors = new Map(
    open.flatMap((each) =>
      each.change.kind === "assignment" || each.change.prior === undefined
        ? []
        : [[engineAddress(each), each.change.prior] as const],
    ),
  );
  const places = new Map([
    ...reviewed.repositories,
    ...open.flatMap(({ change }) => (change.kind === "assignment" ? [...(change.places ?? [])] : [])),
  ]);
  const configurationAs = (at: Address, live: Configuration): Configuration => {
    const read = reviewed.configurations.get(live.id) ?? live;
    const prior = priors.get(at);
    return prior === undefined ? read : { ...read, name: prior.name, settings: settingsBy(prior, read) };
  };
  return {
    ...made,
    configurations: made.configurations.map((each) =>
      each.live === undefined ? each : { ...each, live: configurationAs(each.address, each.live) },
    ),
    deletions: made.deletions.map((each) => {
      const { holders } = priors.get(each.address) ?? {};
      const remaining = holders === undefined ? each.remaining : each.remaining.filter(({ id }) => holders.has(id));
      return { ...each, live: configurationAs(each.address, each.live), remaining };
    }),
    moves: made.moves.map((each) => {
      const { id } = each.repository;
      // one without a configuration has lost it by the deletion of that one, perhaps by this very apply
      return each.from === undefined || !places.has(id) ? each : { ...each, from: places.get(id) };
    }),
  };
}

/** All settings of a configuration when the user reviewed it. @param read it as the plan of this process has read it */
function settingsBy({ name, settings, exclusiveBut, seen }: Prior, read: Configuration): Settings {
  const desired = { configurations: [{ address: address("it"), name, settings }], assignments: [] };
  const [spelled = { settings }] = withCanonicalIds(desired, {
    configurations: [read],
    repositories: [],
  }).configurations;
  const whole = merge(seen ?? read.settings, spelled.settings);
  if (exclusiveBut === undefined || whole.analyzers === undefined) return whole;
  const kept = Object.entries(whole.analyzers).filter(
    ([slug]) => exclusiveBut.has(slug) || Object.hasOwn(settings.analyzers ?? {}, slug),
  );
  return { ...whole, analyzers: Object.fromEntries(kept) };
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
    const applied = await apply(asReviewed(open, made, on), {
      ...on,
      reader: readBackReader(open, on),
      patience,
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
