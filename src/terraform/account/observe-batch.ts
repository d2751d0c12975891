import type { Observed } from "../../model/entities";
import type { AddressedChange } from "./addressed-change";
import type { BatchContext } from "./batch-context";
import { referencedEntities } from "./lists";

/** Reads the lists that the changes need; usually they are cached. */
export async function observeBatch(open: readonly AddressedChange[], { lists }: BatchContext): Promise<Observed> {
  const settings = open.flatMap(({ change }) => (change.kind === "configuration" ? [change.declared.settings] : []));
  const creates = open.some(({ change }) => change.kind === "configuration" && change.declared.id === undefined);
  const [configurations, repositories, names] = await Promise.all([
    creates ? lists.complete("configurations") : lists.firstPage("configurations"),
    // a deletion must know who has it
    open.some(({ change }) => change.kind !== "configuration") ? lists.repositories() : [],
    referencedEntities(lists, settings),
  ]);
  const ids = new Set<string>(configurations.map(({ id }) => id));
  const missing = open.flatMap(({ change }) => {
    const id =
      change.kind === "deletion" ? change.id : change.kind === "configuration" ? change.declared.id : undefined;
    return id === undefined || ids.has(id) ? [] : [id];
  });
  const others = await Promise.all(missing.map((id) => lists.configuration(id)));
  return {
    configurations: [...configurations, ...others.filter((each) => each !== undefined)],
    repositories,
    ...names,
  };
}
