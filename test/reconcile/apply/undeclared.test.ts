import fc from "fast-check";
import { everyReading, usual } from "../readings";
import { appliedTo, losing, lostIn, undeclaredCases } from "../undeclared";

test("an apply under any reading leaves what nobody declared as it was, or is not verified", async () => {
  await fc.assert(
    fc.asyncProperty(undeclaredCases, fc.constantFrom(...everyReading), async (given, reading) => {
      const { made, applied, after } = await appliedTo(given, reading);
      const lost = lostIn(given, made, after.configurations);
      if (applied.verified) expect(lost).toEqual([]);
      // nothing undeclared is lost by a bulk update, since it is tried and put back
      if (reading.put === "replaces") expect(lost).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test("an apply to a service that loses a setting with a write is never verified", async () => {
  await fc.assert(
    fc.asyncProperty(undeclaredCases, fc.nat(6), fc.constantFrom(1, 2, 100), async (given, nth, writes) => {
      const { made, applied, after } = await appliedTo(given, usual, losing(nth, writes));
      const lost = lostIn(given, made, after.configurations);
      if (lost.length > 0) expect(applied).toMatchObject({ verified: false });
    }),
    { numRuns: 100 },
  );
});
