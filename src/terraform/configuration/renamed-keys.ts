import type { ObjectValue, Value } from "../values/value";

type Entries = readonly (readonly [string, ObjectValue])[];

/** A configuration that has got another key is the same one, if its name is, or was. */
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
  match(({ renamed_from: former = null }) => (Array.isArray(former) ? (former as readonly Value[]) : []));
  return moved;
}
