import type { Operation } from "../../api/operation";
import type { Profile } from "../profile/profile";
import type { AccountStore } from "../state/account-store";
import { jsonStream } from "./json-stream";
import type { OperationResult } from "./operation-result";
import { type Page, paginate } from "./pagination";
import { responseShape } from "./response-shape";

/** What decides how an answer looks, apart from what it says. */
export interface ResponseOptions {
  readonly operation: Operation;
  readonly profile: Profile;
  /** Of the path, if it names one. */
  readonly account: AccountStore | undefined;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * An answer over HTTP, as the profile has it: which part of a list, in which order, and what of its
 * objects. A list is written as fast as it is read, so that its text is never there as a whole.
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

/** One by one, when they are asked for. */
function* mapLazily<T>(items: readonly T[], change: (item: T) => T): Generator<T, void> {
  for (const item of items) yield change(item);
}
