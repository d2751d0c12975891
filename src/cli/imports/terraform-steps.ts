import type { Imported } from "../../generate/import/import-account";

/** What to do with imported HCL, and what the first plan of terraform says then. */
export function terraformSteps({ configurations, rules }: Imported): string {
  const lines = [
    "Next, in its folder:",
    "  npx scanform terraform install   # prints the block required_providers, which goes beside the code",
    "  terraform init",
    `  terraform plan                   # ${String(configurations.length)} to import`,
    ...(rules.length === 0
      ? []
      : ["The plan also adds the resource of the rules, which has no id to import. It moves no repository."]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}
