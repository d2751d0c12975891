import type { ConfigurationId } from "../../model/ids";
import type { Session } from "../account/session";
import type { PlannedSettings } from "../account/ledger/planned-settings";
import {
  bySeverity,
  classOf,
  countEffects,
  effectText,
  type RepositoryEffect,
  verdictWarning,
} from "../verdict/repository-effect";
import type { LeafChange } from "../../model/compare-settings";
import type { Configuration, Repository } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import type { Move } from "../../reconcile/plan/change";
import { changesBetween } from "../../reconcile/plan/moves";
import { unknownChange } from "../verdict/unknown-leaves";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";

/**
 * What rules do, and whether it is known: where repositories move, it is not while a configuration that a rule refers
 * to, or that a repository leaves, is new or changes in more than its name.
 *
 * @param targets the configurations that rules refer to, as far as they are known
 * @param isWhole whether all of them are
 */
export function isReviewKnown(
  { ledger: { settings } }: Session,
  moves: readonly Move[],
  targets: readonly ConfigurationId[],
  isWhole: boolean,
): boolean {
  if (moves.length === 0) return true;
  const concerned = new Set([...targets, ...moves.flatMap(({ from }) => from ?? [])]);
  if (!isWhole || [...concerned].some((id) => settings.isChanging(id))) return false;
  for (const id of concerned) settings.reviewed.add(id);
  return true;
}

/** The configurations that moves are judged by, by id. */
interface Basis {
  /** Before anything is applied. */
  readonly before: ReadonlyMap<ConfigurationId, Configuration>;
  readonly now: ReadonlyMap<ConfigurationId, Configuration>;
}

/** The repositories that move, grouped by source and target, each group with its changes. */
export function judgeMoves(
  moves: readonly Move[],
  settings: PlannedSettings,
  basis: Basis,
): readonly RepositoryEffect[] {
  const alike = groupBy(moves, ({ from, to }) => JSON.stringify([from, "id" in to ? to.id : null]));
  return [...alike.values()].flatMap((group): readonly RepositoryEffect[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { to, changes } = judgeMove(first, settings, basis);
    const { from } = first;
    const what = `${from === undefined ? "none" : nameOf(from, basis)} -> ${to} (${rulesOf(group)})`;
    return [{ what, changes, repositories: group.map(({ repository }) => repository) }];
  });
}

/** The name before anything is applied: which of two is planned or applied first makes no difference. */
const nameOf = (id: ConfigurationId, { before, now }: Basis): string =>
  JSON.stringify((before.get(id) ?? now.get(id))?.name ?? id);

interface JudgedMove {
  readonly to: string;
  readonly changes: readonly LeafChange[];
}

/** A target with an unknown id is one of the pending configurations: the worst of them counts. */
function judgeMove({ from, to }: Move, settings: PlannedSettings, basis: Basis): JudgedMove {
  const source = from === undefined ? undefined : basis.before.get(from);
  if ("id" in to) {
    const { after = basis.now.get(to.id)?.settings ?? {}, unknown = [] } = settings.changed.get(to.id) ?? {};
    return {
      to: nameOf(to.id, basis),
      changes: [...changesBetween(from, source, after), ...unknown],
    };
  }
  const [worst, ...others] = settings.pending
    .map(({ name, after, unknown }) => ({
      name: name === undefined ? "a new one" : JSON.stringify(name),
      changes: [...changesBetween(from, source, after), ...unknown],
    }))
    .sort(bySeverity);
  if (worst === undefined) return { to: "(known after apply)", changes: [unknownChange("configuration")] };
  return {
    to: others.length === 0 ? `${worst.name} (new)` : `(known after apply, at worst ${worst.name})`,
    changes: worst.changes,
  };
}

/** `rule 2`, `rules 1, 3`: without what is written in them, which may come from a sensitive variable. */
function rulesOf(group: readonly Move[]): string {
  const numbers = [...new Set(group.map(({ rule }) => Number(/^rule (\d+)/.exec(rule)?.[1])))];
  return `${numbers.length === 1 ? "rule" : "rules"} ${numbers.sort((left, right) => left - right).join(", ")}`;
}

/** Terraform plans again when it applies, and rejects a plan that differs from the first. */
const outdated =
  "Where a repository comes or goes before this plan is applied, Terraform calls it inconsistent, and nothing is moved: plan again.";

/** Repositories whose configuration is undecided, since a rule is unknown. */
export interface Undecided {
  /** The first rule that is not known, counted from 0; undefined when no rule is. */
  readonly rule: number | undefined;
  readonly repositories: readonly Repository[];
}

/**
 * One warning that lists the moves in groups, the worst first. Its summary says how many repositories weaken or are
 * unclassified, and names one of them: Terraform gives the provider no name of the resource, and no two resources
 * assign one repository.
 */
export function moveDiagnostics(moves: readonly RepositoryEffect[], undecided?: Undecided): readonly Diagnostic[] {
  const groups = undecided === undefined ? moves : [...moves, asEffect(undecided)];
  const more = undecided === undefined ? [outdated] : [];
  const attribute = ["rules"];
  const warned = verdictWarning({ subject: "Routing", such: suchAs(groups), groups, more, attribute });
  const { all } = countEffects(groups);
  if (warned.length > 0 || all === 0) return warned;
  return [warning("repositories-move", effectText(groups, more), { attribute }, all)];
}

const asEffect = ({ rule, repositories }: Undecided): RepositoryEffect => ({
  what:
    rule === undefined
      ? "for which the rules are known only after apply"
      : `which rule ${String(rule + 1)} may select, whose selectors are known only after apply`,
  changes: [unknownChange("configuration")],
  repositories,
});

/** The first repository that weakens, or else that is unclassified. */
function suchAs(groups: readonly RepositoryEffect[]): string {
  const effects = (["weakens", "unclassified"] as const).flatMap((kind) =>
    groups.filter((each) => classOf(each) === kind).flatMap(({ repositories }) => repositories),
  );
  const [first] = effects;
  if (first === undefined) return "";
  return `${effects.length === 1 ? ":" : ", such as"} ${JSON.stringify(first.name ?? first.id)}`;
}
