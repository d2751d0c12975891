import { configurationNamed } from "./workspace";

/** What a user may get wrong, and what is said of it. */

export interface Wrong {
  readonly title: string;
  /** What is wrong stands in the line that ends with `# here`. */
  readonly hcl: string;
  /** Words of the summary and the detail. */
  readonly says: string;
  /** Another line, in other words; "" where terraform shows none. */
  readonly line?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** What stands inside the provider block. */
  readonly provider?: string;
}

export const unknown = "dddddddd-0000-4000-8000-000000000004";
export const one = (...lines: readonly string[]): string =>
  `resource "scanform_configuration" "it" {\n${lines.map((line) => `  ${line}`).join("\n")}\n}\n`;
export const named = (...lines: readonly string[]): string => one('name = "it"', ...lines);
export const rules = (...lines: readonly string[]): string =>
  `resource "scanform_repository_assignments" "it" {\n  rules = [\n${lines.map((line) => `    ${line}`).join("\n")}\n  ]\n}\n`;
export const baseline = `configuration_id = "${configurationNamed("baseline")}"`;

export const triage = (...lines: readonly string[]): string =>
  `resource "scanform_finding_triage" "it" {\n  finding_id = "0f0f0f0f-0000-4000-8000-000000000000"\n${lines.map((line) => `  ${line}`).join("\n")}\n}\n`;
export const collection = (...lines: readonly string[]): string =>
  `resource "scanform_configurations" "it" {\n  configurations = {\n${lines.map((line) => `    ${line}`).join("\n")}\n  }\n}\n`;
export const imports = (id: string): string =>
  `${named()}import {\n  to = scanform_configuration.it\n  id = "${id}"\n}\n`;
export const atProvider = (line: string): Pick<Wrong, "hcl" | "provider"> => ({
  hcl: named(),
  provider: `  ${line} # here`,
});
export const withoutLine = (env: NodeJS.ProcessEnv): Pick<Wrong, "hcl" | "env" | "line"> => ({
  hcl: named(),
  env,
  line: 'provider "scanform" {',
});
