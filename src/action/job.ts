import { appendFileSync, readFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { optionalAt } from "../code-host/answers";
import { Repository } from "../code-host/client";
import { refuse } from "../code-host/refused";

/** A commit, by its SHA-1 or SHA-256. */
export const commit = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** An id or a number of the code host. */
export const positive = /^[1-9][0-9]{0,15}$/;
/** A moment: ISO 8601, UTC, in seconds. */
export const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

const anything = /^[^\0\r\n]+$/;

/** The job of a workflow in which the action is a step: what it is given, and where it answers. */
export interface Job {
  readonly host: Repository;
  /** The environment of the step. */
  readonly env: NodeJS.ProcessEnv;
  /** An input of the step; an empty one is refused, as is one that has not the form. */
  readonly input: (name: string, form?: RegExp) => string;
  /** The same; undefined where it is empty. */
  readonly optional: (name: string, form?: RegExp) => string | undefined;
  /** A text of the event that started the workflow, by its path, such as `workflow_run.head_sha`. */
  readonly event: (path: string, form?: RegExp) => string;
  /** A variable that the runner sets, such as `GITHUB_RUN_ID`. */
  readonly variable: (name: string, form?: RegExp) => string;
  /** A path in the folder of the job, which other steps see, and which is gone with the job. */
  readonly temporary: (...names: readonly string[]) => string;
  /** A path in the checkout; it may not leave it. */
  readonly inCheckout: (path: string) => string;
  /** The page of this run. */
  readonly runUrl: () => string;
  readonly output: (name: string, value: string) => void;
  /** Shows why there was nothing to do. */
  readonly notice: (text: string) => void;
  readonly error: (text: string) => void;
  /** Adds Markdown to the page of the run. */
  readonly summary: (markdown: string) => void;
}

/** @param out writes to the log */
export function jobOf(env: NodeJS.ProcessEnv, out: (line: string) => void): Job {
  const formed = (name: string, value: unknown, form: RegExp): string => {
    const text = typeof value === "number" ? String(value) : value;
    if (typeof text !== "string" || text === "") return refuse(`${name} is not set.`);
    return form.test(text) ? text : refuse(`${name} has an invalid form.`);
  };
  const variable = (name: string, form = anything): string => formed(name, env[name], form);
  const given = (name: string): string => env[`INPUT_${name.toUpperCase()}`] ?? "";
  const optional = (name: string, form = anything): string | undefined =>
    given(name) === "" ? undefined : formed(`The input ${name}`, given(name), form);
  const token = formed("The input token", given("token"), anything);
  let event: unknown;
  return {
    env,
    host: new Repository(
      {
        api: new URL(variable("GITHUB_API_URL")),
        token: { source: "the input token", authorization: () => `Bearer ${token}` },
        signal: new AbortController().signal,
      },
      variable("GITHUB_REPOSITORY"),
    ),
    variable,
    optional,
    input: (name, form) => optional(name, form) ?? refuse(`The input ${name} is not set.`),
    event: (path, form = anything) => {
      event ??= JSON.parse(readFileSync(variable("GITHUB_EVENT_PATH"), "utf8"));
      return formed(`${path} of the event`, optionalAt(event, path), form);
    },
    temporary: (...names) => join(variable("RUNNER_TEMP"), ...names),
    inCheckout: (path) => {
      const root = variable("GITHUB_WORKSPACE");
      const inside = relative(root, resolve(root, path));
      if (inside.startsWith("..") || isAbsolute(inside)) refuse(`${path} is not in the checkout.`);
      return join(root, inside);
    },
    runUrl: () =>
      `${variable("GITHUB_SERVER_URL")}/${variable("GITHUB_REPOSITORY")}/actions/runs/${variable("GITHUB_RUN_ID", positive)}`,
    output: (name, value) => {
      if (/[\r\n]/.test(value)) refuse(`The output ${name} has several lines.`);
      appendFileSync(variable("GITHUB_OUTPUT"), `${name}=${value}\n`);
    },
    notice: (text) => {
      out(`::notice::${escaped(text)}`);
    },
    error: (text) => {
      out(`::error::${escaped(text)}`);
    },
    summary: (markdown) => {
      appendFileSync(variable("GITHUB_STEP_SUMMARY"), markdown);
    },
  };
}

/** Foreign text must not end the line: the next one could be a command to the runner. */
const escaped = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
