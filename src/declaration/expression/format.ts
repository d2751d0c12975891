import { bool, number } from "./type";
import type { Value } from "./value";
import { refuse } from "../refusals";
import { convert } from "./convert";
import { checkLength, textOf } from "./function-arguments";

/** A verb: flags, a width, a precision, the argument's index, and the letter. */
const verb = /%([-+# 0]*)(\d*)(\.\d*)?(\[\d*\]?)?(.?)/gsu;
/** The greatest width that is taken. */
const widest = 100;

/**
 * Text of a pattern in which verbs stand for the values: `%s`, `%d`, `%t`, `%v`, `%q` and `%%`, with a width for `%s` of
 * ASCII and `%d`, and `0` or `-` before it.
 */
export function format(pattern: string, values: readonly Value[]): string {
  let used = 0;
  let length = 0;
  const made = pattern.replace(verb, (whole, flags: string, width: string, ...others: (string | undefined)[]) => {
    const [precision, index, letter = ""] = others;
    if (whole === "%%") return "%";
    if (precision !== undefined || index !== undefined || !/^(|0|-)$/.test(flags) || Number(width) > widest)
      return refuse(`formats with \`${whole}\`.`);
    if (flags !== "" && width === "") return refuse(`formats with \`${whole}\`.`);
    const value = values[used];
    if (value === undefined) return refuse("has fewer values than its pattern has verbs.");
    used += 1;
    const shown = padded(
      letters[letter]?.(value) ?? refuse(`formats with \`${whole}\`.`),
      letter,
      flags,
      Number(width),
    );
    checkLength((length += shown.length));
    return shown;
  });
  if (used < values.length) refuse("has more values than its pattern has verbs.");
  checkLength(made.length);
  return made;
}

const letters: Readonly<Record<string, ((value: Value) => string) | undefined>> = {
  s: textOf,
  d: (value) => {
    const found = textOf(convert(value, number));
    return /^-?\d+$/.test(found) ? found : refuse("formats with `%d` what is no whole number.");
  },
  t: (value) => textOf(convert(value, bool)),
  q: (value) => {
    const found = textOf(value);
    if (!/^[ -~]*$/.test(found)) return refuse("formats with `%q` what is not plain ASCII.");
    // as Go writes JSON
    return JSON.stringify(found).replace(/[<>&]/g, (each) => `\\u00${each.charCodeAt(0).toString(16)}`);
  },
  v: (value) => {
    // Terraform writes other numbers with an exponent
    const isUsual = value.kind !== "number" || value.value === 0 || isBetween(Math.abs(value.value), 1e-4, 1e6);
    if (["string", "number", "bool", "later"].includes(value.kind) && isUsual) return textOf(value);
    return refuse("formats with `%v` what is no text, usual number or boolean.");
  },
};

const isBetween = (size: number, least: number, most: number): boolean => size >= least && size < most;

function padded(shown: string, letter: string, flags: string, width: number): string {
  if (width === 0) return shown;
  const isNumber = letter === "d";
  if (!isNumber && (letter !== "s" || flags === "0" || !/^[ -~]*$/.test(shown)))
    return refuse(`pads what it formats with \`%${letter}\`.`);
  if (flags === "-") return shown.padEnd(width);
  if (flags === "") return shown.padStart(width);
  return shown.startsWith("-") ? `-${shown.slice(1).padStart(width - 1, "0")}` : shown.padStart(width, "0");
}
