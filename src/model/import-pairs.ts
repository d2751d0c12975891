import { isUuid } from "./uuid";

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
