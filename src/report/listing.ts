import { label, visible } from "../diagnostics/foreign-text";
import { formatVersion, jsonText } from "./document";
import { type Column, tableLines } from "./table";

/** What can be listed, in the order of the help. Alone in its file, since a help loads nothing else. */
export const listKinds = ["analyzers", "policies", "repositories", "configurations", "accounts"] as const;

export type ListKind = (typeof listKinds)[number];

/** An item under the service's names, with what is added to it. */
export type ListedItem = Readonly<Record<string, unknown>>;

const foreign =
  (field: string) =>
  (item: ListedItem): string => {
    const value = item[field];
    return typeof value === "string" ? label(value) : "-";
  };

/** Words for people, which stand last in a line and so need no quotes. */
const prose =
  (field: string) =>
  (item: ListedItem): string =>
    typeof item[field] === "string" ? visible(item[field]) : "-";

const yesNo =
  (field: string) =>
  (item: ListedItem): string =>
    item[field] === true ? "yes" : item[field] === false ? "no" : "-";

const number =
  (field: string) =>
  (item: ListedItem): string =>
    typeof item[field] === "number" ? item[field].toLocaleString("en-US") : "-";

const id: Column<ListedItem> = { title: "ID", text: foreign("id"), isWhole: true };

const columnsOf: Readonly<Record<ListKind, readonly Column<ListedItem>[]>> = {
  accounts: [
    { title: "NAME", text: foreign("org_name") },
    { title: "ACTIVE", text: yesNo("active") },
    { title: "HOST", text: foreign("provider_type") },
    { ...id, text: foreign("account_id") },
  ],
  analyzers: [
    { title: "SLUG", text: foreign("slug") },
    { title: "ENABLED", text: yesNo("enabled") },
    { title: "NAME", text: prose("display_name") },
  ],
  policies: [id, { title: "TITLE", text: prose("title") }],
  configurations: [
    { title: "NAME", text: foreign("name") },
    { title: "REPOSITORIES", text: number("repositories") },
    id,
  ],
  repositories: [
    { title: "NAME", text: foreign("name") },
    { title: "CONFIGURATION", text: foreign("configuration_name") },
    { title: "SCANNED", text: yesNo("enabled") },
    id,
  ],
};

/**
 * Items as a table for people; "" without any.
 *
 * @param accounts the names of the accounts by id, where they are told apart in a column
 */
export function listingText(
  kind: ListKind,
  items: readonly ListedItem[],
  columns: number | undefined,
  accounts?: ReadonlyMap<string, string>,
): string {
  if (items.length === 0) return "";
  const account: Column<ListedItem> = {
    title: "ACCOUNT",
    text: ({ account_id: own }) => (typeof own === "string" ? label(accounts?.get(own) ?? own) : "-"),
  };
  const table = accounts === undefined || kind === "accounts" ? columnsOf[kind] : [account, ...columnsOf[kind]];
  return `${tableLines(table, items, columns).join("\n")}\n`;
}

/** The document of `scanform list KIND --json`. */
export const listingJson = (items: readonly ListedItem[]): string => jsonText({ format_version: formatVersion, items });
