import { configurationAttributes, timeoutsField } from "../../model/declared-fields";
import { settingNames, settingsFields } from "../../model/settings";
import { codePoliciesReader, codePolicyReader, uuid } from "./read-code-policies";
import { type Findings, readPart, type Reader } from "./findings";
import { metaReaders, refusedMeta } from "./meta-arguments";
import {
  asOverrides,
  asProperties,
  fieldsReader,
  propertyName,
  readerOf,
  readersOf,
  type Writing,
} from "./read-fields";
import { readProps } from "./read-props";
import { isKey, objectOf, text } from "./readers";
import { isToken } from "./tokens";
import { isUuid } from "../../model/uuid";
import { kindOf } from "./wrong-kind";

type Entries = Readonly<Record<string, unknown>>;

/** The properties of a configuration that are settings. */
export const settingProperties: readonly string[] = [...settingNames, "exclusive_analyzers"].map(propertyName);

/** What was read of a configuration: its settings, and everything else. */
export interface ReadConfiguration {
  readonly settings: Entries;
  readonly others: Entries;
}

const attributeReaders = (writing: Writing): ReadonlyMap<string, Reader> =>
  new Map([...readersOf(configurationAttributes, writing), ["codePolicies", codePoliciesReader(writing)]]);

/** The UUID of the live configuration that is taken over, or a token of one. */
export const importedId: Reader = (value, findings) => {
  if (typeof value !== "string" || isUuid(value) || isToken(value)) return uuid(value, findings);
  findings.add(
    `is ${kindOf(value)}, which is not a UUID: give it the id that the configuration has in the account. Without importFrom it is found by its name`,
  );
  return undefined;
};

const ofAnalyzers = Object.keys(settingsFields.analyzers.entry).map((name): [string, string] => {
  const property = propertyName(name);
  return [property, `is a setting of an analyzer: write analyzers: { SLUG: { ${property}: ... } }`];
});

const configurationReader = (writing: Writing): Reader =>
  objectOf({
    ...writing,
    readers: new Map([
      ...attributeReaders(writing),
      ["timeouts", readerOf(timeoutsField("create", "update", "delete"), writing)],
      ...metaReaders,
    ]),
    refused: new Map([...refusedMeta, ...ofAnalyzers]),
    required: new Set(["name"]),
  });

const propsReader = configurationReader(asProperties);
const extensionReader = configurationReader(asOverrides);

const settingsReader = (writing: Writing): Reader =>
  objectOf({
    ...writing,
    readers: new Map([...attributeReaders(writing)].filter(([name]) => settingProperties.includes(name))),
    refused: new Map(ofAnalyzers),
  });

const plainSettingsReader = settingsReader(asProperties);

/** A configuration of a collection: what is settled for all of them is left out. */
export const entryReader: Reader = objectOf({ ...asProperties, readers: attributeReaders(asProperties) });

/** The properties of a configuration that are right. */
export const readConfiguration = (props: unknown, findings: Findings): ReadConfiguration =>
  parted(readProps(propsReader, props, findings));

/** Those of an extension, with what it removes as `undefined`. */
export const readExtension = (props: unknown, findings: Findings): ReadConfiguration =>
  parted(readProps(extensionReader, props, findings));

/** Settings by themselves. @param step what they are called where they are wrong */
export function readSettings(given: unknown, step: string, findings: Findings): Entries {
  const from = findings.count;
  const read = readProps(plainSettingsReader, given, findings);
  findings.moveInto(step, from);
  return read;
}

function parted(read: Entries): ReadConfiguration {
  const entries = Object.entries(read);
  const isSetting = (name: string): boolean => settingProperties.includes(name);
  return {
    settings: Object.fromEntries(entries.filter(([name]) => isSetting(name))),
    others: Object.fromEntries(entries.filter(([name]) => !isSetting(name))),
  };
}

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

/** A code policy with its id. */
export const readCodePolicy = codePolicyReader(asProperties);
