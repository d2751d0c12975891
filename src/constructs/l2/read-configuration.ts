import { define } from "../../model/json";
import { type Decoder, expected, Invalid, invalid, optional, type Parts } from "../../model/decoder";
import { configurationAttributes, timeoutsField } from "../../model/declared-fields";
import { fieldDecoder, fieldsDecoder, listDecoder, objectDecoder, partsOf, type Way } from "../../model/field-decoder";
import { problem } from "../../model/problem";
import { propertyName } from "../../model/field";
import { codePolicyFields, settingNames, settingsFields } from "../../model/settings";
import { isProperties } from "../../model/value-kind";
import { metaParts, overrides, properties, propsOf, refusedMeta, text, uuid } from "./properties";
import { keepRejected, isRejected } from "./rejected-values";
import type { ProblemList } from "./problems";
import { asText, isToken } from "./tokens";

type Entries = Readonly<Record<string, unknown>>;

export const settingProperties: readonly string[] = [...settingNames, "exclusive_analyzers"].map(propertyName);

/** What was read of a configuration: its settings, and everything else. */
export interface ReadConfiguration {
  readonly settings: Entries;
  readonly others: Entries;
}

const policyId: Decoder = (value) =>
  typeof value === "object" && value !== null && "codePolicyId" in value
    ? value.codePolicyId
    : expected("a CodePolicy, such as CodePolicy.fromTitle(...)", value);

/** A code policy with its id, which must be there. */
function codePolicyDecoder(way: Way): Decoder {
  const { advice } = settingsFields.code_policies;
  const decoder = objectDecoder(
    { id: optional(uuid(advice)), policy: optional(policyId), ...partsOf(codePolicyFields, way) },
    way,
  );
  return (value) => {
    if (isToken(value))
      return invalid(
        problem("expression-misplaced", [], "is known only to Terraform", "Give it an object with an id."),
      );
    const read = decoder(value);
    if (read instanceof Invalid) return read;
    const { id, policy, ...settings } = read as Entries;
    if (id !== undefined && policy !== undefined)
      return invalid(problem("declaration-invalid", ["policy"], "is given beside an id", "Remove one of them."));
    if (id === undefined && policy === undefined) return invalid(problem("value-missing", ["id"], advice));
    return { id: id ?? policy, ...settings };
  };
}

function codePoliciesDecoder(way: Way): Decoder {
  const list = listDecoder(codePolicyDecoder(way), way, "a list, such as [{ id, enabled: true }]");
  const map = fieldDecoder(settingsFields.code_policies, way);
  return (value) => {
    if (isProperties(value) && !isToken(value)) return map(value);
    const read = list(value);
    return read instanceof Invalid ? invalid(...read.problems) : read; // by their ids, which one may not have
  };
}

const attributeParts = (way: Way): Parts => ({
  ...partsOf(configurationAttributes, way),
  codePolicies: optional(codePoliciesDecoder(way)),
});

/** The UUID of the live configuration that is taken over, or a token of one. */
export const importedId: Decoder = uuid(
  "Give it the id that the configuration has in the account. Without importFrom it is found by its name.",
);

const ofAnalyzers = Object.keys(settingsFields.analyzers.entry).map((name): [string, string] => {
  const property = propertyName(name);
  return [property, `It is a setting of an analyzer: write analyzers: { SLUG: { ${property}: ... } }.`];
});

const timeouts = fieldDecoder(timeoutsField("create", "update", "delete"), properties);

const configurationDecoder = (way: Way): Decoder =>
  propsOf(
    { ...attributeParts(way), timeouts: optional(timeouts), ...metaParts },
    new Map([...refusedMeta, ...ofAnalyzers]),
    way,
  );

const propsDecoder = configurationDecoder(properties);
const extensionDecoder = configurationDecoder(overrides);

const settingsDecoder = propsOf(
  Object.fromEntries(Object.entries(attributeParts(properties)).filter(([name]) => settingProperties.includes(name))),
  new Map(ofAnalyzers),
);

export const readConfiguration = (props: unknown, findings: ProblemList): ReadConfiguration =>
  parted(findings.readProps(propsDecoder, props));

/** Those of an extension, with what it removes as `undefined`. */
export const readExtension = (props: unknown, findings: ProblemList): ReadConfiguration =>
  parted(findings.readProps(extensionDecoder, props));

/** Settings by themselves. @param step what they are called where they are wrong */
export const readSettings = (given: unknown, step: string, findings: ProblemList): Entries =>
  findings.readProps(settingsDecoder, given, step);

function parted(read: Entries): ReadConfiguration {
  const settings: Record<string, unknown> = {};
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(read))
    define(settingProperties.includes(name) ? settings : others, name, value);
  return { settings, others: createdFirst(others) };
}

/**
 * Defaults `createBeforeDestroy` of the lifecycle to true: Terraform then destroys a removed configuration after the rules
 * have moved its repositories. Without it the destruction comes first, and is refused while repositories have it.
 */
function createdFirst(props: Entries): Entries {
  const { lifecycle: given = {} } = props;
  return isProperties(given) && !isRejected(given)
    ? { ...props, lifecycle: { createBeforeDestroy: true, ...given } }
    : props;
}

const analyzersDecoder = fieldDecoder(settingsFields.analyzers, properties);
const analyzerDecoder = fieldsDecoder(settingsFields.analyzers.entry, properties);

export function readAnalyzer(slug: unknown, settings: unknown, findings: ProblemList): unknown {
  const name = findings.read(text, slug, "addAnalyzer", "slug");
  if (typeof name !== "string") return undefined;
  if (settings === undefined || settings === null)
    return findings.read(analyzerDecoder, settings, "analyzers", { key: name });
  const read = findings.read(analyzersDecoder, { [name]: settings }, "analyzers");
  // as they were given where the slug itself is wrong
  return isProperties(read) && !isRejected(read) ? read[name] : keepRejected(settings);
}

export const codePolicy: Decoder = codePolicyDecoder(properties);

/** The ids of code policies in their order and with repetitions, which the settings no longer have. */
export function idsIn(policies: unknown): string[] {
  if (Array.isArray(policies)) return policies.filter(isProperties).map(({ id }) => asText(id));
  return isProperties(policies) && !isToken(policies) ? Object.keys(policies) : [];
}
