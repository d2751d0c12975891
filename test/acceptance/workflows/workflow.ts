import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { parse } from "yaml";
import { repositoryRoot } from "../../support/spawned";
import { example } from "./example";

export interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly "runs-on"?: string;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly "run-name"?: string;
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly env?: Readonly<Record<string, string | number>>;
  readonly defaults?: { readonly run: { readonly "working-directory": string } };
  readonly jobs: Readonly<Record<string, Job>>;
}

export const workflowsFolder = join(example, ".github/workflows");

/** The workflows that check and publish this package; the others are those of the example. */
export const [ciFile, releaseFile] = ["ci.yml", "release.yml"] as const;

const own: readonly string[] = [ciFile, releaseFile];

export const sourceOf = (file: string): string =>
  readFileSync(join(own.includes(file) ? join(repositoryRoot, ".github/workflows") : workflowsFolder, file), "utf8");

export const workflowOf = (file: string): Workflow => parse(sourceOf(file)) as Workflow;

export type Names = Readonly<Record<string, unknown>>;

/** What a step or a job hands to later ones. */
export interface Handed {
  readonly outputs: Readonly<Record<string, string>>;
}

/** What the expressions of a workflow can name. */
export interface Context {
  readonly github: Names & { readonly event: Names };
  readonly runner: Names;
  readonly secrets: Names;
  readonly needs: Readonly<Record<string, Handed>>;
  readonly steps: Readonly<Record<string, Handed>>;
}

/** Text with its `${{ … }}` replaced. */
export const evaluated = (template: string | number | boolean, context: Context): string =>
  String(template).replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => shown(valueOf(expression, context)));

export const evaluatedAll = (
  templates: Readonly<Record<string, string | number | boolean>>,
  context: Context,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, evaluated(template, context)]));

/** Whether an `if` holds. */
export const holds = (condition: string, context: Context): boolean =>
  Boolean(valueOf(condition.replace(/^\$\{\{(.*)\}\}$/s, "$1"), context));

/** The operators and literals that the example uses mean the same in JavaScript; only absent names differ. */
function valueOf(expression: string, context: Context): unknown {
  const rooms = Object.entries(context).map(([name, values]) => [name, emptyIfAbsent(values as Names)]);
  const names = Object.fromEntries(rooms) as Names;
  return runInNewContext(expression, { ...names, always: () => true, cancelled: () => false }) as unknown;
}

/** A name without a value is an empty string. */
function emptyIfAbsent(values: Names): Names {
  return new Proxy(values, {
    get: (target, name) => {
      const value = typeof name === "string" ? target[name] : undefined;
      return typeof value === "object" && value !== null ? emptyIfAbsent(value as Names) : (value ?? "");
    },
  });
}

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
