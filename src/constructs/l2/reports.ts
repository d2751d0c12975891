import {
  DefaultTokenResolver,
  StringConcat,
  TerraformDataSource,
  TerraformProvider,
  TerraformResource,
  TerraformStack,
  Tokenization,
} from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { byCause } from "../../diagnostics/causes";
import { ruleNumbers } from "../../diagnostics/locations";
import { refusalKey } from "../../diagnostics/refusal-key";
import { isObject } from "../../model/json";
import { sendProblems, type SentProblem } from "../framework/mistake";
import { locationOf } from "./location";
import type { Problem } from "./problems";

/** What checks one construct. */
interface Reporter {
  readonly construct: Construct;
  readonly stack: TerraformStack | undefined;
  readonly problems: () => readonly Problem[];
}

const reporters = new WeakMap<IConstruct, readonly Reporter[]>();

/**
 * Reports problems when the app is synthesized: as text, which the framework shows behind the construct's path, one for
 * each cause in the stack. The scanform CLI receives them in full instead, so that it can show those of all stacks. What
 * is synthesized without validation refuses itself.
 */
export function reportProblems(construct: Construct, problems: () => readonly Problem[]): void {
  const stack = stackOf(construct);
  const reporter: Reporter = { construct, stack, problems };
  reporters.set(construct, [...(reporters.get(construct) ?? []), reporter]);
  construct.node.addValidation({ validate: () => reported(reporter) });
  if (stack !== undefined) writeRefusals(stack);
}

const stackOf = (construct: IConstruct): TerraformStack | undefined =>
  construct.node.scopes.findLast((each) => TerraformStack.isStack(each));

function reported(reporter: Reporter): string[] {
  const found = foundBy(reporter);
  if (found.length === 0) right.add(reporter);
  if (found.length === 0 || sendProblems(found)) return [];
  const { stack } = reporter;
  const shown = stack === undefined ? byCause(found) : inTurn(stack, reporter);
  return shown.map(({ path, detail, location }) => {
    const text = ruleNumbers(detail);
    const sentence = path === reporter.construct.node.path ? text : `"${path}": ${text}`;
    return location === undefined ? sentence : `${sentence} (at ${location})`;
  });
}

const foundBy = ({ construct: reporter, problems }: Reporter): readonly SentProblem[] =>
  problems().map(({ construct, kind, key, detail, location = locationOf(reporter) }) => ({
    code: kind,
    path: construct ?? reporter.node.path,
    ...(key === undefined ? {} : { key }),
    ...(location === undefined ? {} : { location }),
    detail,
  }));

/** Those of which the validation that comes before a synthesis has found nothing wrong. */
const right = new WeakSet<Reporter>();

const reportersIn = (stack: TerraformStack): readonly Reporter[] =>
  stack.node.findAll().flatMap((each) => (reporters.get(each) ?? []).filter((own) => own.stack === stack));

/** The problems with which a stack is synthesized. What has just been validated is not checked again. */
function problemsIn(stack: TerraformStack): readonly SentProblem[] {
  const { root } = stack.node;
  const isValidated = !("skipValidation" in root && root.skipValidation === true);
  const unchecked = reportersIn(stack).filter((each) => !right.delete(each));
  return isValidated && unchecked.length === 0 ? [] : [...causesIn(stack).values()].flat();
}

/** The problems of a stack, one for each cause, by what reports them. */
function causesIn(stack: TerraformStack): ReadonlyMap<Reporter, readonly SentProblem[]> {
  const all = reportersIn(stack).flatMap((reporter) => foundBy(reporter).map((each) => ({ ...each, reporter })));
  const found = new Map<Reporter, SentProblem[]>();
  for (const { reporter, ...problem } of byCause(all)) found.set(reporter, [...(found.get(reporter) ?? []), problem]);
  return found;
}

/** One validation of a stack, in which each reporter is asked once. */
interface Round {
  readonly causes: ReadonlyMap<Reporter, readonly SentProblem[]>;
  readonly asked: Set<Reporter>;
}

const rounds = new WeakMap<TerraformStack, Round>();

/** What a reporter is to show. A reporter that is asked again is asked in another validation. */
function inTurn(stack: TerraformStack, reporter: Reporter): readonly SentProblem[] {
  const before = rounds.get(stack);
  const round =
    before === undefined || before.asked.has(reporter)
      ? { causes: causesIn(stack), asked: new Set<Reporter>() }
      : before;
  round.asked.add(reporter);
  rounds.set(stack, round);
  return round.causes.get(reporter) ?? [];
}

/** Properties that are wrong, and that no element takes, by its path. */
const untaken = new WeakMap<IConstruct, () => Readonly<Record<string, unknown>>>();

/** Lets a resource, data source or provider block be synthesized with what else was given. */
export function writeOthers(element: IConstruct, others: () => Readonly<Record<string, unknown>>): void {
  untaken.set(element, others);
}

const writing = new WeakSet<TerraformStack>();

/**
 * Makes what a stack synthesizes refuse itself where something is wrong: each problem is a property at its top, named
 * by the whole problem, that neither terraform nor the scanform CLI accepts.
 */
function writeRefusals(stack: TerraformStack): void {
  if (writing.has(stack)) return;
  writing.add(stack);
  const toTerraform = stack.toTerraform.bind(stack) as () => object;
  const toHclTerraform = stack.toHclTerraform.bind(stack) as () => { readonly hcl: string; readonly metadata: unknown };
  stack.toTerraform = () => {
    const document = toTerraform();
    const problems = problemsIn(stack);
    if (problems.length === 0) return document;
    for (const [element, others] of untakenIn(stack)) Object.assign(bodyOf(document, element) ?? {}, others);
    return { ...document, ...Object.fromEntries(problems.map((each) => [refusalKey(each), each])) };
  };
  stack.toHclTerraform = () => {
    const document = toHclTerraform();
    const problems = problemsIn(stack);
    const refusals = problems.map((each) => `\n${JSON.stringify(refusalKey(each))} {}\n`);
    return refusals.length === 0 ? document : { ...document, hcl: `${document.hcl}\n${refusals.join("")}` };
  };
}

const resolver = new DefaultTokenResolver(new StringConcat());

const resolved = (scope: TerraformStack, value: object): object =>
  Tokenization.resolve(value, { scope, resolver, preparing: false }) as object;

function* untakenIn(stack: TerraformStack): Generator<readonly [IConstruct, object]> {
  for (const each of stack.node.findAll()) {
    const others = untaken.get(each)?.() ?? {};
    if (Object.keys(others).length > 0 && stackOf(each) === stack) yield [each, resolved(stack, others)];
  }
}

/** The body of an element in what its stack synthesizes. */
function bodyOf(document: object, element: IConstruct): object | undefined {
  const steps = TerraformResource.isTerraformResource(element)
    ? ["resource", element.terraformResourceType, element.friendlyUniqueId]
    : TerraformDataSource.isTerraformDataSource(element)
      ? ["data", element.terraformResourceType, element.friendlyUniqueId]
      : ["provider", "scanform", providersBefore(element)];
  const found = steps.reduce<unknown>(
    (value, step) => (typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined),
    document,
  );
  return isObject(found) ? found : undefined;
}

/** How many provider blocks of the stack come before one. */
function providersBefore(element: IConstruct): number {
  const all = (stackOf(element)?.node.findAll() ?? []).filter(
    (each) => TerraformProvider.isTerraformProvider(each) && each.terraformResourceType === "scanform",
  );
  return all.indexOf(element);
}
