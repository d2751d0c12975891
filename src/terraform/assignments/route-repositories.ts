import { type Diagnostic, relocate } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { DesiredConfiguration, DesiredRule } from "../../model/desired";
import { address, type ConfigurationId, type RepositoryId } from "../../model/ids";
import { withCanonicalIds } from "../../reconcile/plan/canonical-ids";
import { plan } from "../../reconcile/plan/plan";
import { route } from "../../reconcile/plan/route";
import { referencedEntities } from "../account/lists";
import type { Session } from "../account/session";
import { type ObjectValue, Unknown } from "../values/value";
import { judgePendingTarget } from "./judge-pending-target";
import { moveDiagnostics } from "./move-diagnostics";
import { desiredRules } from "./rules";

const here = address("it");

export interface RoutedRepositories {
  /** The configuration of each repository, unknown before it is created. Absent after an error. */
  readonly assigned?: ReadonlyMap<RepositoryId, ConfigurationId | Unknown>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Expands the rules to repositories, with a diagnostic for the repositories that move. */
export async function routeRepositories(session: Session, config: ObjectValue): Promise<RoutedRepositories> {
  const { lists, accountId } = session;
  const [configurations, repositories] = await Promise.all([lists.configurations(), lists.certainly("repositories")]);
  const pending = new Map<number, DesiredConfiguration>();
  const written = desiredRules(config, (index) => {
    const at = address(`rule ${String(index)}`);
    pending.set(index, { address: at, name: `(of rule ${String(index + 1)}, known after apply)`, settings: {} });
    return { configuration: { address: at } };
  });
  const spelled = withCanonicalIds(
    { configurations: [], assignments: [{ address: here, rules: written }] },
    { configurations, repositories },
  );
  const rules = spelled.assignments.flatMap((each) => each.rules);
  const changed = session.ledger.settings.changedAmong(rules.flatMap(targetOf));
  const desired = { configurations: [...pending.values(), ...changed], assignments: [{ address: here, rules }] };
  const names = await referencedEntities(
    lists,
    changed.map(({ settings }) => settings),
  );
  try {
    const { moves, diagnostics } = plan({ id: accountId }, desired, { configurations, repositories, ...names });
    const destinations = new Map<RepositoryId, ConfigurationId | Unknown>();
    for (const { repository, target } of route(desired, repositories).routes)
      if (!("leave" in target))
        destinations.set(repository.id, "id" in target.configuration ? target.configuration.id : new Unknown());
    const live = new Map(configurations.map((each) => [each.id, each.settings]));
    for (const { repository, from, to } of moves)
      if ("id" in to && from !== undefined)
        session.ledger.settings.planMove(repository.id, to.id, live.get(from) ?? {});
    const judged = moves.map(judgePendingTarget(session.ledger.settings.pending, live));
    return {
      assigned: destinations,
      diagnostics: [...diagnostics.map(atRule), ...targeted(session, rules), ...moveDiagnostics(judged)],
    };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return { diagnostics: thrown.diagnostics.map(atRule) };
  }
}

const targetOf = ({ target }: DesiredRule): readonly ConfigurationId[] =>
  "configuration" in target && "id" in target.configuration ? [target.configuration.id] : [];

/** Records the configurations that rules assign, with an error for each that is destroyed. */
const targeted = (session: Session, rules: readonly DesiredRule[]): readonly Diagnostic[] =>
  rules.flatMap((rule, index) =>
    targetOf(rule).flatMap((id) => session.ledger.configurations.assign(id, ["rules", index])),
  );

/** `rules[3].configuration_id` is at the fourth rule. */
function atRule(diagnostic: Diagnostic): Diagnostic {
  const index = /^rules\[(\d+)\]/.exec(diagnostic.path ?? "")?.[1];
  return relocate(diagnostic, { attribute: index === undefined ? ["rules"] : ["rules", Number(index)] });
}
