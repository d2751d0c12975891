import type { AttributePath } from "../../diagnostics/attribute-path";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { isObjectValue, type ObjectValue } from "../values/value";
import { entriesOf } from "./settings";

/** Warns about leaves that were declared before and are not declared now. */
export function noLongerManaged(prior: ObjectValue, planned: ObjectValue, at: AttributePath): readonly Diagnostic[] {
  const exclusive = planned["exclusive_analyzers"] === true;
  const leaves = gone(prior, planned, exclusive);
  if (leaves.length === 0) return [];
  return [
    warning("no-longer-managed", `${leaves.join(", ")}: not declared any more, and so left as the service has it.`, {
      attribute: at.length === 0 ? undefined : at,
    }),
  ];
}

function gone(prior: ObjectValue, planned: ObjectValue, exclusive: boolean): readonly string[] {
  const removed = (name: string): boolean => (prior[name] ?? null) !== null && (planned[name] ?? null) === null;
  const top = Object.keys(prior).filter(
    (name) => !identity.has(name) && removed(name) && !(exclusive && name === "analyzers"),
  );
  const after = planned["analyzers"];
  const slugs = entriesOf(isObjectValue(after) ? prior["analyzers"] : null).flatMap(
    ([slug, entry]): readonly string[] => {
      const next = isObjectValue(after) && Object.hasOwn(after, slug) ? after[slug] : undefined;
      const place = `analyzers[${JSON.stringify(slug)}]`;
      if (next === undefined) return exclusive ? [] : [place];
      if (!isObjectValue(entry) || !isObjectValue(next)) return [];
      return Object.keys(entry).flatMap((leaf) =>
        entry[leaf] !== null && next[leaf] === null ? [`${place}.${leaf}`] : [],
      );
    },
  );
  return [...top, ...slugs];
}

const identity = new Set(["id", "created_at", "name", "renamed_from", "exclusive_analyzers"]);
