import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/observed";
import { address, type Address, type ConfigurationId, type RepositoryId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import { undeclared } from "../../reconcile/plan/deletions";

/** What the service held of a configuration when the user reviewed the plan. */
export interface Prior {
  /** Absent where it had none. */
  readonly name?: string;
  /** What the state has of it. */
  readonly declared: Omit<DesiredConfiguration, "address" | "name">;
  /** All its settings, declared or not. */
  readonly seen?: Settings;
  /** The repositories that had it. */
  readonly holders?: ReadonlySet<string>;
}

/** A change that Terraform asks for. Several changes may share a request. */
export type Change = {
  /** How long to wait until the service shows it, in milliseconds; without it: a few seconds. */
  readonly timeout?: number;
} & (
  | {
      readonly kind: "configuration";
      /** With an `id` when it exists. The batch assigns the address. */
      readonly declared: Omit<DesiredConfiguration, "address">;
      /** For a create: the live configuration that the plan announced to adopt. */
      readonly adopts?: ConfigurationId;
      readonly prior?: Prior;
    }
  | { readonly kind: "deletion"; readonly id: ConfigurationId; readonly prior?: Prior }
  | {
      readonly kind: "assignment";
      /** Repositories and the configuration that each is to have. */
      readonly assigned: ReadonlyMap<RepositoryId, ConfigurationId>;
      /** What each had when that was planned; undefined for none. */
      readonly before?: ReadonlyMap<RepositoryId, ConfigurationId | undefined>;
    }
);

export interface ChangeResult {
  /** The configuration as read back or as known; absent when there is none. */
  readonly live?: Configuration;
  /** The configuration before; absent where it was created. */
  readonly before?: Configuration;
  /** The id, known also when the configuration could not be read back. */
  readonly id?: ConfigurationId;
  /** Empty after success. */
  readonly diagnostics: readonly Diagnostic[];
}

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
