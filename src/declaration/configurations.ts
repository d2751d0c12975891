import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { entryAddress } from "../diagnostics/entry-address";
import type { DesiredConfiguration } from "../model/desired";
import { address, configurationId } from "../model/ids";
import { type ConfigurationProblem, judgeConfiguration } from "../model/judge-configuration";
import { settingNames, type Settings } from "../model/settings";
import { decodeAt } from "./decode-at";
import { collectedDecoder, collectionDecoder, type ConfigurationAttributes, configurationDecoder } from "./decoders";
import { importedByKey } from "./import-blocks";
import { DocumentPath } from "./document";
import type { Block } from "./resources";

/** The configurations of a block: one, or each entry of a collection. None where it is of another type or not valid. */
export function toConfigurations(block: Block, diagnostics: Diagnostic[]): readonly DesiredConfiguration[] {
  if (block.type === "scanform_configurations") return collected(block, diagnostics);
  if (block.type !== "scanform_configuration") return [];
  const attributes = decodeAt(configurationDecoder, block.attributes, block.place, diagnostics);
  return attributes === undefined
    ? []
    : [toConfiguration({ ...block, id: block.imported?.id }, attributes, diagnostics)];
}

function collected(block: Block, diagnostics: Diagnostic[]): readonly DesiredConfiguration[] {
  const attributes = decodeAt(collectionDecoder, block.attributes, block.place, diagnostics);
  if (attributes === undefined) return [];
  const entries = new Map(Object.entries(attributes.configurations));
  const { place: whole, imported, preventDestroy } = block;
  const ids = imported === undefined ? undefined : importedByKey(imported, new Set(entries.keys()), diagnostics);
  return [...entries].flatMap(([key, entry]) => {
    const at = entryAddress(block.address, key);
    const place = new DocumentPath(whole.stack, [...whole.steps, "configurations", key], at);
    const named = entry["name"] === null || !Object.hasOwn(entry, "name") ? { ...entry, name: key } : entry;
    const decoded = decodeAt(collectedDecoder, named, place, diagnostics);
    return decoded === undefined
      ? []
      : [toConfiguration({ address: at, place, preventDestroy, id: ids?.get(key) }, decoded, diagnostics)];
  });
}

/** What is said of a configuration beside its attributes. */
interface Standing extends Pick<Block, "address" | "place" | "preventDestroy"> {
  /** Of its import block. */
  readonly id: string | undefined;
}

function toConfiguration(
  { address: at, place, preventDestroy, id }: Standing,
  attributes: ConfigurationAttributes,
  diagnostics: Diagnostic[],
): DesiredConfiguration {
  const { name, renamed_from: renamedFrom = [], exclusive_analyzers: exclusive = false } = attributes;
  const isProtected = preventDestroy || attributes.deletion_protection === true;
  const settings = settingsIn(attributes);
  const codePolicyIds = (settings.code_policies ?? []).map(({ id }) => id);
  for (const problem of judgeConfiguration({ name, renamedFrom, codePolicyIds }))
    diagnostics.push(configurationDiagnostic(problem, place));
  return {
    address: address(at),
    name,
    ...(id === undefined ? {} : { id: configurationId(id) }),
    renamedFrom,
    exclusiveAnalyzers: exclusive,
    ...(isProtected ? { preventDestroy: true } : {}),
    // exclusive without any analyzer means none at all
    settings: exclusive ? { ...settings, analyzers: settings.analyzers ?? {} } : settings,
  };
}

function settingsIn(attributes: Readonly<Record<string, unknown>>): Settings {
  const settings: Record<string, unknown> = {};
  for (const name of settingNames) if (attributes[name] !== undefined) settings[name] = attributes[name];
  return settings;
}

function configurationDiagnostic(problem: ConfigurationProblem, place: DocumentPath): Diagnostic {
  switch (problem.kind) {
    case "name-empty":
      return error("declaration-invalid", "name: must not be empty.", place.child("name"));
    case "former-name-is-present": {
      const detail = `renamed_from: ${JSON.stringify(problem.name)} is the name itself. Remove it.`;
      return error("declaration-invalid", detail, place.child("renamed_from"));
    }
    case "policy-twice": {
      const detail = `code_policies names ${problem.id.toLowerCase()} twice. Keep one of the entries.`;
      return error("declaration-invalid", detail, place.child("code_policies"));
    }
    default:
      return problem satisfies never;
  }
}
