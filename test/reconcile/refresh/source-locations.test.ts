import { error, warning } from "../../../src/diagnostics/diagnostic";
import { ScanformError } from "../../../src/diagnostics/error";
import { address } from "../../../src/model/ids";
import type { Plan } from "../../../src/reconcile/plan/plan";
import { withSourceLocations } from "../../../src/reconcile/refresh/source-locations";
import { desired, live, planned } from "../account";

const locations = new Map([["known", "main.ts:31:5"]]);
const [known, generated] = [address("known"), address("generated")];

const warned = warning("rule-matches-nothing", "No repository matches.", { address: "known" });
const refused = error("delete-too-many", "Too many deletions.", { address: "known" });
const elsewhere = warning("rule-matches-nothing", "No repository matches.", { address: "generated" });
const triages = [known, generated].map((at) => ({
  address: at,
  declared: { address: at, findingId: "f", category: "wont_fix", justification: "Only in tests." },
  before: "wont_fix",
  action: "no-op",
  after: "wont_fix",
})) satisfies Plan["triages"];

test("a plan says where in the code its diagnostics and triages were declared, as far as that is known", async () => {
  const made = {
    ...planned(desired([]), live({})),
    diagnostics: [warned, elsewhere],
    refusals: [refused],
    triages,
  };
  const location = "main.ts:31:5";
  expect(await withSourceLocations(locations, () => Promise.resolve(made))).toStrictEqual({
    ...made,
    diagnostics: [{ ...warned, location }, elsewhere],
    refusals: [{ ...refused, location }],
    triages: triages.map((each, at) => (at === 0 ? { ...each, location } : each)),
  });
});

test("the error in place of a plan says where in the code it was caused", async () => {
  const failed = new ScanformError([refused, elsewhere]);
  await expect(withSourceLocations(locations, () => Promise.reject(failed))).rejects.toMatchObject({
    diagnostics: [{ ...refused, location: "main.ts:31:5" }, elsewhere],
    cause: failed,
  });
});
