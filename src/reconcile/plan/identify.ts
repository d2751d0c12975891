import { listed } from "../../diagnostics/enumeration";
import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/observed";
import { groupBy } from "../../model/group-by";
import type { Address, ConfigurationId } from "../../model/ids";
import { normalForm, sameText, spelledAs } from "../../model/normal-form";
import { alikeName, suggestions } from "../../model/suggest";

interface Identified {
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
  const byName = groupBy(observed, ({ name }) => name && normalForm(name));

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
        const [found, ...more] = (byName.get(normalForm(name)) ?? []).filter((each) => !claimedBy.has(each.id));
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
  return error(
    "name-live-twice",
    `${JSON.stringify(name)} is the name of ${ids}. Choose one with an import block ` +
      `(importFrom("<id>") on the construct), or rename the others in the dashboard.`,
    { address: declared.address, path: "name" },
  );
}

/**
 * New names that another live configuration has and keeps: the account would have two of the name, and no later plan
 * could find one of them by it.
 *
 * @param kept the configurations that the plan does not delete
 * @param live the live configuration of each declared one, if there is one
 */
export function namesTaken(
  desired: readonly DesiredConfiguration[],
  kept: readonly Configuration[],
  live: ReadonlyMap<Address, Configuration>,
): readonly Diagnostic[] {
  const names = new Map(desired.map(({ address, name }) => [live.get(address)?.id, name]));
  const unrenamed = kept.filter(({ id, name = "" }) => sameText(names.get(id) ?? name, name));
  const named = groupBy(unrenamed, ({ name }) => name && normalForm(name));
  return desired.flatMap(({ address, name }) => {
    const own = live.get(address);
    const others = sameText(own?.name, name) ? [] : (named.get(normalForm(name)) ?? []);
    if (others.length === 0) return [];
    const ids = listed(others.map(({ id }) => id));
    const detail =
      `${JSON.stringify(name)} is the name of ${ids}, which this plan neither renames nor deletes. Choose another name, ` +
      'or rename that one in the same plan: declare it by its id in an import block (importFrom("<id>") on the construct).';
    return [error("name-live-elsewhere", detail, { address, path: "name" })];
  });
}

/**
 * Live configurations under a former name of one that was found otherwise: these are not the ones that are changed.
 *
 * @param kept the configurations that the plan does not delete
 */
export function formerNamesLive(
  desired: readonly DesiredConfiguration[],
  kept: readonly Configuration[],
  live: ReadonlyMap<Address, Configuration>,
): readonly Diagnostic[] {
  const declared = new Set([...live.values()].map(({ id }) => id));
  const others = groupBy(
    kept.filter(({ id }) => !declared.has(id)),
    ({ name }) => name && normalForm(name),
  );
  return desired.flatMap(({ address, renamedFrom = [] }) => {
    const own = live.get(address);
    const former = own === undefined ? [] : renamedFrom.flatMap((name) => others.get(normalForm(name)) ?? []);
    if (own === undefined || former.length === 0) return [];
    const named = former.map(({ id, name }) => `${JSON.stringify(name)} (${id})`).join(" and ");
    const [chosen, are] = [JSON.stringify(own.name), former.length === 1 ? "is" : "are"];
    const detail =
      `This is the live configuration ${chosen} (${own.id}). Under a former name, ${named} ${are} live as well, and not changed. ` +
      `If that is the one to rename, rename or delete ${chosen} first. Otherwise remove the former name.`;
    return [warning("former-name-live", detail, { address, path: "renamed_from" })];
  });
}

/**
 * New configurations of which live ones that nobody declared have nearly the name. A service that spells names in its own
 * way would be asked for one more by each apply.
 */
export function nearlyNamed(
  desired: readonly DesiredConfiguration[],
  observed: readonly Configuration[],
  live: ReadonlyMap<Address, Configuration>,
): readonly Diagnostic[] {
  const declared = new Set([...live.values()].map(({ id }) => id));
  const others = groupBy(
    observed.filter(({ id }) => !declared.has(id)),
    ({ name }) => name && alikeName(name),
  );
  return desired.flatMap(({ address, id, name }) => {
    const alike = id !== undefined || live.has(address) ? [] : (others.get(alikeName(name)) ?? []);
    // two of exactly this name are an error of their own
    if (alike.length === 0 || alike.some((each) => sameText(each.name, name))) return [];
    return [error("name-live-alike", nearlyNamedText(name, alike), { address, path: "name" })];
  });
}

/** What to do about a new name. @param alike the live configurations that have nearly this name */
export function nearlyNamedText(name: string, alike: readonly Configuration[]): string {
  const found = alike.map((each) => `${JSON.stringify(each.name)} (${each.id})`).join(" and ");
  return (
    `The account has no ${JSON.stringify(name)}, but it has ${found}: the names differ only in case or in blanks around them. ` +
    'Write the name as it is live, or rename that one: by its id in an import block (importFrom("<id>") on the construct), ' +
    "or by its name in renamed_from. For another configuration choose another name."
  );
}

/** Two of one name are an error, unless both are pinned by id to live configurations that have this name already. */
const namedTwice = (
  desired: readonly DesiredConfiguration[],
  byId: ReadonlyMap<ConfigurationId, Configuration>,
): readonly Diagnostic[] =>
  [...groupBy(desired, (each) => normalForm(each.name))].flatMap(([name, [first, ...more]]) => {
    const isPinned = ({ id }: DesiredConfiguration): boolean => id !== undefined && sameText(byId.get(id)?.name, name);
    if (first === undefined || [first, ...more].every(isPinned)) return [];
    return more.map((each) => {
      const detail = `${JSON.stringify(name)} is also the name of ${first.address}. Rename one of them.`;
      return error("name-declared-twice", detail, { address: each.address, path: "name" });
    });
  });

/**
 * The declared configurations, with name and settings spelled as those that were found for them: a name that is live in
 * another normal form is no other name.
 */
export const spelledAsLive = (
  desired: readonly DesiredConfiguration[],
  live: ReadonlyMap<Address, Configuration>,
): readonly DesiredConfiguration[] =>
  desired.map((each) => {
    const { name, settings } = live.get(each.address) ?? {};
    const spelled = spelledAs({ name: each.name, settings: each.settings }, { name, settings });
    return spelled.name === each.name && spelled.settings === each.settings ? each : { ...each, ...spelled };
  });
