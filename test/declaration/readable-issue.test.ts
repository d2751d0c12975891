import { readableIssue } from "../../src/declaration/readable-issue";

test.each([
  ["Invalid input: expected string, received number", "must be a string"],
  ["Invalid input: expected number, received Infinity", "must be a number"],
  ["Invalid input: expected boolean, received undefined", "must be true or false"],
  ["Invalid input: expected array, received object", "must be a list"],
  ["Invalid input: expected object, received array", "must be an object"],
  ["Invalid input: expected record, received null", "must be an object"],
  ["Invalid input: expected date, received string", "must be date"],
  ['Invalid input: expected "on"', 'must be "on"'],
  ['Invalid option: expected one of "low"|"high"', 'must be "low" or "high"'],
])("%s: it %s", (message, words) => {
  expect(readableIssue(message)).toBe(words);
});

test.each([
  "must be a UUID",
  "Invalid input",
  "must not begin with Invalid input: expected string, received number",
  'must not begin with Invalid option: expected one of "low"|"high"',
  'Invalid option: expected one of "low"|"high" in a list',
])("keeps a message in other words as it is: %s", (message) => {
  expect(readableIssue(message)).toBe(message);
});
