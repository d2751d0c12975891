import fc from "fast-check";
import {
  type Attribute,
  attribute,
  type Attributes,
  type AttributeType,
  nested,
  optional,
} from "../../../src/terraform/schema/schema";
import { BigNumber, objectOf, type ObjectValue, Unknown, type Value } from "../../../src/terraform/value";

const name = fc.stringMatching(/^[a-z][a-z_0-9]{0,11}$/);
const key = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom("__proto__", "__proto___", "__proto__x", "constructor", "toString", "", "0", "10"),
);

const { type } = fc.letrec<{ type: AttributeType }>((tie) => ({
  type: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<AttributeType>("string", "bool", "number"),
    fc.tuple(fc.constantFrom("list", "set", "map"), tie("type")) as fc.Arbitrary<AttributeType>,
  ),
}));

const { attributes } = fc.letrec<{ attributes: Attributes; attribute: Attribute }>((tie) => ({
  attribute: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    type.map((each) => attribute({ type: each }, optional, "")),
    fc
      .tuple(fc.constantFrom("single", "list", "map"), tie("attributes"))
      .map(([mode, inner]) => attribute(nested(mode, inner), optional, "")),
  ),
  attributes: fc.dictionary(name, tie("attribute"), { maxKeys: 5, noNullPrototype: true }),
}));

/** Types and schemas of any depth. */
export { attributes, type };

/** Decimals that a double prints, and digits without idle zeros that no double prints. */
export const number: fc.Arbitrary<number | BigNumber> = fc.oneof(
  fc.maxSafeInteger().map((each) => each + 0),
  fc.integer({ min: -40, max: 300 }).map((each) => each + 0),
  fc.tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: 1, max: 6 })).map(([digits, places]) => {
    return Number(`${String(digits)}e-${String(places)}`) + 0;
  }),
  fc
    .bigInt({ min: 2n ** 53n, max: 2n ** 70n })
    .chain((each) => fc.constantFrom(new BigNumber(String(each)), new BigNumber(String(-each)))),
  fc.stringMatching(/^-?[1-9][0-9]{0,9}\.[0-9]{18,40}[1-9]$/).map((each) => new BigNumber(each)),
);

const unknown = fc.oneof(
  fc.constant(new Unknown()),
  fc.uint8Array({ minLength: 1, maxLength: 20 }).map((each) => new Unknown(each)),
);

type Holes = "unknown" | "known";

const scalars: Readonly<Record<"string" | "bool" | "number", fc.Arbitrary<Value>>> = {
  string: fc.string({ unit: "grapheme" }),
  bool: fc.boolean(),
  number,
};

const withHoles = (value: fc.Arbitrary<Value>, holes: Holes): fc.Arbitrary<Value> =>
  fc.oneof(
    { arbitrary: value, weight: 6 },
    { arbitrary: fc.constant(null), weight: 1 },
    ...(holes === "unknown" ? [{ arbitrary: unknown, weight: 1 }] : []),
  );

const mapOf = (entry: fc.Arbitrary<Value>): fc.Arbitrary<ObjectValue> =>
  fc.array(fc.tuple(key, entry), { maxLength: 4 }).map(objectOf);

/** Values of a type. */
export function valuesOf(of: AttributeType, holes: Holes): fc.Arbitrary<Value> {
  if (typeof of === "string") return withHoles(scalars[of], holes);
  const entry = valuesOf(of[1], holes);
  return withHoles(of[0] === "map" ? mapOf(entry) : fc.array(entry, { maxLength: 4 }), holes);
}

/** Objects of a schema, with all its attributes. */
export const objectsOf = (of: Attributes, holes: Holes): fc.Arbitrary<ObjectValue> =>
  fc
    .tuple(...Object.entries(of).map(([each, inner]) => fc.tuple(fc.constant(each), valuesOfAttribute(inner, holes))))
    .map(objectOf);

function valuesOfAttribute(of: Attribute, holes: Holes): fc.Arbitrary<Value> {
  if ("type" in of) return valuesOf(of.type, holes);
  const { nesting_mode: mode, attributes: inner } = of.nested_type;
  const entry = withHoles(objectsOf(inner, holes), holes);
  if (mode === "single") return entry;
  return withHoles(mode === "map" ? mapOf(entry) : fc.array(entry, { maxLength: 3 }), holes);
}
