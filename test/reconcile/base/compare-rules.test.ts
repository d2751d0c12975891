import fc from "fast-check";
import { check, rulePairs } from "./rule-lists";

test("of random lists of rules, every short name that gets weaker is covered, and no line is untrue", () => {
  fc.assert(fc.property(rulePairs, check), { numRuns: 5 });
});
