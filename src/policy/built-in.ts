import { severities, severityPosition } from "../model/findings";
import { analyzerFields, type Settings } from "../model/settings";
import { like } from "../model/sql-like";
import type { Account, After, Effect, Subject } from "./account";
import { deny, needs, policy, type Policy } from "./policy";

/**
 * Denies each effect that weakens repositories. An intended one needs a waiver, which gives the reason.
 *
 * @example
 * ```ts
 * import { nothingWeakens } from "scanform/policy";
 *
 * export default [nothingWeakens()];
 * ```
 */
export const nothingWeakens = (): Policy =>
  policy(
    "nothing-weakens",
    ({ effects }) =>
      effects.filter((each) => each.class === "weakens").map((each) => deny("weakens its repositories", each)),
    { fix: "Keep what is weakened, or add a waiver that gives the reason." },
  );

/**
 * Denies each repository in which one of these analyzers is not known to run and to block pull requests: also where
 * `enabled` or `blocking` is not set, it is silent, it scans no files, or the repository has no configuration.
 *
 * @param options `analyzers` are slugs
 * @example
 * ```ts
 * import { alwaysBlock } from "scanform/policy";
 *
 * export default [alwaysBlock({ analyzers: ["secrets"] })];
 * ```
 */
export function alwaysBlock({ analyzers }: { readonly analyzers: readonly string[] }): Policy {
  if (analyzers.length === 0) throw new RangeError("alwaysBlock() is given no analyzer, so it would check nothing");
  return policy(
    "always-block",
    (_account, { repositories }) =>
      repositories.flatMap((repository) =>
        analyzers
          .filter((slug) => !isBlocking(repository.settings ?? undefined, slug))
          .map((slug) => deny(`${slug} may not block its pull requests`, repository)),
      ),
    {
      fix: "Give them a configuration in which the analyzer is enabled, blocking and not silent, and does not exclude every file.",
    },
  );
}

const everyFile: readonly string[] = analyzerFields.excludes.verdict.everything;

/**
 * Whether an analyzer is known to run and to block pull requests.
 *
 * @param settings of the repository; undefined where it has no configuration, or where they are not known
 */
export function isBlocking(settings: Settings | undefined, slug: string): boolean {
  const analyzers = settings?.analyzers;
  const analyzer = analyzers !== undefined && Object.hasOwn(analyzers, slug) ? analyzers[slug] : undefined;
  const excludes = analyzer?.excludes ?? [];
  return (
    analyzer?.enabled === true &&
    analyzer.blocking === true &&
    analyzer.silent !== true &&
    !everyFile.some((each) => excludes.includes(each))
  );
}

/**
 * Denies each repository that has no configuration once the plan is applied.
 *
 * @example
 * ```ts
 * import { everyRepositoryCovered } from "scanform/policy";
 *
 * export default [everyRepositoryCovered()];
 * ```
 */
export const everyRepositoryCovered = (): Policy =>
  policy(
    "every-repository-covered",
    (_account, { repositories }) =>
      repositories
        .filter(({ configuration }) => configuration === null)
        .map((each) => deny("has no configuration", each)),
    { fix: "Add a rule that matches them." },
  );

/**
 * Denies a plan that changes more than `count` repositories, at its largest effect.
 *
 * @param options `count` is how many may change
 * @example
 * ```ts
 * import { atMostRepositories } from "scanform/policy";
 *
 * export default [atMostRepositories({ count: 100 })];
 * ```
 */
export const atMostRepositories = ({ count }: { readonly count: number }): Policy =>
  policy(
    "at-most-repositories",
    (account, after) => {
      const changing = new Set([
        ...account.effects.flatMap(({ repositories }) => repositories.map(({ id }) => id)),
        ...account.moves.map((each) => each.repository_id),
      ]);
      const at = largest(account, after, changing);
      // a count that is no number allows nothing
      if (changing.size <= count || at === undefined) return [];
      return [deny(`changes ${String(changing.size)} repositories, but only ${String(count)} are allowed`, at)];
    },
    { fix: "Apply it in parts." },
  );

/** The largest effect; where all that change have none, the first of them. */
function largest({ effects }: Account, { repositories }: After, changing: ReadonlySet<string>): Subject | undefined {
  const [first, ...others] = effects;
  const found = others.reduce<Effect | undefined>(
    (most, each) => (most !== undefined && most.repositories.length >= each.repositories.length ? most : each),
    first,
  );
  return found ?? repositories.find(({ id }) => changing.has(id));
}

