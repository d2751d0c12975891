import { fail } from "../../diagnostics/error";
import { applyPlans, type ApplyingOptions } from "../apply-plans";
import type { OnceOptions } from "../applied-once";
import { type DeclaredOptions, declaredPlans } from "../declared-plans";
import type { ExitCode } from "../exit-codes";
import type { Io } from "../io";
import {
  collected,
  type CommandDefinition,
  declaring,
  duration,
  type Flags,
  formatOf,
  policing,
  withExamples,
} from "../options";
import { noteUnusedPolicies } from "../command-policies";
import { reviewedPlans } from "../reviewed-plans";
import { savedPlans } from "../saved-plans";

export const define: CommandDefinition = (command, { io, finish }) => {
  policing(declaring(command))
    .argument("[file]", "a plan that was saved with plan --out")
    .option(
      "--reviewed <plan>",
      "plan what is declared now, and apply it only if it is this saved plan, or has this digest; repeatable",
      collected,
    )
    .option("--again", "apply a saved or reviewed plan even if a journal shows that it is already applied")
    .option("--max-age <age>", "refuse a saved plan that is older, such as 36h (default: 7d)", duration)
    .option("--auto-approve", "do not ask; a saved or reviewed plan never asks")
    .option("--journal <dir>", "folder for the journal (default: .scanform)")
    .option("--json", "print one JSON document")
    .action(async (file: string | undefined, flags: Flags<ApplyOptions>) => {
      finish(await applyCommand(io, file, { ...flags, format: formatOf(flags) }));
    });
  withExamples(
    command,
    ["plan, ask, and apply", "scanform apply"],
    ["exactly what was saved", "scanform apply plan.json"],
    ["the same, of one account of several", "scanform apply plan.json --account acme"],
    ["what is declared now, if it is what was reviewed", "scanform apply --synthesized cdktf.out --reviewed plan.json"],
  );
};

interface ApplyOptions extends ApplyingOptions, Omit<DeclaredOptions, "format" | "base" | "out">, OnceOptions {
  /** Saved plans or digests: what is declared is applied only if it is this. */
  readonly reviewed?: readonly string[];
}

/** Applies what was reviewed: a saved plan, or what is declared now if it is the same; or plans, asks and applies. */
async function applyCommand(io: Io, file: string | undefined, options: ApplyOptions): Promise<ExitCode> {
  const { reviewed } = options;
  noteUnusedPolicies(io, options);
  if (file !== undefined) {
    refuseWithFile(options);
    return applyPlans(io, await savedPlans(io, file, options), { ...options, asked: false });
  }
  if (reviewed === undefined) {
    refuseWithoutReview(options);
    return applyPlans(io, await declaredPlans(io, options), { ...options, asked: true });
  }
  return applyPlans(io, await reviewedPlans(io, reviewed, options), { ...options, asked: false });
}

function refuseWithFile(options: ApplyOptions): void {
  for (const name of ["synthesized", "prune", "force"] as const)
    if (options[name] !== undefined)
      fail("usage", `A saved plan needs no --${name}: it holds what was declared, and how it was planned.`);
  if (options.reviewed !== undefined)
    fail("usage", "Use either `apply FILE`, which applies the file, or `apply --reviewed FILE`, which plans again.");
}

function refuseWithoutReview({ again, maxAge, failOn = [] }: ApplyOptions): void {
  if (failOn.includes("future"))
    fail(
      "usage",
      "--fail-on future needs a plan that was made with --base: name it with `apply FILE` or --reviewed, or use `scanform plan`.",
    );
  if (again !== undefined || maxAge !== undefined)
    fail(
      "usage",
      "--again and --max-age are for a plan that was made before: name it with `apply FILE` or --reviewed.",
    );
}
