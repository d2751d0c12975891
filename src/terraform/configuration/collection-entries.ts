import { entriesOf, listIn, isObjectValue, type ObjectValue, type PrivateState, type Value } from "../value";

/** The one attribute: configurations by a key that stays. */
export const entriesAttribute = "configurations";

export type Entries = readonly (readonly [string, ObjectValue])[];

/** The entries of a declaration or a state, without unknown ones. */
export const entriesIn = (value: ObjectValue): Entries =>
  entriesOf(value[entriesAttribute]).flatMap(([key, entry]) => (isObjectValue(entry) ? [[key, entry] as const] : []));

/** Entries whose configuration no key has after the plan. */
export function removed(before: ReadonlyMap<string, ObjectValue>, planned: Entries): Entries {
  const ids = new Set(planned.map(([, entry]) => entry["id"]));
  return [...before].filter(([, entry]) => !ids.has(entry["id"] ?? null));
}

/** Entries under a new key that continue a prior entry, by its name or a former name. */
export function renamedKeys(
  wanted: Entries,
  before: ReadonlyMap<string, ObjectValue>,
): ReadonlyMap<string, ObjectValue> {
  const keys = new Set(wanted.map(([key]) => key));
  const free = new Map([...before].filter(([key]) => !keys.has(key)).map(([, entry]) => [entry["name"], entry]));
  const moved = new Map<string, ObjectValue>();
  const match = (namesOf: (entry: ObjectValue) => readonly Value[]): void => {
    for (const [key, entry] of wanted) {
      const name = namesOf(entry).find((each) => free.has(each));
      const old = before.has(key) || moved.has(key) || name === undefined ? undefined : free.get(name);
      if (old === undefined) continue;
      moved.set(key, old);
      free.delete(old["name"]);
    }
  };
  match((entry) => [entry["name"] ?? null]);
  match(({ renamed_from: former }) => listIn(former));
  return moved;
}

/** The ids of the configurations that a plan adopts, by key. */
export const adoptsIn = (plannedPrivate: PrivateState): ReadonlyMap<string, string> =>
  new Map(JSON.parse(plannedPrivate["adopts"] ?? "[]") as readonly (readonly [string, string])[]);
