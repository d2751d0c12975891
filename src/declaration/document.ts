import { isObject } from "../model/json";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { type Decoder, decode } from "../model/decoder";
import { normalForm } from "../model/normal-form";
import { diagnosticOf, type Problem } from "../model/problem";

/** One synthesized stack. */
export interface Stack {
  readonly name: string;
  /** Its path in the app, such as `prod/acme`, by which cdktf refers to it. */
  readonly constructPath: string;
  /** Its file inside the output folder, such as `stacks/acme/cdk.tf.json`. */
  readonly file: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** All types of resources. The CLI manages all but deepscans. */
export const resourceTypes: readonly string[] = [
  "scanform_configuration",
  "scanform_deepscan",
  "scanform_finding_triage",
  "scanform_repository_assignments",
];

/** A place in a synthesized document, which diagnostics show. */
export class DocumentPath {
  /** @param steps the keys and indexes from the document's root */
  constructor(
    readonly stack: Stack,
    readonly steps: readonly string[] = [],
    /** The resource that it belongs to. */
    readonly address?: string,
  ) {}

  child(...keys: readonly PropertyKey[]): DocumentPath {
    return new DocumentPath(this.stack, [...this.steps, ...keys.map(String)], this.address);
  }

  /** A JSON pointer (RFC 6901) into the stack's file. */
  get path(): string {
    return `${this.stack.file}#${this.steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;
  }
}

/** What these steps lead to; undefined where there is nothing. */
export function at(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((found, step) => {
    if (!has(found, step)) return undefined;
    return Array.isArray(found) ? (found[Number(step)] as unknown) : found[step];
  }, value);
}

/** Whether an object or a list has this key or index. */
function has(value: unknown, step: string): value is Readonly<Record<string, unknown>> {
  if (Array.isArray(value)) return Object.hasOwn(value, Number(step));
  return isObject(value) && Object.hasOwn(value, step);
}

/** The keys of an object, read when they are needed. */
export function* keysOf(value: unknown): Generator<string> {
  if (isObject(value)) yield* Object.keys(value);
}

/** The entries of an object; none of anything else. */
export const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : [];

/** Maximum nesting depth, in steps from the root of the document: deeper values are rejected. */
export const deepest = 64;

/**
 * Whether a value has no template, escape or encoded token, and its texts are in normal form, so that it evaluates to
 * itself, as most do.
 */
export function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return !value.includes("{") && !value.includes("e+298") && normalForm(value) === value;
  if (depth > deepest) return false;
  if (Array.isArray(value)) return value.every((each) => isPlain(each, depth + 1));
  if (!isObject(value)) return true;
  for (const key in value) if (!isPlain(key) || !isPlain(value[key], depth + 1)) return false;
  return true;
}

/**
 * Decodes evaluated attributes.
 *
 * @param place of the attributes
 * @returns undefined when a diagnostic was added, here or by the evaluation
 */
export function decodeAt<T>(
  decoder: Decoder<T>,
  value: unknown,
  place: DocumentPath,
  diagnostics: Diagnostic[],
): T | undefined {
  const decoded = decode(decoder, value);
  if ("value" in decoded) return decoded.value;
  diagnostics.push(...decoded.problems.map((each) => problemAt(each, place)));
  return undefined;
}

/** @param place of the attributes in which the problem is */
export const problemAt = (problem: Problem, place: DocumentPath): Diagnostic =>
  diagnosticOf(problem, place.child(...problem.path.map((step) => (typeof step === "object" ? step.key : step))));
