import fc from "fast-check";
import { everyReading } from "../reconcile/readings";
import { leavesUndeclared, seesLoss, undeclaredCases } from "../reconcile/undeclared";
import { parametersOf, runs } from "./figures";

const cases = runs * 20;
const time = cases * 200 + 60_000;

test(
  "what nobody declared is as it was after an apply that ends well, under every reading",
  async () => {
    const property = fc.asyncProperty(undeclaredCases, fc.constantFrom(...everyReading), leavesUndeclared);
    await fc.assert(property, parametersOf(cases));
  },
  time,
);

test(
  "an apply to a service that loses a setting with a write is never verified",
  async () => {
    const property = fc.asyncProperty(undeclaredCases, fc.nat(6), fc.constantFrom(1, 2, 100), seesLoss);
    await fc.assert(property, parametersOf(cases));
  },
  time,
);
