import fc from "fast-check";
import { expressible } from "../../../src/generate/import/expressible";
import { decode } from "../../../src/model/decoder";
import { fieldsDecoder } from "../../../src/model/field-decoder";
import { settingsFields } from "../../../src/model/settings";
import { settings, uuid } from "../../reconcile/arbitrary";

const strange = fc.dictionary(
  fc.constantFrom("comment", "analyzers", "code_policies", "notifications", "risk_threshold", "future", "__proto__"),
  fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom("xss", "enabled", "excludes", "__proto__"), fc.jsonValue()),
    fc.array(fc.record({ id: fc.constant(uuid("c", 1)), enabled: fc.jsonValue() })),
  ),
);

test("leaves nothing that a declaration cannot have, whatever the service holds", () => {
  fc.assert(
    fc.property(strange, (live) => {
      const able = expressible(live, () => undefined);
      expect(decode(fieldsDecoder(settingsFields, "declared"), able.settings)).toHaveProperty("value");
    }),
    { numRuns: 50 },
  );
});

test("leaves settings that a declaration can have as they are", () => {
  fc.assert(
    fc.property(settings, (live) => {
      expect(expressible(live, () => undefined)).toEqual({ settings: live, unexpressed: [] });
    }),
    { numRuns: 30 },
  );
});

test("a policy whose id is there twice, in other letters, is left out with all policies", () => {
  const id = "abcdefab-0000-4000-8000-000000000001";
  const code_policies = [{ id }, { id: id.toUpperCase() }];
  expect(expressible({ comment: "enabled", code_policies }, () => undefined)).toEqual({
    settings: { comment: "enabled" },
    unexpressed: [{ path: "code_policies", reason: `it has ${id} twice` }],
  });
});
