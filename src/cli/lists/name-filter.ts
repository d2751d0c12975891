import { fail } from "../../diagnostics/error";
import { like, LikePatternError } from "../../model/sql-like";
import type { ListedItem, ListKind } from "../../report/listing";

/** The fields by which an item is called; the first one sorts. */
const nameFields: Readonly<Record<ListKind, readonly [string, ...string[]]>> = {
  accounts: ["org_name"],
  analyzers: ["slug", "name", "display_name"],
  policies: ["title"],
  configurations: ["name"],
  repositories: ["name"],
};

/** Whether any name of an item matches a pattern. Without one everything does. */
export function nameFilter(kind: ListKind, pattern: string | undefined): (item: ListedItem) => boolean {
  if (pattern === undefined) return () => true;
  const matches = compiled(pattern);
  return (item) =>
    nameFields[kind].some((field) => {
      const name = item[field];
      return typeof name === "string" && matches(name);
    });
}

function compiled(pattern: string): (name: string) => boolean {
  try {
    return like(pattern);
  } catch (thrown) {
    if (!(thrown instanceof LikePatternError)) throw thrown;
    return fail("name-pattern-invalid", `--name: ${thrown.message}; write two for one.`, {}, thrown);
  }
}

/** By name, then by id: the service documents no order. Items without a name come last. */
export function sortKey(kind: ListKind, item: ListedItem): string {
  const name = item[nameFields[kind][0]];
  const id = item["id"] ?? item["account_id"];
  return `${typeof name === "string" ? `0${name}` : "1"}\u0000${typeof id === "string" ? id : ""}`;
}
