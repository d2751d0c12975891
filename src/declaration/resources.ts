import { IdOf } from "./expression/value";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { entryAddress } from "../diagnostics/entry-address";
import type { ConfigurationRef, DesiredAssignments, DesiredRule, DesiredTriage } from "../model/desired";
import { address, configurationId, repositoryId } from "../model/ids";
import { decodeAt } from "./decode-at";
import { assignmentsDecoder, findingTriageDecoder, type RuleAttributes } from "./decoders";
import type { Imported } from "./import-blocks";
import type { DeclaredLookup } from "./lookups";
import type { DocumentPath } from "./document";

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
