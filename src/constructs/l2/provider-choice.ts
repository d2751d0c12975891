import { listed } from "../../diagnostics/enumeration";
import { TerraformDataSource, TerraformProvider, TerraformResource, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { problem } from "../../model/problem";
import { formOf } from "./forms";
import { placeOf } from "./location";
import { accountOf } from "./names";
import { type Problem, problemAt } from "./problems";

/** Provider blocks of one account, and what chooses none of several. */
export function providerProblems(stack: TerraformStack): readonly Problem[] {
  const elements = stack.node.findAll().filter((each) => TerraformStack.of(each) === stack);
  const blocks = elements.filter(
    (each): each is TerraformProvider =>
      TerraformProvider.isTerraformProvider(each) && each.terraformResourceType === "scanform",
  );
  return [...accountsTwice(blocks), ...unchosen(elements, blocks)];
}

/** Of blocks that write their account out. */
function accountsTwice(blocks: readonly TerraformProvider[]): readonly Problem[] {
  const first = new Map<string, TerraformProvider>();
  return blocks.flatMap((block): readonly Problem[] => {
    const account = accountOf(block);
    if (!Array.isArray(account)) return [];
    const key = JSON.stringify(account);
    const other = first.get(key);
    first.set(key, other ?? block);
    if (other === undefined) return [];
    const id = JSON.stringify(formOf(block)?.["account_id"]);
    const found = problemAt(problem("account-declared-twice", ["accountId"], id, nameOf(other)));
    return [{ ...found, ...placeOf(block), construct: block.node.path }];
  });
}

const nameOf = ({ alias }: TerraformProvider): string =>
  alias === undefined ? "the one without an alias" : `the one with the alias ${JSON.stringify(alias)}`;

/** Resources and lookups without a provider, where there is none without an alias, and more than one with. */
function unchosen(elements: readonly IConstruct[], blocks: readonly TerraformProvider[]): readonly Problem[] {
  const aliases = blocks.flatMap(({ alias }) => alias ?? []);
  if (aliases.length < 2 || aliases.length < blocks.length) return [];
  return elements.filter(needsProvider).map((each) => ({
    ...problemAt(problem("provider-not-chosen", ["provider"], listed(aliases))),
    ...placeOf(each),
    construct: each.node.path.replace(/\/Default$/, ""),
  }));
}

const needsProvider = (each: IConstruct): boolean =>
  (TerraformResource.isTerraformResource(each) || TerraformDataSource.isTerraformDataSource(each)) &&
  each.terraformResourceType.startsWith("scanform_") &&
  each.provider === undefined;
