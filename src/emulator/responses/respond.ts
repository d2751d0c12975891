import type { Operation } from "../../api/operation";
import type { Profile } from "../profile/profile";
import type { AccountStore } from "../state/account-store";
import { jsonStream } from "./json-stream";
import type { OperationResult } from "./operation-result";
import { type Page, paginate } from "./pagination";
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
