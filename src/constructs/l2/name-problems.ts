import { type TerraformResource } from "cdktf";
import { isObject } from "../../model/json";
import { ImportBlock } from "./import-block";
import type { Problem } from "./problems";
import { formOf, type Form } from "./synthesized-form";
import { isToken } from "./tokens";
import { kindOf } from "./wrong-kind";

/** A configuration as it will be synthesized. */
export interface NamedForm {
  readonly resource: TerraformResource;
  readonly form: Form;
  readonly path: string;
}

/**
 * Two configurations of one account whose names are equal, or differ only in what people overlook: case, blanks around
 * them, or the normal form of their letters. The service tells them apart by id alone.
 */
export function nameProblems(all: readonly NamedForm[]): readonly Problem[] {
  const first = new Map<string, NamedForm>();
  return all.flatMap((each): Problem[] => {
    const { name } = each.form;
    if (typeof name !== "string" || isToken(name) || name.trim() === "") return [];
    const key = JSON.stringify([accountOf(each), name.normalize("NFC").trim().toLowerCase()]);
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, each);
      return [];
    }
    if (isPinned(each.resource) && isPinned(other.resource)) return [];
    return [{ detail: words(other, each) }];
  });
}

function words(one: NamedForm, other: NamedForm): string {
  const [left, right] = [one.form["name"], other.form["name"]];
  const same =
    left === right ? `the name ${kindOf(left)}` : `names that look the same, ${kindOf(left)} and ${kindOf(right)}`;
  return `"${one.path}" and "${other.path}" have ${same}: rename one of them, or pin both to their ids with importFrom.`;
}

/** The account that a provider block names, or else the block itself: without one, the default. */
function accountOf({ resource: { provider } }: NamedForm): unknown {
  if (provider === undefined) return "";
  const form = formOf(provider);
  const { account_id: id, base_url: url } = isObject(form) ? form : {};
  if (typeof id === "string" && !isToken(id)) return [id.toLowerCase(), isToken(url) ? undefined : url];
  return provider.alias ?? "";
}

/** By importFrom of the construct, or of the binding. */
const isPinned = (resource: TerraformResource): boolean => {
  const metadata: unknown = resource.toMetadata();
  return (
    (isObject(metadata) && metadata["imports"] !== undefined) ||
    resource.node.scope?.node.children.some((each) => each instanceof ImportBlock) === true
  );
};
