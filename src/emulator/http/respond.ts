import type { Operation } from "../../api/operation";
import type { OperationResult } from "../handlers/operation";
import type { Profile } from "../profile/profile";
import type { AccountStore } from "../state/store";
import { shuffled } from "../support/deterministic";
import { jsonStream } from "../support/json-stream";
import type { Problem } from "../support/problems";
import { unprocessable } from "./read-request";
import { responseShape } from "./response-shape";

/** The inputs that determine the format of a response. */
export interface ResponseOptions {
  readonly operation: Operation;
  readonly profile: Profile;
  /** The account of the path, if any. */
  readonly account: AccountStore | undefined;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * Converts a result to an HTTP response according to the profile: the page of a list, its order and the
 * fields of its objects. A list is streamed, so that its text is never in memory as a whole.
 */
export function respond(answer: OperationResult, { operation, profile, account, query }: ResponseOptions): Response {
  const { status } = answer;
  const presented = responseShape(operation, profile, account, Math.random);
  if ("list" in answer) {
    const documented = operation.query !== undefined && "page" in operation.query;
    const page: Page = documented
      ? { items: answer.list, envelope: {} }
      : paginate(answer.list, query, profile, Math.random);
    return jsonStream({ ...answer.envelope, ...page.envelope, data: mapLazily(page.items, presented) }, 2, status);
  }
  if (!("body" in answer)) return new Response(null, { status });
  const { body } = answer;
  const data = "data" in body ? body.data : undefined;
  const changed = typeof data === "object" && data !== null ? { ...body, data: presented(data) } : body;
  return Response.json(changed, { status });
}

/** Maps items one by one, when they are read. */
function* mapLazily<T>(items: readonly T[], change: (item: T) => T): Generator<T, void> {
  for (const item of items) yield change(item);
}

/** The items of a page and the fields to send beside `data`. */
interface Page {
  readonly items: readonly object[];
  readonly envelope: object;
}

/**
 * Selects and orders the page of a list to send: the profile's `order` and *Lists* switches. In a paged list,
 * shuffling changes the order within a page, never its items.
 *
 * @param query the query of the request, with one value for each name
 * @throws 422 for an invalid page number, and for any if the profile refuses page parameters
 */
function paginate(
  list: readonly object[],
  query: Readonly<Record<string, string>>,
  profile: Profile,
  random: () => number,
): Page {
  const asked = { page: query["page"], per_page: query["per_page"] };
  if (profile.page_query === "refused") refusePageQuery(asked);
  const order = (items: readonly object[]) => (profile.order === "shuffled" ? shuffled(items, random) : items);
  if (profile.page_size === 0) return { items: order(list), envelope: {} };
  const page =
    profile.page_query === "honoured" || profile.page_query === "page_only" ? positiveNumber("page", asked.page, 1) : 1;
  const wanted =
    profile.page_query === "honoured"
      ? positiveNumber("per_page", asked.per_page, profile.page_size)
      : profile.page_size;
  const size = asked.per_page === undefined ? wanted : Math.min(wanted, Math.max(profile.page_size_most, 1));
  const items = order(list.slice((page - 1) * size, page * size));
  const pagination = { total: list.length, page, per_page: size, total_pages: Math.ceil(list.length / size) };
  return { items, envelope: profile.page_envelope === "pagination" ? { pagination } : {} };
}

function refusePageQuery(asked: Readonly<Record<string, string | undefined>>): void {
  const problems = Object.keys(asked)
    .filter((name) => asked[name] !== undefined)
    .map((name): Problem => ({ path: [name], message: "is not a known parameter" }));
  if (problems.length > 0) throw unprocessable(problems, "the query");
}

function positiveNumber(name: string, text: string | undefined, standard: number): number {
  if (text === undefined) return standard;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw unprocessable([{ path: [name], message: "must be a whole number from 1" }], "the query");
  return Number(text);
}
