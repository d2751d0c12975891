import { fingerprint } from "../../model/canonical";

/** An id in the form of a random UUID, which is the same whenever the text is. */
export function stableId(text: string): string {
  const hex = fingerprint(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
