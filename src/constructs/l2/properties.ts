import { type TerraformMetaArguments, TerraformProvider, type TerraformResourceLifecycle } from "cdktf";
import * as decoders from "../../model/decoder";
import { type Decoder, expected, invalid, optional, type Parts } from "../../model/decoder";
import {
  early,
  listDecoder,
  mapDecoder,
  objectDecoder,
  proceed,
  type ValueForm,
  type Way,
} from "../../model/field-decoder";
import { problem, type Problem } from "../../model/problem";
import { propertyName } from "../../model/field";
import { isProperties } from "../../model/value-kind";
import { keepRejected } from "./rejected-values";
import { asResolvable, isEncodedList, isEncodedMap, isSpreadToken, isTakenApart, isToken } from "./tokens";

const misplaced = (what: string, instead: string) => invalid(problem("expression-misplaced", [], what, instead));

const takenApart = () =>
  misplaced(
    "is text with an expression, taken apart into characters",
    "Give it the list or map itself, without the three dots.",
  );

const isMixedList = (items: readonly unknown[]): boolean => items.length > 1 && items.some(isEncodedList);

/** Tokens are right wherever they are allowed; what is made of them by mistake is not. */
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
    return problem(
      "declaration-invalid",
      [key],
      "cannot be written",
      "cdktf takes it for the prototype of the object.",
    );
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
  keep: keepRejected,
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

/** A UUID, or a token of one. @param advice for a value that is none */
export const uuid = (advice = ""): Decoder => early("leaf", decoders.uuid(advice), properties);

/** Properties by their names. @param refused what to do instead of those that nobody may set */
export const propsOf = (parts: Parts, refused?: ReadonlyMap<string, string>, way: Way = properties): Decoder =>
  objectDecoder(parts, refused === undefined ? way : { ...way, refused });

const provider: Decoder = (value) =>
  TerraformProvider.isTerraformProvider(value) && value.terraformResourceType === "scanform"
    ? value
    : expected("a ScanformProvider", value);

const dependency: Decoder = (value) =>
  typeof value === "string" || (typeof value === "object" && value !== null && "fqn" in value)
    ? value
    : expected("a resource, such as its node.defaultChild", value);

const dependencies = listDecoder(dependency, properties, "a list of resources");

const lifecycleDecoders = {
  createBeforeDestroy: flag,
  preventDestroy: flag,
  ignoreChanges: (value) => (value === "all" ? value : texts(value)),
  replaceTriggeredBy: dependencies,
  precondition: anything,
  postcondition: anything,
} satisfies Readonly<Record<keyof TerraformResourceLifecycle, Decoder>>;

const lifecycle = (way: Way, toName: (property: string) => string): Decoder =>
  objectDecoder(
    Object.fromEntries(
      Object.entries(lifecycleDecoders).map(([property, decoder]) => [toName(property), optional(decoder)]),
    ),
    way,
  );

/** Terraform's own arguments of every resource that the constructs have. */
export const metaParts: Parts = {
  dependsOn: optional(dependencies),
  lifecycle: optional(lifecycle(properties, (property) => property)),
  provider: optional(provider),
} satisfies Partial<Record<keyof TerraformMetaArguments, unknown>>;

const inLoop = "Make one construct for each, in a loop.";
const ofMachines = "Leave it out: nothing is installed on a machine.";

/** Those that they do not have. */
export const refusedMeta: ReadonlyMap<string, string> = new Map(
  Object.entries({
    count: inLoop,
    forEach: inLoop,
    connection: ofMachines,
    provisioners: ofMachines,
  } satisfies Record<Exclude<keyof TerraformMetaArguments, "dependsOn" | "lifecycle" | "provider">, string>),
);

/** `preventDestroy` to `prevent_destroy`. */
export const attributeName = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** All of them in a synthesized resource, where cdktf has checked them, and what it puts beside them. */
export const metaAttributes: Parts = {
  ...Object.fromEntries(
    ["//", "count", "provisioner", ...Object.keys(metaParts), ...refusedMeta.keys()].map((property) => [
      attributeName(property),
      optional(anything),
    ]),
  ),
  lifecycle: optional(lifecycle(attributes, attributeName)),
};
