import fc from "fast-check";
import type { Configuration } from "../../../src/model/entities";
import { address, configurationId } from "../../../src/model/ids";
import { identify } from "../../../src/reconcile/plan/identify";
import { identityCandidates } from "../../../src/terraform/account/lists";

const names = fc.constantFrom("a", "b", "c", "__proto__");
const account = fc.array(fc.option(names, { nil: undefined })).map((all) =>
  all.map((name, at): Configuration => {
    const id = configurationId(String(at));
    return name === undefined ? { id, settings: {} } : { id, name, settings: {} };
  }),
);
const declared = fc.record({ name: names, renamedFrom: fc.array(names) });

test("identify finds the same among the candidates as among all live configurations, and every candidate has one of the names", () => {
  fc.assert(
    fc.property(account, declared, (live, { name, renamedFrom }) => {
      const wanted = { address: address("it"), name, renamedFrom, settings: {} };
      const found = identityCandidates(wanted, live);
      expect(identify([wanted], found)).toEqual(identify([wanted], live));
      expect(new Set(found).size).toBe(found.length);
      const meant = new Set<string | undefined>([name, ...renamedFrom]);
      expect(found.filter((each) => !meant.has(each.name))).toEqual([]);
    }),
  );
});
