import fc from "fast-check";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ReceivedRequest } from "../../src/emulator";
import { fingerprint } from "../../src/model/fingerprint";
import { isObject } from "../../src/model/json";
import { desk, type Desk } from "../support/desk";
import { app, seed } from "./every-write";
import { parametersOf, runs } from "./figures";

/** Edits of a saved plan by somebody who makes the checksum right again. */

type Path = readonly (string | number)[];

/** Every place in a JSON value. */
function* placesIn(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (Array.isArray(value)) for (const [at, each] of value.entries()) yield* placesIn(each, [...path, at]);
  else if (isObject(value)) for (const [key, each] of Object.entries(value)) yield* placesIn(each, [...path, key]);
}

type Container = Record<string | number, unknown>;

const at = (value: unknown, path: Path): unknown =>
  path.reduce((inner: unknown, step) => (inner as Container)[step], value);

/** What is done at a place; `other` is what is at another one. */
const edits: Readonly<Record<string, (container: Container, key: string | number, other: unknown) => void>> = {
  "is left out": (container, key) => {
    if (Array.isArray(container)) container.splice(Number(key), 1);
    else Reflect.deleteProperty(container, key);
  },
  "becomes what stands elsewhere": (container, key, other) => {
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

const isPlan = (json: unknown): json is { body: unknown; checksum: string } => isObject(json) && "body" in json;

function parsed(text: string): { body: unknown; checksum: string } {
  const json: unknown = JSON.parse(text);
  if (!isPlan(json)) throw new Error("no plan file");
  return json;
}

const sent = (writes: readonly ReceivedRequest[]): readonly string[] =>
  writes.map(({ method, path, body }) => JSON.stringify([method, path, body])).toSorted();

async function applySaved(where: Desk): Promise<{ readonly code: number; readonly writes: readonly string[] }> {
  where.emulator.clearRequests();
  const { code } = await where.run(["apply", "saved.plan", "--again"]);
  return { code, writes: sent(where.writes()) };
}

test("an edited plan is refused, or what is written is the same", async () => {
  const where = await desk(app, seed);
  const file = join(where.folder, "saved.plan");
  await where.plan("--prune", "--force", "--out", "saved.plan");
  const original = readFileSync(file, "utf8");
  const reviewed = await applySaved(where);
  expect([reviewed.code, reviewed.writes.length]).toEqual([0, 6]);

  const places = [...placesIn(parsed(original).body)];
  const place = fc.integer({ min: 0, max: places.length - 1 });
  const edit = fc.record({ place, other: place, what: fc.constantFrom(...Object.keys(edits)) });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (changes) => {
      const plan = parsed(original);
      for (const { place: which, other, what } of changes) {
        const path = places[which] ?? [];
        const value: unknown = structuredClone(at(parsed(original).body, places[other] ?? []));
        try {
          edits[what]?.(at(plan.body, path.slice(0, -1)) as Container, path.at(-1) ?? "", value);
        } catch (thrown) {
          if (!(thrown instanceof TypeError)) throw thrown; // an earlier edit has taken the place away
        }
      }
      writeFileSync(file, JSON.stringify({ ...plan, checksum: fingerprint(JSON.stringify(plan.body)) }));
      where.emulator.reset();
      const { code, writes } = await applySaved(where);
      if (code === 0) expect(writes).toEqual(reviewed.writes);
      else {
        expect([1, 3, 4]).toContain(code);
        expect(writes).toEqual([]);
      }
    }),
    parametersOf(runs),
  );
}, 3_600_000);
