import { listed } from "../../diagnostics/enumeration";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration, Repository } from "../../model/observed";
import type { Address } from "../../model/ids";
import { type Leaf, pathOf } from "../../model/leaves";
import { settingsAsAWhole } from "../../model/settings";
import { unreadableIn, withoutLeaves } from "../../model/unreadable";
import { kindOf } from "../../model/value-kind";

const concernsAnalyzers = ({ setting }: Leaf): boolean => setting === "analyzers" || setting === settingsAsAWhole;

interface Readable {
  readonly configurations: readonly DesiredConfiguration[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The declared configurations without the leaves whose live values are of another kind than their field, such as `"3"`
 * for a number: those stay as they are, each with a warning. Where one is among the analyzers, no analyzer is removed.
 */
export function withoutUnreadable(
  desired: readonly DesiredConfiguration[],
  live: ReadonlyMap<Address, Configuration>,
): Readable {
  const diagnostics: Diagnostic[] = [];
  const configurations = desired.map((declared): DesiredConfiguration => {
    const held = live.get(declared.address);
    const unreadable = held === undefined ? [] : unreadableIn(held.settings);
    if (held === undefined || unreadable.length === 0) return declared;
    const { address, settings, exclusiveAnalyzers, ...rest } = declared;
    for (const { leaf, sentence } of unreadable) {
      const path = pathOf(leaf);
      const detail = `${path} of the live configuration ${JSON.stringify(held.name ?? held.id)} ${sentence}. It is left as it is; correct it in the dashboard.`;
      diagnostics.push(warning("value-unreadable", detail, { address, path }));
    }
    const isExclusive = exclusiveAnalyzers === true && !unreadable.some(({ leaf }) => concernsAnalyzers(leaf));
    return {
      ...rest,
      address,
      settings: withoutLeaves(settings, unreadable),
      ...(isExclusive ? { exclusiveAnalyzers } : {}),
    };
  });
  return { configurations, diagnostics };
}

/** The repositories of which the service says neither that they are scanned nor that they are not. */
export function unreadableRepositories(repositories: readonly Repository[]): readonly Diagnostic[] {
  const odd = repositories.filter(({ enabled }) => typeof enabled !== "boolean");
  const [first] = odd;
  if (first === undefined) return [];
  const names = listed(odd.map(({ id, name = id }) => name));
  const detail = `enabled of the repositories ${names} must be true or false, and is ${kindOf(first.enabled)}${odd.length > 1 ? " for the first" : ""}. Whether they are scanned is not known; nothing else depends on it.`;
  return [warning("value-unreadable", detail)];
}
