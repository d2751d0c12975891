import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { App, TerraformStack, Testing } from "cdktf";
import { type ConfigurationSettings, ScanformProvider } from "../../src/constructs";
import type { JsonObject } from "../../src/model/json";

export const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";
export const other = "7a0e2a51-2b7d-4c61-8f0e-6a1d2c3b4e5f";

type Declare = (stack: TerraformStack) => unknown;

/** What a stack synthesizes to, without metadata, after its validations have run. */
export function synthesized(declare: Declare): JsonObject {
  const stack = new TerraformStack(Testing.app(), "acme");
  declare(stack);
  const text = Testing.synth(stack, true);
  return JSON.parse(text, (key, value: unknown) => (key === "//" ? undefined : value)) as JsonObject;
}

/** What a user's `app.synth()` throws; nothing when all is well. */
export function problemsOf(declare: Declare): string {
  const outdir = mkdtempSync(join(tmpdir(), "scanform-test-"));
  try {
    const app = new App({ outdir });
    declare(new TerraformStack(app, "acme"));
    app.synth();
    return "";
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

const withProvider =
  (declare: Declare): Declare =>
  (stack) => {
    new ScanformProvider(stack, "scanform");
    declare(stack);
  };

/** The same of a stack with a provider. */
export const problems = (declare: Declare): string => problemsOf(withProvider(declare));

/** The lines of problems that name a construct: one for each mistake. */
export const linesOf = (problems: string): readonly string[] =>
  problems.split("\n").filter((line) => /^\s*\[/.test(line));

type Resources = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Whether it is the lifecycle that every configuration has by default. */
const isDefault = (lifecycle: unknown): boolean => isDeepStrictEqual(lifecycle, { create_before_destroy: true });

/** A document, or part of one, without the default lifecycle of configurations. */
export const withoutDefaults = (document: unknown): unknown =>
  JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === "lifecycle" && isDefault(value) ? undefined : value,
  );

/** The resources of a stack with a provider, by their types and names. */
export const resources = (declare: Declare): Resources =>
  withoutDefaults(synthesized(withProvider(declare))["resource"] ?? {}) as Resources;

/** The attributes of every configuration by its construct's id. */
export const attributes = (declare: Declare): Readonly<Record<string, unknown>> =>
  resources(declare)["scanform_configuration"] ?? {};

/** The line of a file that a place such as `main.ts:31:5` names. */
export const sourceLine = (file: string, place: string): string =>
  readFileSync(file, "utf8").split("\n")[Number(/:(\d+):\d+/.exec(place)?.[1]) - 1] ?? "";

export const base: ConfigurationSettings = {
  comment: "enabled",
  riskThreshold: 5,
  analyzers: { secrets: { enabled: true, blocking: true, excludes: ["a"] }, xss: { enabled: true } },
  codePolicies: [{ id, enabled: true, blocking: true }],
  notifications: { enabled: true, integrationNames: ["a"] },
};
