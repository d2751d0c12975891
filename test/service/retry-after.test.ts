import { retryAfter } from "../../src/service/retry-after";

afterEach(() => {
  jest.restoreAllMocks();
});

const date = "Tue, 14 Nov 2023 22:13:20 GMT";
const later = (seconds: number) => new Date(Date.parse(date) + seconds * 1000).toUTCString();

test.each<readonly [string, number]>([
  ["0", 0],
  ["7", 7000],
  [" 7 ", 7000],
  ["0007", 7000],
  [later(11), 11_000],
  [` ${later(11)} `, 11_000],
  [later(11).toLowerCase(), 11_000],
  [later(0), 0],
  [later(-1), 0],
])("Retry-After %j is %d ms, relative to the Date of the answer", (header, wait) => {
  expect(retryAfter(header, date)).toBe(wait);
});

test.each([
  undefined,
  "",
  " ",
  "-5",
  "2.5",
  "1e3",
  "0x10",
  "7s",
  "7 7",
  "2026-01-31",
  "soon",
  "Fri, 99 Foo 2026 99:99:99 GMT",
])("Retry-After %j is not understood", (header) => {
  expect(retryAfter(header, date)).toBeUndefined();
});

test.each([undefined, "", "yesterday"])(
  "compares a date with the local clock when the answer's own date is %j",
  (ours) => {
    jest.spyOn(Date, "now").mockReturnValue(Date.parse(date));
    expect(retryAfter(later(5), ours)).toBe(5000);
  },
);
