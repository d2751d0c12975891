import { define } from "../../model/define";
import { timeoutsField } from "../../model/declared-fields";
import { isUuid } from "../../model/uuid";
import { type Findings, type Reader, readPart } from "./findings";
import { metaReaders, refusedMeta } from "./meta-arguments";
import { asProperties, readerOf } from "./read-fields";
import { entryReader } from "./read-configuration";
import { readProps } from "./read-props";
import { mapOf, objectOf } from "./readers";
import { asText } from "./tokens";
import { isProperties, kindOf, wrongKind } from "./wrong-kind";

const reader = objectOf({
  ...asProperties,
  readers: new Map([
    ["configurations", mapOf(entryReader)],
    ["timeouts", readerOf(timeoutsField("create", "update", "delete"), asProperties)],
    ...metaReaders,
  ]),
  refused: refusedMeta,
});

/** The properties of a collection that are right. */
export const readCollection = (props: unknown, findings: Findings): Readonly<Record<string, unknown>> =>
  readProps(reader, props, findings);

/** One more configuration; undefined where it is wrong. */
export function readEntry(key: string, props: unknown, findings: Findings): unknown {
  const read = readPart(mapOf(entryReader), { [key]: props }, "configurations", findings);
  return isProperties(read) ? read[key] : undefined;
}

/** The entry as the binding takes it, and the ids of its code policies as they were given. */
export function entryOf(
  key: string,
  { codePolicies, ...read }: Readonly<Record<string, unknown>>,
): { readonly entry: object; readonly policyIds: readonly string[] } {
  const named = { name: key, ...read };
  if (!Array.isArray(codePolicies)) return { entry: { ...named, codePolicies }, policyIds: [] };
  const byId: Record<string, unknown> = {};
  const policies = codePolicies.filter(isProperties);
  for (const { id, ...settings } of policies) define(byId, asText(id), settings);
  return { entry: { ...named, codePolicies: byId }, policyIds: policies.map(({ id }) => asText(id)) };
}

/** `KEY=UUID` of each, separated by commas. */
export const collectionImportId: Reader = (value, findings) => {
  if (!isProperties(value)) {
    findings.add(wrongKind(value, "an object with a UUID for each key"));
    return undefined;
  }
  const ids = Object.entries(value);
  for (const [key, id] of ids)
    if (typeof id !== "string" || !isUuid(id)) findings.add(`is ${kindOf(id)}, which is not a UUID`, key);
    else if (/[=,]/.test(key)) findings.add("has = or , in its key, which separate the ids: give it another key", key);
  return ids.map(([key, id]) => `${key}=${String(id)}`).join(",");
};
