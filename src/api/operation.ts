import type { Fields } from "../model/field";
import type { Parameters } from "./parameter";

/** Every kind of resource, which is also a section of the OpenAPI document. */
export type Kind =
  | "accounts"
  | "repositories"
  | "analyzers"
  | "custom policies"
  | "insights"
  | "scans"
  | "findings"
  | "triage"
  | "deepscans"
  | "sboms"
  | "configurations";

/**
 * One operation of the service, written down once: the client sends it, the emulator answers it, the
 * OpenAPI document describes it and the conformance tests are counted against it.
 */
export interface Operation {
  readonly kind: Kind;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** From `/v1` on, with its parameters in braces. */
  readonly path: `/v1/${string}`;
  readonly summary: string;
  readonly query?: Parameters;
  /** The fields of the JSON body that it takes. */
  readonly body?: Fields;
  /** By status: the fields of the JSON body of an answer, or that there is none, or that its shape is not shown. */
  readonly answers: Readonly<Record<number, Fields | "no body" | "not shown">>;
  /** Sent twice it does what it does once, so that it may be repeated when an answer was lost. GET always is. */
  readonly repeatable?: true;
}

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** What the path of an operation needs. */
export type PathParameters<O extends Operation> = Readonly<Record<Names<O["path"]>, string>>;
