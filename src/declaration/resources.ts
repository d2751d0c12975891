import { IdOf } from "./expression/value";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { entryAddress } from "../diagnostics/entry-address";
import type { ConfigurationRef, DesiredAssignments, DesiredRule, DesiredTriage } from "../model/desired";
import { address, configurationId, repositoryId } from "../model/ids";
import { judgeRule, type RuleProblem, type WrittenRule } from "../model/judge-rule";
import { decodeAt } from "./decode-at";
import { assignmentsDecoder, findingTriageDecoder, type RuleAttributes } from "./decoders";
import type { Imported } from "./import-blocks";
import type { DeclaredLookup } from "./lookups";
import type { DocumentPath } from "./document";
import type { TriageCategory } from "../model/findings";
import { judgeTriage, triageAttributes } from "../model/judge-triage";

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
    rules: attributes.rules.flatMap((rule, index): readonly DesiredRule[] => {
      if (rule === undefined) return [];
      for (const problem of judgeRule(writtenRule(rule)))
        diagnostics.push(ruleDiagnostic(problem, index, block.place.child("rules", index)));
      return [toRule(rule, addressOf)];
    }),
  };
}

const writtenRule = (rule: RuleAttributes): WrittenRule => ({
  configuration:
    rule.configuration_id instanceof IdOf
      ? "declared"
      : rule.configuration_id === undefined
        ? undefined
        : { id: rule.configuration_id },
  leave: rule.leave,
  repositoryIds: rule.repository_ids,
  repositoryNames: rule.repository_names,
  repositoryPattern: rule.repository_pattern,
});

function ruleDiagnostic(problem: RuleProblem, index: number, place: DocumentPath): Diagnostic {
  const rule = `rules[${String(index)}]`;
  switch (problem.kind) {
    case "two-targets": {
      const detail = `${rule} both assigns a configuration and leaves the repositories as they are. Keep one.`;
      return error("declaration-invalid", detail, place);
    }
    case "no-target": {
      const detail = `${rule} neither names a configuration nor says leave. Add configuration_id, or leave = true.`;
      return error("declaration-invalid", detail, place);
    }
    case "not-an-id": {
      const detail = `${rule}.configuration_id: must be a UUID (it is ${JSON.stringify(problem.id)}).`;
      return error("declaration-invalid", detail, place.child("configuration_id"));
    }
    case "no-selector": {
      const detail = `${rule} selects no repository. Add repository_ids, repository_names or repository_pattern; the pattern "%" is every repository.`;
      return error("declaration-invalid", detail, place);
    }
    case "pattern-invalid": {
      const detail = `${JSON.stringify(problem.pattern)}: ${problem.message}.`;
      return error("pattern-invalid", detail, place.child("repository_pattern"));
    }
    default:
      return problem satisfies never;
  }
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
  const problems = triageAttributes.flatMap((name) => {
    const given = attributes[name];
    const problem = given === undefined ? undefined : judgeTriage(name, given);
    return problem === undefined ? [] : [error(problem.code, `${name}: ${problem.detail}`, place.child(name))];
  });
  diagnostics.push(...problems);
  if (problems.length > 0) return undefined;
  const { finding_id: findingId, category, justification, expires } = attributes;
  return {
    address: address(block.address),
    findingId,
    category: category as TriageCategory, // as was judged
    justification,
    ...(expires === undefined ? {} : { expires }),
  };
}
