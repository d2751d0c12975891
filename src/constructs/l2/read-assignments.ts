import { enumeration } from "../../diagnostics/enumeration";
import type { IResolvable } from "cdktf";
import { expected, Invalid, optional, type Decoder } from "../../model/decoder";
import { ruleFields, timeoutsField } from "../../model/declared-fields";
import { fieldDecoder, listDecoder, objectDecoder, partsOf } from "../../model/field-decoder";
import { isObject } from "../../model/json";
import {
  validateRule,
  validateRules,
  notKnownYet,
  type UnreachableRule,
  type WrittenRule,
  writtenRule,
} from "../../model/validate";
import { propertyName } from "../../model/field";
import { kindOf } from "../../model/value-kind";
import type { RepositoryAssignmentsRules } from "../l1/repository-assignments";
import type { Form } from "./forms";
import { anything, metaParts, properties, propsOf, refusedMeta, uuid } from "./properties";
import { type ProblemList, mistakeAt, type Problem, problemAt } from "./problems";
import { asText, isToken } from "./tokens";

const ruleUuid = uuid(ruleFields.configuration_id.advice);

/** The id of a configuration: of a construct, or given itself. */
const configurationId: Decoder = (value) => {
  const isReference = typeof value === "object" && value !== null && "configurationId" in value;
  const id = isReference ? value.configurationId : value;
  return typeof id === "string" || isToken(id)
    ? ruleUuid(id)
    : expected("a Configuration, its configurationId, or a UUID", value);
};

const { configuration_id: _, ...selectors } = ruleFields;

const ruleDecoder = objectDecoder(
  { configuration: optional(configurationId), ...partsOf(selectors, properties) },
  properties,
);

export type ReadRule = RepositoryAssignmentsRules | IResolvable;

const rule: Decoder<ReadRule> = (value) => {
  const read: Invalid | IResolvable | Form = ruleDecoder(value);
  if (read instanceof Invalid || isToken(read)) return read;
  const { configuration, ...others } = read;
  return { ...others, ...(configuration === undefined ? {} : { configurationId: asText(configuration) }) };
};

const rules = listDecoder(rule, properties);

/** One more rule. @param at its place among all */
export const readAddedRule = (given: unknown, at: number, findings: ProblemList): ReadRule =>
  findings.read(rule, given, "rules", at) as ReadRule; // of the readers, or a token of what is wrong

const assignmentsDecoder = propsOf(
  {
    rules: optional(anything), // read by themselves, each with its place
    timeouts: optional(fieldDecoder(timeoutsField("create", "update"), properties)),
    ...metaParts,
  },
  refusedMeta,
);

/** The properties of an assignments construct. */
export function readAssignments(props: unknown, findings: ProblemList): Readonly<Record<string, unknown>> {
  const { rules: given = [], ...others } = findings.readProps(assignmentsDecoder, props);
  return { ...others, rules: findings.read(rules, given, "rules") };
}

/** Checks the rules of an assignments resource as it will be synthesized. */
export function formRuleProblems({ rules: given }: Form): readonly Problem[] {
  if (!Array.isArray(given) || isToken(given)) return [];
  return ruleProblems(
    given.map((each: unknown) => (isObject(each) && !isToken(each) ? each : undefined)),
    (name) => name,
  );
}

export const ruleProperty = (field: string): string =>
  field === "configuration_id" ? "configuration" : propertyName(field);

/**
 * Checks rules beyond their fields, each by itself and in their order.
 *
 * @param given under the attributes' names; undefined where one is not known, or is reported elsewhere
 * @param nameOf how a user has written their parts
 */
export function ruleProblems(
  given: readonly (Form | undefined)[],
  nameOf: (field: string) => string,
): readonly Problem[] {
  const written = given.map((each) => (each === undefined ? undefined : writtenRule(each, undefined, isToken)));
  const alone = written.flatMap((each, at) =>
    each === undefined ? [] : validateRule(each, nameOf).map((found) => problemAt(found, "rules", at)),
  );
  const unknown = { repositoryIds: notKnownYet, repositoryNames: notKnownYet, repositoryPattern: notKnownYet } as const;
  const unreachable = validateRules(written.map((each) => each ?? unknown)).filter(
    // one that would give the same is harmless: the plan warns of it
    ({ at, takenBy }) => written[at] !== undefined && takenBy.some((other) => !givesSame(written[at], written[other])),
  );
  const behind = unreachable.filter(({ catchAll }) => catchAll !== undefined);
  return [
    ...alone,
    ...unreachable.filter((each) => !behind.includes(each)).map((each) => orderProblem(each, written)),
    ...catchAllProblem(behind),
  ];
}

const givesSame = (one: WrittenRule | undefined, other: WrittenRule | undefined): boolean =>
  one?.configuration !== notKnownYet && one?.configuration === other?.configuration && one?.leave === other?.leave;

/** All rules behind one that takes every repository are one problem. */
function catchAllProblem(behind: readonly UnreachableRule[]): readonly Problem[] {
  const [first] = behind;
  if (first?.catchAll === undefined) return [];
  const [key] = first.takenBy.map((at) => `rules[${String(at)}]`);
  const later = enumeration(
    behind.map(({ at }) => `rules[${String(at)}]`),
    most,
  );
  const sentence = `(${kindOf(first.catchAll)}) takes every repository, so ${later} can never match`;
  return [mistakeAt(key ?? "rules", sentence, "Move it to the end, or remove what comes after it.")];
}

/** How many rules are named. */
const most = 10;

function orderProblem({ at, takenBy }: UnreachableRule, all: readonly (WrittenRule | undefined)[]): Problem {
  const earlier = takenBy.map((index) => {
    const pattern = all[index]?.repositoryPattern;
    return `rules[${String(index)}]${typeof pattern === "string" ? ` (${kindOf(pattern)})` : ""}`;
  });
  const come = earlier.length > 1 ? "come first and take" : "comes first and takes";
  const places = enumeration(takenBy.map((index) => `rules[${String(index)}]`));
  const sentence = `can never match, since ${enumeration(earlier)} ${come} all that it selects`;
  return mistakeAt(`rules[${String(at)}]`, sentence, `Move it before ${places}, or remove it.`);
}
