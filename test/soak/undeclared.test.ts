import fc from "fast-check";
import { everyReading, usual } from "../reconcile/readings";
import { appliedTo, losing, lostIn, undeclaredCases } from "../reconcile/undeclared";
import { parametersOf, runs } from "./figures";

const cases = Math.max(400, runs * 20);

test(
  "what nobody declared is as it was after an apply that ends well, under every reading",
  async () => {
    await fc.assert(
      fc.asyncProperty(undeclaredCases, fc.constantFrom(...everyReading), async (given, reading) => {
        const { made, applied, after } = await appliedTo(given, reading);
        const lost = lostIn(given, made, after.configurations);
        if (applied.verified || reading.put === "replaces") expect(lost).toEqual([]);
      }),
      parametersOf(cases),
    );
  },
  cases * 200 + 60_000,
);

test(
  "an apply to a service that loses a setting with a write is never verified",
  async () => {
    await fc.assert(
      fc.asyncProperty(undeclaredCases, fc.nat(6), fc.constantFrom(1, 2, 100), async (given, nth, writes) => {
        const { made, applied, after } = await appliedTo(given, usual, losing(nth, writes));
        if (lostIn(given, made, after.configurations).length > 0) expect(applied.verified).toBe(false);
      }),
      parametersOf(cases),
    );
  },
  cases * 200 + 60_000,
);
