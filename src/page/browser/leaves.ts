import { visible } from "../../diagnostics/foreign-text";
import { number } from "../../diagnostics/count";
import { leafVerdicts } from "../../model/leaf-verdict";
import { isObject } from "../../model/json";
import { notSet } from "../../model/value-kind";
import type { LeafFacts, SettingsPart } from "../page-facts";
import { h } from "./dom";
import { type Account, partsAt } from "./model";

export const tag = (text: string, kind = text): HTMLElement => h("span", { class: `tag ${kind}` }, text);

/** What changes, in words: what gets weaker first. */
export const leafList = (leaves: readonly LeafFacts[]): HTMLElement =>
  h(
    "ul",
    { class: "leaves" },
    leafVerdicts.flatMap((verdict) =>
      leaves
        .filter((each) => each.verdict === verdict)
        .map(({ text }) => h("li", { class: `leaf ${verdict}` }, tag(verdict), ` ${text}`)),
    ),
  );

/**
 * A column of settings: what is above it, and the position of its settings; null where they are not known, undefined
 * where there are none.
 */
export interface Column {
  readonly title: string;
  readonly settings: number | null | undefined;
}

/** The values of settings by their paths, as they are shown. */
const valuesAt = (account: Account, at: Column["settings"]): ReadonlyMap<string, string> =>
  new Map(
    partsAt(account, at).flatMap((each) =>
      rowsOf(each).map(([path, value]) => [visible(path), visible(JSON.stringify(value))] as const),
    ),
  );

/** A part of settings, leaf by leaf. */
function rowsOf([setting, value, key]: SettingsPart): readonly (readonly [path: string, value: unknown])[] {
  if (key === undefined) return [[setting, value]];
  if (!isObject(value)) return [[`${setting}.${String(key)}`, value]];
  // an entry of a list is called by its id
  const { id, ...others } = value;
  const [name, fields] = typeof key === "number" && typeof id === "string" ? [id, others] : [key, value];
  const path = `${setting}[${JSON.stringify(name)}]`;
  const rows = Object.entries(fields).map(([field, each]) => [`${path}.${field}`, each] as const);
  return rows.length === 0 ? [[path, fields]] : rows;
}

/** Settings side by side: those that differ, or all of them. */
export function beside(account: Account, columns: readonly Column[], caption: string): HTMLElement {
  const values = columns.map(({ settings }) => valuesAt(account, settings));
  const paths = [...new Set(values.flatMap((each) => [...each.keys()]))].sort();
  const rows = paths.map((path) => {
    const all = values.map((each) => each.get(path));
    return { path, all, differs: new Set(all).size > 1 };
  });
  const differing = rows.filter(({ differs }) => differs).length;
  if (rows.length === 0) return h("p", { class: "quiet" }, "no setting is known");
  const body = h("tbody");
  const show = (isWhole: boolean): void => {
    body.replaceChildren(
      ...rows
        .filter(({ differs }) => isWhole || differs)
        .map(({ path, all, differs }) =>
          h(
            "tr",
            { class: differs ? "differs" : "same" },
            h("th", { scope: "row" }, h("code", {}, path)),
            all.map((value, at) => h("td", {}, columns[at]?.settings === null ? "not known" : (value ?? notSet))),
          ),
        ),
    );
  };
  show(differing === 0);
  const all = h("input", {
    type: "checkbox",
    change: () => {
      show(all.checked);
    },
  });
  return h(
    "div",
    { class: "beside" },
    h(
      "table",
      {},
      h("caption", {}, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "setting"),
          columns.map(({ title }) => h("th", { scope: "col" }, title)),
        ),
      ),
      body,
    ),
    differing > 0 && differing < rows.length
      ? h(
          "p",
          {},
          h("label", {}, all, ` show all ${number(rows.length)} settings, ${number(differing)} of them differ`),
        )
      : columns.length > 1 && differing === 0
        ? h("p", { class: "quiet" }, "no setting differs")
        : undefined,
  );
}
