import { configurationAttributes, timeoutsField } from "../../model/declared-fields";
import { codePolicyFields, settingsFields } from "../../model/settings";
import { type Findings, readPart, type Reader } from "./findings";
import { metaReaders, refusedMeta } from "./meta-arguments";
import { asProperties, fieldsReader, propertyName, readerOf, readersOf } from "./read-fields";
import { readProps } from "./read-props";
import { listOf, objectOf, text } from "./readers";
import { isToken } from "./tokens";
import { isUuid } from "../../model/uuid";
import { kindOf } from "./wrong-kind";

/** A UUID, or a token of one. */
export const uuid: Reader = (value, findings) => {
  const given = text(value, findings);
  if (typeof given !== "string" || isUuid(given) || isToken(given)) return given;
  findings.add(`is ${kindOf(given)}, which is not a UUID`);
  return undefined;
};

/** The UUID of the live configuration that is taken over, or a token of one. */
export const importedId: Reader = (value, findings) => {
  if (typeof value !== "string" || isUuid(value) || isToken(value)) return uuid(value, findings);
  findings.add(
    `is ${kindOf(value)}, which is not a UUID: give it the id that the configuration has in the account. Without importFrom it is found by its name`,
  );
  return undefined;
};

const codePolicyReader = objectOf({
  ...asProperties,
  readers: new Map([["id", uuid], ...readersOf(codePolicyFields, asProperties)]),
});

/** A code policy, whose id must be there. */
export const readCodePolicy: Reader = (value, findings) => {
  if (isToken(value)) {
    findings.add("is known to Terraform alone: give it an object with an id");
    return undefined;
  }
  const before = findings.count;
  const policy = codePolicyReader(value, findings);
  if (findings.count > before || hasId(policy)) return policy;
  findings.add("is absent: give the policy its UUID", "id");
  return undefined;
};

const hasId = (policy: unknown): boolean => typeof policy === "object" && policy !== null && "id" in policy;

const ofAnalyzers = Object.keys(settingsFields.analyzers.entry).map((name): [string, string] => {
  const property = propertyName(name);
  return [property, `is a setting of an analyzer: write analyzers: { SLUG: { ${property}: ... } }`];
});

const configurationReader = objectOf({
  ...asProperties,
  readers: new Map([
    ...readersOf(configurationAttributes, asProperties),
    ["codePolicies", listOf(readCodePolicy, "a list, such as [{ id, enabled: true }]")],
    ["timeouts", readerOf(timeoutsField("create", "update", "delete"), asProperties)],
    ...metaReaders,
  ]),
  refused: new Map([...refusedMeta, ...ofAnalyzers]),
  required: new Set(["name"]),
});

/** The properties of a configuration that are right. */
export const readConfiguration = (props: unknown, findings: Findings): Readonly<Record<string, unknown>> =>
  readProps(configurationReader, props, findings);

const analyzerReader = fieldsReader(settingsFields.analyzers.entry, asProperties);

/** The settings of one analyzer that is added. */
export const readAnalyzer = (slug: string, settings: unknown, findings: Findings): unknown => {
  const from = findings.count;
  const read = readPart(analyzerReader, settings, slug, findings);
  findings.moveInto("analyzers", from);
  return read;
};
