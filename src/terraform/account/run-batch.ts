import { stepsOf } from "../../diagnostics/attribute-path";
import { diagnosticsOfError, dryRunError, interrupted } from "../common-diagnostics";
import { ScanformError } from "../../diagnostics/error";
import { groupBy } from "../../model/group-by";
import { address, type Address } from "../../model/ids";
import { settingNames } from "../../model/settings";
import { type Applied, apply, type ApplyOptions } from "../../reconcile/apply/apply";
import type { Conflict } from "../../reconcile/plan/conflict";
import type { Plan } from "../../reconcile/plan/plan";
import {
  type BatchContext,
  type ChangeErrors,
  identifyBatch,
  observeBatch,
  planBatch,
  withoutAddress,
} from "./plan-batch";
import { type AddressedChange, type Change, type ChangeResult, engineAddress, withAddresses } from "./requested-change";
import { type Diagnostic, error } from "../../diagnostics/diagnostic";

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
  return all.map(({ at }) => done.get(at) ?? { diagnostics: [] });
}

/** @returns the changes that cannot be planned; unless empty, nothing was written */
async function attempt(
  open: readonly AddressedChange[],
  on: BatchContext,
  done: Map<Address, ChangeResult>,
): Promise<ChangeErrors> {
  try {
    const observed = await observeBatch(open, on);
    const known = identifyBatch(open, observed, on);
    if (known.wrong.size > 0) return known.wrong;
    const made = await planBatch(open, known.declared, observed, on);
    if (on.dryRun) {
      const unwritten = dryRunError(`${String(made.writes.length)} requests for all that was gathered`);
      return new Map(open.map(({ at }) => [at, [unwritten]]));
    }
    const timeouts = new Map(open.map((each) => [engineAddress(each), each.change.timeout]));
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
  { lists, signal, ours }: BatchContext,
  done: Map<Address, ChangeResult>,
): void {
  if (made.writes.length > 0) {
    lists.invalidate("configurations");
    lists.invalidate("repositories");
    if (applied.seen !== undefined) lists.store(applied.seen, firstPageWillDo(open) ? "first page" : "ended");
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
    // a change by somebody else has its own diagnostic
    const isSkipped = outcome?.status === "skipped" && outcome.code === undefined;
    const left = isSkipped ? [skippedChange(outcome.error, open, signal)] : [];
    const was = before.get(at);
    const id = was?.id ?? applied.created.get(at);
    if (id !== undefined && was === undefined) ours.set(id, change);
    // without a read-back the state stays as it was
    const live = id === undefined || applied.seen === undefined ? undefined : (now.get(id) ?? was);
    done.set(at, {
      id,
      live,
      before: was,
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
const commonPath = ([first, ...more]: readonly Conflict[] = []): string | undefined =>
  more.every(({ path }) => attributeIn(path) === attributeIn(first?.path)) ? first?.path : undefined;

/** The attribute of a configuration in which a path begins. */
function withAttribute(diagnostic: Diagnostic, { kind }: Change, path: string | undefined): Diagnostic {
  const name = attributeIn(path);
  return kind === "configuration" && attributes.has(name) ? { ...diagnostic, attribute: [name] } : diagnostic;
}

/** The name in which a path begins. */
function attributeIn(path = ""): string {
  const [first] = stepsOf(path);
  return typeof first === "string" ? first : "";
}

const attributes: ReadonlySet<string> = new Set(["name", ...settingNames]);

const interruptions: ReadonlySet<string> = new Set(["service-unreachable", "interrupted", "not-read-back"]);

/** A diagnostic of the engine for the whole batch. After a stop, an unreachable service means an interruption. */
const batchDiagnostic = (diagnostic: Diagnostic, { aborted }: AbortSignal): Diagnostic =>
  aborted && interruptions.has(diagnostic.code) ? interrupted : withoutAddress(diagnostic);

/** @param because the engine's reason, in which deletions have internal addresses */
function skippedChange(
  because: string | undefined,
  open: readonly AddressedChange[],
  { aborted }: AbortSignal,
): Diagnostic {
  if (aborted) return interrupted;
  const words = open
    .filter(({ change }) => change.kind === "deletion")
    .reduce((text, each) => text.replaceAll(engineAddress(each), each.at), because ?? "of another change");
  return error("skipped", `Skipped, because ${words}.`);
}

const distinct = (all: readonly Diagnostic[]): readonly Diagnostic[] => [...new Set(all)];
