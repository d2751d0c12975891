import { type Diagnostic, error, relocate } from "../../diagnostics/diagnostic";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import { address, type Address, type ConfigurationId, type RepositoryId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import { undeclared } from "../../reconcile/plan/deletions";
import type { Plan } from "../../reconcile/plan/plan";
import { interrupted } from "../common-diagnostics";

/** What the service held of a configuration when the user reviewed the plan. */
export interface Prior extends Pick<DesiredConfiguration, "name" | "settings"> {
  /** `settings` has all its analyzers but those that the service is known to fill in, which are named here. */
  readonly exclusiveBut?: ReadonlySet<string>;
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
    }
);

/** The result of one change. */
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

/** A diagnostic of the engine for the change that it concerns; the address is internal to the batch. */
export const withoutAddress = (diagnostic: Diagnostic): Diagnostic => relocate(diagnostic, { path: diagnostic.path });

const interruptions: ReadonlySet<string> = new Set(["service-unreachable", "interrupted", "not-read-back"]);

/** A diagnostic of the engine for the whole batch. After a stop, an unreachable service means an interruption. */
export const batchDiagnostic = (diagnostic: Diagnostic, { aborted }: AbortSignal): Diagnostic =>
  aborted && interruptions.has(diagnostic.code) ? interrupted : withoutAddress(diagnostic);

/** @param because the engine's reason, in which deletions have internal addresses */
export function skippedChange(
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

/** The configuration was created after the plan by someone else. */
export const configurationExists = ({ id, name }: Configuration): Diagnostic =>
  error(
    "configuration-exists",
    `${JSON.stringify(name ?? "")} (${id}) was not there when this was planned. Plan again, or import it.`,
    { attribute: ["name"] },
  );

/** The configuration was deleted after the plan by someone else. */
export const configurationGone = ({ id, name }: DesiredConfiguration): Diagnostic =>
  error(
    "configuration-gone",
    `${JSON.stringify(name)} (${String(id)}) was deleted since it was read. Plan again: it is then created again.`,
  );

/** In a dry run, for each change, which of the requests would carry it. */
export function unwrittenChange({ writes }: Plan): (at: Address) => Diagnostic {
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
