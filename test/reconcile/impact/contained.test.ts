import fc from "fast-check";
import { accountId } from "../../../src/model/ids";
import { impactOf } from "../../../src/reconcile/impact/impact";
import { plan } from "../../../src/reconcile/plan/plan";
import { smallCases } from "./cases";
import { judgedBy, readings } from "./other-judge";
import { findingsOf, otherReader, writing } from "./other-service";
import { beyond, truthOf } from "./truth";

test("No service, whatever it makes of settings, touches a finding that no figure counts.", async () => {
  await fc.assert(
    fc.asyncProperty(smallCases, readings, writing, async (one, how, write) => {
      const made = plan({ id: accountId("account") }, one.desired, one.live);
      const impact = await impactOf(otherReader(one, how, write), made, { days: 30, limit: 100, now: Date.now });
      const truth = truthOf(made, one.live, findingsOf(one, how), (...given) => judgedBy(how, ...given));
      expect(beyond(impact, truth)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
