import fc from "fast-check";
import { agreesOn, settingPairs } from "../model/verdict-judge";
import { parametersOf, runs } from "./figures";

test("the verdict of each leaf is the one that the words of the design give it", () => {
  fc.assert(
    fc.property(settingPairs, ([before, after]) => {
      agreesOn(before, after);
    }),
    parametersOf(runs),
  );
}, 600_000);
