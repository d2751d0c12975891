import { number } from "../diagnostics/count";
import { enumerationTexts } from "../diagnostics/enumeration";
import { quoted } from "../diagnostics/foreign-text";
import { closest } from "../model/suggest";
import { normalForm } from "../model/normal-form";
import type { Labels, NamedSide } from "./configuration-labels";
import type { AccountDocument } from "./document";
import { flowed, type Layout } from "./layout";
import type { Detail } from "./outline";

/** What a plan shows about repositories that move, besides from where and to where. */
export interface MoveNotes {
  /** The ids of the configurations that lose their last repository, and are not deleted. */
  readonly emptied: ReadonlySet<string>;
  /** By the id of a repository that moves: a rule that probably names it as it was called before. */
  readonly renamed: ReadonlyMap<string, { readonly rule: number; readonly name: string }>;
}

export const noMoveNotes: MoveNotes = { emptied: new Set(), renamed: new Map() };

/** Computed on first use. */
export function moveNotesOf(plan: AccountDocument): () => MoveNotes {
  let notes: MoveNotes | undefined = plan.moves.length === 0 ? noMoveNotes : undefined;
  return () => (notes ??= { emptied: emptiedIn(plan), renamed: renamedIn(plan) });
}

function emptiedIn({ before, after }: AccountDocument): MoveNotes["emptied"] {
  const live = new Set(after.configurations.map(({ id }) => id));
  const held = new Set(holdersIn(after));
  return new Set(holdersIn(before).filter((id) => live.has(id) && !held.has(id)));
}

const holdersIn = ({ configurations, repositories }: AccountDocument["before"]): readonly string[] =>
  repositories.flatMap(({ configuration }) => configurations[configuration ?? -1]?.id ?? []);

/** How many names are looked for, since each is compared with those of all repositories. */
const mostSought = 10;

/**
 * Repositories that move away from what a rule gives another name, or left where they were, where no repository has that
 * name and theirs is one of the nearest.
 */
function renamedIn({ rules, before, moves }: AccountDocument): MoveNotes["renamed"] {
  const naming = rules.filter(({ repository_names: names }) => names.length > 0);
  if (naming.length === 0) return noMoveNotes.renamed;
  const names = before.repositories.flatMap(({ name }) => name ?? []);
  const live = new Set(names.map(normalForm));
  const sought = naming
    .flatMap(({ rule, to, repository_names: all }) => all.map((name) => ({ rule, to, name })))
    .filter(({ name }) => !live.has(normalForm(name)))
    .slice(0, mostSought);
  return new Map(
    sought.flatMap(({ rule, to, name }) => {
      const leaving = moves.filter(({ from }) => to === null || (from !== null && to.id === from));
      const near = new Set(leaving.length === 0 ? [] : closest(name, names));
      return leaving.flatMap(({ repository_id: id, repository_name: now }) =>
        now !== null && near.has(now) ? [[id, { rule, name }] as const] : [],
      );
    }),
  );
}

interface Showing {
  readonly moving: () => MoveNotes;
  readonly labelOf: Labels;
  readonly layout: Layout;
}

/**
 * Below a move: which configurations no repository has afterwards, and which of its repositories were probably renamed.
 *
 * @param from the configurations that the repositories leave
 */
export function moveDetails(
  from: readonly (NamedSide | null)[],
  repositories: readonly Pick<AccountDocument["after"]["repositories"][number], "id" | "name">[],
  { moving, labelOf, layout }: Showing,
  rank: number,
): readonly Detail[] {
  const { emptied, renamed } = moving();
  const detail = (texts: readonly string[]): Detail => ({ rank, lines: flowed("      ", texts, layout.columns) });
  const empty = from.filter((each) => emptied.has(each?.id ?? "")).map(labelOf);
  const which =
    empty.length > mostNamed && empty.length === from.length
      ? ["these", number(empty.length), "configurations"]
      : enumerationTexts(empty, layout.full ? Infinity : mostNamed);
  return [
    ...(empty.length === 0 ? [] : [detail(["afterwards", "no", "repository", "has", ...which])]),
    ...repositories.flatMap(({ id, name }) => {
      const former = renamed.get(id);
      if (former === undefined) return [];
      const may = [quoted(name ?? id), "may", "be", "a", "new", "name", "of", `${quoted(former.name)},`];
      return [detail([...may, "which", "rule", String(former.rule), "names"])];
    }),
  ];
}

/** How many configurations without a repository are named. */
const mostNamed = 4;
