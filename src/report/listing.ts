import { number } from "../diagnostics/count";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { label, visible } from "../diagnostics/foreign-text";
import { textWidth } from "../diagnostics/text-width";
import { groupBy } from "../model/group-by";
import { isObject } from "../model/json";
import { configurationLabels, type NamedSide } from "./configuration-labels";
import { documentText } from "./document";
import { shortened } from "./layout";

/** What can be listed, in the order of the help. */
export const listKinds = ["analyzers", "policies", "repositories", "configurations", "findings", "accounts"] as const;

export type ListKind = (typeof listKinds)[number];

/** An item under the service's names, with what is added to it. */
export type ListedItem = Readonly<Record<string, unknown>>;

const foreign =
  (field: string) =>
  (item: ListedItem): string => {
    const value = item[field];
    return typeof value === "string" ? label(value) : "-";
  };

/** Words for people, which are last in a line and so need no quotes. */
const prose =
  (field: string) =>
  (item: ListedItem): string =>
    typeof item[field] === "string" ? visible(item[field]) : "-";

const yesNo =
  (field: string) =>
  (item: ListedItem): string =>
    item[field] === true ? "yes" : item[field] === false ? "no" : "-";

/** `9 (2 not scanned)` */
function repositoriesOf(item: ListedItem): string {
  const { disabled_repositories: disabled } = item;
  const all = typeof item["repositories"] === "number" ? number(item["repositories"]) : "-";
  return typeof disabled === "number" && disabled > 0 ? `${all} (${number(disabled)} not scanned)` : all;
}

const id: Column<ListedItem> = { title: "ID", text: foreign("id"), isWhole: true };

/** The configuration of a repository. @param all the repositories that are listed, of one account or of several */
function configurationOf(all: readonly ListedItem[]): (item: ListedItem) => string {
  const configuration = ({ configuration_id: own, configuration_name: name }: ListedItem): NamedSide => ({
    id: typeof own === "string" ? own : null,
    name: typeof name === "string" ? name : null,
  });
  const labels = new Map(
    [...groupBy(all, (each) => each["account_id"])].map(([account, items]) => [
      account,
      configurationLabels(items.map(configuration)),
    ]),
  );
  return (item) =>
    typeof item["configuration_name"] === "string"
      ? (labels.get(item["account_id"])?.(configuration(item)) ?? "-")
      : "-";
}

type Columns = readonly Column<ListedItem>[];

const columnsOf: Readonly<Record<ListKind, (all: readonly ListedItem[]) => Columns>> = {
  accounts: () => [
    { title: "NAME", text: foreign("org_name") },
    { title: "ACTIVE", text: yesNo("active") },
    { title: "HOST", text: foreign("provider_type") },
    { ...id, text: foreign("account_id") },
  ],
  analyzers: () => [
    { title: "SLUG", text: foreign("slug") },
    { title: "ENABLED", text: yesNo("enabled") },
    { title: "NAME", text: prose("display_name") },
  ],
  policies: () => [id, { title: "TITLE", text: prose("title") }],
  configurations: () => [{ title: "NAME", text: foreign("name") }, { title: "REPOSITORIES", text: repositoriesOf }, id],
  findings: () => [
    { title: "SEVERITY", text: foreign("severity") },
    { title: "FINDING", text: foreign("type") },
    { title: "REPOSITORY", text: foreign("repository_name") },
    { title: "FILE", text: foreign("filename") },
    { title: "TRIAGE", text: ({ triage }) => (isObject(triage) ? foreign("category")(triage) : "-") },
    id,
  ],
  repositories: (all) => [
    { title: "NAME", text: foreign("name") },
    { title: "CONFIGURATION", text: configurationOf(all) },
    { title: "SCANNED", text: yesNo("enabled") },
    id,
  ],
};

/**
 * Items as a table for people; "" without any.
 *
 * @param accounts the names of the accounts by id, where a column distinguishes them
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
  const own = columnsOf[kind](items);
  const table = accounts === undefined || kind === "accounts" ? own : [account, ...own];
  return `${tableLines(table, items, columns).join("\n")}\n`;
}

/**
 * The document of `scanform list KIND --json`.
 *
 * @param failed why some of several accounts could not be read
 */
export const listingJson = (items: readonly ListedItem[], failed: readonly Diagnostic[] = []): string =>
  documentText({ items, ...(failed.length === 0 ? {} : { diagnostics: failed }) });

export interface Column<T> {
  readonly title: string;
  /** Text that can be shown as it is. */
  readonly text: (item: T) => string;
  /** Never shortened, such as an id, which is there to be copied. */
  readonly isWhole?: boolean;
}

const gap = 2;
/** No value is shortened to less than this. */
const least = 8;

/**
 * A table with a line for the titles and one for each item. Where it is wider than the terminal, the widest columns
 * are shortened first, each value in its middle.
 *
 * @param columns of the terminal; `Infinity` shortens nothing
 */
export function tableLines<T>(table: readonly Column<T>[], items: readonly T[], columns = Infinity): readonly string[] {
  const cells = [table.map(({ title }) => title), ...items.map((item) => table.map(({ text }) => text(item)))];
  const natural = table.map((_column, at) =>
    cells.reduce((most, line) => Math.max(most, textWidth(line[at] ?? "")), 0),
  );
  const widths = fitted(table, natural, columns);
  return cells.map((line) =>
    line
      .map((cell, at) => {
        const shown = shortened(cell, widths[at] ?? 0);
        return shown + " ".repeat(Math.max(0, (widths[at] ?? 0) - textWidth(shown)));
      })
      .join(" ".repeat(gap))
      .trimEnd(),
  );
}

/** Takes columns from the widest that may be shortened, until the table fits or none is wide any more. */
function fitted(
  table: readonly { readonly title: string; readonly isWhole?: boolean }[],
  natural: readonly number[],
  columns: number,
): readonly number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, each) => sum + each, gap * (widths.length - 1)) - columns;
  while (excess > 0) {
    const free = widths.map((width, at) => {
      const { title = "", isWhole = false } = table[at] ?? {};
      return isWhole ? 0 : Math.max(0, width - Math.max(least, title.length));
    });
    const widest = Math.max(0, ...widths.filter((_width, at) => (free[at] ?? 0) > 0));
    const at = widths.findIndex((width, index) => width === widest && (free[index] ?? 0) > 0);
    if (at === -1) break;
    widths[at] = widest - 1;
    excess -= 1;
  }
  return widths;
}
