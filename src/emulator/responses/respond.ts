import type { Operation } from "../../api/operation";
import type { AccountStore } from "../state/account-store";
import type { Answer } from "../requests/operation-request";
import { jsonChunks } from "../json/json-chunks";
import { type Page, pageOf } from "./pagination";
import { presenter } from "./response-shape";
import type { Profile } from "../profile/profile";

const json = { "Content-Type": "application/json" };

/** What decides how an answer looks, apart from what it says. */
export interface Presentation {
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
export function answerOf(answer: Answer, { operation, profile, account, query }: Presentation): Response {
  const { status } = answer;
  const presented = presenter(operation, profile, account, Math.random);
  if ("list" in answer) {
    const documented = operation.query !== undefined && "page" in operation.query;
    const page: Page = documented
      ? { items: answer.list, envelope: {} }
      : pageOf(answer.list, query, profile, Math.random);
    return jsonAnswer({ ...answer.envelope, ...page.envelope, data: each(page.items, presented) }, 2, status);
  }
  if (!("body" in answer)) return new Response(null, { status });
  const { body } = answer;
  const data = "data" in body ? body.data : undefined;
  const changed = typeof data === "object" && data !== null ? { ...body, data: presented(data) } : body;
  return Response.json(changed, { status });
}

/** One by one, when they are asked for. */
function* each<T>(items: readonly T[], change: (item: T) => T): Generator<T, void> {
  for (const item of items) yield change(item);
}

/**
 * JSON, piece by piece.
 *
 * @param depth how many levels are taken apart, see `jsonChunks`
 */
export function jsonAnswer(value: unknown, depth: number, status = 200): Response {
  const chunks = jsonChunks(value, depth);
  const first = chunks.next().value ?? "";
  const second = chunks.next().value;
  if (second === undefined) return new Response(first, { status, headers: json });
  return new Response(streamOf([first, second], chunks), { status, headers: json });
}

function streamOf(ready: string[], chunks: Iterator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      pull(controller) {
        const next = ready.shift() ?? chunks.next().value;
        if (typeof next === "string") controller.enqueue(encoder.encode(next));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
