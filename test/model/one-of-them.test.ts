import { oneOfThem } from "../../src/model/one-of-them";

test.each([
  ["enable", 'disabled, silent, enabled. Did you mean "enabled"?'],
  ["SILNT", 'disabled, silent, enabled. Did you mean "silent"?'],
  ["dis", 'disabled, silent, enabled. Did you mean "disabled"?'],
  ["true", "disabled, silent, enabled."],
  ["on", "disabled, silent, enabled."],
  ["", "disabled, silent, enabled."],
])("%p is answered with all values, and with those that were probably meant", (given, expected) => {
  expect(oneOfThem(given, ["disabled", "silent", "enabled"])).toBe(expected);
});
