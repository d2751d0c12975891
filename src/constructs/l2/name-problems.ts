import { TerraformProvider, TerraformStack } from "cdktf";
import { alikeName } from "../../model/alike-name";
import { isObject } from "../../model/json";
import { type Named, type NamingResource, namesOf } from "./declared-names";
import type { Problem } from "./problems";
import { formOf } from "./synthesized-form";
import { isToken } from "./tokens";
import { kindOf } from "./wrong-kind";

/**
 * Two configurations of one account whose names are equal, or differ only in what people overlook: case, blanks around
 * them, or the normal form of their letters. The service tells them apart by id alone. A collection reports those of its
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
    return [{ detail: words(other, each), ...(location === undefined ? {} : { location }) }];
  });
}

function words(one: Named, other: Named): string {
  const [left, right] = [one.name, other.name];
  const same =
    left === right ? `the name ${kindOf(left)}` : `names that look the same, ${kindOf(left)} and ${kindOf(right)}`;
  const first = `${one.where}${one.location === undefined ? "" : ` (at ${one.location})`}`;
  return `${first} and ${other.where} have ${same}: rename one of them, or pin both to their ids with importFrom.`;
}

/** Of each configuration, the account that its provider block names, or else the block itself. All are of one stack. */
function accounts(all: readonly NamingResource[]): (each: NamingResource) => unknown {
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
