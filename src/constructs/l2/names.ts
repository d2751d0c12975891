import { TerraformProvider, type TerraformResource, TerraformStack } from "cdktf";
import { isObject } from "../../model/json";
import { alikeName } from "../../model/suggest";
import { kindOf } from "../../model/value-kind";
import type { Configuration } from "../l1/configuration";
import { ImportBlock } from "./state-blocks";
import { placeOf } from "./location";
import { formOf } from "./forms";
import { mistakeOf, placed, type Problem } from "./problems";
import { isToken } from "./tokens";

/** A resource and the path of the construct that a user has written for it. */
export interface Located<Resource> {
  readonly resource: Resource;
  readonly path: string;
}

/** A configuration whose name is known. */
interface Named extends Located<Configuration> {
  readonly name: string;
  readonly location?: string | undefined;
}

function nameOf({ resource, path }: Located<Configuration>): readonly Named[] {
  const name: unknown = isOverridden(resource) ? formOf(resource)?.["name"] : resource.nameInput;
  if (typeof name !== "string" || isToken(name) || name.trim() === "") return [];
  return [{ resource, path, name, location: placeOf(resource).location }];
}

const isOverridden = (resource: Configuration): boolean => metadataOf(resource)["overrides"] !== undefined;

/** Whether a live configuration is taken over by its id: by importFrom of the binding, or of the construct. */
const isPinned = ({ resource }: Named): boolean =>
  metadataOf(resource)["imports"] !== undefined ||
  resource.node.scope?.node.children.some((each) => each instanceof ImportBlock) === true;

const metadataOf = (resource: Configuration): Readonly<Record<string, unknown>> => {
  const metadata: unknown = resource.toMetadata();
  return isObject(metadata) ? metadata : {};
};

/**
 * Two configurations of one account whose names are equal, or differ only in what people overlook: case, blanks around
 * them, or the normal form of their letters. The service distinguishes them by id alone.
 */
export function nameProblems(all: readonly Located<Configuration>[]): readonly Problem[] {
  const first = new Map<string, Named>();
  const account = accounts(all);
  return all.flatMap(nameOf).flatMap((each): Problem[] => {
    const key = JSON.stringify([account(each), alikeName(each.name)]);
    const other = first.get(key);
    first.set(key, other ?? each);
    if (other === undefined || (isPinned(each) && isPinned(other))) return [];
    return [placed(mistakeOf(words(other, each)), each.location)];
  });
}

function words(one: Named, other: Named): string {
  const [left, right] = [one.name, other.name];
  const same =
    left === right ? `the name ${kindOf(left)}` : `names that look the same, ${kindOf(left)} and ${kindOf(right)}`;
  const first = `"${one.path}"${one.location === undefined ? "" : ` (at ${one.location})`}`;
  return `${first} and "${other.path}" have ${same}: rename one of them, or pin both to their ids with importFrom.`;
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
