import { parseDuration } from "../../src/model/time";
import { defaultTimeouts, timeoutsOf } from "../../src/terraform/timeouts";
import { Unknown } from "../../src/terraform/value";

test.each([
  ["90s", 90_000],
  ["5m", 300_000],
  ["1h30m", 5_400_000],
  ["1.5h", 5_400_000],
  ["250ms", 250],
  ["24h", 86_400_000],
])("a duration of %s is %i milliseconds", (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each(["", "5", "m", "-5m", "5 m", "5M", "0s", "25h", "30m1h", "5m\n", `${"9".repeat(400)}h`])(
  "a duration is none of %j",
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);

test("the timeouts of a resource are the defaults where it does not say otherwise", () => {
  expect(timeoutsOf({})).toEqual(defaultTimeouts);
  expect(timeoutsOf({ timeouts: null })).toEqual(defaultTimeouts);
  expect(timeoutsOf({ timeouts: { create: "2h", update: null, delete: new Unknown() } })).toEqual({
    ...defaultTimeouts,
    create: 7_200_000,
  });
});
