import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { ObjectValue, Value } from "../values/value";

type Entries = readonly (readonly [string, ObjectValue])[];

/** An error for each entry whose name an earlier one has. @param all the attribute that they are in */
export function namedTwice(entries: Entries, all: string): readonly Diagnostic[] {
  const first = new Map<Value, string>();
  return entries.flatMap(([key, { name = null }]) => {
    const other = first.get(name);
    if (typeof name !== "string") return [];
    first.set(name, key);
    return other === undefined
      ? []
      : [
          error("name-claimed-twice", `${JSON.stringify(name)} is also the name of ${other}.`, {
            attribute: [all, { key }, "name"],
          }),
        ];
  });
}
