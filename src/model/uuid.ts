/** The form of every id of the service, whatever the UUID's version and variant. */
export const uuidForm = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
export const isUuid = (text: string): boolean => uuidForm.test(text);

/** Compares UUIDs, which are case-insensitive. */
export const sameId = (left: string, right: string): boolean =>
  left === right || left.toLowerCase() === right.toLowerCase();

/** A further sentence for an id that the service does not know: it may know it in lower case. */
export const caseHint = (id: string): string =>
  isUuid(id) && id !== id.toLowerCase() ? " Write it in lower case, if that is how the service lists it." : "";

/** A key of a collection, and the id or name of the live configuration that it takes over. */
export type ImportPair = readonly [key: string, given: string];

/** The import id of a collection, `KEY=ID,KEY=NAME`, taken apart. What lacks its equals sign has an empty key. */
export const importPairs = (text: string): readonly ImportPair[] => text.split(",").map(pair);

/** A name may have an equals sign, and a key cannot where a name follows. */
function pair(text: string): ImportPair {
  const last = text.lastIndexOf("=");
  const at = isUuid(text.slice(last + 1).trim()) ? last : text.indexOf("=");
  return [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
}
