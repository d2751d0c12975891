import { listed } from "../../diagnostics/enumeration";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import type { Configuration } from "../../model/observed";
import { compareText } from "../../model/fingerprint";
import { groupBy } from "../../model/group-by";
import type { ConfigurationId } from "../../model/ids";
import { leavesOf } from "../../model/leaves";
import type { Settings } from "../../model/settings";
import type { ConfigurationChange, PlannedChanges } from "./change";

/** What is live and stays although the declaration does not have it. */
export interface Undeclared {
  /** Live configurations that no declaration has and no request deletes: those of most repositories first. */
  readonly configurations: readonly UndeclaredConfiguration[];
  /** What live configurations hold and their declarations do not have: what most of them hold first. */
  readonly leaves: readonly UndeclaredLeaf[];
}

interface UndeclaredConfiguration {
  readonly id: ConfigurationId;
  readonly name?: string;
  /** The number of repositories that have it before the plan. */
  readonly repositories: number;
}

interface UndeclaredLeaf {
  /** A setting, or a whole entry that is not declared: `analyzers["xss"]`. */
  readonly path: string;
  /** The number of declared configurations that hold it. */
  readonly configurations: number;
}

export const nothingUndeclared: Undeclared = { configurations: [], leaves: [] };

interface Account extends PlannedChanges {
  readonly live: readonly Configuration[];
}

/** Settings that a request removes are not undeclared: what `exclusive_analyzers` and authoritative lists drop. */
export const undeclaredIn = (account: Account): Undeclared => ({
  configurations: withoutDeclaration(account)
    .filter(({ id }) => !account.deletions.some(({ live }) => live.id === id))
    .map(({ id, name }) => ({
      id,
      ...(name === undefined ? {} : { name }),
      repositories: account.holders(id).length,
    }))
    .sort(
      (one, other) => other.repositories - one.repositories || compareText(one.name ?? one.id, other.name ?? other.id),
    ),
  leaves: undeclaredLeaves(account.configurations),
});

function withoutDeclaration({ configurations, live }: Account): readonly Configuration[] {
  const declared = new Set(configurations.map((each) => each.live?.id));
  return live.filter(({ id }) => !declared.has(id));
}

function undeclaredLeaves(configurations: readonly ConfigurationChange[]): readonly UndeclaredLeaf[] {
  const counts = new Map<string, number>();
  for (const { live, declared, after } of configurations) {
    if (live === undefined || declared.whole === true) continue;
    for (const path of undeclaredPaths(after, declared.settings)) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return [...counts]
    .map(([path, count]) => ({ path, configurations: count }))
    .sort((one, other) => other.configurations - one.configurations || compareText(one.path, other.path));
}

/** The paths of what is held and not declared; of an entry that is not declared at all, that of the entry. */
export function undeclaredPaths(held: Settings, declared: Settings): readonly string[] {
  const [have, want] = [leavesOf(held), leavesOf(declared)];
  return [...have.values()].flatMap(({ place, exists, value }) => {
    const { path, key, nth, entry = "" } = place;
    if (want.has(path) || nth !== undefined || exists === "collection" || isNothing(value)) return [];
    if (key === undefined) return exists === "entry" ? [] : [path];
    return exists === "entry" || want.has(entry) ? [path] : [];
  });
}

/** An empty set is the same as none. */
const isNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** More configurations than this become one on purpose. */
const mostFormer = 3;

/**
 * Creations that look like a configuration under another name: all repositories of a live one that is not declared move
 * there.
 */
export function probableRenames(account: Account): readonly Diagnostic[] {
  const creations = account.configurations.filter(({ action }) => action === "create");
  if (creations.length === 0) return [];
  const moving = groupBy(account.moves, ({ from }) => from);
  const candidates = withoutDeclaration(account).flatMap(({ id, name }) => {
    const leaving = moving.get(id) ?? [];
    const to = leaving[0]?.to;
    if (name === undefined || to === undefined || !("address" in to)) return [];
    const isAll =
      leaving.length === account.holders(id).length &&
      leaving.every((each) => "address" in each.to && each.to.address === to.address);
    return isAll ? [{ name, to: to.address }] : [];
  });
  const byTarget = groupBy(candidates, ({ to }) => to);
  return creations.flatMap(({ address, declared }) => {
    const from = byTarget.get(address) ?? [];
    if (from.length === 0 || from.length > mostFormer) return [];
    const formerNames = from.map(({ name }) => name);
    const names = listed(formerNames);
    const any = formerNames.map((name) => JSON.stringify([name])).join(" or "); // as it is written in the code
    const detail =
      `All repositories of ${names} move to ${JSON.stringify(declared.name)}, which is created without the settings that are not declared. ` +
      `If it is the same configuration under a new name, set renamedFrom (renamed_from) to ${any}: it is then renamed, and keeps them.`;
    return [warning("renamed-from-missing", detail, { address, path: "renamed_from" })];
  });
}
