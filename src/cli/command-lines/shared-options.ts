import { type Command, InvalidArgumentError, Option } from "commander";
import { type GateCondition, gateConditions } from "../gate-conditions";
import { collected, wholeNumber } from "./values";

/** The options of every command that plans a declaration. */
export const declaring = (command: Command): Command =>
  failingOn(synthesizing(connected(command)))
    .option("--synthesized <dir>", "read this output of cdktf instead of running the app of cdktf.json")
    .option("--prune", "delete what managed_scope owns and nobody declares")
    .option("--force", "let a plan through that a safety limit would refuse")
    .option(
      "--semantics <file>",
      "what scanform probe has found out, for fewer requests; repeatable, for each account",
      collected,
    );

/** The option of every command that shows a plan and may save or apply it. */
export const failingOn = (command: Command): Command =>
  command.addOption(
    new Option(
      "--fail-on <conditions>",
      `exit with 3 where the plan does this, comma-separated or repeated: ${gateConditions.join(", ")}`,
    ).argParser(conditions),
  );

function conditions(text: string, before: readonly GateCondition[] = []): readonly GateCondition[] {
  const given = text.split(",").map((each) => {
    const known = gateConditions.find((condition) => condition === each.trim());
    if (known !== undefined) return known;
    throw new InvalidArgumentError(`${JSON.stringify(each)} is none of ${gateConditions.join(", ")}.`);
  });
  return [...new Set([...before, ...given])];
}

/** The option of every command that runs the app. */
export const synthesizing = (command: Command): Command =>
  command.option("--app-timeout <seconds>", "stop an app that takes longer; 600 if left out", wholeNumber(1, 86_400));

/** The options of every command that connects to the service. */
export const connected = (command: Command): Command =>
  command
    .option("--timeout <seconds>", "how long to wait for the service", wholeNumber(1, 3600))
    .option("--base-url <url>", "the service that the key belongs to; goes before SCANFORM_BASE_URL")
    .option("--insecure", "allow http to a host that is not this machine, and certificates that are not checked");
