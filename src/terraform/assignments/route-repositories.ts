import { stepsOf } from "../../diagnostics/attribute-path";
import { type Diagnostic, relocate, warning } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { Desired, DesiredConfiguration } from "../../model/desired";
import type { Observed, Repository } from "../../model/observed";
import { address } from "../../model/ids";
import { type Group, groupsOf, movements, type Side } from "../../reconcile/plan/effects";
import { withCanonicalIds } from "../../reconcile/plan/resolve-ids";
import { plan } from "../../reconcile/plan/plan";
import { route } from "../../reconcile/plan/route";
import { unknownTargets } from "../../reconcile/plan/unknown-names";
import type { Session } from "../account/session";
import type { ObjectValue } from "../value";
import { desiredRules, firstUndecided, type Placement, placementsOf, rulesAddress } from "./placements";
import {
  classOf,
  countEffects,
  effectText,
  type RepositoryEffect,
  verdictWarning,
  withTitles,
} from "../verdict/repository-effect";
import { unknownChange } from "../verdict/unknown-leaves";

interface RoutedRepositories {
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
  observed: Observed,
  isShown: boolean,
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
    observed,
  );
  const all = spelled.assignments.flatMap((each) => each.rules);
  const rules = isWhole ? all : all.slice(0, undecidedFrom + 1);
  const desired = { configurations: [...pending.values()], assignments: [{ address: rulesAddress, rules }] };
  try {
    const gone = isWhole || !isShown ? [] : checkNames(spelled, observed);
    const planned = plan({ id: session.accountId }, desired, observed);
    const { routes } = route(desired, observed.repositories);
    const routed = new Set(routes.map(({ repository }) => repository.id));
    const undecided: Undecided = {
      rule: isListed ? undecidedFrom : undefined,
      repositories: observed.repositories.filter(({ id }) => !routed.has(id)),
    };
    // a rule that is partly unknown may select more
    const isKnown = ({ code, path }: Diagnostic): boolean =>
      isWhole || (code !== "repository-unknown" && path !== `rules[${String(undecidedFrom)}]`);
    const known = isShown ? [...gone, ...planned.diagnostics.filter(isKnown)] : [];
    const moving = groupsOf(movements({ ...planned, live: observed.configurations }));
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

/**
 * The repositories that move, in groups by source and target, each with its changes: by the settings that the
 * account has now. A configuration is named with its id, since the same plan may give its name to another.
 */
const effectsOfMoves = (groups: readonly Group[]): readonly RepositoryEffect[] =>
  groups.map(({ from, to, changes, repositories }) => ({
    what: `${named(from) ?? "none"} -> ${named(to) ?? "one that is known only after apply"} (${rulesOf(repositories)})`,
    changes: to?.id === undefined ? [unknownChange("configuration")] : changes,
    repositories: repositories.map(({ repository }) => repository),
  }));

const named = (side: Side | null): string | undefined =>
  side?.id === undefined || side.name === side.id ? side?.id : `${JSON.stringify(side.name)} (${side.id})`;

/** `rule 2`, `rules 1, 3`: without what is written in them, which may come from a sensitive variable. */
function rulesOf(group: Group["repositories"]): string {
  const numbers = [...new Set(group.map(({ by: { rule = 0 } = {} }) => rule + 1))];
  return `${numbers.length === 1 ? "rule" : "rules"} ${numbers.sort((left, right) => left - right).join(", ")}`;
}

/** Repositories whose configuration is undecided, since a rule is unknown. */
interface Undecided {
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
  const attribute = ["rules"];
  const warned = verdictWarning({
    subject: "Routing",
    such: suchAs(groups),
    groups,
    more: ofNow,
    attribute,
  });
  const { all } = countEffects(groups);
  if (warned.length > 0 || all === 0) return warned;
  return [warning("repositories-move", effectText(groups, ofNow.slice(1)), { attribute }, all)];
}

const ofNow = [
  "Judged by the settings that the configurations have now: a change of one in the same plan is reviewed with that one.",
  "A repository that comes or goes before this is applied is not moved along: where terraform calls the plan inconsistent, plan again.",
];

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
