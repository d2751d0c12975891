import type { IResolvable } from "cdktf";
import { ruleFields, timeoutsField } from "../../model/declared-fields";
import { isUuid } from "../../model/uuid";
import type { RepositoryAssignmentsRules } from "../l1/repository-assignments";
import { type Findings, type Reader, readPart } from "./findings";
import { readProps } from "./read-props";
import { metaReaders, refusedMeta } from "./meta-arguments";
import { asProperties, readerOf, readersOf } from "./read-fields";
import { listOf, objectOf, text } from "./readers";
import { asText, isToken } from "./tokens";
import { kindOf, wrongKind } from "./wrong-kind";

const { configuration_id: _, ...selectors } = ruleFields;

/** The id of a configuration: of a construct, or given itself. */
const configurationId: Reader = (value, findings) => {
  const isReference = typeof value === "object" && value !== null && "configurationId" in value;
  const id = isReference ? value.configurationId : value;
  if (typeof id !== "string" && !isToken(id)) {
    findings.add(wrongKind(value, "a Configuration, its configurationId, or a UUID"));
    return undefined;
  }
  const given = text(id, findings);
  if (typeof given !== "string" || isToken(given) || isUuid(given)) return given;
  findings.add(
    `is ${kindOf(given)}, which is not a UUID: give it the Configuration itself, its configurationId, or a UUID`,
  );
  return undefined;
};

const ruleReader = objectOf({
  ...asProperties,
  readers: new Map([["configuration", configurationId], ...readersOf(selectors, asProperties)]),
});

/** A rule as the binding takes it, or a token of one. */
export type ReadRule = RepositoryAssignmentsRules | IResolvable;

/** @returns undefined where a finding was added */
function readRule(rule: unknown, findings: Findings): ReadRule | undefined {
  const from = findings.count;
  const read = ruleReader(rule, findings);
  if (findings.count > from) return undefined;
  if (isToken(read)) return read as IResolvable;
  const { configuration, ...others } = read as Readonly<Record<string, unknown>>;
  // as the reader has checked
  return { ...others, ...(configuration === undefined ? {} : { configurationId: asText(configuration) }) };
}

const rulesReader = listOf(readRule, "a list of rules");

/** Rules, undefined where one is wrong, or a token of all. */
function readRules(rules: unknown, findings: Findings): readonly (ReadRule | undefined)[] | IResolvable {
  const from = findings.count;
  const read = rulesReader(rules, findings) ?? [];
  findings.moveInto("rules", from);
  return read as readonly (ReadRule | undefined)[] | IResolvable;
}

/** One more rule; undefined where it is wrong. @param at its place among all */
export function readAddedRule(rule: unknown, at: number, findings: Findings): ReadRule | undefined {
  const from = findings.count;
  const read = readPart(readRule, rule, at, findings);
  findings.moveInto("rules", from);
  return read as ReadRule | undefined;
}

const assignmentsReader = objectOf({
  ...asProperties,
  readers: new Map<string, Reader>([
    ["rules", (value) => value], // read by themselves, since those that are right are given on
    ["timeouts", readerOf(timeoutsField("create", "update"), asProperties)],
    ...metaReaders,
  ]),
  refused: refusedMeta,
});

/** The properties of an assignments construct that are right. */
export function readAssignments(props: unknown, findings: Findings): Readonly<Record<string, unknown>> {
  const { rules = [], ...others } = readProps(assignmentsReader, props, findings);
  return { ...others, rules: readRules(rules, findings) };
}
