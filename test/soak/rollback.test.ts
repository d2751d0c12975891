import fc from "fast-check";
import { cases, isBackAgain } from "../reconcile/rollback/back-again";
import { parametersOf, runs } from "./figures";

test(
  "an apply and its rollback leave what nobody else has touched as it was, and lose nothing of others",
  async () => {
    const ends = { "not planned": 0, "all back": 0, "in part": 0 };
    const property = fc.asyncProperty(cases, async (each) => {
      ends[await isBackAgain(each)] += 1;
    });
    await fc.assert(property, { ...parametersOf(runs), endOnFailure: true });
    expect(ends["all back"]).toBeGreaterThan(runs / 10);
    expect(ends["in part"]).toBeGreaterThan(runs / 10);
  },
  60_000 + runs * 100,
);
