import { IdOf } from "./expression/value";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import type {
  ConfigurationRef,
  Desired,
  DesiredAssignments,
  DesiredRule,
  DesiredTriage,
  DesiredConfiguration,
} from "../model/desired";
import {
  configurationAttributes,
  type Operation,
  ruleFields,
  timeoutsField,
  triageFields,
} from "../model/declared-fields";
import { type Decoder, Invalid, invalid, optional, required } from "../model/decoder";
import type { Fields, Values } from "../model/field";
import { fieldDecoder, listDecoder, objectDecoder, partsOf, proceed, type Way } from "../model/field-decoder";
import { address, configurationId, repositoryId } from "../model/ids";
import { problem } from "../model/problem";
import { decodeAt, problemAt, DocumentPath, type Stack, entriesOf } from "./document";
import type { DeclaredLookup } from "./lookups";
import { ruleDecoder, validateConfiguration } from "../model/validate";
import { settingNames } from "../model/settings";
import { isObject } from "../model/json";

/** The address of a resource, from its stack, type and name. */
export type AddressOf = (stack: string, type: string, name: string) => string;

/** The block of a resource, its attributes evaluated. */
interface Block {
  readonly place: DocumentPath;
  readonly address: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The id in its import block. */
  readonly importedId: string | undefined;
  readonly preventDestroy: boolean;
}

/** One declared resource. */
export interface Resource {
  readonly place: DocumentPath;
  readonly address: string;
  /** The alias of its provider block; empty for the default. */
  readonly alias: string;
  /** What its attributes look up. */
  readonly lookups: readonly DeclaredLookup[];
  /** Nothing where it is not valid, which has been reported. */
  readonly desired: DesiredObjects;
}

type DesiredObjects = Partial<Pick<Desired, "configurations" | "assignments" | "triages">>;

/** What a block declares; nothing where it is not valid, which is reported. */
type DesiredOf = (block: Block, diagnostics: Diagnostic[], addressOf: AddressOf) => DesiredObjects;

/** The types of resources that the CLI manages. */
export const managed: ReadonlyMap<string, DesiredOf> = new Map<string, DesiredOf>([
  ["scanform_configuration", (block, diagnostics) => ({ configurations: toConfiguration(block, diagnostics) })],
  ["scanform_repository_assignments", (...given) => ({ assignments: toAssignments(...given) })],
  ["scanform_finding_triage", (block, diagnostics) => ({ triages: toTriage(block, diagnostics) })],
]);

/**
 * The attributes of a synthesized document, evaluated. A part that is there without a value could not be evaluated, which
 * has been reported. An id of a configuration is known only after the apply.
 */
export const evaluated: Way = {
  isDeclared: true,
  keyed: "map",
  requires: true,
  undefined: "unknown",
  early: (value) => {
    if (value === undefined) return undefined;
    return value instanceof IdOf ? invalid(knownLater) : proceed;
  },
};

const knownLater = problem(
  "expression-misplaced",
  [],
  "is the id of a configuration, which is known only after the apply",
  "Write out what must be known before.",
);

/** The attributes of a `scanform_configuration`: its identity, and its settings under the model's names. */
type ConfigurationAttributes = Values<typeof configurationAttributes> & { readonly name: string };

/** The decoder of a resource with these fields. Its timeouts are read, and used by Terraform alone. */
const resource = (fields: Fields, ...operations: readonly Operation[]) =>
  objectDecoder(
    { ...partsOf(fields, evaluated), timeouts: optional(fieldDecoder(timeoutsField(...operations), evaluated)) },
    evaluated,
  );

export const configurationDecoder = resource(
  configurationAttributes,
  "create",
  "update",
  "delete",
) as Decoder<ConfigurationAttributes>;

const ruleParts = partsOf(ruleFields, evaluated);
const targetId = fieldDecoder(ruleFields.configuration_id, evaluated);

/** The id of a configuration may be one that is declared here. */
const ruleAttributes = objectDecoder(
  { ...ruleParts, configuration_id: optional((value) => (value instanceof IdOf ? value : targetId(value))) },
  evaluated,
) as Decoder<RuleAttributes>;
const wholeRule = ruleDecoder(ruleAttributes);

type RuleAttributes = Omit<Values<typeof ruleFields>, "configuration_id"> & {
  readonly configuration_id?: IdOf | string;
};

