import { IdOf } from "./expression/value";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { entryAddress } from "../diagnostics/entry-address";
import type {
  ConfigurationRef,
  DesiredAssignments,
  DesiredRule,
  DesiredTriage,
  DesiredConfiguration,
} from "../model/desired";
import { address, configurationId, repositoryId } from "../model/ids";
import { decodeAt, problemAt, DocumentPath, type Stack, entriesOf } from "./document";
import {
  assignmentsDecoder,
  findingTriageDecoder,
  type RuleAttributes,
  collectedDecoder,
  collectionDecoder,
  type ConfigurationAttributes,
  configurationDecoder,
} from "./decoders";
import type { DeclaredLookup } from "./lookups";
import { judgeConfiguration } from "../model/judge";
import { settingNames, type Settings } from "../model/settings";
import { normalForm } from "../model/normal-form";
import { importPairs, isUuid } from "../model/uuid";
import { isObject } from "../model/json";
import { suggestion } from "../model/suggest";

/** The address of a resource, from its stack, type and name. */
export type AddressOf = (stack: string, type: string, name: string) => string;

/** One declared resource, its attributes evaluated. */
export interface Block {
  readonly type: string;
  readonly place: DocumentPath;
  readonly address: string;
  /** The alias of its provider block; empty for the default. */
  readonly alias: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Its import block. */
  readonly imported: Imported | undefined;
  readonly preventDestroy: boolean;
  /** What its attributes look up. */
  readonly lookups: readonly DeclaredLookup[];
}

/** A block as RepositoryAssignments, or undefined when it is of another type or not valid. */
export function toAssignments(
  block: Block,
  addressOf: AddressOf,
  diagnostics: Diagnostic[],
): DesiredAssignments | undefined {
  if (block.type !== "scanform_repository_assignments") return undefined;
  const attributes = decodeAt(assignmentsDecoder, block.attributes, block.place, diagnostics);
  if (attributes === undefined) return undefined;
  return {
    address: address(block.address),
    rules: attributes.rules.flatMap((rule) => (rule === undefined ? [] : [toRule(rule, addressOf)])),
  };
}

function toRule(rule: RuleAttributes, addressOf: AddressOf): DesiredRule {
  const { configuration_id: id, repository_ids: ids, repository_names: names, repository_pattern: pattern } = rule;
  return {
    target: id === undefined ? { leave: true } : { configuration: refOf(id, addressOf) },
    ...(ids === undefined ? {} : { repositoryIds: ids.map(repositoryId) }),
    ...(names === undefined ? {} : { repositoryNames: names }),
    ...(pattern === undefined ? {} : { repositoryPattern: pattern }),
  };
}

function refOf(id: IdOf | string, addressOf: AddressOf): ConfigurationRef {
  if (!(id instanceof IdOf)) return { id: configurationId(id) };
  const resource = addressOf(id.stack, id.type, id.name);
  return { address: address(id.key === undefined ? resource : entryAddress(resource, id.key)) };
}

/**
 * A block as a triage, or undefined when it is of another type or not valid. An import block needs no word: a triage is
 * found by its finding.
 */
export function toTriage(block: Block, diagnostics: Diagnostic[]): DesiredTriage | undefined {
  if (block.type !== "scanform_finding_triage") return undefined;
  const { place } = block;
  const attributes = decodeAt(findingTriageDecoder, block.attributes, place, diagnostics);
  if (attributes === undefined) return undefined;
  const { finding_id: findingId, category, justification, expires } = attributes;
  return {
    address: address(block.address),
    findingId,
    category,
    justification,
    ...(expires === undefined ? {} : { expires }),
  };
}

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

/** The block of a configuration, without its attributes. */
interface ConfigurationBlock extends Pick<Block, "address" | "place" | "preventDestroy"> {
  /** Of its import block. */
  readonly id: string | undefined;
}

function toConfiguration(
  { address: at, place, preventDestroy, id }: ConfigurationBlock,
  attributes: ConfigurationAttributes,
  diagnostics: Diagnostic[],
): DesiredConfiguration {
  const { name, renamed_from: renamedFrom = [], exclusive_analyzers: exclusive = false } = attributes;
  const isProtected = preventDestroy || attributes.deletion_protection === true;
  const settings = settingsIn(attributes);
  const codePolicyIds = (settings.code_policies ?? []).map(({ id }) => id);
  for (const problem of judgeConfiguration({ name, renamedFrom, codePolicyIds }))
    diagnostics.push(problemAt(problem, place));
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

const settingsIn = (attributes: ConfigurationAttributes): Settings =>
  Object.fromEntries(
    settingNames.flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name]] as const])),
  );

/** The id of an import block, and where it is. */
export interface Imported {
  readonly id: string;
  readonly place: DocumentPath;
}

/** Import blocks: the ids of live objects by the address, without the stack, that adopts them. */
export function importBlocks(stack: Stack, diagnostics: Diagnostic[]): ReadonlyMap<string, Imported> {
  const blocks = stack.json["import"];
  if (!Array.isArray(blocks)) return new Map();
  const declared = new Set(
    entriesOf(stack.json["resource"]).flatMap(([type, named]) => entriesOf(named).map(([name]) => `${type}.${name}`)),
  );
  const found = new Map<string, Imported>();
  for (const [index, block] of blocks.entries()) {
    const { to, id } = isObject(block) ? block : {};
    if (typeof to !== "string" || !to.startsWith("scanform_")) continue;
    const place = new DocumentPath(stack, ["import", String(index)], to);
    if (!declared.has(to))
      diagnostics.push(error("reference-unknown", `${to} is to be imported, but is not declared.`, place.child("to")));
    else if (typeof id === "string" && !id.includes("${")) found.set(to, { id, place: place.child("id") });
    else diagnostics.push(error("not-evaluable", "The id to import must be written out.", place.child("id")));
  }
  return found;
}

/**
 * The ids of live configurations by the keys of a collection that adopts them. Names, and `*` for all of the account,
 * are the provider's alone: a plan of the CLI is bound to what was reviewed.
 */
export function importedByKey(
  { id: text, place }: Imported,
  keys: ReadonlySet<string>,
  diagnostics: Diagnostic[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, id] of importPairs(normalForm(text))) {
    const shown = JSON.stringify(key);
    if (key === "" || !isUuid(id)) {
      const detail = `The CLI takes over a collection by KEY=UUID,KEY=UUID, as importFrom writes it, and not by ${JSON.stringify(key === "" ? id : `${key}=${id}`)}. \`scanform list configurations\` shows the UUIDs.`;
      diagnostics.push(error("import-id-invalid", detail, place));
    } else if (found.has(key))
      diagnostics.push(error("import-id-invalid", `It has the key ${shown} twice. Keep one.`, place));
    else if (keys.has(key)) found.set(key, id);
    else {
      const detail = `${shown} is to be imported, but is not declared in ${place.address ?? "the collection"}. ${suggestion(key, keys)}`;
      diagnostics.push(error("reference-unknown", detail, place));
    }
  }
  return found;
}
