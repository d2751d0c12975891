import fc from "fast-check";
import { canonical, numberOfDouble, numberOfText } from "../../../src/terraform/values/number";
import { BigNumber } from "../../../src/terraform/value";

test.each<readonly [string, number | BigNumber]>([
  ["0", 0],
  ["-0", 0],
  ["0.000", 0],
  ["007", 7],
  ["1.50", 1.5],
  ["+2", 2],
  ["0.1", 0.1],
  ["1e3", 1000],
  ["12.5E-1", 1.25],
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", new BigNumber("9007199254740992")],
  ["-9007199254740993", new BigNumber("-9007199254740993")],
  ["18446744073709551616", new BigNumber("18446744073709551616")],
  ["1e21", new BigNumber("1000000000000000000000")],
  ["0.1000000000000000055511151231257827", new BigNumber("0.1000000000000000055511151231257827")],
  ["1e-400", new BigNumber(`0.${"0".repeat(399)}1`)],
  ["1230e999999999", new BigNumber("123e1000000000")],
])("reads the decimal %s as %p", (text, expected) => {
  expect(numberOfText(text)).toEqual(expected);
});

test.each(["", "a", "1.", ".5", "1e", "0x10", "1_000", "Infinity", "NaN", " 1"])("rejects %j as a decimal", (text) => {
  expect(numberOfText(text)).toBeUndefined();
});

test("reads a double as the decimal that it prints", () => {
  expect([0.5, -2.75, 0.1, 2 ** -40, -0, Infinity].map(numberOfDouble)).toEqual([
    0.5,
    -2.75,
    0.1,
    2 ** -40,
    0,
    Infinity,
  ]);
  expect(numberOfDouble(2 ** 70)).toEqual(new BigNumber("1180591620717411300000"));
  expect(numberOfDouble(NaN)).toBeUndefined();
});

test("keeps the value of every double", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (double) => {
      const number = numberOfDouble(double);
      expect(Number(number instanceof BigNumber ? number.text : number)).toBe(double + 0);
    }),
  );
});

test("handles long rows of zeros in linear time", () => {
  const zeros = "0".repeat(100_000);
  expect(canonical(`1${zeros}1${zeros}`)).toBe(`1${zeros}1e100000`);
});

test("two decimals have equal texts exactly when they are equal", () => {
  const digits = fc.stringMatching(/^[0-9]{1,4}$/);
  const decimal = fc.tuple(fc.constantFrom("", "-"), digits, digits, fc.integer({ min: -3, max: 3 }));
  const scaled = (sign: string, whole: string, fraction: string, power: number): bigint =>
    BigInt(`${sign}${whole}${fraction.padEnd(4, "0")}`) * 10n ** BigInt(power + 3);
  fc.assert(
    fc.property(decimal, decimal, (left, right) => {
      const [one, other] = [left, right].map(([sign, whole, fraction, power]) =>
        canonical(`${sign}${whole}.${fraction}e${String(power)}`),
      );
      expect(one === other).toBe(scaled(...left) === scaled(...right));
    }),
  );
});
