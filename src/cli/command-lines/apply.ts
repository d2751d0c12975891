import type { ApplyOptions } from "../commands/apply";
import { commands } from "../commands/commands";
import type { CommandLine } from "./command-line";
import { withExamples } from "./examples";
import type { Flags } from "./format";
import { declaring } from "./shared-options";
import { collected, duration } from "./values";

export const applyLine: CommandLine = (root, { io, finish }) => {
  const command = declaring(root.command("apply"))
    .description("apply what is declared, or a saved plan, and check that it holds")
    .argument("[file]", "a plan that was saved with plan --out")
    .option(
      "--reviewed <plan>",
      "plan what is declared now, and apply it only if it is this saved plan, or has this digest; repeatable",
      collected,
    )
    .option("--again", "apply a saved or reviewed plan although a journal shows that it is already applied")
    .option("--max-age <age>", "refuse a saved plan that is older, such as 36h; 7d if left out", duration)
    .option("--auto-approve", "do not ask; what is saved or reviewed is not asked for")
    .option("--journal <dir>", "folder for the journal, .scanform if left out")
    .option("--json", "print one JSON document")
    .action(async (file: string | undefined, flags: Flags<ApplyOptions>) => {
      const { applyCommand } = commands.apply();
      finish(await applyCommand(io, file, { ...flags, format: flags.json === true ? "json" : "text" }));
    });
  withExamples(
    command,
    ["plan, ask, and apply", "scanform apply"],
    ["exactly what was saved", "scanform apply saved.plan"],
    [
      "what is declared now, if it is what was reviewed",
      "scanform apply --synthesized cdktf.out --reviewed saved.plan",
    ],
  );
};
