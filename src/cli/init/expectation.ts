import type { Imported } from "../../generate/import/import-account";
import type { Expectation } from "../../generate/project/test-file";
import type { Observed } from "../../model/entities";
import { groupBy } from "../../model/group-by";

/** What the example declares. */
export const exampleExpectation: Expectation = { repository: "payments-api", configuration: "strict" };

/** Something that is true of what was imported, and can be told by names alone; undefined where there is nothing. */
export function expectationOf(
  { configurations, rules }: Imported,
  { repositories }: Observed,
): Expectation | undefined {
  const nameOf = new Map(configurations.flatMap(({ id, name, pinned }) => (pinned ? [] : [[id, name] as const])));
  const byName = groupBy(repositories, ({ name }) => name ?? "");
  const chooses = rules.every(({ ids }) => ids.length === 0);
  for (const { name, configuration_id: id } of chooses ? repositories : []) {
    const configuration = id === undefined ? undefined : nameOf.get(id);
    if (name !== undefined && name !== "" && configuration !== undefined && byName.get(name)?.length === 1)
      return { repository: name, configuration };
  }
  const [configuration] = nameOf.values();
  return configuration === undefined ? undefined : { configuration };
}
