import type { Operation, PathParameters } from "../api/operation";
import { type OperationId, operations } from "../api/operations";
import { isAllowed, limits, type Parameters, type Query, valueText } from "../api/parameter";
import type { ApiKey } from "../diagnostics/api-key";
import { fail } from "../diagnostics/error";
import { decode } from "../model/decoder";
import type { Fields, Received } from "../model/field";
import { fieldsDecoder } from "../model/field-decoder";
import type { Json } from "../model/json";
import { placeText, type Problem } from "../model/problem";
import { ServiceError } from "./service-error";
import type { Answer } from "./answer";
import type { CallOptions } from "./client-options";
import type { Request, Transport } from "./transport";

type Of<Id extends OperationId> = (typeof operations)[Id];

/** The query that a caller gives for an operation. */
export type QueryOf<Id extends OperationId> = Of<Id> extends { query: infer P extends Parameters } ? Query<P> : never;

type AnyAnswer<O> = O extends { answers: infer A } ? A[keyof A] : never;
type Data<F> = F extends { data: { item: { fields: infer I extends Fields } } }
  ? { readonly data: readonly Received<I>[] }
  : F extends { data: { fields: infer I extends Fields } }
    ? { readonly data: Received<I> }
    : unknown;
type Body<A> = A extends Fields ? Omit<Received<A>, "data"> & Data<A> : Json | undefined;

/** The body of an operation's answer, in normal form; undocumented answers are JSON as received. */
export type AnswerOf<Id extends OperationId> = Body<AnyAnswer<Of<Id>>>;

/** The parts of one call of an operation. */
export interface Given<Id extends OperationId> {
  readonly path: PathParameters<Of<Id>>;
  readonly query?: QueryOf<Id> | undefined;
  /** Query parameters that are not in the specification. */
  readonly more?: Readonly<Record<string, number>>;
  readonly body?: unknown;
  /** Converts an alternative form of the answer to the documented one. */
  readonly reshape?: (body: unknown) => unknown;
}

export interface Called<Id extends OperationId> {
  readonly body: AnswerOf<Id>;
  readonly requestId: string | undefined;
}

/** Sends the operations that `api/` describes. */
export class Caller {
  /**
   * Lengths of first pages that had a page after them, even an empty one: a page of that length may be incomplete
   * again.
   */
  readonly cutLengths: Set<number>;
  readonly #transport: Transport;
  readonly #apiKey: ApiKey;

  constructor(transport: Transport, apiKey: ApiKey, cutLengths = new Set<number>()) {
    this.#transport = transport;
    this.#apiKey = apiKey;
    this.cutLengths = cutLengths;
  }

  /** The same service by another transport. */
  by(transport: Transport): Caller {
    return new Caller(transport, this.#apiKey, this.cutLengths);
  }

  /**
   * @throws ServiceError with method, path, status, the text of the service and its request_id
   * @throws ScanformError `argument-invalid`, before anything is sent
   */
  async call<Id extends OperationId>(id: Id, given: Given<Id>, options?: CallOptions): Promise<Called<Id>> {
    const operation: Operation = operations[id];
    const { method, repeatable } = operation;
    const path = pathOf(operation, given.path) + queryOf(operation, given.query, given.more);
    const fields = fieldsOf(operation);
    const request: Request = {
      method,
      path,
      shown: { method, path: this.#apiKey.redact(path) },
      body: given.body,
      signal: options?.signal,
      repeatable,
      ...(fields === undefined && method !== "GET" ? { anyBody: true } : {}),
    };
    const answer = await this.#transport.send(request);
    const received = given.reshape === undefined ? answer.body : given.reshape(answer.body);
    const body = fields === undefined ? received : this.#checked(fields, received, request, answer);
    return { body: body as AnswerOf<Id>, requestId: answer.requestId };
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  /**
   * @returns the body in normal form
   * @throws ServiceError that names the first invalid field
   */
  #checked(fields: Fields, body: unknown, request: Request, { status, requestId }: Answer): unknown {
    const decoded = decode(fieldsDecoder(fields, "received"), body);
    if ("value" in decoded) return decoded.value;
    const [problem] = decoded.problems;
    const where = placeText(problem?.path ?? []) || "the answer";
    const detail = `the answer is not of the documented shape: ${where}: ${problem === undefined ? "" : withoutValue(problem)}`;
    const facts = { ...request.shown, status, requestId, code: "service-answer" } as const;
    throw new ServiceError({ ...facts, detail: this.#apiKey.redact(detail) });
  }
}

/** Without the value, which may be anything. */
const withoutValue = ({ kind, facts, sentence }: Problem): string =>
  kind === "value-kind" || kind === "not-an-integer" ? `must be ${String(facts[1])}` : `it ${sentence}`;

const fieldsOf = ({ answers }: Operation): Fields | undefined =>
  Object.values(answers).find((each): each is Fields => typeof each === "object");

/**
 * The path of an operation, with each parameter encoded. Errors never repeat a value: a caller who mixes up arguments
 * may have passed the key.
 *
 * @throws ScanformError `argument-invalid` for a parameter that would change the path
 */
export function pathOf(operation: Operation, given: Readonly<Record<string, unknown>>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = given[name];
    if (typeof value !== "string" || ["", ".", ".."].includes(value) || /\p{Surrogate}/u.test(value))
      return fail(
        "argument-invalid",
        `${name} cannot be an id in a path. It must be text, not empty, no dots alone and no half characters.`,
      );
    return encodeURIComponent(value);
  });
}

/**
 * The query of an operation, from `?` on; "" when it is empty.
 *
 * @param more parameters that are not in the specification
 * @throws ScanformError `argument-invalid` that names the parameter and its limits
 */
export function queryOf(
  { query: parameters = {} }: Operation,
  given: Readonly<Record<string, unknown>> = {},
  more: Readonly<Record<string, number>> = {},
): string {
  const known = Object.keys(parameters);
  for (const name of new Set([...known, ...Object.keys(given)])) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const value = given[name];
    if (parameter === undefined) {
      const words =
        known.length === 0 ? "There are no parameters here." : `The parameters here are ${known.join(", ")}.`;
      fail("argument-invalid", words);
    } else if (value === undefined ? parameter.required === true : !isAllowed(parameter, value))
      fail("argument-invalid", `${name} must be ${limits(parameter)}.`);
  }
  const pairs = Object.entries({ ...given, ...more }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(valueText(value))}`],
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
