import type { Context } from "hono";
import { type Parameters, querySchema, valueOfText } from "../../api/parameter";
import { schemaProblems } from "../json/problems";
import type { Env } from "./env";
import { unprocessable } from "./http-errors";

/**
 * The query of a request, as values. What the operation does not name is passed over.
 *
 * @throws 422 for a value that is not allowed, one that is missing, and one that is given twice
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
