import { error } from "../diagnostics/diagnostic";
import { ScanformError } from "../diagnostics/error";
import type { DiagnosticCode } from "../diagnostics/catalogue";

export interface RequestLine {
  readonly method: string;
  /** The path with its parameters encoded, from `/v1` on. */
  readonly path: string;
}

interface Facts extends RequestLine {
  readonly code: DiagnosticCode;
  readonly detail: string;
  readonly status?: number;
  readonly requestId?: string;
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

  constructor({ code, detail, method, path, status, requestId, cause }: Facts) {
    const id = requestId === undefined ? "" : ` (request_id ${requestId})`;
    super([error(code, `${method} ${path}: ${detail}${id}`)], { cause });
    this.method = method;
    this.path = path;
    if (status !== undefined) this.status = status;
    if (requestId !== undefined) this.requestId = requestId;
  }

  /** The service said no: nothing of this request took effect. */
  get refused(): boolean {
    return this.status !== undefined && this.status >= 400 && this.status < 500;
  }
}
