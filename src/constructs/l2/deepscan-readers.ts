import type { Reader } from "./findings";
import { uuid } from "./read-code-policies";
import { mapOf, text } from "./readers";

/** Each attribute of a deepscan. */
export const deepscanReaders: ReadonlyMap<string, Reader> = new Map([
  ["repository_id", uuid],
  ["triggers", mapOf(text)],
]);
