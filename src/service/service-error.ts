import { error } from "../diagnostics/diagnostic";
import type { DiagnosticCode } from "../diagnostics/catalogue";
import { type Fault, RequestError } from "../reconcile/ports";

export interface RequestLine {
  readonly method: string;
  /** The path with its parameters encoded, from `/v1` on. */
  readonly path: string;
}

interface Facts extends RequestLine {
  readonly code: DiagnosticCode;
  readonly detail: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly fault?: Fault | undefined;
  readonly retryAfter?: number | undefined;
  readonly repeated?: true | undefined;
  readonly cause?: unknown;
}

/** A request that did not give what was asked for. Never holds the key. */
export class ServiceError extends RequestError {
  override readonly name = "ServiceError";
  readonly method: string;
  readonly path: string;
  /** Absent when no answer came. */
  override readonly status?: number;
  override readonly requestId?: string;
  /** Absent when an answer came, whatever it said. */
  override readonly fault?: Fault;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfter?: number;
  readonly #facts: Facts;

  constructor(facts: Facts) {
    const { code, detail, method, path, status, requestId, fault, retryAfter, cause } = facts;
    const id = requestId === undefined ? "" : ` (request_id ${requestId})`;
    super([error(code, `${method} ${path}: ${detail}${id}`)], { cause });
    this.method = method;
    this.path = path;
    if (status !== undefined) this.status = status;
    if (requestId !== undefined) this.requestId = requestId;
    if (fault !== undefined) this.fault = fault;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
    this.#facts = facts;
  }

  /**
   * The service said no, or was never asked: nothing of this request took effect, nor of one before
   * that it repeats.
   */
  override get refused(): boolean {
    if (this.#facts.repeated === true) return false;
    return this.unsent || (this.status !== undefined && this.status >= 400 && this.status < 500);
  }

  /** The same, with more words. @param repeated a request before, of the same content, may have taken effect */
  with(words: string, repeated: boolean): ServiceError {
    const { detail, ...facts } = this.#facts;
    return new ServiceError({
      ...facts,
      detail: `${detail}${words}`,
      repeated: repeated ? true : facts.repeated,
      cause: this,
    });
  }
}

/** Nothing more is to be sent. */
export const notTried = (request: RequestLine, cause: unknown): ServiceError =>
  new ServiceError({ ...request, code: "service-unreachable", detail: "interrupted", fault: "not-tried", cause });

/** Nobody waits for an answer to this any more. */
export const interrupted = (request: RequestLine, cause: unknown): ServiceError =>
  new ServiceError({ ...request, code: "service-unreachable", detail: "interrupted", fault: "interrupted", cause });
