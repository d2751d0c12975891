import { configurationAttributes, timeoutsField } from "../../model/declared-fields";
import { codePolicyFields, settingsFields } from "../../model/settings";
import { type Findings, readPart, type Reader } from "./findings";
import { metaReaders, refusedMeta } from "./meta-arguments";
import { asProperties, fieldsReader, readerOf, readersOf } from "./read-fields";
import { readProps } from "./read-props";
import { isKey, listOf, objectOf, text } from "./readers";
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

const configurationReader = objectOf({
  ...asProperties,
  readers: new Map([
    ...readersOf(configurationAttributes, asProperties),
    ["codePolicies", listOf(readCodePolicy, "a list, such as [{ id, enabled: true }]")],
    ["timeouts", readerOf(timeoutsField("create", "update", "delete"), asProperties)],
    ...metaReaders,
  ]),
  refused: refusedMeta,
});

/** The properties of a configuration that are right. */
export const readConfiguration = (props: unknown, findings: Findings): Readonly<Record<string, unknown>> =>
  readProps(configurationReader, props, findings);

const analyzerReader = fieldsReader(settingsFields.analyzers.entry, asProperties);

/** The settings of one analyzer that is added. */
export const readAnalyzer = (slug: unknown, settings: unknown, findings: Findings): unknown => {
  const from = findings.count;
  const name = readPart(text, slug, "slug", findings);
  if (typeof name !== "string") {
    findings.moveInto("addAnalyzer", from);
    return undefined;
  }
  const read = isKey(name, findings) ? readPart(analyzerReader, settings, name, findings) : undefined;
  findings.moveInto("analyzers", from);
  return read;
};
