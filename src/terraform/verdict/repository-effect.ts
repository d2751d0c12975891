import { enumeration, listed } from "../../diagnostics/enumeration";
import type { AttributePath } from "../../diagnostics/attribute-path";
import { count, repositories as countOf } from "../../diagnostics/count";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { visible } from "../../diagnostics/foreign-text";
import type { LeafChange } from "../../model/compare-settings";
import type { Repository } from "../../model/observed";
import { type PolicyTitles, sentenceOf, valuesOf } from "../../model/leaf-sentence";
import { judgementOf, type LeafVerdict, type RepositoryClass, repositoryClasses } from "../../model/leaf-verdict";
import { valueText } from "../../model/value-kind";
import { alsoStrengthen, repositoryCounts, type RepositoryCounts } from "../../reconcile/plan/effects";
import { unlessRefused } from "../../reconcile/ports";
import { referencedEntities } from "../account/lists";
import type { Session } from "../account/session";
import { Unknown } from "../value";

/** Repositories whose settings change in the same leaves. */
export interface RepositoryEffect {
  /** How they are affected: `"baseline" -> "strict" (rule 2)`. */
  readonly what: string;
  readonly changes: readonly LeafChange[];
  readonly repositories: readonly Pick<Repository, "id" | "name">[];
  /** Of the custom policies among the changes, as far as they are known. */
  readonly titles?: PolicyTitles;
}

export const classOf = ({ changes }: RepositoryEffect): RepositoryClass | "unaffected" =>
  judgementOf(changes)?.class ?? "unaffected";

/** The worst class first, then what weakens in more leaves. */
const bySeverity = (left: RepositoryEffect, right: RepositoryEffect): number =>
  rankOf(left) - rankOf(right) || weakerIn(right) - weakerIn(left);

const weakerIn = ({ changes }: RepositoryEffect): number =>
  changes.filter(({ verdict }) => verdict === "weaker").length;

function rankOf(group: RepositoryEffect): number {
  const kind = classOf(group);
  return kind === "unaffected" ? repositoryClasses.length : repositoryClasses.indexOf(kind);
}

/** The number of repositories that each class has, and of all in the groups. */
export interface EffectCounts extends RepositoryCounts {
  readonly all: number;
}

/** Counts as the plan of the CLI does. */
export function countEffects(groups: readonly RepositoryEffect[]): EffectCounts {
  const all = groups.reduce((total, { repositories }) => total + repositories.length, 0);
  const effects = groups.flatMap(({ changes, repositories }) => {
    const judgement = judgementOf(changes);
    return judgement === undefined ? [] : [{ ...judgement, repositories }];
  });
  return { ...repositoryCounts(effects, all), all };
}

/**
 * What a warning begins with, such as `weakens 12 of its 14 repositories (2 of which also get stronger settings), 1 unclassified`;
 * undefined where nothing weakens and nothing is unclassified. Terraform folds the warnings of one summary into one,
 * so that each must have its own.
 *
 * @param whose `its` for the repositories of a configuration
 */
export function verdictSummary(
  counts: Pick<EffectCounts, "all" | "weakens" | "unclassified" | "mixed">,
  whose?: "its",
): string | undefined {
  const { all, weakens, unclassified, mixed } = counts;
  const many = (part: number): string => {
    if (whose === undefined) return countOf(part);
    return part === all ? `its ${countOf(all)}` : `${String(part)} of its ${countOf(all)}`;
  };
  if (weakens === 0) return unclassified === 0 ? undefined : `is unclassified for ${many(unclassified)}`;
  const also = alsoStrengthen(weakens, mixed);
  return `weakens ${many(weakens)}${also}${unclassified === 0 ? "" : `, ${String(unclassified)} unclassified`}`;
}

/** How many repositories of a group are named, how many leaves of a verdict, and how many groups there are. */
const mostNames = 20;
const mostLeaves = 20;
const mostGroups = 50;

/** How long a line is before fewer of its names or leaves are shown. */
const longestLine = 1200;

/** What a warning shows of groups. */
const warningRoom = { lines: 40, characters: 6000 };

const verdicts = ["weaker", "unclassified", "stronger"] as const satisfies readonly LeafVerdict[];

/**
 * The effects on repositories as lines, the worst first, of as many groups as there is room for:
 *
 *     4 repositories, "baseline" -> "strict" (rule 2): "payments-api" and 3 more
 *       weaker: secrets no longer blocks pull requests (true -> false)
 *
 * No line begins with a name.
 */
export function effectLines(
  groups: readonly RepositoryEffect[],
  most = mostGroups,
  room = { lines: Infinity, characters: Infinity },
): readonly string[] {
  const ranked = groups
    .filter(({ repositories }) => repositories.length > 0)
    .toSorted((left, right) => bySeverity(left, right) || right.repositories.length - left.repositories.length);
  const lines: string[] = [];
  let [shown, characters] = [0, 0];
  for (const group of ranked.slice(0, most)) {
    const own = linesOf(group);
    characters += own.reduce((sum, line) => sum + line.length + 1, 0);
    // the last line is for the rest
    if (shown > 0 && (lines.length + own.length >= room.lines || characters > room.characters - 100)) break;
    lines.push(...own);
    shown += 1;
  }
  const rest = ranked.slice(shown);
  const many = rest.reduce((sum, { repositories }) => sum + repositories.length, 0);
  if (rest.length > 0) lines.push(`and ${countOf(many)} in ${count(rest.length, "more group")}`);
  return lines;
}

