import { seconds } from "../../src/service/seconds";

test.each([
  [0, "0 s"],
  [1, "0.001 s"],
  [999, "0.999 s"],
  [999.4, "0.999 s"],
  [1000, "1 s"],
  [1250, "1.3 s"],
  [1949, "1.9 s"],
  [60_000, "60 s"],
])("%d ms is %s", (milliseconds, text) => {
  expect(seconds(milliseconds)).toBe(text);
});
