import type { Context } from "hono";
import { type Parameters, querySchema, valueOfText } from "../../api/parameter";
import { schemaProblems } from "../json/problems";
import type { Env } from "./env";
import { unprocessable } from "./http-errors";

/**
 * Reads the query parameters of an operation; ignores unknown ones.
 *
 * @throws 422 for an invalid, missing or repeated parameter
 */
export function readQuery(c: Context<Env>, parameters: Parameters): Readonly<Record<string, unknown>> {
  const given: Record<string, unknown> = {};
  for (const [name, texts] of Object.entries(c.req.queries())) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined) continue;
    const [text = "", ...more] = texts;
    if (more.length > 0) throw unprocessable([{ path: [name], message: "is given more than once" }], "the query");
    given[name] = valueOfText(parameter, text);
  }
  const { error, data } = querySchema(parameters).safeParse(given);
  if (error !== undefined) throw unprocessable(schemaProblems(error, given), "the query");
  return data;
}
