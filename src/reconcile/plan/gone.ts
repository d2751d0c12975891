import { type Diagnostic, error, type Place, warning } from "../../diagnostics/diagnostic";
import type { Desired, DesiredAssignments, Lookup } from "../../model/desired";
import type { Repository } from "../../model/observed";
import { lookUp, lookupKinds } from "../../model/look-up";
import { normalForm } from "../../model/normal-form";
import { meant, suggestions } from "../../model/suggest";

/** A repository that is declared and that the account does not have. */
interface Gone {
  /** How it is named: `id …` or `name …`, as in `namedIn`. */
  readonly key: string;
  /** The messages about it: as one that went, and as one that is misspelt. */
  readonly went: string;
  readonly misspelt: string;
  readonly place: Place;
}

/** The message about one that has been deleted or renamed. */
export const goneWarning = ({ went, place }: Gone): Diagnostic => warning("repository-unknown", went, place);

const idKey = (id: string): string => `id ${id.toLowerCase()}`;
const nameKey = (name: string): string => `name ${normalForm(name)}`;
const lookupKey = ({ sought }: Lookup): string => ("id" in sought ? idKey(sought.id) : nameKey(sought.key));

/**
 * The repositories that rules name and the account does not have.
 *
 * @param suggest the live names that were probably meant
 */
export function goneFrom(
  { address, rules }: DesiredAssignments,
  repositories: readonly Repository[],
  suggest: typeof meant,
): readonly Gone[] {
  if (rules.every(({ repositoryIds, repositoryNames }) => repositoryIds === undefined && repositoryNames === undefined))
    return [];
  const names = repositories.flatMap(({ name }) => name ?? []);
  const live = new Set([...repositories.map(({ id }) => idKey(id)), ...names.map(nameKey)]);
  const gone = (key: string, rule: number, which: string, near: string): readonly Gone[] => {
    const none = `The account has no repository ${which}`;
    return [
      {
        key,
        went: `${none}: was it deleted or renamed?${near} ${near === "" ? "Remove it from" : "Rename it, or remove it, in"} rule ${String(rule + 1)}.`,
        misspelt: `${none}, and the base does not name it either.${near}`,
        place: { address, path: `rules[${String(rule)}]` },
      },
    ];
  };
  return rules.flatMap(({ repositoryIds = [], repositoryNames = [] }, rule) => [
    ...repositoryIds.flatMap((id) =>
      live.has(idKey(id)) ? [] : gone(idKey(id), rule, `with the id ${JSON.stringify(id)}`, ""),
    ),
    ...repositoryNames.flatMap((name) =>
      live.has(nameKey(name))
        ? []
        : gone(nameKey(name), rule, `named ${JSON.stringify(name)}`, ` ${suggest(name, names)}`.trimEnd()),
    ),
  ]);
}

/**
 * Errors of repositories that a declaration names, and that neither the account has nor the base names: they cannot have
 * been deleted since, so they are misspelt.
 *
 * @param assignments the rules, with their lookups resolved
 */
export function misspelt(
  { assignments, lookups = [] }: Desired,
  base: Desired,
  repositories: readonly Repository[],
): readonly Diagnostic[] {
  const before = namedIn(base);
  const suggest = suggestions(meant);
  const inRules = assignments.flatMap((each) => goneFrom(each, repositories, suggest));
  const looked = lookups.flatMap((each): readonly Gone[] => {
    const { kind, sought, address, path } = each;
    const found = kind === "repository" ? lookUp(lookupKinds.repository, repositories, sought) : undefined;
    if (found === undefined || "found" in found || found.code !== "repository-unknown") return [];
    return [{ key: lookupKey(each), went: found.detail, misspelt: found.detail, place: { address, path } }];
  });
  return [...inRules, ...looked]
    .filter(({ key }) => !before.has(key))
    .map(({ misspelt: told, place }) => error("repository-unknown", told, place));
}

/** How a declaration names repositories. */
const namedIn = ({ assignments, lookups = [] }: Desired): ReadonlySet<string> =>
  new Set([
    ...assignments.flatMap(({ rules }) =>
      rules.flatMap(({ repositoryIds = [], repositoryNames = [] }) => [
        ...repositoryIds.map(idKey),
        ...repositoryNames.map(nameKey),
      ]),
    ),
    ...lookups.filter(({ kind }) => kind === "repository").map(lookupKey),
  ]);
