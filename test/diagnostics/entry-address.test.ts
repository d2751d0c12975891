import fc from "fast-check";
import { addressLabel, collectionOf, entryAddress } from "../../src/diagnostics/entry-address";
import { label } from "../../src/diagnostics/foreign-text";
import { raw } from "../report/hostile";

const collection = "acme/scanform_configurations.teams";

test.each([
  ["payments", '["payments"]'],
  ['the "web"\\', '["the \\"web\\"\\\\"]'],
  ["${a} %{b} $c", '["$${a} %%{b} $c"]'],
  ["a\nb", '["a\\nb"]'],
])("the key %j is written as Terraform writes that of an instance", (key, written) => {
  expect(entryAddress(collection, key)).toBe(`${collection}${written}`);
});

test("the collection of an entry is found whatever its key is, and no other address has one", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (key) => {
      expect(collectionOf(entryAddress(collection, key))).toBe(collection);
    }),
  );
  for (const other of ["scanform_configuration.a", 'a["b"].c', 'a["b', "a[0]", '["a"]', ""])
    expect(collectionOf(other)).toBeUndefined();
});

test("an entry is shown as it is written, and nothing invisible with it", () => {
  expect(addressLabel(entryAddress(collection, 'pay "x"'))).toBe(`${collection}["pay \\"x\\""]`);
  expect(addressLabel(entryAddress(collection, "a\u202eb"))).toBe(`${collection}["a\\u{202e}b"]`);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (key) => {
      expect(raw.test(addressLabel(entryAddress(collection, key)))).toBe(false);
    }),
  );
});

test.each(["scanform_configuration.a", "two words", 'two words["a"]', 'a["b"] and ["c"]', 'a["b" c]'])(
  "any other text is shown as a name is: %s",
  (text) => {
    expect(addressLabel(text)).toBe(label(text));
  },
);
