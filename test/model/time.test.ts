import fc from "fast-check";
import { isDateOrDateTime } from "../../src/model/time";
import { z } from "zod";

const schema = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
const asZod = (text: string): boolean => schema.safeParse(text).success;

test.each([
  "2026-01-31",
  "2024-02-29",
  "2026-02-29",
  "1900-02-29",
  "2000-02-29",
  "2026-04-31",
  "2026-13-01",
  "2026-00-10",
  "2026-1-1",
  "2026-01-31T12:00:00Z",
  "2026-01-31T12:00Z",
  "2026-01-31T12:00:00.123456Z",
  "2026-01-31T12:00:00+02:00",
  "2026-01-31T24:00:00Z",
  "2026-01-31T12:60:00Z",
  "2026-01-31T12:00:00",
  "2026-01-31 12:00:00Z",
  "31.01.2026",
  "never",
  "",
])("%j is judged as zod judges it", (text) => {
  expect(isDateOrDateTime(text)).toBe(asZod(text));
});

test("every text like a date is judged as zod judges it", () => {
  const digits = (most: number, length: number) =>
    fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(length, "0"));
  const time = fc
    .tuple(digits(25, 2), digits(61, 2), digits(61, 2), fc.constantFrom("Z", "", "+01:00", "-25:00", ".5Z", "z"))
    .map(([hour, minute, second, zone]) => `T${hour}:${minute}:${second}${zone}`);
  const text = fc
    .tuple(digits(9999, 4), digits(14, 2), digits(33, 2), fc.oneof(fc.constant(""), time))
    .map(([year, month, day, rest]) => `${year}-${month}-${day}${rest}`);
  fc.assert(
    fc.property(text, (each) => {
      expect(isDateOrDateTime(each)).toBe(asZod(each));
    }),
    { numRuns: 300 },
  );
});
