import { suggestion } from "../model/suggest";
import { cannot } from "./expression/cannot-evaluate";
import type { Value } from "./expression/value";
import { DocumentPath, type Stack, at, keysOf } from "./document";

/** The value of `local.NAME`. @throws CannotEvaluate */
export function localOf(stack: Stack, name: string, typed: (value: unknown, place: DocumentPath) => Value): Value {
  const locals = stack.json["locals"];
  if (Array.isArray(locals)) cannot("refers to a local value, and `locals` is an array here. Write one object.");
  const value = at(locals, [name]);
  if (value === undefined)
    return cannot(
      `refers to the local value ${JSON.stringify(name)}, which is not declared. ${suggestion(name, [...keysOf(locals)])}`,
      "reference-unknown",
    );
  return typed(value, new DocumentPath(stack, ["locals", name], `local.${name}`));
}
