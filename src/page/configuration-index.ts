import { isObject } from "../model/json";
import type { AccountDocument } from "../report/document";
import type { ConfigurationFacts, SettingsFacts, SettingsPart } from "./facts";
import { Interned } from "./interned";

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
  const parts = new Interned<SettingsPart>();
  const settings = new Interned<SettingsFacts>();
  const partsAt = ({ settings: own }: Configuration) => own && partsOf(own).map((part) => parts.at(part));
  /** What it is before and after an apply: the settings of after as what differs from those of before. */
  const statesOf = (was: Configuration | undefined, is?: Configuration) => {
    const [former, latter] = [was && partsAt(was), is && partsAt(is)];
    const like = former && settings.at({ parts: former });
    return {
      ...(was === undefined ? {} : { before: [was.name, like ?? null] as const }),
      ...(is === undefined ? {} : { after: [is.name, latter ? settingsAt(latter, former, like) : null] as const }),
    };
  };
  const settingsAt = (own: readonly number[], former: readonly number[] | null = null, like: number | null = null) => {
    if (former === null || like === null) return settings.at({ parts: own });
    const [had, has] = [new Set(former), new Set(own)];
    const without = former.filter((each) => !has.has(each));
    const added = own.filter((each) => !had.has(each));
    return without.length + added.length === 0 ? like : settings.at({ like, without, parts: added });
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
    parts: parts.all,
    settings: settings.all,
    /** Its position among these. */
    sideAt: (side: Side | AccountDocument["effects"][number]["from"]): number | null => {
      if (side === null) return null;
      const { id, address } = { address: null, ...side };
      return positions.get(id ?? address ?? "") ?? add({ id, address });
    },
  };
}

/** The parts of settings, each of which many configurations share. */
function partsOf(settings: Readonly<Record<string, unknown>>): readonly SettingsPart[] {
  const parts: SettingsPart[] = [];
  for (const [setting, value] of Object.entries(settings)) {
    const entries = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
    if (entries.length === 0) parts.push([setting, value]);
    else for (const [key, each] of entries) parts.push([setting, each, key]);
  }
  return parts;
}
