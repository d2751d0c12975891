// Names the environment to apply a plan in: the one whose reviewers are asked where a verdict is one of ASK_FOR.
import { readFileSync } from "node:fs";
import { accountsOf } from "./lib/plans.mjs";
import { input, output, run } from "./lib/script.mjs";

await run(async () => {
  const verdicts = input("ASK_FOR", /^weakens(?:,unclassified)?$/).split(",");
  const accounts = accountsOf(readFileSync(input("PLAN"), "utf8"));
  const ask = verdicts.some((verdict) => accounts.some((account) => account[verdict] > 0));
  output("environment", ask ? "scanform-apply-weakens" : "scanform-apply");
});
