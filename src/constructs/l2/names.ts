import { TerraformProvider, type TerraformResource, TerraformStack } from "cdktf";
import { isObject } from "../../model/json";
import { alikeName } from "../../model/suggest";
import { importPairs } from "../../model/uuid";
import { pathText } from "../../model/problem";
import { kindOf } from "../../model/value-kind";
import { Configuration as Single } from "../l1/configuration";
import type { Configurations as Collection } from "../l1/configurations";
import { ImportBlock } from "./state-blocks";
import { placeOf, placeOfEntry } from "./location";
import { formOf } from "./forms";
import { mistakeAt, mistakeOf, placed, type Problem } from "./problems";
import { isToken } from "./tokens";

/** A resource and the path of the construct that a user has written for it. */
export interface Located<Resource> {
  readonly resource: Resource;
  readonly path: string;
}

export type NamingResource = Located<Single | Collection>;

/** A name that a stack declares. */
interface Named extends NamingResource {
  readonly name: string;
  /** The construct's path in quotes; of a collection with the key. */
  readonly where: string;
  readonly location?: string | undefined;
  /** Whether a live configuration is taken over by its id. Asked for where names are alike, since it walks the scope. */
  readonly isPinned: () => boolean;
}

const namesOf = (each: NamingResource): readonly Named[] =>
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

/**
 * Two configurations of one account whose names are equal, or differ only in what people overlook: case, blanks around
 * them, or the normal form of their letters. The service distinguishes them by id alone. A collection reports those of its
 * own itself.
 */
export function nameProblems(all: readonly NamingResource[]): readonly Problem[] {
  const first = new Map<string, Named>();
  const account = accounts(all);
  return all.flatMap(namesOf).flatMap((each): Problem[] => {
    const key = JSON.stringify([account(each), alikeName(each.name)]);
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, each);
      return [];
    }
    if (other.resource === each.resource || (each.isPinned() && other.isPinned())) return [];
    const { location } = each;
    return [placed(mistakeOf(words(other, each)), location)];
  });
}

function words(one: Named, other: Named): string {
  const [left, right] = [one.name, other.name];
  const same =
    left === right ? `the name ${kindOf(left)}` : `names that look the same, ${kindOf(left)} and ${kindOf(right)}`;
  const first = `${one.where}${one.location === undefined ? "" : ` (at ${one.location})`}`;
  return `${first} and ${other.where} have ${same}: rename one of them, or pin both to their ids with importFrom.`;
}

type InAccount = Pick<Located<TerraformResource>, "resource">;

/** Of each resource, the account that its provider block names, or else the block itself. All are of one stack. */
export function accounts(all: readonly InAccount[]): (each: InAccount) => unknown {
  const blocks = all[0] === undefined ? [] : TerraformStack.of(all[0].resource).node.findAll();
  const standard = blocks
    .filter((each) => TerraformProvider.isTerraformProvider(each))
    .find(({ alias, terraformResourceType: type }) => alias === undefined && type === "scanform");
  const known = new Map<TerraformProvider, unknown>();
  return ({ resource: { provider = standard } }) => {
    if (provider === undefined) return "";
    if (!known.has(provider)) known.set(provider, accountOf(provider));
    return known.get(provider);
  };
}

export function accountOf(provider: TerraformProvider): unknown {
  const form = formOf(provider);
  const { account_id: id, base_url: url } = isObject(form) ? form : {};
  if (typeof id === "string" && !isToken(id)) return [id.toLowerCase(), isToken(url) ? undefined : url];
  return provider.alias ?? "";
}

/**
 * Names that are equal, or differ only in what people overlook.
 *
 * @param placeOf the place in code of an entry
 */
export function similarNames(
  entries: readonly (readonly [string, unknown])[],
  placeOf: (key: string) => string | undefined,
): readonly Problem[] {
  const first = new Map<string, string>();
  return entries.flatMap(([key, entry]): Problem[] => {
    const name: unknown = isObject(entry) ? entry["name"] : undefined;
    if (typeof name !== "string" || isToken(name) || name.trim() === "") return [];
    const plain = alikeName(name);
    const other = first.get(plain);
    first.set(plain, other ?? key);
    if (other === undefined) return [];
    const sentence = `is ${kindOf(name)}, and the name of ${pathText(["configurations", other])} is or looks the same`;
    return [
      placed(mistakeAt(pathText(["configurations", key, "name"]), sentence, "Rename one of them."), placeOf(key)),
    ];
  });
}
