import { isObject } from "../../model/json";
import { importPairs } from "../../model/import-pairs";
import { pathText } from "../../model/path-text";
import { Configuration as Single } from "../l1/configuration";
import type { Configurations as Collection } from "../l1/configurations";
import { ImportBlock } from "./import-block";
import { placeOf, placeOfEntry } from "./location";
import { formOf } from "./synthesized-form";
import { isToken } from "./tokens";

/** A resource that names one configuration or many. */
export interface NamingResource {
  readonly resource: Single | Collection;
  readonly path: string;
}

/** A name that a stack declares. */
export interface Named extends NamingResource {
  readonly name: string;
  /** The construct's path in quotes; of a collection with the key. */
  readonly where: string;
  readonly location?: string | undefined;
  /** Whether a live configuration is taken over by its id. Asked for where names are alike, since it walks the scope. */
  readonly isPinned: () => boolean;
}

/** The names of a resource that are known and right. */
export const namesOf = (each: NamingResource): readonly Named[] =>
  (each.resource instanceof Single ? nameOf(each, each.resource) : namesIn(each)).filter(
    ({ name }) => name.trim() !== "",
  );

function nameOf(each: NamingResource, resource: Single): readonly Named[] {
  const name = known(isOverridden(resource) ? formOf(resource)?.["name"] : resource.nameInput);
  const { location } = placeOf(resource);
  const isPinned = (): boolean => isImported(resource) || importIn(resource) !== undefined;
  return [{ ...each, name, where: `"${each.path}"`, location, isPinned }];
}

function namesIn(each: NamingResource): readonly Named[] {
  const { resource, path } = each;
  const entries = formOf(resource)?.["configurations"];
  if (!isObject(entries) || isToken(entries)) return [];
  return Object.entries(entries).map(([key, entry]) => ({
    ...each,
    name: isObject(entry) && !isToken(entry) ? known(entry["name"]) : "",
    where: `${pathText(["configurations", key])} of "${path}"`,
    location: placeOfEntry(resource, key).location,
    isPinned: () => isImported(resource) || importedKeys(resource).includes(key),
  }));
}

/** Empty where it is not known, or of the wrong kind. */
const known = (name: unknown): string => (typeof name === "string" && !isToken(name) ? name : "");

const isOverridden = (resource: Single): boolean => metadataOf(resource)["overrides"] !== undefined;

/** By importFrom of the binding. */
const isImported = (resource: NamingResource["resource"]): boolean => metadataOf(resource)["imports"] !== undefined;

const metadataOf = (resource: NamingResource["resource"]): Readonly<Record<string, unknown>> => {
  const metadata: unknown = resource.toMetadata();
  return isObject(metadata) ? metadata : {};
};

const importedKeys = (resource: NamingResource["resource"]): readonly string[] =>
  importPairs(importIn(resource)?.importId ?? "").map(([key]) => key);

/** By importFrom of the construct. */
const importIn = ({ node }: NamingResource["resource"]): ImportBlock | undefined =>
  node.scope?.node.children.find((each) => each instanceof ImportBlock);
