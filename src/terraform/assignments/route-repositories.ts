import { type Diagnostic, relocate } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { Desired, DesiredConfiguration, DesiredRule } from "../../model/desired";
import type { Observed } from "../../model/entities";
import { address, type ConfigurationId } from "../../model/ids";
import { withCanonicalIds } from "../../reconcile/plan/resolve-ids";
import { plan } from "../../reconcile/plan/plan";
import { route } from "../../reconcile/plan/route";
import { unknownTargets } from "../../reconcile/plan/identify";
import type { Session } from "../account/session";
import type { ObjectValue } from "../value";
import { desiredRules, firstUndecided, type Placement, placementsOf } from "./placements";
import { firstConfigurations, firstRepositories } from "../review/review-effects";
import { withTitles } from "../verdict/repository-effect";
import { isReviewKnown, judgeMoves, moveDiagnostics, type Undecided } from "../review/review-moves";
import { reviewValue } from "../verdict/review-value";

const rulesAddress = address("it");

export interface RoutedRepositories {
  /** The repositories whose rule is known. Absent after an error. */
  readonly placements?: readonly Placement[];
  /** Whether the rules of all repositories are known. */
  readonly isWhole: boolean;
  /** The attribute `review`, as far as this can be said now. Absent after an error. */
  readonly review?: ObjectValue;
  /** Whether that is what the plan of an apply will say. */
  readonly isReviewKnown: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Expands the rules to repositories, with a diagnostic for the repositories that move. Rules from the first one with
 * unknown selectors on decide only what is selected already: that is judged, the names in all rules are checked, and
 * the rest is reported as undecided.
 *
 * @param isShown whether rules that select nothing are reported
 */
export async function routeRepositories(
  session: Session,
  config: ObjectValue,
  isShown = true,
): Promise<RoutedRepositories> {
  const { lists, accountId } = session;
  const { settings } = session.ledger;
  const repositories = await firstRepositories(session);
  const [configurations, first] = [await lists.read("configurations", "ended"), await firstConfigurations(session)];
  for (const each of repositories) session.ledger.reviewed.repositories.set(each.id, each.configuration_id);
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
  const desired = { configurations: [...pending.values()], assignments: [{ address: rulesAddress, rules }] };
  try {
    const observed = { configurations, repositories };
    const named = { configurations: [], assignments: [{ address: rulesAddress, rules: all }] };
    const gone = isWhole || !isShown ? [] : checkNames(named, observed);
    const { moves, diagnostics } = plan({ id: accountId }, desired, observed);
    const { routes } = route(desired, repositories);
    const placements = placementsOf(routes);
    const now = new Map(configurations.map((each) => [each.id, each]));
    const before = new Map(first.map((each) => [each.id, each]));
    for (const { repository, from, to } of moves)
      settings.moves.set(repository.id, {
        repository,
        from,
        listed: from === undefined ? undefined : before.get(from),
        to: "id" in to ? to.id : undefined,
      });
    const routed = new Set(routes.map(({ repository }) => repository.id));
    const undecided: Undecided = {
      rule: isListed ? undecidedFrom : undefined,
      repositories: repositories.filter(({ id }) => !routed.has(id)),
    };
    // a rule that is partly unknown may select more
    const isKnown = ({ code, path }: Diagnostic): boolean =>
      isWhole || (code !== "repository-unknown" && path !== `rules[${String(undecidedFrom)}]`);
    const known = isShown ? [...gone, ...diagnostics.filter(isKnown)] : [];
    const effects = await withTitles(session, judgeMoves(moves, settings, { before, now }));
    return {
      placements,
      isWhole,
      review: reviewValue(effects),
      isReviewKnown: isWhole && isReviewKnown(session, moves, rules.flatMap(targetOf), pending.size === 0),
      diagnostics: [
        ...known.map(atRule),
        ...recordTargets(session, all),
        ...moveDiagnostics(effects, isWhole ? undefined : undecided),
      ],
    };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return { isWhole, isReviewKnown: false, diagnostics: thrown.diagnostics.map(atRule) };
  }
}

/**
 * Checks the names in all rules, also behind one that is not known yet.
 *
 * @returns warnings of repositories that the account does not have
 * @throws ScanformError for a configuration that the account does not have, and for a pattern that is not valid
 */
function checkNames(desired: Desired, observed: Observed): readonly Diagnostic[] {
  const found = [...unknownTargets(desired, observed), ...route(desired, observed.repositories).diagnostics];
  const wrong = found.filter(({ severity }) => severity === "error");
  if (wrong.length > 0) throw new ScanformError(wrong);
  return found.filter(({ code }) => code === "repository-unknown");
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
