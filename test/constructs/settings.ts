import type { TerraformStack } from "cdktf";
import { type ConfigurationSettings, ScanformProvider } from "../../src/constructs";
import { problemsOf, synthesized } from "./synth";

export const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";
export const other = "7a0e2a51-2b7d-4c61-8f0e-6a1d2c3b4e5f";

export type Resources = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The attributes of every configuration by its construct's id. */
export function attributes(declare: (stack: TerraformStack) => void): Readonly<Record<string, unknown>> {
  const json = synthesized((stack) => {
    new ScanformProvider(stack, "scanform");
    declare(stack);
  });
  return (json["resource"] as Resources)["scanform_configuration"] ?? {};
}

export const problems = (declare: (stack: TerraformStack) => void): string =>
  problemsOf((stack) => {
    new ScanformProvider(stack, "scanform");
    declare(stack);
  });

export const base: ConfigurationSettings = {
  comment: "enabled",
  riskThreshold: 5,
  analyzers: { secrets: { enabled: true, blocking: true, excludes: ["a"] }, xss: { enabled: true } },
  codePolicies: [{ id, enabled: true, blocking: true }],
  notifications: { enabled: true, integrationNames: ["a"] },
};
