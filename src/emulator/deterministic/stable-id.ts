import { fingerprint } from "../../model/fingerprint";

/** A UUID of version 4 that is derived from a text. */
export function stableId(text: string): string {
  const hex = fingerprint(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
