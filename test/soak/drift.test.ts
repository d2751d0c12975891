import fc from "fast-check";
import { courses, isToldExactly } from "../reconcile/drift/two-apps";
import { parametersOf, runs } from "./figures";

test(
  "drift is exactly what somebody else has done to what is declared, whatever two apps, rollbacks and crashes came before",
  async () => {
    const ends = { asked: 0, "not planned": 0 };
    const property = fc.asyncProperty(courses, async (each) => {
      ends[await isToldExactly(each)] += 1;
    });
    await fc.assert(property, { ...parametersOf(runs), endOnFailure: true });
    expect(ends.asked).toBeGreaterThan(runs / 2);
  },
  60_000 + runs * 200,
);
