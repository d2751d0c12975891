import { configurationAttributes, timeoutsField } from "../../model/declared-fields";
import { settingNames, settingsFields } from "../../model/settings";
import { codePoliciesReader, codePolicyReader } from "./read-code-policies";
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
import { objectOf } from "./readers";

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

const configurationReader = (writing: Writing): Reader =>
  objectOf({
    ...writing,
    readers: new Map([
      ...attributeReaders(writing),
      ["timeouts", readerOf(timeoutsField("create", "update", "delete"), writing)],
      ...metaReaders,
    ]),
    refused: refusedMeta,
  });

const propsReader = configurationReader(asProperties);
const extensionReader = configurationReader(asOverrides);

const settingsReader = (writing: Writing): Reader =>
  objectOf({
    ...writing,
    readers: new Map([...attributeReaders(writing)].filter(([name]) => settingProperties.includes(name))),
  });

const plainSettingsReader = settingsReader(asProperties);

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
export const readAnalyzer = (slug: string, settings: unknown, findings: Findings): unknown => {
  const from = findings.count;
  const read = readPart(analyzerReader, settings, slug, findings);
  findings.moveInto("analyzers", from);
  return read;
};

/** A code policy with its id. */
export const readCodePolicy = codePolicyReader(asProperties);
