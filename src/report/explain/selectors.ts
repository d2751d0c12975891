import { label } from "../../diagnostics/foreign-text";
import type { DesiredRule } from "../../model/desired";
import { enumeration, number } from "../words";

/** How many ids and names are shown. */
const most = 3;

/** What a rule selects: `payments-%`, or `checkout and web`. */
export function selectorsOf({ repositoryIds = [], repositoryNames = [], repositoryPattern }: DesiredRule): string {
  const named = [...repositoryIds, ...repositoryNames].map((each) => label(each));
  const more = named.length - most;
  const shown = more > 0 ? [...named.slice(0, most), `${number(more)} more`] : named;
  return enumeration([...shown, ...(repositoryPattern === undefined ? [] : [label(repositoryPattern)])]);
}
