import fc from "fast-check";
import { check, rulePairs } from "../reconcile/base/rule-lists";
import { parametersOf, runs } from "./figures";

/** Random pairs of rule lists, and what new repositories of every short name get by both. */

test("reports every short name of a new repository that gets weaker settings, and no other", () => {
  fc.assert(fc.property(rulePairs, check), parametersOf(Math.min(runs, 1000)));
});
