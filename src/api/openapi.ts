import { groupBy } from "../model/group-by";
import type { Kind, Operation } from "./operation";
import { operations } from "./operations";
import { parameterSchema, type Schema, Schemas } from "./openapi-schemas";
import type { Parameter } from "./parameter";

export type OpenApiOperation = ReturnType<typeof describeOperation>;
export type OpenApiResponse = ReturnType<typeof describeResponse>;

const tags: Readonly<Record<Kind, string>> = {
  accounts: "The accounts that a key reaches.",
  repositories: "The repositories of an account.",
  analyzers: "What looks for findings, and can be set in a configuration.",
  "custom policies": "Code policies of the account's own.",
  insights: "A daily digest.",
  scans: "Scans of pull requests.",
  findings: "What was found.",
  triage: "What was decided about a finding.",
  deepscans: "Scans of whole repositories, and what they found.",
  sboms: "Lists of the components of a repository.",
  configurations: "Settings for scans, and which repositories have them.",
};

const pathParameters: Readonly<Record<string, string>> = {
  account_id: "The account.",
  repository_id: "The repository.",
  deepscan_id: "The deepscan.",
  finding_id: "The finding.",
  id: "The id of the item.",
};

const requestIdHeaders = { request_id: { $ref: "#/components/headers/request_id" } } as const;
const notShown = "The specification does not show the body of this error; this is what the emulator gives.";
const errors = {
  400: { name: "BadRequest", description: `The body is not JSON. ${notShown}` },
  401: { name: "Unauthorized", description: `The API key is missing or not valid. ${notShown}` },
  403: { name: "Forbidden", description: `The key does not reach the account. ${notShown}` },
  404: { name: "NotFound", description: "What was addressed is not there." },
  413: { name: "TooLarge", description: `The body, or a list in it, is too large. ${notShown}` },
  415: { name: "UnsupportedMediaType", description: `The body is not application/json. ${notShown}` },
  422: { name: "Invalid", description: `A parameter or a field is not valid. ${notShown}` },
  429: { name: "TooManyRequests", description: `There are too many requests. ${notShown}` },
  500: { name: "ServerError", description: `Something went wrong inside. ${notShown}` },
} as const;

/**
 * The OpenAPI 3.0 document of the service: every operation of `operations`, the same on every call.
 * Specification, *Versioning*; https://spec.openapis.org/oas/v3.0.4.html
 *
 * @param serverUrl the base URL, without /v1
 */
export function openapiDocument(serverUrl: string) {
  const schemas = new Schemas();
  const byPath = groupBy(Object.entries<Operation>(operations), ([, { path }]) => path);
  const paths = Object.fromEntries(
    [...byPath].map(([path, offered]) => [
      path,
      Object.fromEntries(
        offered.map(([id, each]) => [each.method.toLowerCase(), describeOperation(id, each, schemas)]),
      ),
    ]),
  );
  const named: Readonly<Record<string, Schema>> = { ...schemas.components(), Error: errorSchema };
  return {
    openapi: "3.0.3",
    info: {
      title: "Security Findings Service API",
      version: "v1",
      description: "Scans of source repositories, what they found, and the settings that they are made with.",
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name: name as Kind, description })),
    paths,
    components: { ...shared, schemas: named },
  };
}

function describeOperation(id: string, operation: Operation, schemas: Schemas) {
  const { kind, summary, path, query = {}, body, oneOf, answers } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return {
    operationId: id,
    tags: [kind],
    summary,
    parameters: [...inPath.map(pathParameter), ...Object.entries(query).map(queryParameter)],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: json(schemas.body(body, "accepted", oneOf)) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, describeResponse(answer, schemas)]),
      ),
      ...Object.fromEntries(errorsOf(operation).map((each) => [each, { $ref: refOf(errors[each].name) }])),
    },
  };
}

export function errorsOf({ path, query, body, refusable }: Operation): readonly (keyof typeof errors)[] {
  const ofAccount = path.includes("{account_id}");
  return [
    ...(body === undefined ? [] : ([400] as const)),
    401,
    ...(ofAccount ? ([403, 404] as const) : []),
    ...(body === undefined ? [] : ([413, 415] as const)),
    ...(body === undefined && query === undefined && refusable !== true ? [] : ([422] as const)),
    429,
    500,
  ];
}

const pathParameter = (name: string) => ({
  name,
  in: "path" as const,
  required: true,
  description: pathParameters[name] ?? name,
  schema: { type: "string" } as Schema,
});

const queryParameter = ([name, parameter]: readonly [string, Parameter]) => ({
  name,
  in: "query" as const,
  ...(parameter.required === true ? { required: true } : {}),
  description: parameter.description,
  ...(parameter.kind === "list" ? { style: "form", explode: false } : {}),
  schema: parameterSchema(parameter),
});

const json = (schema: Schema) => ({ "application/json": { schema } });
const refOf = (name: string): string => `#/components/responses/${name}`;

function describeResponse(answer: Operation["answers"][number], schemas: Schemas) {
  const headers = requestIdHeaders;
  if (answer === "no body") return { description: "Done. There is no body.", headers };
  return answer === "not shown"
    ? { description: "Done. The specification does not show the body.", headers, content: json({}) }
    : { description: "What was asked for.", headers, content: json(schemas.body(answer, "answered")) };
}

const errorSchema: Schema = {
  type: "object",
  properties: { error: { type: "string", description: "What is wrong." } },
  required: ["error"],
  additionalProperties: {},
};

const shared = {
  responses: Object.fromEntries(
    Object.values(errors).map(({ name, description }) => [
      name,
      { description, headers: requestIdHeaders, content: json({ $ref: "#/components/schemas/Error" }) },
    ]),
  ),
  headers: {
    request_id: { description: "Names the request when contacting support.", schema: { type: "string" } },
  },
  securitySchemes: {
    apiKey: { type: "http", scheme: "bearer", description: "An API key that was created in the dashboard." },
  },
} as const;
