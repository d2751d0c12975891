import fc from "fast-check";
import { parsePlans } from "../../src/cli/plan-file";
import { canonicalJson } from "../../src/model/fingerprint";
import { accountId } from "../../src/model/ids";
import { plan } from "../../src/reconcile/plan/plan";
import { jsonText } from "../../src/report/document";
import { planDocument } from "../../src/report/make-document";
import { desiredFor, observed } from "../reconcile/arbitrary";
import { reviewed, rich } from "./plans";

const madeAt = Date.parse("2026-01-31T09:30:00Z");

const random = observed
  .chain((there) => desiredFor(there).map((wanted) => ({ there, wanted })))
  .map(({ there, wanted }) => {
    const desired = { ...wanted, managedScope: { all: true } };
    return plan({ id: accountId("a"), baseUrl: "https://service.example" }, desired, there, {
      force: true,
      prune: true,
    });
  });

test("a plan that is read from its document is the plan that was written", () => {
  fc.assert(
    fc.property(fc.oneof(random, fc.constantFrom(rich(), reviewed())), (made) => {
      const document = planDocument({ madeAt, plans: [made] });
      const read = parsePlans("plan.json", jsonText(document));
      expect(canonicalJson(read.document)).toBe(canonicalJson(JSON.parse(jsonText(document))));
      expect(read.plans.map(({ plan: again }) => [again.digest, again.writes])).toEqual([[made.digest, made.writes]]);
    }),
    { numRuns: 40 },
  );
});
