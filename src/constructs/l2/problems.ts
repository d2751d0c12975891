import type { Construct } from "constructs";
import { appendFileSync } from "node:fs";
import type { AttributePath } from "../../diagnostics/attribute-path";
import { type Decoder, Invalid } from "../../model/decoder";
import { isObject } from "../../model/json";
import * as model from "../../model/problem";
import { locationOf } from "./location";
import { isToken } from "./tokens";

/** One mistake in what a construct was given. */
export interface Problem {
  readonly kind: model.Problem["kind"];
  /** Where in the properties, such as `analyzers["xss"].blokcing`. Absent: the construct as a whole. */
  readonly key?: string;
  /** What is wrong and what to write instead. */
  readonly detail: string;
  /** The path of the construct, where it is not the one that reports the problem. */
  readonly construct?: string;
  /** The place in code, where it is another than that of the construct that reports the problem. */
  readonly location?: string;
}

/** A problem of the model at its place in the properties. @param before steps to what was checked */
export function problemAt(found: model.Problem, ...before: AttributePath): Problem {
  const key = model.placeText([...before, ...found.path]);
  const detail = model.detailOf(found, key === "" ? "Its argument" : key);
  return { kind: found.kind, ...(key === "" ? {} : { key }), detail };
}

/** A problem of constructs alone. @param sentence goes on after the key */
export const mistakeAt = (key: string, sentence: string, advice = ""): Problem => ({
  kind: "declaration-invalid",
  key,
  detail: model.detailOf({ sentence, advice }, key),
});

/** A problem of a construct as a whole, in whole sentences. */
export const mistakeOf = (detail: string): Problem => ({ kind: "declaration-invalid", detail });

export const placed = (problem: Problem, location: string | undefined): Problem =>
  location === undefined ? problem : { ...problem, location };

/** What is wrong with what a construct was given, while it is read. */
export class Findings {
  readonly #all: Problem[] = [];

  get count(): number {
    return this.#all.length;
  }

  get problems(): readonly Problem[] {
    return this.#all;
  }

  add(...problems: readonly Problem[]): void {
    this.#all.push(...problems);
  }

  /** Gives what was found since `from` its place in code. */
  placeSince(from: number, location: string | undefined): void {
    for (let at = from; at < this.#all.length; at += 1) {
      const problem = this.#all[at];
      if (problem !== undefined) this.#all[at] = placed(problem, location);
    }
  }

  /** Reads a value; undefined where it is wrong. @param steps to the value */
  read(decoder: Decoder, value: unknown, ...steps: AttributePath): unknown {
    const read = decoder(value);
    if (!(read instanceof Invalid)) return read;
    this.add(...read.problems.map((each) => problemAt(each, ...steps)));
    return undefined;
  }

  /** Reads a list, of which items are undefined that are wrong; undefined for anything else. */
  readItems(decoder: Decoder, value: unknown, ...steps: AttributePath): unknown {
    const read = decoder(value);
    if (!(read instanceof Invalid)) return read;
    this.add(...read.problems.map((each) => problemAt(each, ...steps)));
    return read.partial;
  }

  /** The properties that are right, whatever was passed in their place. @param steps what they are called */
  readProps(decoder: Decoder, props: unknown, ...steps: AttributePath): Readonly<Record<string, unknown>> {
    if (isToken(props)) {
      const advice = "Give it an object, whose parts may be tokens.";
      this.add(problemAt(model.problem("expression-misplaced", steps, "is known to Terraform alone", advice)));
      return {};
    }
    const read = this.readItems(decoder, props, ...steps);
    return isObject(read) ? read : {};
  }
}

/**
 * Reports problems when the app is synthesized: as text, which the framework shows behind the construct's path. The
 * scanform CLI receives them in full instead, so that it can show those of all stacks.
 */
export function reportProblems(construct: Construct, problems: () => readonly Problem[]): void {
  construct.node.addValidation({ validate: () => reported(construct, problems()) });
}

function reported(reporter: Construct, problems: readonly Problem[]): string[] {
  if (problems.length === 0) return [];
  const found = problems.map(({ construct, kind, key, detail, location = locationOf(reporter) }) => ({
    code: kind,
    path: construct ?? reporter.node.path,
    ...(key === undefined ? {} : { key }),
    ...(location === undefined ? {} : { location }),
    detail,
  }));
  if (sendProblems(found)) return [];
  return found.map(({ path, detail, location }) => {
    const sentence = path === reporter.node.path ? detail : `"${path}": ${detail}`;
    return location === undefined ? sentence : `${sentence} (at ${location})`;
  });
}

/** The variable by which the scanform CLI names a file that it reads once the app has ended. */
const variable = "SCANFORM_PROBLEMS";

/** A problem as it stands in the file: one JSON object per line. */
interface SentProblem {
  readonly code: string;
  readonly path: string;
  readonly key?: string;
  readonly location?: string;
  readonly detail: string;
}

/** Writes problems into the file of the scanform CLI, if it has started this program. @returns whether it has them */
export function sendProblems(problems: readonly SentProblem[]): boolean {
  const file = process.env[variable];
  if (file === undefined || file === "") return false;
  try {
    appendFileSync(file, problems.map((each) => `${JSON.stringify(each)}\n`).join(""));
    return true;
  } catch {
    return false; // a program that runs elsewhere, as in a container, does not reach the file
  }
}
