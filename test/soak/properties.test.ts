import fc from "fast-check";
import { agreesOn, settingPairs } from "../model/verdict-judge";
import { check, rulePairs } from "../reconcile/base/rule-lists";
import { courses, isToldExactly } from "../reconcile/drift/two-apps";
import { everyReading } from "../reconcile/readings";
import { cases, isBackAgain } from "../reconcile/rollback/back-again";
import { leavesUndeclared, seesLoss, undeclaredCases } from "../reconcile/undeclared";
import { desk } from "../support/desk";
import { expectNoForgery } from "../support/forging";
import { agrees } from "../testing/agreement";
import { app, seed } from "./every-write";
import { parametersOf, runs } from "./figures";

/** The properties of other rooms, which try few cases there, with many. */

jest.setTimeout(3_600_000);

test("the verdict of each leaf is the one that the words of the design give it", () => {
  const property = fc.property(settingPairs, ([before, after]) => {
    agreesOn(before, after);
  });
  fc.assert(property, parametersOf(runs));
});

test("every short name of a new repository that gets weaker settings is reported, and no other, for any two lists of rules", () => {
  fc.assert(fc.property(rulePairs, check), parametersOf(Math.min(runs, 1000)));
});

test("what nobody declared is as it was after an apply that ends well, under every reading", async () => {
  const property = fc.asyncProperty(undeclaredCases, fc.constantFrom(...everyReading), leavesUndeclared);
  await fc.assert(property, parametersOf(runs * 20));
});

test("an apply to a service that loses a setting with a write is never verified", async () => {
  const property = fc.asyncProperty(undeclaredCases, fc.nat(6), fc.constantFrom(1, 2, 100), seesLoss);
  await fc.assert(property, parametersOf(runs * 20));
});

test("drift is exactly what somebody else has done to what is declared, whatever two apps, rollbacks and crashes came before", async () => {
  const ends = { asked: 0, "not planned": 0 };
  const property = fc.asyncProperty(courses, async (each) => {
    ends[await isToldExactly(each)] += 1;
  });
  await fc.assert(property, { ...parametersOf(runs), endOnFailure: true });
  expect(ends.asked).toBeGreaterThan(runs / 2);
});

test("an apply and its rollback leave what nobody else has touched as it was, and lose nothing of others", async () => {
  const ends = { "not planned": 0, "all back": 0, "in part": 0 };
  const property = fc.asyncProperty(cases, async (each) => {
    ends[await isBackAgain(each)] += 1;
  });
  await fc.assert(property, { ...parametersOf(runs), endOnFailure: true });
  expect(ends["all back"]).toBeGreaterThan(runs / 10);
  expect(ends["in part"]).toBeGreaterThan(runs / 10);
});

test("toAssign and toBlock of the testing kit agree with what the emulator does with a scan", async () => {
  const stacks = Math.max(8, runs / 20);
  const counts = await agrees(parametersOf(stacks));
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5 * stacks);
});

test("an edited plan is refused, or what is shown and written is the same", async () => {
  const where = await desk(app, seed);
  await where.plan("--prune", "--force", "--out", "saved.plan");
  await expectNoForgery(where, parametersOf(runs));
});
