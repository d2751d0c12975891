// Names the environment to apply a plan in: the one whose reviewers are asked where the gate of scanform-plan closed.
import { readFileSync } from "node:fs";
import { input, output, Refused, run } from "./lib/script.mjs";

const environments = { open: "scanform-apply", closed: "scanform-apply-weakens" };

await run(async () => {
  const gate = readFileSync(input("GATE"), "utf8").trim();
  if (!Object.hasOwn(environments, gate))
    throw new Refused("The kept plan does not say whether its gate is open or closed. Plan the pull request again.");
  output("environment", environments[gate]);
});
