import { existsSync } from "node:fs";
import { join } from "node:path";
import { type FurtherReading, furtherReadings } from "../../src/api/further-readings";
import { type Reading, readings } from "../../src/api/readings";

const root = join(__dirname, "../..");
const further = Object.entries<FurtherReading>(furtherReadings);

test.each(Object.entries<Reading>(readings))(
  "%s quotes the specification, and has a default among its values",
  (_, each) => {
    expect(each.quote.length).toBeGreaterThan(10);
    if (each.kind === "choice") {
      expect(each.values).toContain(each.standard);
      expect(new Set(each.values).size).toBe(each.values.length);
    } else
      for (const value of [each.standard, ...each.tried]) expect(value >= each.least && value <= each.most).toBe(true);
  },
);

test("a reading without a switch has a name of its own", () => {
  expect(further.filter(([name]) => Object.hasOwn(readings, name))).toEqual([]);
});

test.each(further.filter(([, { test: path }]) => path !== undefined))(
  "%s, which has no switch, names a test that is there",
  (_, { test: path = "" }) => {
    expect(existsSync(join(root, path))).toBe(true);
  },
);
