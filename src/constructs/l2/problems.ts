import type { AttributePath } from "../../diagnostics/attribute-path";
import { type Decoder, Invalid } from "../../model/decoder";
import { define, isObject } from "../../model/json";
import * as model from "../../model/problem";
import { keepRejected, isRejected } from "./rejected-values";
import { attributeName } from "./properties";
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

/** A problem of constructs alone. @param sentence continues after the key */
export const mistakeAt = (key: string, sentence: string, advice = ""): Problem => ({
  kind: "declaration-invalid",
  key,
  detail: model.detailOf({ sentence, advice }, key),
});

/** A problem of a construct as a whole, in whole sentences. */
export const mistakeOf = (detail: string): Problem => ({ kind: "declaration-invalid", detail });

export const placed = (problem: Problem, location: string | undefined): Problem =>
  location === undefined ? problem : { ...problem, location };

/** What is wrong with what a construct was given, while it is read. What is wrong is kept as it was given. */
export class ProblemList {
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

  /** Properties that no part of the element takes, as they were given. */
  readonly #others: Record<string, unknown> = {};

  get others(): Readonly<Record<string, unknown>> {
    return this.#others;
  }

  /** Reads a value, which stays as it was given where it is wrong. @param steps to the value */
  read(decoder: Decoder, value: unknown, ...steps: AttributePath): unknown {
    const read = decoder(value);
    if (!(read instanceof Invalid)) return read;
    this.add(...read.problems.map((each) => problemAt(each, ...steps)));
    return read.given ?? keepRejected(value);
  }

  /**
   * The properties, of which those that are wrong are as they were given, whatever was passed in their place.
   *
   * @param steps what they are called
   */
  readProps(decoder: Decoder, props: unknown, ...steps: AttributePath): Readonly<Record<string, unknown>> {
    if (isToken(props)) {
      const advice = "Give it an object, whose parts may be tokens.";
      this.add(problemAt(model.problem("expression-misplaced", steps, "is known only to Terraform", advice)));
      return {};
    }
    const read = decoder(props);
    if (!(read instanceof Invalid)) return isObject(read) ? read : {};
    this.add(...read.problems.map((each) => problemAt(each, ...steps)));
    if (!isObject(read.partial) || !isObject(props)) return {};
    return this.#taken(read.partial, props);
  }

  /** The parts that the element can take. The others are kept beside it. */
  #taken(read: Readonly<Record<string, unknown>>, props: object): Readonly<Record<string, unknown>> {
    const taken: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(read))
      if (untaken.has(name) && isRejected(value)) define(this.#others, attributeName(name), value);
      else define(taken, name, value);
    for (const [name, value] of Object.entries(props))
      if (!Object.hasOwn(read, name) && value !== undefined && name !== "__proto__")
        define(this.#others, name, isSecret(name) ? "***" : keepRejected(value));
    return taken;
  }
}

/** What the framework itself reads of an element, and cannot read where it is wrong. */
const untaken: ReadonlySet<string> = new Set(["dependsOn", "lifecycle", "provider", "alias"]);

/** A key is never written, wherever somebody puts it. */
const isSecret = (name: string): boolean => /key|token|secret|password/i.test(name);
