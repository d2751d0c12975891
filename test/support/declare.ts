import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { policyId } from "./account";

type Attributes = Readonly<Record<string, unknown>>;

/** What an app declares, under the names of Terraform's JSON syntax. */
export interface App {
  readonly provider?: Attributes | readonly Attributes[];
  readonly configurations?: Readonly<Record<string, Attributes>>;
  readonly assignments?: Readonly<Record<string, readonly Attributes[]>>;
  /** What is beside the rules of the assignments of a name, such as where they were made. */
  readonly besideRules?: Readonly<Record<string, Attributes>>;
  readonly triages?: Readonly<Record<string, Attributes>>;
  /** Data sources by type and name. */
  readonly data?: Readonly<Record<string, Readonly<Record<string, Attributes>>>>;
  readonly variable?: Readonly<Record<string, Attributes>>;
  readonly locals?: Attributes;
}

/** Writes what cdktf would have synthesized of this app. */
export function writeSynthesized(
  folder: string,
  { provider = {}, configurations = {}, assignments = {}, besideRules = {}, triages, ...others }: App,
): void {
  mkdirSync(join(folder, "stacks/s"), { recursive: true });
  const manifest = { stacks: { s: { name: "s", synthesizedStackPath: "stacks/s/cdk.tf.json" } } };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  const rules = Object.entries(assignments).map(([name, each]) => [name, { ...besideRules[name], rules: each }]);
  const stack = {
    ...others,
    provider: { scanform: Array.isArray(provider) ? provider : [provider] },
    resource: {
      scanform_configuration: configurations,
      scanform_repository_assignments: Object.fromEntries(rules) as unknown,
      ...(triages === undefined ? {} : { scanform_finding_triage: triages }),
    },
  };
  writeFileSync(join(folder, "stacks/s/cdk.tf.json"), JSON.stringify(stack));
}

export const idOf = (name: string): string => `\${scanform_configuration.${name}.id}`;

/** Changes a live configuration, makes a new one, moves two repositories to it and leaves one alone. */
export const everyday: App = {
  configurations: {
    baseline: { name: "baseline", comment: "enabled" },
    strict: { name: "strict", comment: "enabled", analyzers: { secrets: { enabled: true, blocking: true } } },
  },
  assignments: {
    routing: [
      { repository_names: ["legacy"], leave: true },
      { repository_pattern: "payments-%", configuration_id: idOf("strict") },
      { repository_pattern: "%", configuration_id: idOf("baseline") },
    ],
  },
};

/** The account as it is, referring to something in every list: nothing to do. */
export const asItIs: App = {
  configurations: {
    baseline: {
      name: "baseline",
      comment: "silent",
      analyzers: { "sql-injection": { enabled: true } },
      code_policies: { [policyId]: { enabled: true } },
    },
  },
  assignments: { routing: [{ repository_pattern: "%", configuration_id: idOf("baseline") }] },
};
