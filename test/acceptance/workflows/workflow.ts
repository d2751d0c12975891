import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { example } from "./scripts";

export interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Job {
  readonly if?: string;
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly env?: Readonly<Record<string, string | number>>;
  readonly defaults?: { readonly run: { readonly "working-directory": string } };
  readonly jobs: Readonly<Record<string, Job>>;
}

export const workflowsFolder = join(example, ".github/workflows");

export const sourceOf = (file: string): string => readFileSync(join(workflowsFolder, file), "utf8");

export const workflowOf = (file: string): Workflow => parse(sourceOf(file)) as Workflow;
