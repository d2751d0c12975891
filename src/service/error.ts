import { error } from "../diagnostics/diagnostic";
import { ScanformError } from "../diagnostics/error";
import type { DiagnosticCode } from "../diagnostics/catalogue";

export interface RequestLine {
  readonly method: string;
  /** The path with its parameters encoded, from `/v1` on. */
  readonly path: string;
}

/**
 * Why there is no answer.
 * - `not-sent`: there was no connection, so that the service knows nothing of the request.
 * - `not-tried`: the client was stopped or closed before.
 * - `lost`: the request may have arrived; the answer did not, or not whole.
 * - `interrupted`: whoever asked wants no answer any more.
 */
export type Fault = "not-sent" | "not-tried" | "lost" | "interrupted";

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
export class ServiceError extends ScanformError {
  override readonly name = "ServiceError";
  readonly method: string;
  readonly path: string;
  /** Absent when no answer came. */
  readonly status?: number;
  readonly requestId?: string;
  /** Absent when an answer came, whatever it said. */
  readonly fault?: Fault;
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
  get refused(): boolean {
    if (this.#facts.repeated === true) return false;
    const unknown = this.fault === "not-sent" || this.fault === "not-tried";
    return unknown || (this.status !== undefined && this.status >= 400 && this.status < 500);
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
