import type { Fields } from "../model/field";
import type { Parameters } from "./parameter";

/** Every kind of resource: the sections of the OpenAPI document. */
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
 * One operation of the service. Client, emulator, OpenAPI document and the coverage of the conformance tests
 * all follow this definition.
 */
export interface Operation {
  readonly kind: Kind;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Begins with `/v1`; parameters in braces. */
  readonly path: `/v1/${string}`;
  readonly summary: string;
  readonly query?: Parameters;
  /** The fields of the JSON body that it takes. */
  readonly body?: Fields;
  /** Optional fields of the body, at least one of which must be there. */
  readonly oneOf?: readonly string[];
  /** By status: the fields of the JSON response body, or why there are none. */
  readonly answers: Readonly<Record<number, Fields | "no body" | "not shown">>;
  /** May be refused with 422 although nothing in the request is wrong: a reading, see `readings.ts`. */
  readonly refusable?: true;
  /** Idempotent: may be repeated when a response was lost. Every GET is. */
  readonly repeatable?: true;
}

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** The path parameters of an operation. */
export type PathParameters<O extends Operation> = Readonly<Record<Names<O["path"]>, string>>;

/** `{data: [item]}`: specification, *What the service does > Conventions*. */
export const listOf = <F extends Fields>(fields: F) =>
  ({
    data: {
      kind: "list",
      item: { kind: "object", fields, description: "An item." },
      required: true,
      description: "What there is.",
    },
  }) as const;

/** `{data: item}` */
export const dataOf = <F extends Fields>(fields: F) =>
  ({ data: { kind: "object", fields, required: true, description: "What was asked for." } }) as const;
