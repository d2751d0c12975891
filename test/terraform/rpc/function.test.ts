import { decodeValue, encodeValue } from "../../../src/terraform/values/codec";
import { BigNumber, type Value } from "../../../src/terraform/value";
import { asking } from "./ask";
import { Shelf } from "./shelf";

const half = (of: Value) =>
  asking(new Shelf().provider)("CallFunction", {
    name: "half",
    arguments: [{ msgpack: encodeValue("number", of) }],
  });

test("calls a function", async () => {
  const { result, error } = await half(6);
  expect(error).toBeUndefined();
  expect(decodeValue(["list", "number"], result?.msgpack ?? new Uint8Array())).toEqual([3]);
});

test("reports an invalid argument at that argument", async () => {
  expect(await half(7)).toEqual({ result: undefined, error: { text: "That is odd", function_argument: 0 } });
});

test("reports any other error without an argument", async () => {
  expect(await half(new BigNumber("18446744073709551616"))).toEqual({
    result: undefined,
    error: { text: "That is too large", function_argument: undefined },
  });
});
