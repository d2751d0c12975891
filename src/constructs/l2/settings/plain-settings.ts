import { Token } from "cdktf";
import { define } from "../../../model/json";
import type { DeclaredSettings } from "../configuration-props";
import { asResolvable, isToken } from "../tokens";
import { type Entries, isEntries } from "./entries";

/** Settings that are maps or objects. */
const shapes: ReadonlyMap<string, (value: unknown) => unknown> = new Map<string, (value: unknown) => unknown>([
  ["analyzers", (value) => objectOf(value, (entry) => objectOf(entry, leaf))],
  ["codePolicies", (value) => policies(value)],
  ["notifications", (value) => objectOf(value, leaf)],
]);

/** The settings as frozen plain data, code policies as a list. A token in place of an object or list is encoded as one. */
export function plainSettings(settings: Entries): DeclaredSettings {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(settings)) shown[name] = (shapes.get(name) ?? leaf)(value);
  return Object.freeze(shown); // under the names and of the kinds that the readers have checked
}

const leaf = (value: unknown): unknown =>
  Array.isArray(value) && !isToken(value) ? Object.freeze([...(value as readonly unknown[])]) : value;

function objectOf(value: unknown, part: (value: unknown) => unknown): unknown {
  if (!isEntries(value)) return Object.freeze(Token.asAnyMap(asResolvable(value)));
  const copied: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) define(copied, key, part(each));
  return Object.freeze(copied);
}

function policies(value: unknown): unknown {
  if (!isEntries(value)) return Object.freeze(Token.asList(asResolvable(value)));
  return Object.freeze(Object.entries(value).map(([id, settings]) => Object.freeze({ id, ...(settings as Entries) })));
}
