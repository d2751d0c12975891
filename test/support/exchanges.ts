import Ajv from "ajv";
import addFormats from "ajv-formats";
import OpenAPIRequestValidator from "openapi-request-validator";
import OpenAPIResponseValidator from "openapi-response-validator";
import { openapiDocument, type OpenApiOperation, type OpenApiResponse } from "../../src/api/openapi";
import type { Exchange } from "../../src/emulator";
import { isObject } from "../../src/model/json";

/** Checks exchanges by the OpenAPI document. The library does the checking; here is only what it is given. */

const document = openapiDocument("https://service.invalid");
const { schemas } = document.components;

/** Validators are made when first asked for: each compiles its schemas, and most tests need few of them. */
interface Checker {
  readonly operation: OpenApiOperation;
  readonly query: () => OpenAPIRequestValidator;
  readonly body: () => OpenAPIRequestValidator;
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

type RequestArguments = ConstructorParameters<typeof OpenAPIRequestValidator>[0];
type ResponseArguments = ConstructorParameters<typeof OpenAPIResponseValidator>[0];

/** The response validator knows no formats by itself. */
const ajv = addFormats(new Ajv());
const formats = Object.fromEntries(
  ["date", "date-time", "uri", "uuid"].map((format) => {
    const validate = ajv.compile({ type: "string", format });
    return [format, (text: string) => validate(text)];
  }),
);

/** By path; one without parameters goes before one with them, as OpenAPI has it. */
const checkers = Object.entries(document.paths)
  .toSorted(([a], [b]) => a.split("{").length - b.split("{").length)
  .map(([path, methods]) => ({
    path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    methods: new Map(Object.entries(methods).map(([name, each]) => [name.toUpperCase(), checkerOf(each)])),
  }));

function checkerOf(operation: OpenApiOperation): Checker {
  const { parameters, requestBody } = operation;
  const responses = Object.fromEntries(
    Object.entries(operation.responses).map(([status, each]) => [status, "$ref" in each ? shared(each.$ref) : each]),
  );
  const inQuery = parameters.filter((each) => each.in === "query");
  const query = { parameters: inQuery, schemas, ajvOptions: { coerceTypes: true } };
  const body = { parameters: [], ...(requestBody === undefined ? {} : { requestBody }), schemas };
  return {
    operation,
    query: once(() => new OpenAPIRequestValidator(query as unknown as RequestArguments)),
    body: once(() => new OpenAPIRequestValidator(body as unknown as RequestArguments)),
    responses,
  };
}

/** The status under which a validator knows its answer: one validator serves all operations that share the answer. */
const anyStatus = 200;
const answerValidator = memoized((described: OpenApiResponse) => {
  const given = { responses: { [anyStatus]: described }, components: { schemas }, customFormats: formats };
  return new OpenAPIResponseValidator(given as unknown as ResponseArguments);
});

function memoized<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

export function once<V>(make: () => V): () => V {
  const only = memoized<true, V>(make);
  return () => only(true);
}

function shared(reference: string): OpenApiResponse {
  const found = document.components.responses[reference.split("/").at(-1) ?? ""];
  if (found === undefined) throw new Error(`the document has no ${reference}`);
  return found;
}

/** What is wrong with an exchange; nothing when it is of no operation of the service. */
export function violationsOf(exchange: Exchange): readonly string[] {
  const { method, path, status } = exchange;
  const checker = checkers.find((each) => each.path.test(path))?.methods.get(method);
  if (checker === undefined) return [];
  const where = `${checker.operation.operationId} (${method} ${path}${exchange.query}, ${String(status)})`;
  const request = requestProblems(checker, exchange);
  return [
    ...(status < 400 ? request.map((each) => `${where} was accepted, but ${each}`) : []),
    ...(status >= 500 ? [`${where} failed, and no fault was asked for`] : []),
    ...answerProblems(checker, exchange).map((each) => `${where} was answered wrongly: ${each}`),
  ];
}

function requestProblems(checker: Checker, exchange: Exchange): readonly string[] {
  const { requestContentType, requestBody } = exchange;
  const errors = [
    checker.query().validateRequest({ query: queryOf(checker.operation, exchange.query) }),
    checker.body().validateRequest({
      headers: requestContentType === undefined ? {} : { "content-type": requestContentType },
      body: structuredClone(requestBody),
    }),
  ].flatMap(errorsIn);
  return errors.map((each) => `the request is not as described: ${JSON.stringify(each)}`);
}

/** A query as it is described: a list is written with commas, and stands once. */
function queryOf({ parameters }: OpenApiOperation, query: string): Record<string, unknown> {
  const given = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(given.keys())].map((name): [string, unknown] => {
      const texts = given.getAll(name);
      const [text = ""] = texts;
      const list = parameters.some((each) => each.name === name && each.schema.type === "array");
      if (texts.length > 1) return [name, list ? texts.map((each) => [each]) : texts];
      return [name, list ? text.split(",").map((each) => each.trim()) : text];
    }),
  );
}

function answerProblems({ responses }: Checker, exchange: Exchange): readonly string[] {
  const { status, responseBody, responseContentType } = exchange;
  const described = responses[status];
  if (described === undefined) return ["the status is not described"];
  if (described.content === undefined) return responseBody === "" ? [] : ["there is a body"];
  if (responseBody === "" && JSON.stringify(described.content) === anything) return [];
  if (responseContentType?.startsWith("application/json") !== true)
    return [`the content type is ${responseContentType ?? "missing"}`];
  return errorsIn(answerValidator(described).validateResponse(anyStatus, JSON.parse(responseBody))).map((each) =>
    JSON.stringify(each),
  );
}

/** What a validator found, which is nothing when it gives nothing. */
function errorsIn(verdict: unknown): readonly unknown[] {
  if (!isObject(verdict)) return [];
  const { errors } = verdict;
  return Array.isArray(errors) ? (errors as readonly unknown[]) : [verdict];
}

/** The content of an answer of which the specification does not show the body: there may be none. */
const anything = JSON.stringify({ "application/json": { schema: {} } });
