import { cannot } from "./cannot-evaluate";

/** Terraform's numbers have 512 bits. The CLI counts with those that a double holds as they are written. */
const inexact = "has a number with more digits than the CLI counts with.";

/** The first number that JavaScript writes with an exponent, and the last. */
const [largest, smallest] = [1e21, 1e-6];
const mostDigits = 15;

/** @param text a decimal number, perhaps with an exponent */
export function parseNumber(text: string): number {
  const value = Number(text);
  const [mantissa = ""] = text.split(/e/i);
  const digits = significant(mantissa);
  const isKept = digits.length <= mostDigits || (/^-?\d+$/.test(text) && Number.isSafeInteger(value));
  if (!isKept || (value === 0 && digits !== "")) cannot(inexact);
  return checkNumber(value);
}

/** A number of a JSON document, whose text is gone. */
export const checkNumber = (value: number): number => (isExact(value) ? value : cannot(inexact));

/** Whether Terraform writes a number as JavaScript does. */
export function isExact(value: number): boolean {
  const size = Math.abs(value);
  const isUsual = value === 0 ? !Object.is(value, -0) : size >= smallest && size < largest;
  return isUsual && (Number.isSafeInteger(value) || significant(String(value)).length <= mostDigits);
}

/** The digits of a number that is written without an exponent. */
const significant = (text: string): string => text.replace(/[-.]/g, "").replace(/^0+|0+$/g, "");
