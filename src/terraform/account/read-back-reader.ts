import type { ApplyOptions } from "../../reconcile/apply/apply";
import type { AddressedChange } from "./addressed-change";
import type { BatchContext } from "./batch-context";

/** A reader for the read-back that stops at the first page when it holds every changed configuration. */
export function readBackReader(
  open: readonly AddressedChange[],
  { reader, signal }: BatchContext,
): ApplyOptions["reader"] {
  if (!firstPageWillDo(open)) return reader;
  const ids = open.flatMap(({ change }) => (change.kind === "configuration" ? (change.declared.id ?? []) : []));
  return {
    getTriage: (...given) => reader.getTriage(...given),
    allFindings: (...given) => reader.allFindings(...given),
    repositories: (account, options) => reader.repositories(account, options),
    configuration: (account, id, options) => reader.configuration(account, id, options),
    configurations: async (account, options) => {
      const { items } = await reader.firstPage("configurations", account, { ...options, signal });
      const there = new Set(items.map(({ id }) => id));
      return ids.every((id) => there.has(id)) ? items : reader.configurations(account, { ...options, signal });
    },
  };
}

/** Whether all changes are updates of configurations. */
export const firstPageWillDo = (open: readonly AddressedChange[]): boolean =>
  open.every(({ change }) => change.kind === "configuration" && change.declared.id !== undefined);
