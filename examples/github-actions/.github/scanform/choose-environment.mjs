// Names the environment to apply a plan in: the one whose reviewers are asked where a repository gets weaker.
import { readFileSync } from "node:fs";
import { accountsOf } from "./lib/plans.mjs";
import { input, output, run } from "./lib/script.mjs";

await run(async () => {
  const weakens = accountsOf(readFileSync(input("PLAN"), "utf8")).some((account) => account.weakens > 0);
  output("environment", weakens ? "scanform-apply-weakens" : "scanform-apply");
});
