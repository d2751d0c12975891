import { type TerraformProvider, TerraformDataSource, TerraformResource, TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { reportedMistake } from "../framework/mistake";
import { refuseOtherFramework } from "../framework/bases";
import { Configuration as ConfigurationBinding } from "../l1/configuration";
import { runAspectsAbove } from "./aspects";
import { FindingTriage as TriageBinding } from "../l1/finding-triage";
import { problem } from "../../model/problem";
import { locationOf, type Metadata, placeOf, recordLocation, writeLocation } from "./location";
import { configurationProblems, formOf, formProblems, hasForm, scopeProblems } from "./forms";
import { accounts, type Located, nameProblems } from "./names";
import { type ProblemList, mistakeOf, type Problem, problemAt } from "./problems";
import { reportProblems, writeOthers } from "./reports";
import { providerProblems } from "./provider-choice";
import { isToken } from "./tokens";
import { formRuleProblems } from "./read-assignments";

const guarded = new WeakSet<TerraformStack>();
const owned = new WeakSet<IConstruct>();

/**
 * Adds checks that cdktf lacks to the stack of `construct`, once per stack, and notes where the construct is made.
 * Every construct of scanform calls this in its constructor.
 *
 * @throws Error when there is no stack, or it was made with the other one of cdktf and cdktn
 */
export function guardStack(construct: Construct): void {
  recordLocation(construct);
  if (!construct.node.scopes.some((each) => TerraformStack.isStack(each)))
    throw reportedMistake(construct.node.path, problem("stack-missing", []), locationOf(construct));
  const stack = TerraformStack.of(construct);
  refuseOtherFramework(construct);
  if (guarded.has(stack)) return;
  guarded.add(stack);
  runAspectsAbove(stack);
  reportProblems(stack, () => [...addressProblems(stack), ...bindingProblems(stack), ...providerProblems(stack)]);
}

/**
 * Lets a construct report the problems of its resource, and gives the resource the place of the construct. A resource
 * that no construct represents is checked with the stack.
 */
export function represent(
  construct: Construct,
  element: TerraformResource | TerraformProvider,
  findings: ProblemList,
  problems: () => readonly Problem[],
  more?: () => Omit<Metadata, "location">,
): void {
  owned.add(element);
  writeOthers(element, () => findings.others);
  writeLocation(element, construct, more);
  reportProblems(construct, problems);
}

/** Checks the generated bindings that are used by themselves, the names of all configurations, and all triages. */
function bindingProblems(stack: TerraformStack): readonly Problem[] {
  const problems: Problem[] = [];
  const named: Located<ConfigurationBinding>[] = [];
  const triages: Located<TriageBinding>[] = [];
  for (const node of stack.node.findAll()) {
    if (!hasForm(node) || TerraformStack.of(node) !== stack) continue;
    const path = withoutDefault(node.node.path);
    if (node instanceof ConfigurationBinding) named.push({ resource: node, path });
    if (node instanceof TriageBinding) triages.push({ resource: node, path });
    if (owned.has(node)) continue;
    const form = formOf(node);
    if (form === undefined) continue;
    const judged = [
      ...(node instanceof ConfigurationBinding ? configurationProblems(form) : formRuleProblems(form)),
      ...scopeProblems(form),
    ];
    problems.push(...[...formProblems(node, form), ...judged].map((each) => ({ ...each, construct: path })));
  }
  return [...problems, ...nameProblems(named), ...triageProblems(triages)];
}

/** A finding of one account has one triage. Its id is the same in any case. */
function triageProblems(all: readonly Located<TriageBinding>[]): readonly Problem[] {
  const first = new Map<string, string>();
  const account = accounts(all);
  return all.flatMap(({ resource, path }): readonly Problem[] => {
    const id: unknown = formOf(resource)?.["finding_id"];
    if (typeof id !== "string" || isToken(id)) return [];
    const key = JSON.stringify([account({ resource }), id.toLowerCase()]);
    const other = first.get(key);
    first.set(key, other ?? path);
    if (other === undefined) return [];
    const step = owned.has(resource) ? "findingId" : "finding_id";
    const found = problemAt(problem("finding-claimed-twice", [step], JSON.stringify(id), JSON.stringify(other)));
    return [{ ...found, ...placeOf(resource), construct: path }];
  });
}

const isOurs = (node: IConstruct): node is TerraformResource | TerraformDataSource =>
  (TerraformResource.isTerraformResource(node) || TerraformDataSource.isTerraformDataSource(node)) &&
  node.terraformResourceType.startsWith("scanform_");

/** Invalid and duplicate addresses: cdktf drops characters from ids, and merges constructs with equal addresses silently. */
function addressProblems(stack: TerraformStack): readonly Problem[] {
  const owners = new Map<string, string>();
  const problems: Problem[] = [];
  for (const node of stack.node.findAll()) {
    if (!isOurs(node) || TerraformStack.of(node) !== stack) continue;
    const name = node.friendlyUniqueId;
    const kind = TerraformDataSource.isTerraformDataSource(node) ? "data." : "";
    const address = `${kind}${node.terraformResourceType}.${name}`;
    const path = withoutDefault(node.node.path);
    const other = owners.get(address);
    const found = (detail: string) => problems.push({ ...mistakeOf(detail), ...placeOf(node) });
    if (!/^[A-Za-z_]/.test(name))
      found(`"${path}" gets the address ${address}: give it an id that begins with a letter from a to z.`);
    else if (!/^[\w-]+$/.test(name))
      found(
        `"${path}" gets the address ${address}: give overrideLogicalId letters from a to z, digits, _ and - alone.`,
      );
    else if (other !== undefined)
      found(`"${other}" and "${path}" both get the address ${address}: give one of them another id.`);
    owners.set(address, path);
  }
  return problems;
}

const withoutDefault = (path: string): string => path.replace(/\/Default$/, "");
