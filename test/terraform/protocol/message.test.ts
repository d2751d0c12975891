import fc from "fast-check";
import { decode, encode } from "../../../src/terraform/protocol/message";
import { diagnostic, rpcs } from "../../../src/terraform/protocol/service";
import { anyText } from "../../support/any-text";

const bytes = (...parts: readonly string[]): Uint8Array => new Uint8Array(Buffer.from(parts.join(""), "hex"));

it("a message encoded by hand has tags and lengths, and includes an index of 0 and an empty key", () => {
  const written = encode(diagnostic, {
    severity: "ERROR",
    summary: "no",
    detail: "",
    attribute: { steps: [{ attribute_name: "a" }, { element_key_int: 0 }, { element_key_string: "" }] },
  });
  expect(written).toEqual(
    bytes(
      "0801", // severity
      "12026e6f", // summary
      "220d", // attribute, of 13 bytes
      "0a030a0161", // a step, of 3 bytes: attribute_name
      "0a021800", // a step, of 2 bytes: element_key_int
      "0a021200", // a step, of 2 bytes: element_key_string
    ),
  );
});

it("a message encoded by hand encodes a map as pairs", () => {
  const attribute = { name: "a", type: bytes("22737472696e6722"), optional: true };
  const written = encode(rpcs.GetProviderSchema.response, {
    resource_schemas: { r: { version: 1, block: { attributes: [attribute] } } },
  });
  expect(written).toEqual(
    bytes(
      "121a", // resource_schemas, a pair of 26 bytes
      "0a0172", // its key
      "1215", // its value: a schema of 21 bytes
      "0801", // version
      "1211", // block, of 17 bytes
      "120f", // an attribute of 15 bytes
      "0a0161", // name
      "120822737472696e6722", // type
      "2801", // optional
    ),
  );
});

it("a message encoded by hand is decoded without unknown fields", () => {
  const read = decode(
    rpcs.PlanResourceChange.request,
    bytes(
      "0a0174", // type_name
      "12030a01c0", // prior_state: msgpack
      "22030a0180", // config: msgpack
      "32030a01c0", // provider_meta, which we do not use
      "3a020801", // client_capabilities: deferral_allowed, which we do not use either
      "99060102030405060708", // field 99, of 8 bytes
      "a0067f", // field 100, a varint
      "0805", // field 1 as a number, which it is not
      "2a017b", // prior_private
    ),
  );
  const value = (msgpack: string) => ({ msgpack: bytes(msgpack), json: bytes() });
  expect(read).toEqual({
    type_name: "t",
    prior_state: value("c0"),
    proposed_new_state: undefined,
    client_capabilities: { store_planned_private: false },
    planned_private: bytes(),
    config: value("80"),
    prior_private: bytes("7b"),
    prior_identity: undefined,
  });
});

it("a message encoded by hand is rejected when it is truncated", () => {
  expect(() => decode(rpcs.ReadResource.request, bytes("0a0574"))).toThrow(RangeError);
});

describe("decoding an encoded message returns it", () => {
  const text = anyText();
  const blob = fc.uint8Array();
  const number = fc.maxSafeInteger();

  it("decoding an encoded message returns it for a move, with numbers of any size and sign", () => {
    const { request } = rpcs.MoveResourceState;
    const state = fc.option(fc.record({ json: blob }), { nil: undefined });
    const moved = fc.record({
      source_provider_address: text,
      source_type_name: text,
      source_schema_version: number,
      source_state: state,
      target_type_name: text,
      source_private: blob,
      source_identity: state,
      source_identity_schema_version: number,
    });
    fc.assert(
      fc.property(moved, (each) => {
        expect(decode(request, encode(request, each))).toEqual(each);
      }),
    );
  });

  it("decoding an encoded message returns it for functions of any name", () => {
    const { response } = rpcs.GetFunctions;
    const definition = fc.record({
      parameters: fc.array(fc.record({ name: text, type: blob, description: text })),
      return: fc.option(fc.record({ type: blob }), { nil: undefined }),
      summary: text,
      description: text,
    });
    const functions = fc.dictionary(fc.oneof(text, fc.constantFrom("__proto__", "toString")), definition, {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(fc.record({ functions }), (each) => {
        expect(decode(response, encode(response, each))).toEqual(each);
      }),
    );
  });
});
