import { existsSync } from "node:fs";
import { join } from "node:path";
import { type FurtherReading, furtherReadings } from "../../src/api/further-readings";
import { isAllowed, limits, type Parameter, valueOfText } from "../../src/api/parameter";
import { type Reading, readings } from "../../src/api/readings";

const description = "";

/** What becomes of the text of a query: its value, or the limits that it breaks. */
function read(parameter: Parameter, text: string): unknown {
  const value = valueOfText(parameter, text);
  return isAllowed(parameter, value) ? value : limits(parameter);
}

test.each<[Parameter, readonly (readonly [string, unknown])[], readonly string[], string]>([
  [{ kind: "integer", description }, [["-1", -1]], ["1.5", "1e3", "", "9007199254740993"], "a whole number"],
  [{ kind: "integer", least: 1, description }, [["1", 1]], ["-1", "0"], "a whole number from 1 on"],
  [
    { kind: "integer", least: 1, most: 3, description },
    [
      ["1", 1],
      ["3", 3],
    ],
    ["0", "4"],
    "a whole number from 1 to 3",
  ],
  [
    { kind: "boolean", description },
    [
      ["true", true],
      ["false", false],
    ],
    ["1", "True"],
    "true or false",
  ],
  [{ kind: "text", description }, [["", ""]], [], "text"],
  [
    { kind: "text", format: "date", description },
    [["2024-02-29", "2024-02-29"]],
    ["2026-02-29", "2024-02-29T12:00:00Z", "soon"],
    "a date such as 2026-01-31",
  ],
  [
    { kind: "text", format: "date or date-time", description },
    [
      ["2026-01-31", "2026-01-31"],
      ["2026-01-31T10:00:00+01:00", "2026-01-31T10:00:00+01:00"],
    ],
    ["2026-01", "2026-01-31 10:00"],
    "an ISO 8601 date or date-time, such as 2026-01-31 or 2026-01-31T12:00:00Z",
  ],
  [{ kind: "choice", values: ["a", "b"], description }, [["a", "a"]], ["c", "a,b"], "one of a, b"],
  [
    { kind: "list", values: ["high", "low"], description },
    [
      ["high, low", ["high", "low"]],
      ["low", ["low"]],
    ],
    ["", "high,", "high,huge"],
    "a list of at least one of high, low",
  ],
])("%j reads %j and rejects %j: it must be %s", (parameter, fine, wrong, words) => {
  for (const [text, value] of fine) expect(read(parameter, text)).toEqual(value);
  for (const text of wrong) expect(read(parameter, text)).toBe(words);
});

test("a value of another type is rejected, and so is a list of none", () => {
  for (const kind of ["integer", "boolean", "text"] as const)
    expect([null, [], {}, kind === "text" ? 1 : "x"].some((given) => isAllowed({ kind, description }, given))).toBe(
      false,
    );
  const list = { kind: "list", values: ["high"], description } as const;
  expect([[], "high", [["high"]]].some((given) => isAllowed(list, given))).toBe(false);
});

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