/** Undefined where an attribute could not be evaluated, which has been reported. */
const rule: Decoder<RuleAttributes | undefined> = (value) => {
  if (!isObject(value) || !Object.values(value).includes(undefined)) return wholeRule(value);
  const decoded = ruleAttributes(value);
  return decoded instanceof Invalid ? decoded : undefined;
};

/** The attributes of `scanform_repository_assignments`. */
const assignmentsDecoder = objectDecoder(
  {
    rules: required(listDecoder(rule, evaluated), "Give it a list of rules."),
    timeouts: optional(fieldDecoder(timeoutsField("create", "update"), evaluated)),
  },
  evaluated,
);

/** The attributes of `scanform_finding_triage`. */
type TriageAttributes = Values<typeof triageFields> &
  Required<Pick<Values<typeof triageFields>, "finding_id" | "category" | "justification">>;

const findingTriageDecoder = resource(triageFields, "create", "update", "delete") as Decoder<TriageAttributes>;

function toAssignments(block: Block, diagnostics: Diagnostic[], addressOf: AddressOf): readonly DesiredAssignments[] {
  const attributes = decodeAt(assignmentsDecoder, block.attributes, block.place, diagnostics);
  if (attributes === undefined) return [];
  const rules = attributes.rules.flatMap((rule) => (rule === undefined ? [] : [toRule(rule, addressOf)]));
  return [{ address: address(block.address), rules }];
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
  return { address: address(addressOf(id.stack, "scanform_configuration", id.name)) };
}

/** An import block needs no word: a triage is found by its finding. */
function toTriage(block: Block, diagnostics: Diagnostic[]): readonly DesiredTriage[] {
  const attributes = decodeAt(findingTriageDecoder, block.attributes, block.place, diagnostics);
  if (attributes === undefined) return [];
  const { finding_id: findingId, category, justification, expires } = attributes;
  const expiry = expires === undefined ? {} : { expires };
  return [{ address: address(block.address), findingId, category, justification, ...expiry }];
}

function toConfiguration(block: Block, diagnostics: Diagnostic[]): readonly DesiredConfiguration[] {
  const { place, importedId: id } = block;
  const attributes = decodeAt(configurationDecoder, block.attributes, place, diagnostics);
  if (attributes === undefined) return [];
  const { name, renamed_from: renamedFrom = [], exclusive_analyzers: exclusive = false } = attributes;
  const isProtected = block.preventDestroy || attributes.deletion_protection === true;
  const settings = Object.fromEntries(
    settingNames.flatMap((each) => (attributes[each] === undefined ? [] : [[each, attributes[each]] as const])),
  );
  const codePolicyIds = (attributes.code_policies ?? []).map((each) => each.id);
  for (const problem of validateConfiguration({ name, renamedFrom, codePolicyIds }))
    diagnostics.push(problemAt(problem, place));
  return [
    {
      address: address(block.address),
      name,
      ...(id === undefined ? {} : { id: configurationId(id) }),
      renamedFrom,
      exclusiveAnalyzers: exclusive,
      ...(isProtected ? { preventDestroy: true } : {}),
      // exclusive without any analyzer means none at all
      settings: exclusive ? { ...settings, analyzers: attributes.analyzers ?? {} } : settings,
    },
  ];
}

/** Import blocks: the ids of live objects by the address, without the stack, that adopts them. */
export function importBlocks(stack: Stack, diagnostics: Diagnostic[]): ReadonlyMap<string, string> {
  const blocks = stack.json["import"];
  if (!Array.isArray(blocks)) return new Map();
  const declared = new Set(
    entriesOf(stack.json["resource"]).flatMap(([type, named]) => entriesOf(named).map(([name]) => `${type}.${name}`)),
  );
  const found = new Map<string, string>();
  for (const [index, block] of blocks.entries()) {
    const { to, id } = isObject(block) ? block : {};
    if (typeof to !== "string" || !to.startsWith("scanform_")) continue;
    const place = new DocumentPath(stack, ["import", String(index)], to);
    if (!declared.has(to))
      diagnostics.push(error("reference-unknown", `${to} is to be imported, but is not declared.`, place.child("to")));
    else if (typeof id === "string" && !id.includes("${")) found.set(to, id);
    else diagnostics.push(error("not-evaluable", "The id to import must be written out.", place.child("id")));
  }
  return found;
}
