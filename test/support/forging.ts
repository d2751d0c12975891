import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parsePlans } from "../../src/cli/plan-file";
import { canonicalJson } from "../../src/model/fingerprint";
import { isObject } from "../../src/model/json";
import type { Desk } from "./desk";

/** Edits of a saved plan by somebody who wants something else to be shown or written. */

type Path = readonly (string | number)[];

/** Every place in a JSON value. */
function* placesIn(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (Array.isArray(value)) for (const [at, each] of value.entries()) yield* placesIn(each, [...path, at]);
  else if (isObject(value)) for (const [key, each] of Object.entries(value)) yield* placesIn(each, [...path, key]);
}

type Container = Record<string | number, unknown>;

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((inner: unknown, step) => (inner as Container)[step], value);

/** What is done at a place; `other` is the value of another one. */
const edits: Readonly<Record<string, (container: Container, key: string | number, other: unknown) => void>> = {
  "is left out": (container, key) => {
    if (Array.isArray(container)) container.splice(Number(key), 1);
    else Reflect.deleteProperty(container, key);
  },
  "gets the value of another place": (container, key, other) => {
    container[key] = other;
  },
  "becomes null": (container, key) => {
    container[key] = null;
  },
  "is repeated": (container, key) => {
    if (Array.isArray(container)) container.push(structuredClone(container[Number(key)]));
    else container[`${String(key)}2`] = structuredClone(container[key]);
  },
  "becomes its contrary": (container, key) => {
    const value = container[key];
    if (typeof value === "boolean") container[key] = !value;
    else if (typeof value === "number") container[key] = value + 1;
    else if (typeof value === "string") container[key] = `${value.slice(0, -1)}${value.endsWith("0") ? "1" : "0"}`;
    else if (Array.isArray(value)) container[key] = value.toReversed();
    else container[key] = {};
  },
};

interface Edit {
  readonly place: string;
  readonly other: string;
  readonly what: string;
}

/** Up to three edits of a saved plan. Places are written as JSON, so that a failure names them. */
function editsOf(original: string): fc.Arbitrary<readonly Edit[]> {
  const places = Array.from(placesIn(JSON.parse(original)), (path) => JSON.stringify(path));
  const place = fc.constantFrom(...places);
  const edit = fc.record({ place, other: place, what: fc.constantFrom(...Object.keys(edits)) });
  return fc.array(edit, { minLength: 1, maxLength: 3 });
}

function edited(original: string, changes: readonly Edit[]): string {
  const document: unknown = JSON.parse(original);
  for (const { place, other, what } of changes) {
    const path = JSON.parse(place) as Path;
    const value: unknown = structuredClone(valueAt(JSON.parse(original), JSON.parse(other) as Path));
    try {
      edits[what]?.(valueAt(document, path.slice(0, -1)) as Container, path.at(-1) ?? "", value);
    } catch (thrown) {
      if (!(thrown instanceof TypeError)) throw thrown; // an earlier edit has taken the place away
    }
  }
  return JSON.stringify(document);
}

/** What no reader can make again; the schema of the document says it of each. */
const notMadeAgain: ReadonlySet<string> = new Set([
  ...["made_at", "diagnostics", "location", "places", "findings", "policies", "waivers", "policy_titles"],
  ...["base_problems", "future_is_cut", "account", "apply"],
]);

/** What is made again. */
const madeAgain = (text: string): string =>
  canonicalJson(JSON.parse(text, (key, value: unknown) => (notMadeAgain.has(key) ? undefined : value)) as object);

/**
 * A plan file that is changed in any place is refused, and nothing is written; or it makes no difference: the same is
 * written, and it says the same but for what cannot be made again.
 *
 * @param where with a saved plan that an apply writes all of
 */
export async function expectNoForgery(where: Desk, parameters: fc.Parameters<[readonly Edit[]]>): Promise<void> {
  const file = join(where.folder, "saved.plan");
  const original = readFileSync(file, "utf8");
  const applied = async () => {
    where.emulator.reset();
    where.emulator.clearRequests();
    const { code } = await where.run(["apply", "saved.plan", "--again"]);
    const writes = where.writes().map(({ method, path, body }) => JSON.stringify([method, path, body]));
    return { code, writes: writes.toSorted() };
  };
  const reviewed = await applied();
  expect([reviewed.code, reviewed.writes]).toEqual([0, expect.arrayContaining([expect.any(String)])]);
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(editsOf(original), async (changes) => {
      writeFileSync(file, edited(original, changes));
      const { code, writes } = await applied();
      if (code === 0) {
        expect(writes).toEqual(reviewed.writes);
        const { document } = parsePlans(file, readFileSync(file, "utf8"));
        expect(madeAgain(JSON.stringify(document))).toBe(madeAgain(original));
        return;
      }
      refused += 1;
      expect([1, 3, 4]).toContain(code);
      expect(writes).toEqual([]);
    }),
    parameters,
  );
  expect(refused).toBeGreaterThan(0);
}
