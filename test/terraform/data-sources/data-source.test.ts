import fc from "fast-check";
import { type Parameter, valueSchema } from "../../../src/api/parameter";
import { isAllowed } from "../../../src/terraform/data-sources/data-source";
import { isObjectValue, type Value } from "../../../src/terraform/value";

const description = "";
const parameters: readonly Parameter[] = [
  { kind: "integer", description },
  { kind: "integer", least: 1, most: 10, description },
  { kind: "boolean", description },
  { kind: "text", description },
  { kind: "text", format: "date", description },
  { kind: "text", format: "date or date-time", description },
  { kind: "choice", values: ["a", "b"], description },
  { kind: "list", values: ["a", "b"], description },
];

const two = fc.integer({ min: 0, max: 61 }).map((number) => String(number).padStart(2, "0"));
const dates = fc
  .tuple(fc.constantFrom("2023", "2024", "1900", "2000", "0001", "24"), two, two)
  .map((parts) => parts.join("-"));
const dateTimes = fc
  .tuple(
    dates,
    fc.constantFrom("T", " ", "t"),
    fc.array(two, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", ".1", ".123456"),
    fc.constantFrom("", "Z", "z", "+01:00", "-23:59", "+24:00", "+0100", "-00:00"),
  )
  .map(([date, between, parts, fraction, offset]) => `${date}${between}${parts.join(":")}${fraction}${offset}`);
const values: fc.Arbitrary<Value> = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -2, max: 12 }),
  fc.double({ noNaN: true }),
  fc.constantFrom("a", "b", "c", ""),
  fc.array(fc.constantFrom("a", "b", "c")),
  dates,
  dateTimes,
);

test.each(parameters)("allows what the interface of the service says: %j", (parameter) => {
  const schema = valueSchema(parameter);
  fc.assert(
    fc.property(values, (given) => {
      if (isObjectValue(given)) return;
      expect(isAllowed(parameter, given)).toBe(schema.safeParse(given).success);
    }),
    { numRuns: 2000 },
  );
});

test.each(["2026-01-31", "2024-02-29", "2026-01-31T10:00:00Z", "2026-01-31T10:00:00+01:00"])(
  "%s is a date",
  (given) => {
    expect(isAllowed({ kind: "text", format: "date or date-time", description }, given)).toBe(true);
  },
);
