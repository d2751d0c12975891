import { TerraformProvider, TerraformStack } from "cdktf";
import { alikeName } from "../../model/alike-name";
import { isObject } from "../../model/json";
import type { Configuration as Binding } from "../l1/configuration";
import { ImportBlock } from "./import-block";
import { placeOf } from "./location";
import type { Problem } from "./problems";
import { formOf } from "./synthesized-form";
import { isToken } from "./tokens";
import { kindOf } from "./wrong-kind";

export interface NamedConfiguration {
  readonly resource: Binding;
  readonly path: string;
}

/**
 * Two configurations of one account whose names are equal, or differ only in what people overlook: case, blanks around
 * them, or the normal form of their letters. The service tells them apart by id alone.
 */
export function nameProblems(all: readonly NamedConfiguration[]): readonly Problem[] {
  const first = new Map<string, NamedConfiguration>();
  const account = accounts(all);
  return all.flatMap((each): Problem[] => {
    const name = nameOf(each);
    if (name.trim() === "") return [];
    const key = JSON.stringify([account(each), alikeName(name)]);
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, each);
      return [];
    }
    return isPinned(each) && isPinned(other) ? [] : [{ detail: words(other, each), ...placeOf(each.resource) }];
  });
}

/** Empty where it is not known, or of the wrong kind. */
function nameOf({ resource }: NamedConfiguration): string {
  const name: unknown = isOverridden(resource) ? formOf(resource)?.["name"] : resource.nameInput;
  return typeof name === "string" && !isToken(name) ? name : "";
}

const isOverridden = (resource: Binding): boolean => metadataOf(resource)["overrides"] !== undefined;

const metadataOf = (resource: Binding): Readonly<Record<string, unknown>> => {
  const metadata: unknown = resource.toMetadata();
  return isObject(metadata) ? metadata : {};
};

function words(one: NamedConfiguration, other: NamedConfiguration): string {
  const [left, right] = [nameOf(one), nameOf(other)];
  const same =
    left === right ? `the name ${kindOf(left)}` : `names that look the same, ${kindOf(left)} and ${kindOf(right)}`;
  const { location } = placeOf(one.resource);
  const first = `"${one.path}"${location === undefined ? "" : ` (at ${location})`}`;
  return `${first} and "${other.path}" have ${same}: rename one of them, or pin both to their ids with importFrom.`;
}

/** Of each configuration, the account that its provider block names, or else the block itself. All are of one stack. */
function accounts(all: readonly NamedConfiguration[]): (each: NamedConfiguration) => unknown {
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

function accountOf(provider: TerraformProvider): unknown {
  const form = formOf(provider);
  const { account_id: id, base_url: url } = isObject(form) ? form : {};
  if (typeof id === "string" && !isToken(id)) return [id.toLowerCase(), isToken(url) ? undefined : url];
  return provider.alias ?? "";
}

/** By importFrom of the construct, or of the binding. */
const isPinned = ({ resource }: NamedConfiguration): boolean =>
  metadataOf(resource)["imports"] !== undefined ||
  resource.node.scope?.node.children.some((each) => each instanceof ImportBlock) === true;
