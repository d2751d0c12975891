import type { Repository } from "../../model/entities";
import type { ConfigurationId, RepositoryId } from "../../model/ids";
import { sameId } from "../../model/uuid";
import type { Session } from "../account/session";
import { entriesOf, objectOf } from "../configuration/settings";
import { isObjectValue, type ObjectValue, Unknown, type Value, textIn } from "../values/value";

/** The attribute `assigned`: by repository id, its name, and the id and the name of the configuration that it gets. */

/** The ids of the configurations in the attribute, by repository id. */
export const assignedIds = (assigned: Value | undefined): readonly (readonly [string, Value])[] =>
  entriesOf(assigned).map(([id, entry]) => [id, isObjectValue(entry) ? (entry["configuration_id"] ?? null) : null]);

/**
 * As it is planned. What stays where it is keeps its entry. Of what moves, the name of the configuration is known
 * after apply: the same apply may rename that one, before or after this, and a known planned value may not change.
 *
 * @param prior the attribute in the prior state
 */
export function plannedAssigned(
  targets: ReadonlyMap<RepositoryId, ConfigurationId | Unknown>,
  prior: Value | undefined,
  repositories: readonly Repository[],
): ObjectValue {
  const before = new Map(entriesOf(prior));
  const names = new Map(repositories.map((each) => [each.id, each.name ?? null]));
  return objectOf(
    [...targets].map(([id, to]) => {
      const entry = before.get(id);
      const stays = isObjectValue(entry) && !(to instanceof Unknown) && sameId(textIn(entry["configuration_id"]), to);
      return [
        id,
        stays ? entry : { name: names.get(id) ?? null, configuration_id: to, configuration_name: new Unknown() },
      ];
    }),
  );
}

/** What these repositories have, by what the service shows; a repository without a configuration is left out. */
export async function assignedNow(
  { lists }: Session,
  isWanted: (id: RepositoryId) => boolean = () => true,
): Promise<ObjectValue> {
  const [repositories, names] = [await lists.repositories(), await configurationNames(lists)];
  return objectOf(
    repositories.flatMap(({ id, name, configuration_id: to }): (readonly [string, Value])[] =>
      to === undefined || !isWanted(id)
        ? []
        : [[id, { name: name ?? null, configuration_id: to, configuration_name: names.get(to) ?? null }]],
    ),
  );
}

/** The planned attribute as it is after its apply, with the names that the service shows by then. */
export async function appliedAssigned({ lists }: Session, planned: Value | undefined): Promise<ObjectValue> {
  const isOpen = (entry: Value): entry is ObjectValue =>
    isObjectValue(entry) && entry["configuration_name"] instanceof Unknown;
  const entries = entriesOf(planned);
  const names = entries.some(([, entry]) => isOpen(entry)) ? await configurationNames(lists) : undefined;
  return objectOf(
    entries.map(([id, entry]) =>
      isOpen(entry)
        ? [id, { ...entry, configuration_name: names?.get(textIn(entry["configuration_id"])) ?? null }]
        : [id, entry],
    ),
  );
}

const configurationNames = async (lists: Session["lists"]): Promise<ReadonlyMap<string, string | undefined>> =>
  new Map((await lists.configurations()).map((each) => [each.id, each.name]));