/** The text of a warning about repositories, which a reader takes in and a log has room for. @param more its last lines */
export function effectText(groups: readonly RepositoryEffect[], more: readonly string[] = []): string {
  const taken = more.reduce((sum, line) => sum + line.length + 1, 0);
  const room = { lines: warningRoom.lines - more.length, characters: warningRoom.characters - taken };
  return [...effectLines(groups, mostGroups, room), ...more].join("\n");
}

const linesOf = ({ what, changes, repositories, titles }: RepositoryEffect): readonly string[] => [
  fitted(mostNames, (most) => `${countOf(repositories.length)}, ${what}: ${namesOf(repositories, most)}`),
  ...verdicts.flatMap((verdict) => {
    const leaves = changes.filter((each) => each.verdict === verdict);
    return leaves.length === 0 ? [] : [fitted(mostLeaves, (most) => `  ${verdict}: ${sentence(leaves, most, titles)}`)];
  }),
];

/** The line with the most of what it lists that fits; one that is too long with a single one is cut. */
function fitted(most: number, lineOf: (most: number) => string): string {
  const line = visible(lineOf(most));
  if (line.length <= longestLine) return line;
  return most === 1 ? `${line.slice(0, longestLine)}…` : fitted(most - 1, lineOf);
}

const namesOf = (repositories: RepositoryEffect["repositories"], most: number): string =>
  listed(
    repositories.map(({ name, id }) => name ?? id),
    most,
  );

const sentence = (leaves: readonly LeafChange[], most: number, titles?: PolicyTitles): string =>
  enumeration(
    leaves.map((each) => describeLeafChange(each, titles)),
    most,
  );

/**
 * A leaf that changes, in words: `sql-injection no longer blocks pull requests (true -> false)`. The members of a set, such as
 * patterns and names of integrations, are only counted: they may come from a sensitive variable, which Terraform does
 * not tell. Titles of policies are those of the account.
 */
export function describeLeafChange(change: LeafChange, titles: PolicyTitles = new Map()): string {
  const what = sentenceOf(change, titles, quotedUnlessPlain, JSON.stringify) ?? pathOf(change, titles);
  const values =
    change.after instanceof Unknown ? ["known after apply"] : valuesOf(change, shown, ({ length }) => String(length));
  return values.length === 0 ? what : `${what} (${values.join("; ")})`;
}

/** The path, with the title of a policy for its id. */
function pathOf({ path, setting, key = "" }: LeafChange, titles: PolicyTitles): string {
  const title = setting === "code_policies" ? titles.get(key) : undefined;
  return title === undefined ? path : path.replace(JSON.stringify(key), () => JSON.stringify(title));
}

/** A slug or an id as it is; anything else could be taken for words of ours. */
export const quotedUnlessPlain = (key: string): string => (/^[a-z\d][\w.-]*$/i.test(key) ? key : JSON.stringify(key));

const shown = (value: unknown): string =>
  Array.isArray(value) ? `a list of ${String(value.length)}` : valueText(value);

interface VerdictWarning {
  readonly subject: string;
  /** `its` for the repositories of a configuration. */
  readonly whose?: "its";
  /** What follows the counts in the summary, and distinguishes two objects of one name. */
  readonly such?: string;
  readonly groups: readonly RepositoryEffect[];
  readonly more?: readonly string[];
  readonly attribute: AttributePath;
}

/** A warning where a repository weakens, or is unclassified. */
export function verdictWarning(given: VerdictWarning): readonly Diagnostic[] {
  const { subject, whose, such = "", groups, more = [], attribute } = given;
  const counts = countEffects(groups);
  const summary = verdictSummary(counts, whose);
  if (summary === undefined) return [];
  const code = counts.weakens > 0 ? "weakens" : "unclassified";
  return [warning(code, effectText(groups, more), { attribute }, subject, `${summary}${such}`)];
}

/** The effects with the titles of the custom policies in them. A list of policies that is refused leaves their ids. */
export async function withTitles(
  { lists }: Session,
  effects: readonly RepositoryEffect[],
): Promise<readonly RepositoryEffect[]> {
  const ids = effects.flatMap(({ changes }) =>
    changes.flatMap(({ setting, key }) => (setting === "code_policies" && key !== undefined ? [key] : [])),
  );
  if (ids.length === 0) return effects;
  const named = { code_policies: ids.map((id) => ({ id })) };
  const { policies } = await unlessRefused(referencedEntities(lists, [named]), { analyzers: [], policies: [] });
  const titles = new Map(policies.map(({ id, title }) => [id, title]));
  return effects.map((each) => ({ ...each, titles }));
}
