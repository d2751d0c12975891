import type { Context } from "hono";
import type { Operation } from "../../api/operation";
import type { OperationResult } from "../handlers/operation";
import type { Profile } from "../profile/profile";
import { shuffled } from "../support/deterministic";
import { jsonStream } from "../support/json-stream";
import type { Problem } from "../support/problems";
import { type Env, unprocessable } from "./read-request";
import { responseShape } from "./response-shape";

/**
 * Converts a result to an HTTP response according to the profile: the page of a list, its order and the
 * fields of its objects. A list is streamed, so that its text is never in memory as a whole.
 *
 * @throws 422 for an invalid page number, and for any if the profile refuses page parameters
 */
export function respond(answer: OperationResult, operation: Operation, profile: Profile, c: Context<Env>): Response {
  const { status } = answer;
  const shape = responseShape(operation, profile, c.var.account);
  if ("list" in answer) {
    const isPaged = operation.query !== undefined && "page" in operation.query; // by the handler
    const { items, ...envelope } = isPaged ? { items: answer.list } : paginate(answer.list, c.req.query(), profile);
    return jsonStream({ ...answer.envelope, ...envelope, data: mapLazily(items, shape) }, 2, status);
  }
  if (!("body" in answer)) return new Response(null, { status });
  const { body } = answer;
  const data = "data" in body ? body.data : undefined;
  const shaped = typeof data === "object" && data !== null ? { ...body, data: shape(data) } : body;
  return Response.json(shaped, { status });
}

/** Maps items one by one, when they are read. */
function* mapLazily<T>(items: readonly T[], change: (item: T) => T): Generator<T, void> {
  for (const item of items) yield change(item);
}

/** The items of a page, and the field to send beside them. */
interface Page {
  readonly items: readonly object[];
  readonly pagination?: object;
}

/**
 * Selects and orders the page of a list to send: the profile's `order` and its switches of lists. In a paged list,
 * shuffling changes the order within a page, never its items.
 *
 * @param query the query of the request, with one value for each name
 */
function paginate(list: readonly object[], query: Readonly<Record<string, string>>, profile: Profile): Page {
  const { page_query, page_size, page_size_most, page_envelope } = profile;
  if (page_query === "refused") refusePageQuery(query);
  const ordered = (items: readonly object[]) => (profile.order === "shuffled" ? shuffled(items) : items);
  if (page_size === 0) return { items: ordered(list) };
  const page = page_query === "honoured" || page_query === "page_only" ? positiveNumber(query, "page", 1) : 1;
  const wanted = page_query === "honoured" ? positiveNumber(query, "per_page", page_size) : page_size;
  const size = query["per_page"] === undefined ? wanted : Math.min(wanted, page_size_most);
  const items = ordered(list.slice((page - 1) * size, page * size));
  if (page_envelope === "none") return { items };
  const pagination = { total: list.length, page, per_page: size, total_pages: Math.ceil(list.length / size) };
  return { items, pagination };
}

function refusePageQuery(query: Readonly<Record<string, string>>): void {
  const problems = ["page", "per_page"]
    .filter((name) => query[name] !== undefined)
    .map((name): Problem => ({ path: [name], message: "is not a known parameter" }));
  if (problems.length > 0) throw unprocessable(problems, "the query");
}

function positiveNumber(query: Readonly<Record<string, string>>, name: string, standard: number): number {
  const text = query[name];
  if (text === undefined) return standard;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw unprocessable([{ path: [name], message: "must be a whole number from 1" }], "the query");
  return Number(text);
}
