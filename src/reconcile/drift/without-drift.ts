import { compareSettings, overlap } from "../../model/compare-settings";
import type { Configuration, Observed, Repository } from "../../model/entities";
import type { ConfigurationId } from "../../model/ids";
import type { ConfigurationChange } from "../plan/change";
import { putBack } from "../plan/merge";
import type { Plan } from "../plan/plan";
import type { Drift, DriftedConfiguration } from "./drift";

/**
 * The account as if nothing had drifted, so that a plan of it holds what is declared and not applied yet. Only what
 * the plan would change is put back: what somebody did by hand and is declared by now needs no apply.
 *
 * @param plan of the account as it is
 */
export function withoutDrift(now: Observed, { configurations, repositories }: Drift, plan: Plan): Observed {
  if (configurations.length === 0 && repositories.length === 0) return now; // the same one, which is planned already
  const drifted = new Map(configurations.map((each) => [each.held.id, each]));
  const planned = new Map(plan.configurations.flatMap((each) => (each.live ? [[each.live.id, each] as const] : [])));
  const remade = new Map<ConfigurationId | null, Remade>(configurations.flatMap((each) => remadeAs(each, plan)));
  const former = new Map([...remade.values()].map((each) => [each.live.id, each]));
  const gone = configurations.flatMap(({ live, held: { id, name, settings } }): readonly Configuration[] =>
    live === undefined && name !== undefined && isCreated(plan, name) ? [{ id, name, settings }] : [],
  );
  const known = [
    ...now.configurations.map((live) => {
      const each = drifted.get(live.id) ?? former.get(live.id);
      return each === undefined ? live : restored(live, each, planned.get(live.id), plan);
    }),
    ...gone,
  ];
  const ids = new Set<ConfigurationId | null>([null, ...known.map(({ id }) => id)]);
  const moving = new Set(plan.moves.map(({ repository }) => repository.id));
  const back = new Map(
    repositories.flatMap(({ repository: { id }, from: had }) => {
      const from = remade.get(had)?.live.id ?? had;
      return moving.has(id) && ids.has(from) ? [[id, from] as const] : [];
    }),
  );
  return {
    ...now,
    configurations: known,
    repositories: now.repositories.map((repository): Repository => {
      const from = back.get(repository.id);
      if (from === undefined) return repository;
      const { configuration_id: _now, ...rest } = repository;
      return from === null ? rest : { ...rest, configuration_id: from };
    }),
  };
}

type Remade = DriftedConfiguration & { readonly live: Configuration };

/** A configuration that was deleted, and the other one that is declared in its place by now. */
function remadeAs(
  { held, declared, live }: DriftedConfiguration,
  { configurations }: Plan,
): readonly (readonly [ConfigurationId, Remade])[] {
  const other = configurations.find((each) => each.declared.name === held.name)?.live;
  if (live !== undefined || other === undefined) return [];
  return [[held.id, { held, declared, live: other, changes: compareSettings(held.settings, other.settings) }]];
}

/** The plan finds no live configuration of this name. */
const isCreated = ({ configurations }: Plan, name: string | undefined): boolean =>
  configurations.some(({ action, declared }) => action === "create" && declared.name === name);

function restored(
  live: Configuration,
  { held, changes }: DriftedConfiguration,
  planned: ConfigurationChange | undefined,
  plan: Plan,
): Configuration {
  const isLost = planned === undefined && isCreated(plan, held.name); // under its new name nobody declares it
  const back = changes.filter(
    (each) => isLost || planned?.changes.some((other) => overlap(each.path, other.path)) === true,
  );
  const name = isLost || planned?.declared.name === held.name ? held.name : live.name;
  return { ...live, ...(name === undefined ? {} : { name }), settings: putBack(live.settings, held.settings, back) };
}
