import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { importPairs, isUuid } from "../model/uuid";
import { isObject } from "../model/json";
import { suggestion } from "../model/suggest";
import { DocumentPath, type Stack, entriesOf } from "./document";

/** The id of an import block, and where it is. */
export interface Imported {
  readonly id: string;
  readonly place: DocumentPath;
}

/** Import blocks: the ids of live objects by the address, without the stack, that adopts them. */
export function importBlocks(stack: Stack, diagnostics: Diagnostic[]): ReadonlyMap<string, Imported> {
  const blocks = stack.json["import"];
  if (!Array.isArray(blocks)) return new Map();
  const declared = new Set(
    entriesOf(stack.json["resource"]).flatMap(([type, named]) => entriesOf(named).map(([name]) => `${type}.${name}`)),
  );
  const found = new Map<string, Imported>();
  for (const [index, block] of blocks.entries()) {
    const { to, id } = isObject(block) ? block : {};
    if (typeof to !== "string" || !to.startsWith("scanform_")) continue;
    const place = new DocumentPath(stack, ["import", String(index)], to);
    if (!declared.has(to))
      diagnostics.push(error("reference-unknown", `${to} is to be imported, but is not declared.`, place.child("to")));
    else if (typeof id === "string" && !id.includes("${")) found.set(to, { id, place: place.child("id") });
    else diagnostics.push(error("not-evaluable", "The id to import must be written out.", place.child("id")));
  }
  return found;
}

/**
 * The ids of live configurations by the keys of a collection that adopts them. Names, and `*` for all of the account,
 * are the provider's alone: a plan of the CLI is bound to what was reviewed.
 */
export function importedByKey(
  { id: text, place }: Imported,
  keys: ReadonlySet<string>,
  diagnostics: Diagnostic[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, id] of importPairs(text)) {
    const shown = JSON.stringify(key);
    if (key === "" || !isUuid(id)) {
      const detail = `The CLI takes over a collection by KEY=UUID,KEY=UUID, as importFrom writes it, and not by ${JSON.stringify(key === "" ? id : `${key}=${id}`)}. \`scanform list configurations\` shows the UUIDs.`;
      diagnostics.push(error("import-id-invalid", detail, place));
    } else if (found.has(key))
      diagnostics.push(error("import-id-invalid", `It has the key ${shown} twice. Keep one.`, place));
    else if (keys.has(key)) found.set(key, id);
    else {
      const detail = `${shown} is to be imported, but is not declared in ${place.address ?? "the collection"}. ${suggestion(key, keys)}`;
      diagnostics.push(error("reference-unknown", detail, place));
    }
  }
  return found;
}
