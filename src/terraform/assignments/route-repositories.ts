import { stepsOf } from "../../diagnostics/attribute-path";
import { type Diagnostic, relocate } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { Desired, DesiredConfiguration } from "../../model/desired";
import type { Observed } from "../../model/observed";
import { address } from "../../model/ids";
import { groupsOf, movements } from "../../reconcile/plan/effects";
import { withCanonicalIds } from "../../reconcile/plan/resolve-ids";
import { plan } from "../../reconcile/plan/plan";
import { route } from "../../reconcile/plan/route";
import { unknownTargets } from "../../reconcile/plan/unknown-names";
import type { Session } from "../account/session";
import type { ObjectValue } from "../value";
import { desiredRules, firstUndecided, type Placement, placementsOf } from "./placements";
import { withTitles } from "../verdict/repository-effect";
import { effectsOfMoves, moveDiagnostics, type Undecided } from "./review-moves";

const rulesAddress = address("it");

export interface RoutedRepositories {
  /** The repositories whose rule is known. Absent after an error. */
  readonly placements?: readonly Placement[];
  /** Whether the rules of all repositories are known. */
  readonly isWhole: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Expands the rules to repositories, with a diagnostic for the repositories that move. Rules from the first one with
 * unknown selectors on decide only what is selected already: that is judged, the names in all rules are checked, and
 * the rest is reported as undecided.
 *
 * @param observed the repositories as this process first read them
 * @param isShown whether rules that select nothing are reported
 */
export async function routeRepositories(
  session: Session,
  config: ObjectValue,
  { configurations, repositories }: Observed,
  isShown = true,
): Promise<RoutedRepositories> {
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
    const planned = plan({ id: session.accountId }, desired, observed);
    const { routes } = route(desired, repositories);
    const routed = new Set(routes.map(({ repository }) => repository.id));
    const undecided: Undecided = {
      rule: isListed ? undecidedFrom : undefined,
      repositories: repositories.filter(({ id }) => !routed.has(id)),
    };
    // a rule that is partly unknown may select more
    const isKnown = ({ code, path }: Diagnostic): boolean =>
      isWhole || (code !== "repository-unknown" && path !== `rules[${String(undecidedFrom)}]`);
    const known = isShown ? [...gone, ...planned.diagnostics.filter(isKnown)] : [];
    const moving = groupsOf(movements({ ...planned, live: configurations }));
    const effects = await withTitles(session, effectsOfMoves(moving));
    return {
      placements: placementsOf(routes),
      isWhole,
      diagnostics: [...known.map(atRule), ...moveDiagnostics(effects, isWhole ? undefined : undecided)],
    };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return { isWhole, diagnostics: thrown.diagnostics.map(atRule) };
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

/** `rules[3].configuration_id` is at the fourth rule. */
function atRule(diagnostic: Diagnostic): Diagnostic {
  const [, index] = stepsOf(diagnostic.path ?? "");
  return relocate(diagnostic, { attribute: index === undefined ? ["rules"] : ["rules", index] });
}
