import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import type { Address } from "../../model/ids";
import { identify } from "../../reconcile/plan/identify";
import type { AddressedChange } from "./addressed-change";
import type { BatchContext } from "./batch-context";
import { configurationExists, configurationGone, withoutAddress } from "./batch-diagnostics";
import { identityCandidates } from "./identity-candidates";

/** What is wrong with changes, by their addresses. */
export type Wrong = ReadonlyMap<Address, readonly Diagnostic[]>;

/** Identifies the live configuration of each change. A create adopts one only if its plan announced that. */
export function identifyBatch(
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
