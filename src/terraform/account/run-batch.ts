import { diagnosticsOfError } from "../common-diagnostics";
import { ScanformError } from "../../diagnostics/error";
import type { Configuration } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import { address, type Address, type ConfigurationId } from "../../model/ids";
import { settingNames, type Settings } from "../../model/settings";
import { type Applied, apply, type ApplyOptions } from "../../reconcile/apply/apply";
import { withCanonicalIds } from "../../reconcile/plan/resolve-ids";
import { merge } from "../../reconcile/plan/merge";
import type { Plan } from "../../reconcile/plan/plan";
import {
  type AddressedChange,
  batchDiagnostic,
  type Change,
  type ChangeResult,
  engineAddress,
  type Prior,
  skippedChange,
  unwrittenChange,
  withAddresses,
  withoutAddress,
} from "./requested-change";
import { type BatchContext, identifyBatch, observeBatch, planBatch, type ChangeErrors } from "./plan-batch";
import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { ChangedPart } from "../../reconcile/apply/changed";

/**
 * The plan with the live objects as the user reviewed them: declared leaves from the prior state, the rest as the plan of
 * this process read it. What differs from that is neither replaced nor corrected afterwards.
 */
function asReviewed(open: readonly AddressedChange[], made: Plan, { ledger: { reviewed } }: BatchContext): Plan {
  const priors = new Map(
    open.flatMap((each) =>
      each.change.kind === "assignment" || each.change.prior === undefined
        ? []
        : [[engineAddress(each), each.change.prior] as const],
    ),
  );
  const places = reviewed.repositories;
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
      // a repository without a configuration lost it by a deletion, perhaps in this apply
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

/**
 * Applies several changes together through the engine: the fewest requests, each sent once, read
 * back at the end. An error is reported for the change that it concerns.
 */
export async function runBatch(changes: readonly Change[], on: BatchContext): Promise<readonly ChangeResult[]> {
  const all = withAddresses(changes);
  const done = new Map<Address, ChangeResult>();
  on.lists.expire("configurations");
  on.lists.expire("repositories");
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
): Promise<ChangeErrors> {
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
      [...made.moves.map(({ repository }) => repository), ...made.deletions.flatMap(({ remaining }) => remaining)],
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

/** A reader for the read-back that stops at the first page when it holds every changed configuration. */
function readBackReader(open: readonly AddressedChange[], { reader, signal }: BatchContext): ApplyOptions["reader"] {
  if (!firstPageWillDo(open)) return reader;
  const ids = open.flatMap(({ change }) => (change.kind === "configuration" ? (change.declared.id ?? []) : []));
  return {
    getTriage: (...given) => reader.getTriage(...given),
    allFindings: (...given) => reader.allFindings(...given),
    configuration: (account, id, options) => reader.configuration(account, id, options),
    list: async (list, account, options) => {
      if (list !== "configurations") return reader.list(list, account, options);
      const from = await reader.list(list, account, { ...options, certainty: "first page", signal });
      const there = new Set<string>(from.items.map(({ id }) => id));
      return ids.every((id) => there.has(id)) ? from : reader.list(list, account, { ...options, from, signal });
    },
  };
}

const firstPageWillDo = (open: readonly AddressedChange[]): boolean =>
  open.every(({ change }) => change.kind === "configuration" && change.declared.id !== undefined);

/** Puts the result of each change into `done`, and what was read back into the lists. */
function recordResults(
  open: readonly AddressedChange[],
  made: Plan,
  applied: Applied,
  { lists, ledger, signal }: BatchContext,
  done: Map<Address, ChangeResult>,
): void {
  if (made.writes.length > 0) {
    lists.invalidate("configurations");
    lists.invalidate("repositories");
    if (applied.seen !== undefined) lists.store(applied.seen, firstPageWillDo(open) ? "first page" : "ended");
  }
  const changed = [...made.configurations, ...made.deletions].flatMap(({ live }) => live?.id ?? []);
  // what has been written is as this process has left it, until it is planned again
  for (const id of changed) {
    ledger.reviewed.configurations.delete(id);
    ledger.settings.changed.delete(id);
  }
  for (const { repository } of made.moves) ledger.reviewed.repositories.delete(repository.id);
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
    // a change by somebody else has its own diagnostic
    const isSkipped = outcome?.status === "skipped" && outcome.code === undefined;
    const left = isSkipped ? [skippedChange(outcome.error, open, signal)] : [];
    const was = before.get(at);
    const id = was?.id ?? applied.created.get(at);
    // unread, the state stays as it was
    const live = id === undefined || applied.unread ? undefined : (now.get(id) ?? was);
    done.set(at, {
      ...(id === undefined ? {} : { id }),
      ...(live === undefined ? {} : { live }),
      ...(was === undefined ? {} : { before: was }),
      diagnostics: distinct([
        ...left,
        ...(about.get(place) ?? []).map((each) =>
          withAttribute(withoutAddress(each), change, each.path ?? commonPath(outcome?.changed)),
        ),
        ...(outcome === undefined ? [] : general),
      ]),
    });
  }
}

/** The path of the changes by somebody else, where all are in one attribute. */
const commonPath = ([first, ...more]: readonly ChangedPart[] = []): string | undefined =>
  more.every(({ path }) => attributeIn(path) === attributeIn(first?.path)) ? first?.path : undefined;

/** The attribute of a configuration in which a path begins. */
function withAttribute(diagnostic: Diagnostic, { kind }: Change, path: string | undefined): Diagnostic {
  const name = attributeIn(path);
  return kind === "configuration" && attributes.has(name) ? { ...diagnostic, attribute: [name] } : diagnostic;
}

const attributeIn = (path = ""): string => /^\w*/.exec(path)?.[0] ?? "";

const attributes: ReadonlySet<string> = new Set(["name", ...settingNames]);

const distinct = (all: readonly Diagnostic[]): readonly Diagnostic[] => [...new Set(all)];
