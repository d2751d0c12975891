import { type Diagnostic, error } from "../diagnostics/diagnostic";
import type { ConfigurationRef, DesiredAssignments, DesiredConfiguration, DesiredRule } from "../model/desired";
import { address, configurationId, repositoryId } from "../model/ids";
import { normalizeSettings } from "../model/normalize";
import { settingNames, type Settings } from "../model/settings";
import type { Stack } from "./stack";
import { IdOf, pointer } from "./evaluate";
import { shapes } from "./later";
import { configurationOf, isAssignments } from "./quick";
import type { AssignmentsShape, ConfigurationShape, RuleShape } from "./shapes";

/** The address of a resource, from its stack, type and name. */
export type AddressOf = (stack: string, type: string, name: string) => string;

/** One declared resource, its attributes evaluated. */
export interface Block {
  readonly stack: Stack;
  readonly type: string;
  readonly name: string;
  readonly address: string;
  /** Of the provider block that it chooses; empty for the default. */
  readonly alias: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly importId?: string;
  readonly preventDestroy: boolean;
}

const placeIn = (block: Block) => (path: readonly PropertyKey[]) => ({
  address: block.address,
  path: pointer(block.stack, ["resource", block.type, block.name, ...path]),
});

interface Declared {
  readonly identity: ConfigurationShape;
  readonly settings: Settings;
}

function configurationIn(block: Block, diagnostics: Diagnostic[]): Declared | undefined {
  const { attributes } = block;
  const normal = configurationOf(attributes);
  if (normal !== undefined) return { identity: normal, settings: settingsIn(normal) };
  const { configurationShape, identityShape, shaped } = shapes();
  if (shaped(configurationShape, attributes, placeIn(block), diagnostics) === undefined) return undefined;
  return { identity: identityShape.parse(attributes), settings: normalizeSettings(settingsIn(attributes), "ours") };
}

function settingsIn(attributes: Readonly<Record<string, unknown>>): Settings {
  const settings: Record<string, unknown> = {};
  for (const name of settingNames) if (attributes[name] !== undefined) settings[name] = attributes[name];
  return settings;
}

function assignmentsIn(block: Block, diagnostics: Diagnostic[]): AssignmentsShape | undefined {
  if (isAssignments(block.attributes)) return block.attributes;
  const { assignmentsShape, shaped } = shapes();
  return shaped(assignmentsShape, block.attributes, placeIn(block), diagnostics);
}

/** A block as a Configuration, or undefined when it is none or not valid. */
export function toConfiguration(block: Block, diagnostics: Diagnostic[]): DesiredConfiguration | undefined {
  if (block.type !== "scanform_configuration") return undefined;
  const declared = configurationIn(block, diagnostics);
  if (declared === undefined) return undefined;
  const { identity, settings } = declared;
  const exclusive = identity.exclusive_analyzers ?? false;
  const twice = repeated((settings.code_policies ?? []).map((each) => each.id.toLowerCase()));
  if (twice !== undefined) {
    const detail = `code_policies names ${twice} twice. Keep one of the entries.`;
    diagnostics.push(error("declaration-invalid", detail, placeIn(block)(["code_policies"])));
  }
  return {
    address: address(block.address),
    name: identity.name,
    ...(block.importId === undefined ? {} : { id: configurationId(block.importId) }),
    renamedFrom: identity.renamed_from ?? [],
    exclusiveAnalyzers: exclusive,
    ...(block.preventDestroy ? { preventDestroy: true } : {}),
    // exclusive without any analyzer means none at all
    settings: exclusive ? { ...settings, analyzers: settings.analyzers ?? {} } : settings,
  };
}

/** A block as RepositoryAssignments, or undefined when it is none or not valid. */
export function toAssignments(
  block: Block,
  addressOf: AddressOf,
  diagnostics: Diagnostic[],
): DesiredAssignments | undefined {
  if (block.type !== "scanform_repository_assignments") return undefined;
  const shape = assignmentsIn(block, diagnostics);
  if (shape === undefined) return undefined;
  return {
    address: address(block.address),
    rules: shape.rules.flatMap((rule, index): readonly DesiredRule[] => {
      // what is there without a value could not be evaluated, which has been said
      if (Object.values<unknown>(rule).includes(undefined)) return [];
      const wrong = problemOf(rule);
      if (wrong === undefined) return [toRule(rule, addressOf)];
      const detail = `rules[${String(index)}] ${wrong}`;
      diagnostics.push(error("declaration-invalid", detail, placeIn(block)(["rules", index])));
      return [];
    }),
  };
}

function problemOf(rule: RuleShape): string | undefined {
  const { leave, configuration_id: configuration, repository_pattern: pattern } = rule;
  const assigns = configuration !== undefined && configuration !== null;
  if (assigns && leave === true)
    return "both assigns a configuration and leaves the repositories as they are. Keep one.";
  if (!assigns && leave !== true)
    return "neither names a configuration nor says leave. Add configuration_id, or leave = true.";
  const selectors = [rule.repository_ids, rule.repository_names, pattern];
  if (selectors.every((each) => each === undefined || each === null))
    return 'selects no repository. Add repository_ids, repository_names or repository_pattern; the pattern "%" is every repository.';
  return undefined;
}

function toRule(rule: RuleShape, addressOf: AddressOf): DesiredRule {
  const { configuration_id: id, repository_ids: ids, repository_names: names, repository_pattern: pattern } = rule;
  return {
    target: id === undefined || id === null ? { leave: true } : { configuration: refOf(id, addressOf) },
    ...(ids ? { repositoryIds: ids.map(repositoryId) } : {}),
    ...(names ? { repositoryNames: names } : {}),
    ...(typeof pattern === "string" ? { repositoryPattern: pattern } : {}),
  };
}

const refOf = (id: IdOf | string, addressOf: AddressOf): ConfigurationRef =>
  id instanceof IdOf
    ? { address: address(addressOf(id.stack, "scanform_configuration", id.name)) }
    : { id: configurationId(id) };

const repeated = (items: readonly string[]): string | undefined =>
  items.find((item, index) => items.indexOf(item) !== index);
