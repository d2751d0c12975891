import { label, visible } from "./foreign-text";

/** The address of one entry of a collection, as Terraform writes instances: `scanform_configurations.teams["payments"]`. */
export const entryAddress = (collection: string, key: string): string =>
  `${collection}[${JSON.stringify(key).replace(/([$%])(?=\{)/g, "$1$1")}]`;

const entry = /^([^"[\]]+)\[("(?:[^"\\]|\\.)*")\]$/s;

/** The address of the collection that an entry belongs to; undefined for any other address. */
export const collectionOf = (address: string): string | undefined => entry.exec(address)?.[1];

/** An address inside a line of ours. A key is in quotes already, which `label` would put into others. */
export function addressLabel(address: string): string {
  const [, collection = "", key = ""] = entry.exec(address) ?? [];
  return collection !== "" && label(collection) === collection ? `${collection}[${visible(key)}]` : label(address);
}
