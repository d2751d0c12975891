import { type Decoder, invalid, type Parts } from "../../model/decoder";
import { early, mapDecoder, objectDecoder, proceed, type ValueForm, type Way } from "../../model/field-decoder";
import { problem, type Problem } from "../../model/problem";
import { propertyName } from "../../model/field";
import { isProperties } from "../../model/value-kind";
import * as decoders from "../../model/decoder";
import { asResolvable, isEncodedList, isEncodedMap, isSpreadToken, isTakenApart, isToken } from "./tokens";

const misplaced = (what: string, instead: string) => invalid(problem("expression-misplaced", [], what, instead));

const takenApart = () =>
  misplaced(
    "is text with an expression, taken apart into characters",
    "Give it the list or map itself, without the three dots.",
  );

const isMixedList = (items: readonly unknown[]): boolean => items.length > 1 && items.some(isEncodedList);

/** Tokens are right wherever they may stand; what is made of them by mistake is not. */
function takeToken(value: unknown, form: ValueForm): unknown {
  if (form === "leaf") {
    if (isEncodedList(value))
      return misplaced("is a list that only Terraform knows", "Give it one text, such as Fn.element(list, 0).");
    return isToken(value) && !Array.isArray(value) ? value : proceed;
  }
  if (isToken(value)) return form === "texts" ? value : asResolvable(value);
  if (form === "object") return isProperties(value) ? spreadToken(value) : proceed;
  if (!Array.isArray(value)) return proceed;
  if (isMixedList(value))
    return misplaced("adds to a list that only Terraform knows", "Write Fn.concat([list, [...]]) instead.");
  return isTakenApart(value) ? takenApart() : proceed;
}

/** What is wrong with an object into which an expression was spread. */
function spreadToken(value: Readonly<Record<string, unknown>>): unknown {
  if (value["0"] === "$") return takenApart();
  if (!isSpreadToken(value)) return proceed;
  return misplaced(
    "is an expression that was spread",
    "Give it the list or map itself, without the three dots, or Fn.merge.",
  );
}

function keyProblem(key: string): Problem | undefined {
  if (isEncodedMap(key))
    return problem(
      "expression-misplaced",
      [],
      "adds to a map that only Terraform knows",
      "Write Fn.merge([map, {...}]) instead.",
    );
  if (isEncodedList(key))
    return problem("expression-misplaced", [], "has a list as a key", "Give it one text, such as Fn.element(list, 0).");
  if (key.trim() === "") return problem("key-empty", []);
  // cdktf drops it
  if (key === "__proto__")
    return problem("declaration-invalid", [key], "cannot be written", "cdktf takes it for a prototype.");
  return undefined;
}

/** The properties of a construct. What is right is copied. */
export const properties: Way = {
  isDeclared: true,
  requires: true,
  null: "rejected",
  accepts: isProperties,
  copies: true,
  nameOf: propertyName,
  keepsNames: true,
  early: takeToken,
  key: keyProblem,
};

/** What an extension says otherwise than its base: an explicit `undefined` removes what the base says. */
export const overrides: Way = { ...properties, undefined: "kept" };

/** The attributes of a resource as they are synthesized. Null is absent, as in Terraform. */
export const attributes: Way = {
  isDeclared: true,
  keyed: "map",
  requires: true,
  accepts: isProperties,
  early: takeToken,
  key: keyProblem,
};

export const anything: Decoder = (value) => value;

export const flag: Decoder = early("leaf", decoders.flag, properties);
export const text: Decoder = early("leaf", decoders.text, properties);
export const texts: Decoder = early("texts", decoders.texts(early("leaf", decoders.text, properties)), properties);
export const textsByKey: Decoder = mapDecoder(text as Decoder<string>, properties);

/** A UUID, or a token of one. @param advice said where it is none */
export const uuid = (advice = ""): Decoder => early("leaf", decoders.uuid(advice), properties);

/** Properties by their names. @param refused what to do instead of those that nobody may set */
export const propsOf = (parts: Parts, refused?: ReadonlyMap<string, string>, way: Way = properties): Decoder =>
  objectDecoder(parts, refused === undefined ? way : { ...way, refused });
