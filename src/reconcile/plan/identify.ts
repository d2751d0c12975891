import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import type { Address, ConfigurationId } from "../../model/ids";
import { listed, suggestions } from "../../model/suggest";

export interface Identified {
  /** The live configuration of each declared one, if there is one. */
  readonly live: ReadonlyMap<Address, Configuration>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the live configuration of each declared one: by the id of an import block, then by the exact name, then by
 * former names. Each step is tried for all declarations before the next one, so a former name never takes a
 * configuration that another declaration names exactly.
 */
export function identify(desired: readonly DesiredConfiguration[], observed: readonly Configuration[]): Identified {
  const byId = new Map(observed.map((each) => [each.id, each]));
  const diagnostics: Diagnostic[] = [...namedTwice(desired, byId)];
  const live = new Map<Address, Configuration>();
  const claimedBy = new Map<ConfigurationId, Address>();
  const byName = groupBy(observed, (each) => each.name);

  const claim = (declared: DesiredConfiguration, found: Configuration): void => {
    claimedBy.set(found.id, declared.address);
    live.set(declared.address, found);
  };

  const suggest = suggestions();
  for (const declared of desired) {
    if (declared.id === undefined) continue;
    const place = { address: declared.address, path: "id" };
    const found = byId.get(declared.id);
    const other = claimedBy.get(declared.id);
    if (other !== undefined)
      diagnostics.push(
        error("same-live-object", `${declared.id} is imported by ${other} too. Remove one import.`, place),
      );
    else if (found !== undefined) claim(declared, found);
    else {
      const detail = `The account has no configuration ${declared.id}. ${suggest(declared.id, byId.keys())}`.trimEnd();
      diagnostics.push(error("import-not-found", detail, place));
    }
  }

  const unclear = new Set<Address>();
  const byNames = (namesOf: (declared: DesiredConfiguration) => readonly string[]): void => {
    for (const declared of desired) {
      if (declared.id !== undefined || live.has(declared.address) || unclear.has(declared.address)) continue;
      for (const name of namesOf(declared)) {
        const [found, ...more] = (byName.get(name) ?? []).filter((each) => !claimedBy.has(each.id));
        if (found === undefined) continue;
        if (more.length === 0) claim(declared, found);
        else {
          unclear.add(declared.address);
          diagnostics.push(liveTwice(declared, name, [found, ...more]));
        }
        break;
      }
    }
  };
  byNames((declared) => [declared.name]);
  byNames((declared) => declared.renamedFrom ?? []);
  return { live, diagnostics };
}

function liveTwice(declared: DesiredConfiguration, name: string, found: readonly Configuration[]): Diagnostic {
  const ids = listed(found.map((each) => each.id));
  // an entry of a collection is pinned by its key: scanform_configurations.teams["payments"]
  const key = /\[(".*")\]$/.exec(declared.address)?.[1];
  return error(
    "name-live-twice",
    `${JSON.stringify(name)} is the name of ${ids}. Say which one is meant with an import block ` +
      `(importFrom(${key === undefined ? '"<id>"' : `{ ${key}: "<id>" }`}) on the construct), or rename the others in the dashboard.`,
    { address: declared.address, path: "name" },
  );
}

/** Two of one name are an error, unless both are pinned by id to live configurations that have this name already. */
const namedTwice = (
  desired: readonly DesiredConfiguration[],
  byId: ReadonlyMap<ConfigurationId, Configuration>,
): readonly Diagnostic[] =>
  [...groupBy(desired, (each) => each.name)].flatMap(([name, [first, ...more]]) => {
    const isPinned = ({ id }: DesiredConfiguration): boolean => id !== undefined && byId.get(id)?.name === name;
    if (first === undefined || [first, ...more].every(isPinned)) return [];
    return more.map((each) => {
      const detail = `${JSON.stringify(name)} is also the name of ${first.address}. Rename one of them.`;
      return error("name-declared-twice", detail, { address: each.address, path: "name" });
    });
  });
