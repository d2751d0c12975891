import { entryAddress } from "../diagnostics/entry-address";
import { isLocation, type Locations } from "../diagnostics/locations";
import { isObject } from "../model/json";
import type { AddressOf } from "./resources";
import { type Stack, at, entriesOf } from "./document";

/**
 * Where the constructs of an app were made: `//.metadata.scanform` of their resources, data sources and provider
 * blocks, as the constructs write it. What is no location is ignored, and so is an address that several stacks have.
 */
export function locationsOf(stacks: readonly Stack[], addressOf: AddressOf): Locations {
  const found = new Map<string, string | undefined>();
  const add = (address: string, location: unknown): void => {
    if (isLocation(location)) found.set(address, found.has(address) ? undefined : location);
  };
  for (const { name: stack, json } of stacks) {
    for (const [type, name, body] of bodies(json["resource"])) {
      const address = addressOf(stack, type, name);
      const { location, rules, entries } = metadataOf(body);
      add(address, location);
      for (const [index, place] of entriesOf(rules))
        if (/^\d{1,9}$/.test(index)) add(`${address}.rules[${index}]`, place);
      for (const [key, place] of entriesOf(entries)) add(entryAddress(address, key), place);
    }
    for (const [type, name, body] of bodies(json["data"])) add(`data.${type}.${name}`, metadataOf(body).location);
    for (const [, , body] of bodies(isObject(json["provider"]) ? json["provider"] : {}))
      add("provider.scanform", metadataOf(body).location);
  }
  return new Map([...found].flatMap(([address, location]) => (location === undefined ? [] : [[address, location]])));
}

/** Our blocks: type, name (of a provider block: its index) and body. */
function* bodies(kind: unknown): Generator<readonly [type: string, name: string, body: unknown]> {
  if (!isObject(kind)) return;
  for (const [type, named] of Object.entries(kind)) {
    if (!/^scanform(_|$)/.test(type)) continue;
    if (isObject(named) || Array.isArray(named))
      for (const [name, body] of Object.entries(named)) yield [type, name, body];
  }
}

interface Metadata {
  readonly location?: unknown;
  readonly rules?: unknown;
  readonly entries?: unknown;
}

function metadataOf(body: unknown): Metadata {
  const metadata = at(body, ["//", "metadata", "scanform"]);
  return isObject(metadata) ? metadata : {};
}
