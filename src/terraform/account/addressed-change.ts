import { address, type Address } from "../../model/ids";
import { undeclared } from "../../reconcile/plan/deletions";
import type { Change } from "./change";

/** A change with an address, which diagnostics may show. */
export interface AddressedChange {
  readonly at: Address;
  readonly change: Change;
}

/** Gives each change a unique address; equal ones are numbered. */
export function withAddresses(changes: readonly Change[]): readonly AddressedChange[] {
  const count = new Map<string, number>();
  return changes.map((change): AddressedChange => {
    const name = nameOf(change);
    const nth = (count.get(name) ?? 0) + 1;
    count.set(name, nth);
    return { at: address(nth === 1 ? name : `${name} (${String(nth)})`), change };
  });
}

function nameOf(change: Change): string {
  switch (change.kind) {
    case "configuration":
      return `the configuration ${JSON.stringify(change.declared.name)}`;
    case "deletion":
      return `the deletion of ${change.id}`;
    case "assignment":
      return "the assignments";
    default:
      return change satisfies never;
  }
}

/** The address that the engine uses: a deletion is not declared and has one of its own. */
export const engineAddress = ({ at, change }: AddressedChange): Address =>
  change.kind === "deletion" ? undeclared(change.id) : at;
