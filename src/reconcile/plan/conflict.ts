import type { Address, RepositoryId } from "../../model/ids";
import { type Leaves, valueAt } from "../../model/leaves";
import type { Named } from "../../model/namesakes";
import { sameText } from "../../model/normal-form";
import { valueText } from "../../model/value-kind";

/** A part of an object that somebody else has changed. */
export interface Conflict {
  /** A leaf, `name`, `configuration`, `repository NAME` or `category`. */
  readonly path: string;
  /** What was expected, such as what a plan rests on; absent where nothing was there. */
  readonly planned?: unknown;
  /** What is there now; absent where nothing is. */
  readonly found?: unknown;
}

/** Something that somebody else has changed since it was decided what to write. */
export interface Changed extends Conflict {
  readonly address: Address;
}

/** What has changed at these paths: an entry that comes or goes is one conflict, with all that it has. */
export function conflictsAt(paths: readonly string[], planned: Leaves, found: Leaves): readonly Conflict[] {
  const all = new Set(paths);
  return paths.flatMap((path) => {
    const leaf = planned.get(path) ?? found.get(path);
    const entry = leaf?.place.entry;
    const isSaid = entry !== undefined && entry !== path && all.has(entry);
    return isSaid ? [] : [conflict(path, valueAt(path, planned), valueAt(path, found))];
  });
}

export const conflict = (path: string, planned: unknown, found: unknown): Conflict => ({ path, planned, found });

/** The path of a repository in a conflict. */
export const repositoryPath = ({ id, name }: { readonly id: RepositoryId; readonly name?: string }): string =>
  `repository ${name ?? id}`;

/** What has changed, as a part of a sentence: `comment was "silent" and is "enabled"`. */
export function conflictText({ path, planned, found }: Conflict): string {
  if (path === "configuration") return `the configuration ${valueText(planned)} was deleted`;
  if (path === "name" && planned === undefined) return `another configuration named ${valueText(found)} was created`;
  if (path.startsWith("repository ") && planned === undefined) return `${path} now has ${valueText(found)}`;
  if (path.startsWith("repository ") && found === undefined) return `${path} no longer has ${valueText(planned)}`;
  return `${path} was ${valueText(planned)} and is ${valueText(found)}`;
}

/** Where a repository is to be, and where it is: by name, or by id where both have the same name. */
export function placesOf(planned: Named | undefined, found: Named | undefined): readonly [unknown, unknown] {
  const isAlike = typeof planned?.name === "string" && sameText(found?.name ?? undefined, planned.name);
  const called = (each: Named | undefined) =>
    (isAlike ? (each?.id ?? each?.name) : (each?.name ?? each?.id)) ?? undefined;
  return [called(planned), called(found)];
}

/** The error of a write that was withheld. @param changes by somebody else, in words */
export const withheldText = (changes: string): string =>
  `${changes}. Somebody else has changed this since it was planned, so it was left as it is. Plan again.`;
