import type { Diagnostic } from "../../diagnostics/diagnostic";
import { groupBy } from "../../model/group-by";
import type { Address } from "../../model/ids";
import { settingNames } from "../../model/settings";
import type { Applied } from "../../reconcile/apply/apply";
import type { ChangedPart } from "../../reconcile/apply/changed";
import type { Plan } from "../../reconcile/plan/plan";
import { type AddressedChange, engineAddress } from "./addressed-change";
import type { BatchContext } from "./batch-context";
import { batchDiagnostic, skippedChange, withoutAddress } from "./batch-diagnostics";
import type { Change, ChangeResult } from "./change";
import { firstPageWillDo } from "./read-back-reader";

/** Puts the result of each change into `done`, and what was read back into the lists. */
export function recordResults(
  open: readonly AddressedChange[],
  made: Plan,
  applied: Applied,
  { lists, ledger, signal }: BatchContext,
  done: Map<Address, ChangeResult>,
): void {
  if (made.writes.length > 0) {
    lists.invalidate("configurations");
    lists.invalidate("repositories");
    if (applied.seen !== undefined) lists.store(applied.seen, !firstPageWillDo(open));
  }
  ledger.reviewed.forget(
    [...made.configurations, ...made.deletions].flatMap(({ live }) => live?.id ?? []),
    made.moves.map(({ repository }) => repository.id),
  );
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
    // what somebody else has changed is a diagnostic of its own
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
          withAttribute(withoutAddress(each), change, each.path ?? namedIn(outcome?.changed)),
        ),
        ...(outcome === undefined ? [] : general),
      ]),
    });
  }
}

/** The path of what somebody else has changed, where that is one. */
const namedIn = ([first, ...more]: readonly ChangedPart[] = []): string | undefined =>
  more.every(({ path }) => settingIn(path) === settingIn(first?.path)) ? first?.path : undefined;

/** The attribute of a configuration in which a path begins. */
function withAttribute(diagnostic: Diagnostic, { kind }: Change, path: string | undefined): Diagnostic {
  const name = settingIn(path);
  return kind === "configuration" && attributes.has(name) ? { ...diagnostic, attribute: [name] } : diagnostic;
}

const settingIn = (path = ""): string => /^\w*/.exec(path)?.[0] ?? "";

const attributes: ReadonlySet<string> = new Set(["name", ...settingNames]);

const distinct = (all: readonly Diagnostic[]): readonly Diagnostic[] => [...new Set(all)];
