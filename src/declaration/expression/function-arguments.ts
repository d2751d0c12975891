import { aOf, listOf, string } from "./type";
import { isMapping, isSequence, type Mapping, type Sequence, typeOf, type Value } from "./value";
import { refuse } from "../refusals";
import { convert } from "./convert";

/** The maximum length of a text that is evaluated, before and after. */
export const longestText = 10_000;

export const tooLong = "is longer than 10,000 characters, which is more than any name needs. Shorten it.";

/** @throws CannotEvaluate where a text of this length is not to be made */
export function checkLength(length: number): void {
  if (length > longestText) refuse(`comes to a text that ${tooLong}`);
}

/** What a function makes of its arguments. @throws CannotEvaluate where Terraform refuses them, or only it takes them */
export type Call = (args: readonly Value[]) => Value;

/** Checks the number of arguments. */
export const takes =
  (least: number, most: number, call: Call): Call =>
  (args) => {
    if (args.length < least) refuseNumber(args, "few");
    if (args.length > most) refuseNumber(args, "many");
    return call(args);
  };

const refuseNumber = ({ length }: readonly Value[], what: "few" | "many"): never =>
  refuse(`has ${String(length)} arguments, which is too ${what}.`, "arguments");

export function given(value: Value | undefined): Exclude<Value, { kind: "null" }> {
  if (value === undefined || value.kind === "null") return refuse("has an argument that is null.");
  return value;
}

/** An argument as text, which must be known. */
export function textOf(value: Value | undefined): string {
  const found = convert(given(value), string);
  if (found.kind === "string") return found.value;
  return refuse("makes text of an id that is known only later.");
}

/** The items of an argument that Terraform takes as a list of texts. */
export const textsOf = (value: Value): readonly string[] => {
  const found = convert(given(value), listOf(string));
  return isSequence(found) ? found.items.map(textOf) : refuse();
};

export function sequenceOf(value: Value | undefined, what: string): Sequence {
  const found = given(value);
  return isSequence(found) ? found : refuse(`has ${aOf(typeOf(found))} where ${what} is expected.`);
}

export function mappingOf(value: Value | undefined): Mapping {
  const found = given(value);
  return isMapping(found) ? found : refuse(`has ${aOf(typeOf(found))} where a map or an object is expected.`);
}
