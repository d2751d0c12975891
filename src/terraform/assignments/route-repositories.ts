import { type Diagnostic, relocate } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { Desired, DesiredConfiguration, DesiredRule } from "../../model/desired";
import type { Observed } from "../../model/entities";
import { address, configurationId, type ConfigurationId, repositoryId, type RepositoryId } from "../../model/ids";
import { withCanonicalIds } from "../../reconcile/plan/resolve-ids";
import { plan } from "../../reconcile/plan/plan";
import { route } from "../../reconcile/plan/route";
import { unknownTargets } from "../../reconcile/plan/identify";
import { referencedEntities } from "../account/lists";
import type { Session } from "../account/session";
import {
  isObjectValue,
  isUnknown,
  isWhollyKnown,
  listIn,
  type ObjectValue,
  type PrivateState,
  textIn,
  Unknown,
  type Value,
} from "../value";
import { judgeMoves, moveDiagnostics, reviewOfMoves, type Undecided } from "../review/review-moves";
import { unknownReview } from "../verdict/review-value";
import { seenAccount, seenAt } from "../verdict/seen";

const rulesAddress = address("it");

export interface RoutedRepositories {
  /** The configuration of each repository whose rule is known, unknown before it is created. Absent after an error. */
  readonly assigned?: ReadonlyMap<RepositoryId, ConfigurationId | Unknown>;
  /** Whether the rules of all repositories are known. */
  readonly isWhole: boolean;
  /** The attribute `review`. */
  readonly review: ObjectValue | Unknown;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Expands the rules to repositories, with a diagnostic for the repositories that move. Rules from the first one with
 * unknown selectors on decide only what is selected already: that is judged, the names in all rules are checked, and
 * the rest is reported as undecided.
 */
export async function routeRepositories(
  session: Session,
  config: ObjectValue,
  refreshPrivate: PrivateState = {},
): Promise<RoutedRepositories> {
  const { lists, accountId } = session;
  const { settings } = session.ledger;
  const [configurations, repositories] = await Promise.all([lists.configurations(), lists.complete("repositories")]);
  session.ledger.reviewed.route(repositories);
  const isListed = Array.isArray(config["rules"]);
  const undecidedFrom = isListed ? firstUndecided(config) : 0;
  const isWhole = undecidedFrom === undefined;
  const pending = new Map<number, DesiredConfiguration>();
  const written = desiredRules(config, (index) => {
    const at = address(`rule ${String(index)}`);
    pending.set(index, { address: at, name: `(of rule ${String(index + 1)}, known after apply)`, settings: {} });
    return { configuration: { address: at } };
  });
  const spelled = withCanonicalIds(
    { configurations: [], assignments: [{ address: rulesAddress, rules: written }] },
    { configurations, repositories },
  );
  const all = spelled.assignments.flatMap((each) => each.rules);
  const rules = isWhole ? all : all.slice(0, undecidedFrom + 1);
  const changed = settings.changedAmong(rules.flatMap(targetOf));
  const desired = {
    configurations: [...pending.values(), ...changed],
    assignments: [{ address: rulesAddress, rules }],
  };
  const names = await referencedEntities(
    lists,
    changed.map((each) => each.settings),
  );
  try {
    const observed = { configurations, repositories, ...names };
    if (!isWhole) checkNames({ configurations: [], assignments: [{ address: rulesAddress, rules: all }] }, observed);
    const { moves, diagnostics } = plan({ id: accountId }, desired, observed);
    const routed = new Set<RepositoryId>();
    const assigned = new Map<RepositoryId, ConfigurationId | Unknown>();
    for (const { repository, target } of route(desired, repositories).routes) {
      routed.add(repository.id);
      if (!("leave" in target))
        assigned.set(repository.id, "id" in target.configuration ? target.configuration.id : new Unknown());
    }
    const live = new Map(configurations.map((each) => [each.id, each]));
    for (const { repository, from, to } of moves)
      settings.planMove({
        repository,
        from,
        listed: from === undefined ? undefined : live.get(from),
        to: "id" in to ? to.id : undefined,
      });
    const undecided: Undecided = {
      rule: isListed ? undecidedFrom : undefined,
      repositories: repositories.filter(({ id }) => !routed.has(id)),
    };
    // a rule that is partly unknown may select more
    const known = diagnostics.filter(({ path }) => isWhole || path !== `rules[${String(undecidedFrom)}]`);
    // configurations that are planned from here on see these moves
    const reviewed = settings.changedAmong(rules.flatMap(targetOf));
    const isKnown = isWhole && rules.flatMap(targetOf).every((id) => settings.unknownIn(id).length === 0);
    const isDecided = [...assigned.values()].every((each) => !isUnknown(each));
    return {
      assigned,
      isWhole,
      review:
        isKnown && isDecided
          ? await reviewOfMoves(
              session,
              { ...desired, configurations: [...pending.values()] },
              reviewed,
              seenAccount(refreshPrivate),
              seenAt(refreshPrivate),
            )
          : unknownReview,
      diagnostics: [
        ...known.map(atRule),
        ...recordTargets(session, all),
        ...moveDiagnostics(judgeMoves(moves, settings, live), isWhole ? undefined : undecided),
      ],
    };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return { isWhole, review: unknownReview, diagnostics: thrown.diagnostics.map(atRule) };
  }
}

/** @throws ScanformError for a name or an id that the account does not have, in any rule */
function checkNames(desired: Desired, observed: Observed): void {
  const wrong = [...unknownTargets(desired, observed), ...route(desired, observed.repositories).diagnostics].filter(
    ({ severity }) => severity === "error",
  );
  if (wrong.length > 0) throw new ScanformError(wrong);
}

const targetOf = ({ target }: DesiredRule): readonly ConfigurationId[] =>
  "configuration" in target && "id" in target.configuration ? [target.configuration.id] : [];

/** Records the configurations that rules assign, with an error for each that is destroyed. */
const recordTargets = (session: Session, rules: readonly DesiredRule[]): readonly Diagnostic[] =>
  rules.flatMap((rule, index) =>
    targetOf(rule).flatMap((id) => session.ledger.configurations.assign(id, ["rules", index])),
  );

/** `rules[3].configuration_id` is at the fourth rule. */
function atRule(diagnostic: Diagnostic): Diagnostic {
  const index = /^rules\[(\d+)\]/.exec(diagnostic.path ?? "")?.[1];
  return relocate(diagnostic, { attribute: index === undefined ? ["rules"] : ["rules", Number(index)] });
}

const selectors = ["repository_ids", "repository_names", "repository_pattern"] as const;

/** The rules as written; an unknown rule keeps its index. */
const rulesIn = ({ rules }: ObjectValue): readonly Value[] => listIn(rules);

/**
 * The first rule, counted from 0, with unknown selectors; undefined when all are known. What the rules before it and the
 * known part of its own selectors select is decided.
 */
function firstUndecided(config: ObjectValue): number | undefined {
  const index = rulesIn(config).findIndex((rule) => !isObjectValue(rule) || !selectsWhatIsKnown(rule));
  return index < 0 ? undefined : index;
}

const selectsWhatIsKnown = (rule: ObjectValue): boolean =>
  !mayBeEither(rule) && selectors.every((name) => isWhollyKnown(rule[name] ?? null));

/** Whether the rule may either assign a configuration or leave the repositories. */
const mayBeEither = ({ configuration_id: id = null, leave = null }: ObjectValue): boolean =>
  isUnknown(id) && isUnknown(leave);

/**
 * The rules for the engine, with what is known of their selectors. A configuration that is not there yet is one that
 * is declared: its id is the number of the rule.
 */
const desiredRules = (config: ObjectValue, pending: (rule: number) => DesiredRule["target"]): readonly DesiredRule[] =>
  rulesIn(config).map((rule, index): DesiredRule => {
    if (!isObjectValue(rule) || mayBeEither(rule)) return { target: { leave: true } };
    const { configuration_id: id = null, repository_pattern: pattern = null } = rule;
    return {
      target: isUnknown(id)
        ? pending(index)
        : id === null
          ? { leave: true }
          : { configuration: { id: configurationId(textIn(id)) } },
      repositoryIds: textsIn(rule["repository_ids"]).map(repositoryId),
      repositoryNames: textsIn(rule["repository_names"]),
      ...(typeof pattern === "string" ? { repositoryPattern: pattern } : {}),
    };
  });

const textsIn = (value: Value | undefined): readonly string[] =>
  listIn(value).filter((each) => typeof each === "string");
