import fc from "fast-check";
import { everyReading } from "../readings";
import { leavesUndeclared, seesLoss, undeclaredCases } from "../undeclared";

test("an apply under any reading leaves what nobody declared as it was, or is not verified", async () => {
  const property = fc.asyncProperty(undeclaredCases, fc.constantFrom(...everyReading), leavesUndeclared);
  await fc.assert(property, { numRuns: 30 });
});

test("an apply to a service that loses a setting with a write is never verified", async () => {
  const property = fc.asyncProperty(undeclaredCases, fc.nat(6), fc.constantFrom(1, 2, 100), seesLoss);
  await fc.assert(property, { numRuns: 30 });
});