/**
 * Denies each configuration that becomes weaker and that no repository has once the plan is applied.
 *
 * @example
 * ```ts
 * import { nothingUnused } from "scanform/policy";
 *
 * export default [nothingUnused()];
 * ```
 */
export const nothingUnused = (): Policy =>
  policy(
    "nothing-unused",
    ({ unused, changes }) => {
      const addresses = new Set(unused.map(({ address }) => address));
      return changes
        .filter(({ address }) => addresses.has(address))
        .map((each) => deny("becomes weaker, and no repository has it", each));
    },
    { fix: "Delete the configuration, or keep its settings." },
  );

/**
 * Denies each deletion of a configuration that repositories still have.
 *
 * @example
 * ```ts
 * import { nothingDeletedWithRepositories } from "scanform/policy";
 *
 * export default [nothingDeletedWithRepositories()];
 * ```
 */
export const nothingDeletedWithRepositories = (): Policy =>
  policy(
    "nothing-deleted-with-repositories",
    ({ deletions }) =>
      deletions
        .filter(({ repositories }) => repositories > 0)
        .map((each) => deny("is deleted while repositories have it", each)),
    { fix: "Assign another configuration to its repositories first." },
  );

/**
 * Denies each configuration that changes or is deleted, each repository that moves or loses its configuration, and each
 * triage of a finding in a repository, whose name matches none of these patterns, or is not known; of a configuration
 * that is renamed, both names have to match.
 *
 * @param options `names` is a pattern of SQL LIKE, or several: `%` is any text, `_` any one character
 * @example
 * ```ts
 * import { withinNames } from "scanform/policy";
 *
 * export default [withinNames({ names: "payments-%" })];
 * ```
 */
export function withinNames({ names }: { readonly names: string | readonly string[] }): Policy {
  const patterns = (typeof names === "string" ? [names] : names).map(like);
  const isOutside = (name: unknown): boolean => typeof name !== "string" || !patterns.some((matches) => matches(name));
  return policy(
    "within-names",
    ({ changes, deletions, effects, moves, triages }, { repositories }) => {
      const moving = new Set(moves.map((each) => each.repository_id));
      const losing = new Set(
        effects.flatMap((each) => (each.to === null ? each.repositories.map(({ id }) => id) : [])),
      );
      const former = ({ changes: leaves }: Account["changes"][number]) =>
        leaves.flatMap(({ path, before }) => (path === "name" ? [before] : []));
      return [
        ...changes
          .filter((each) => each.action !== "delete" && [each.name, ...former(each)].some(isOutside))
          .map((each) => deny("changes, and its name is outside", each)),
        ...deletions
          .filter(({ name }) => isOutside(name))
          .map((each) => deny("is deleted, and its name is outside", each)),
        ...repositories
          .filter(({ id, name }) => moving.has(id) && isOutside(name))
          .map((each) => deny("moves, and its name is outside", each)),
        ...repositories
          .filter(({ id, name }) => losing.has(id) && !moving.has(id) && isOutside(name))
          .map((each) => deny("loses its configuration, and its name is outside", each)),
        ...triages
          .filter(({ finding }) => isOutside(finding?.repository?.name))
          .map((each) => deny("is triaged, and its repository's name is outside", each)),
      ];
    },
    { fix: "Leave the objects of others as they are." },
  );
}

/**
 * Needs somebody's agreement to each dismissal of a finding that is critical, or whose severity is not known, and to each
 * other category of one.
 *
 * @param options `reviewer` is a login, or a team as `organization/team`
 * @example
 * ```ts
 * import { criticalDismissalsNeed } from "scanform/policy";
 *
 * export default [criticalDismissalsNeed({ reviewer: "octo-org/appsec" })];
 * ```
 */
export const criticalDismissalsNeed = ({ reviewer }: { readonly reviewer: string }): Policy =>
  policy("critical-dismissals-need", ({ triages }) =>
    triages
      .filter(({ action, finding }) => action === "set" && isCriticalOrUnknown(finding?.severity))
      .map((each) => {
        const does = each.before === null ? "dismisses" : "changes the category of";
        return needs(reviewer, `${does} a finding that is critical or not known`, each);
      }),
  );

const isCriticalOrUnknown = (severity: string | undefined): boolean =>
  severityPosition(severity) <= severities.indexOf("critical");
