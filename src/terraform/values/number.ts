import { BigNumber } from "../value";

/**
 * Terraform's numbers are decimals of any size, equal when they print alike. A double therefore represents the decimal that
 * it prints: 0.1 is 0.1 on both sides. What no double prints, and a whole number beyond 2^53, is a BigNumber.
 */

const decimalForm = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Longer numbers keep an exponent. Every double is shorter. */
const plainLength = 2000;

/** @returns undefined when the text is no decimal */
export function numberOfText(text: string): number | BigNumber | undefined {
  const plain = canonical(text);
  if (plain === undefined) return undefined;
  const double = Number(plain);
  const isOurs = Number.isInteger(double) ? Number.isSafeInteger(double) : Number.isFinite(double);
  return isOurs && canonical(String(double)) === plain ? double : new BigNumber(plain);
}

/** @returns undefined for NaN */
export function numberOfDouble(double: number): number | BigNumber | undefined {
  if (Number.isSafeInteger(double)) return double + 0; // -0 is 0
  if (Number.isNaN(double)) return undefined;
  return Number.isInteger(double) ? numberOfText(String(double)) : double;
}

/** Digits without an exponent, a leading plus or idle zeros: equal numbers have equal texts. */
export function canonical(text: string): string | undefined {
  const found = decimalForm.exec(text);
  if (found === null) return undefined;
  const [, sign, whole = "", fraction = "", power = "0"] = found;
  const given = (whole + fraction).replace(/^0+/, "");
  const digits = withoutZerosAfter(given);
  if (digits === "") return "0";
  const exponent = Number(power) - fraction.length + given.length - digits.length;
  return (sign === "-" ? "-" : "") + plainText(digits, exponent);
}

/** In linear time, unlike a regular expression. */
function withoutZerosAfter(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}

function plainText(digits: string, exponent: number): string {
  if (digits.length + Math.abs(exponent) > plainLength)
    return exponent === 0 ? digits : `${digits}e${String(exponent)}`;
  if (exponent >= 0) return digits + "0".repeat(exponent);
  const padded = digits.padStart(1 - exponent, "0");
  return `${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}
