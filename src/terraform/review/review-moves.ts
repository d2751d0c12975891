import { isDeepStrictEqual } from "node:util";
import { ScanformError } from "../../diagnostics/error";
import type { Desired, DesiredConfiguration } from "../../model/desired";
import { configurationId, type ConfigurationId } from "../../model/ids";
import { plan } from "../../reconcile/plan/plan";
import { referencedEntities } from "../account/lists";
import type { Session } from "../account/session";
import { PlannedSettings } from "../account/ledger/planned-settings";
import {
  bySeverity,
  classOf,
  countEffects,
  effectText,
  type RepositoryEffect,
  verdictWarning,
} from "../verdict/repository-effect";
import { firstConfigurations, firstRepositories } from "./review-effects";
import type { ObjectValue, Unknown } from "../value";
import { reviewOfBoth, reviewValue, unknownReview } from "../verdict/review-value";
import type { SeenAccount } from "../verdict/seen";
import type { LeafChange } from "../../model/compare-settings";
import type { Configuration, Repository } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import type { Move } from "../../reconcile/plan/change";
import { changesBetween } from "../../reconcile/plan/moves";
import { unknownChange } from "../verdict/unknown-leaves";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";

/** The basis of a judgement: the account before anything is applied, and its planned configurations. */
type Basis = SeenAccount & { readonly planned: readonly DesiredConfiguration[] };

/**
 * The review of the repositories that rules move, known as far as a second plan is certain to repeat it. Terraform plans
 * again when it applies; therefore the review is computed from what the refresh read, and from what was planned to
 * change by then. Changes that were planned since make it unknown where they matter, except in the plan of an apply,
 * which must repeat the first one.
 *
 * This holds for rules that exist. New rules have no refresh, and nothing else carries what the plan counted to its
 * apply. The order of planning does not help: a reference to a configuration and its literal id arrive as the same
 * value, and with the literal Terraform may plan the configuration before the rules and apply it after them.
 *
 * @param now the configurations that are planned to change, by this process
 * @param seen what the refresh saw, and when
 */
export async function reviewOfMoves(
  session: Session,
  desired: Desired,
  now: readonly DesiredConfiguration[],
  seen?: SeenAccount,
  refreshedAt?: string,
): Promise<ObjectValue | Unknown> {
  const basis = seen ?? {
    configurations: await firstConfigurations(session),
    repositories: await firstRepositories(session),
  };
  const before = seen?.planned ?? [];
  const changed = new Set(now.map(({ id }) => id));
  const first = await effectsOfRules(session, desired, { ...basis, planned: before });
  const others = before.filter(({ id }) => !changed.has(id));
  const later = await effectsOfRules(session, desired, { ...basis, planned: [...others, ...now] });
  const review = first === undefined ? unknownReview : reviewValue(first, refreshedAt);
  if (isDeepStrictEqual(effectOf(first), effectOf(later)) || !(await session.ledger.walk.isPlan(session)))
    return review;
  if (first === undefined || later === undefined) return unknownReview;
  return reviewOfBoth(reviewValue(first, refreshedAt), reviewValue(later, refreshedAt));
}

async function effectsOfRules(
  session: Session,
  desired: Desired,
  basis: Basis,
): Promise<readonly RepositoryEffect[] | undefined> {
  // created since, usually by this apply: the first plan knew neither its id nor the review
  const known = new Set(basis.configurations.map(({ id }) => id));
  const created = (await session.lists.configurations()).filter(({ id }) => !known.has(id));
  const configurations = [...basis.configurations, ...created];
  const targets = targetsOf(desired);
  const planned = basis.planned.filter(({ id }) => id !== undefined && targets.has(id));
  const names = await referencedEntities(
    session.lists,
    planned.map(({ settings }) => settings),
  );
  const observed = { configurations, repositories: basis.repositories, ...names };
  try {
    const { moves } = plan(
      { id: session.accountId },
      { ...desired, configurations: [...desired.configurations, ...planned] },
      observed,
    );
    return judgeMoves(moves, new PlannedSettings(), new Map(configurations.map((each) => [each.id, each])));
  } catch (thrown) {
    // the account has changed and the rules no longer fit it: their effect is unknown, which is no error
    if (thrown instanceof ScanformError) return undefined;
    throw thrown;
  }
}

const targetsOf = ({ assignments }: Desired): ReadonlySet<string> =>
  new Set(
    assignments.flatMap(({ rules }) =>
      rules.flatMap(({ target }) =>
        "configuration" in target && "id" in target.configuration ? [configurationId(target.configuration.id)] : [],
      ),
    ),
  );

/** The effect without its text, in which a configuration may have its new name. */
const effectOf = (groups: readonly RepositoryEffect[] | undefined): unknown =>
  groups?.map(({ changes, repositories }) => ({ changes, repositories: repositories.map(({ id }) => id) }));

/** The repositories that move, grouped by source and target, each group with its changes. */
export function judgeMoves(
  moves: readonly Move[],
  settings: PlannedSettings,
  live: ReadonlyMap<ConfigurationId, Configuration>,
): readonly RepositoryEffect[] {
  const alike = groupBy(moves, ({ from, to }) => JSON.stringify([from, "id" in to ? to.id : null]));
  return [...alike.values()].flatMap((group): readonly RepositoryEffect[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { to, changes } = judgeMove(first, settings, live);
    const from = first.fromName === null ? "none" : JSON.stringify(first.fromName);
    return [
      {
        what: `${from} -> ${to} (${rulesOf(group)})`,
        changes,
        repositories: group.map(({ repository }) => repository),
      },
    ];
  });
}

interface Judged {
  readonly to: string;
  readonly changes: readonly LeafChange[];
}

/** A target with an unknown id is one of the pending configurations: the worst of them counts. */
function judgeMove(
  { from, to, toName, changes }: Move,
  settings: PlannedSettings,
  live: ReadonlyMap<ConfigurationId, Configuration>,
): Judged {
  if ("id" in to) return { to: JSON.stringify(toName), changes: [...changes, ...settings.unknownIn(to.id)] };
  const listed = from === undefined ? undefined : live.get(from);
  const [worst, ...others] = settings.pending
    .map(({ name, after, unknown }) => ({
      name: name === undefined ? "a new one" : JSON.stringify(name),
      changes: [...changesBetween(from, listed, after), ...unknown],
    }))
    .sort(bySeverity);
  if (worst === undefined) return { to: "(known after apply)", changes: [unknownChange("configuration")] };
  return {
    to: others.length === 0 ? `${worst.name} (new)` : `(known after apply, at worst ${worst.name})`,
    changes: worst.changes,
  };
}

/** `rule 2: payments-%`; where several rules, or several names of one, match: `rules 1, 3`. */
function rulesOf(group: readonly Move[]): string {
  const texts = new Set(group.map(({ rule }) => rule));
  const [only = ""] = texts;
  if (texts.size === 1) return only;
  const numbers = [...new Set([...texts].map((each) => Number(/^rule (\d+)/.exec(each)?.[1])))];
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
 * unclassified, and names one of them: Terraform tells the provider no name of the resource, and no two resources
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
