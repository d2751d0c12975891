import { error } from "../diagnostics/diagnostic";
import type { DiagnosticCode } from "../diagnostics/catalogue";
import { type Fault, RequestError } from "../reconcile/ports";

export interface RequestLine {
  readonly method: string;
  /** The path with its parameters encoded, from `/v1` on. */
  readonly path: string;
}

export interface Facts extends RequestLine {
  readonly code: DiagnosticCode;
  readonly detail: string;
  /** What to do about it, with the punctuation before it. */
  readonly remedy?: string | undefined;
  /** The detail without the time of one attempt, for several attempts. */
  readonly overall?: string | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly fault?: Fault | undefined;
  readonly retryAfter?: number | undefined;
  readonly waited?: number | undefined;
  readonly lasting?: true | undefined;
  /** An earlier attempt may have taken effect. */
  readonly repeated?: true | undefined;
  /** An earlier attempt left this machine. */
  readonly left?: true | undefined;
  readonly cause?: unknown;
}

/** A failed request. Never contains the key. */
export class ServiceError extends RequestError {
  override readonly name = "ServiceError";
  readonly method: string;
  readonly path: string;
  /** Absent without an answer. */
  override readonly status?: number;
  override readonly requestId?: string;
  /** Absent when there was an answer of any kind. */
  override readonly fault?: Fault;
  /** The wait that the service requests, in milliseconds. */
  readonly retryAfter?: number;
  /** How long the last attempt took, in milliseconds. */
  readonly waited: number;
  readonly #facts: Facts;

  constructor(facts: Facts) {
    const { code, detail, remedy = "", method, path, status, requestId, fault, retryAfter, waited = 0, cause } = facts;
    const id = requestId === undefined ? "" : ` (request_id ${requestId})`;
    super([error(code, `${method} ${path}: ${detail}${remedy}${id}`)], { cause });
    this.method = method;
    this.path = path;
    this.status = status;
    this.requestId = requestId;
    this.fault = fault;
    this.retryAfter = retryAfter;
    this.waited = waited;
    this.#facts = facts;
  }

  /** The service refused the request or never got it: neither this attempt nor an earlier one took effect. */
  override get refused(): boolean {
    if (this.#facts.repeated === true) return false;
    return !this.arrived || (this.status !== undefined && this.status >= 400 && this.status < 500);
  }

  override get unsent(): boolean {
    return this.#facts.left !== true && !this.arrived;
  }

  /** The last attempt left this machine, and may have reached the service. */
  get arrived(): boolean {
    return this.fault !== "not-sent" && this.fault !== "not-tried";
  }

  /** What went wrong, without the request and without advice. */
  get reason(): string {
    return this.#facts.detail;
  }

  /** Another attempt would fail in the same way. */
  get lasting(): boolean {
    return this.#facts.lasting === true;
  }

  /**
   * The error of the last of several attempts.
   *
   * @param attempts such as `5 attempts over 3 s`
   * @param why there is no further one, with the punctuation before it
   * @param earlier whether an earlier attempt may have taken effect, and whether one left this machine
   */
  after(
    attempts: string,
    why: string,
    { unclear, left }: { readonly unclear: boolean; readonly left: boolean },
  ): ServiceError {
    const { detail, overall, remedy, ...facts } = this.#facts;
    return new ServiceError({
      ...facts,
      remedy,
      detail: `${withAttempts(detail, attempts, overall, remedy)}${why}`,
      repeated: unclear ? true : facts.repeated,
      left: left ? true : facts.left,
      cause: this,
    });
  }
}

function withAttempts(detail: string, attempts: string, overall?: string, remedy?: string): string {
  if (attempts === "") return detail;
  if (overall !== undefined) return `${overall}: ${attempts}`;
  return remedy === undefined ? `${detail}, after ${attempts}` : `${detail} (${attempts})`;
}

/** The error for a request that was not sent because of a stop. */
export const notTried = (request: RequestLine, cause: unknown): ServiceError =>
  new ServiceError({ ...request, code: "interrupted", detail: "interrupted", fault: "not-tried", cause });

/** The error for a request whose caller has aborted it. */
export const interrupted = (request: RequestLine, cause: unknown): ServiceError =>
  new ServiceError({ ...request, code: "interrupted", detail: "interrupted", fault: "interrupted", cause });
