import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { Desired, Lookup } from "../../model/desired";
import { define } from "../../model/define";
import type { Observed } from "../../model/entities";
import { isObject } from "../../model/json";
import { judgeConfiguration } from "../../model/judge";
import { type LookedUp, lookUp, lookupKinds } from "../../model/look-up";
import { diagnosticOf } from "../../model/problem";
import { uniqueById } from "./canonical-ids";

/**
 * The declaration with the id of every object that it looks up in place of the placeholder.
 *
 * @throws ScanformError with every object that is not found, or not alone
 */
export function resolveLookups(desired: Desired, observed: Observed): Desired {
  const { lookups = [], ...rest } = desired;
  if (lookups.length === 0) return desired;
  const ids = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const lookup of lookups) {
    const looked = find(lookup, observed);
    if ("found" in looked) ids.set(lookup.placeholder, looked.found.id);
    else diagnostics.push(error(looked.code, looked.detail, { address: lookup.address, path: lookup.path }));
  }
  const resolved = withIds(rest, ids) as typeof rest; // its form is kept
  diagnostics.push(...namedTwice(resolved));
  if (diagnostics.length > 0) throw new ScanformError(diagnostics);
  return resolved;
}

function find({ kind, sought }: Lookup, observed: Observed): LookedUp<{ readonly id: string }> {
  switch (kind) {
    case "analyzer":
      return lookUp(lookupKinds.analyzer, uniqueById(observed.analyzers ?? []), sought);
    case "customPolicy":
      return lookUp(lookupKinds.customPolicy, uniqueById(observed.policies ?? []), sought);
    case "configuration":
      return lookUp(lookupKinds.configuration, uniqueById(observed.configurations), sought);
    case "repository":
      return lookUp(lookupKinds.repository, uniqueById(observed.repositories), sought);
    default:
      return kind satisfies never;
  }
}

/** Replaces texts and keys that are a placeholder, at any depth. */
function withIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => withIds(each, ids));
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) define(result, ids.get(key) ?? key, withIds(each, ids));
  return result;
}

/** Two lookups, or a lookup and an id, may be the same custom policy. */
const namedTwice = ({ configurations }: Desired): readonly Diagnostic[] =>
  configurations.flatMap(({ address, name, renamedFrom = [], settings }) =>
    judgeConfiguration({
      name,
      renamedFrom,
      codePolicyIds: (settings.code_policies ?? []).map(({ id }) => id),
    }).flatMap((problem) =>
      problem.kind === "entry-repeated" ? [diagnosticOf(problem, { address, path: "code_policies" })] : [],
    ),
  );
