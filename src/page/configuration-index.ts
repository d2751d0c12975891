import type { AccountDocument } from "../report/document";
import type { ConfigurationFacts } from "./facts";
import { SettingsIndex } from "./settings-index";

type Change = AccountDocument["changes"][number];
type Configuration = AccountDocument["after"]["configurations"][number];
type Side = AccountDocument["effects"][number]["to"];

/**
 * The configurations that a plan names, each once: those that are there after an apply, in the order of the document,
 * then those that go away. Their position is found by id, or by address before they are created.
 *
 * @param changeOf the facts of a change
 */
export function configurationIndex(
  { before, after, changes }: Pick<AccountDocument, "before" | "after" | "changes">,
  changeOf: (change: Change) => NonNullable<ConfigurationFacts["change"]>,
) {
  const settings = new SettingsIndex();
  const statesOf = (was: Configuration | undefined, is?: Configuration) => {
    const at = settings.at(was?.settings, is?.settings);
    return {
      ...(was === undefined ? {} : { before: [was.name, at.before] as const }),
      ...(is === undefined ? {} : { after: [is.name, at.after] as const }),
    };
  };
  const all: ConfigurationFacts[] = [];
  const positions = new Map<string, number>();
  const add = (facts: ConfigurationFacts): number => {
    const at = all.push(facts) - 1;
    for (const key of [facts.id, facts.address]) if (key !== null) positions.set(key, at);
    return at;
  };
  const changed = new Map(
    changes.flatMap((each) => [each.id, each.address].map((key): [string | undefined, Change] => [key, each])),
  );
  const changeFacts = (key: string | null) => {
    const change = changed.get(key ?? undefined);
    return change === undefined ? {} : { change: changeOf(change) };
  };
  const live = new Map(before.configurations.map((each) => [each.id, each]));
  for (const each of after.configurations) {
    const { id, address, location } = each;
    const was = id === null ? undefined : live.get(id);
    add({
      ...{ id, address },
      ...(location === undefined ? {} : { location }),
      ...statesOf(was, each),
      ...changeFacts(address ?? id),
    });
  }
  for (const each of before.configurations)
    if (!positions.has(each.id ?? ""))
      add({
        ...{ id: each.id, address: changed.get(each.id ?? undefined)?.address ?? null, ...statesOf(each) },
        ...changeFacts(each.id),
      });
  return {
    all,
    parts: settings.parts.all,
    settings: settings.settings.all,
    /** Its position among these. */
    sideAt: (side: Side | AccountDocument["effects"][number]["from"]): number | null => {
      if (side === null) return null;
      const { id } = side;
      const address = "address" in side ? side.address : null;
      return positions.get(id ?? address ?? "") ?? add({ id, address });
    },
  };
}
