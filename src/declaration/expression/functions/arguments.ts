import { cannot } from "../cannot-evaluate";
import { convert } from "../convert";
import { aOf, listOf, string, isMapping, isSequence, type Mapping, type Sequence, typeOf, type Value } from "../value";

/** What a function makes of its arguments. @throws CannotEvaluate where Terraform refuses them, or only it takes them */
export type Call = (args: readonly Value[]) => Value;

/** Checks the number of arguments. */
export const takes =
  (least: number, most: number, call: Call): Call =>
  (args) => {
    if (args.length < least) refuse(args, "few");
    if (args.length > most) refuse(args, "many");
    return call(args);
  };

const refuse = ({ length }: readonly Value[], what: "few" | "many"): never =>
  cannot(`has ${String(length)} arguments, which is too ${what}.`, "arguments");

export function given(value: Value | undefined): Exclude<Value, { kind: "null" }> {
  if (value === undefined || value.kind === "null") return cannot("has an argument that is null.");
  return value;
}

/** An argument as text, which must be known. */
export function textOf(value: Value | undefined): string {
  const found = convert(given(value), string);
  if (found.kind === "string") return found.value;
  return cannot("makes text of an id that is known only later.");
}

/** The items of an argument that Terraform takes as a list of texts. */
export const textsOf = (value: Value): readonly string[] => {
  const found = convert(given(value), listOf(string));
  return isSequence(found) ? found.items.map(textOf) : cannot();
};

export function sequenceOf(value: Value | undefined, what: string): Sequence {
  const found = given(value);
  return isSequence(found) ? found : cannot(`has ${aOf(typeOf(found))} where ${what} is expected.`);
}

export function mappingOf(value: Value | undefined): Mapping {
  const found = given(value);
  return isMapping(found) ? found : cannot(`has ${aOf(typeOf(found))} where a map or an object is expected.`);
}
