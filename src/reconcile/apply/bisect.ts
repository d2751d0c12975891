import type { Json } from "../../model/json";
import type { Receipt } from "../ports";
import type { Answer } from "./write-sender";
import type { Failure } from "./write-result";

/** Sends one request for these ids. */
export type SendSome<Id extends string> = (
  ids: readonly Id[],
) => Promise<Answer<Receipt & { readonly errors: readonly Json[] }>>;

/** The receipt is that of the last successful request. */
interface Parts extends Receipt {
  readonly failures: readonly Failure[];
  /** At least one request succeeded. */
  readonly some: boolean;
}

/** After this many single ids have failed and none has succeeded, the cause is not the ids. */
const enough = 8;

/**
 * Sends a request for many ids. A refused request is divided in halves until the refused ids are known, or until it
 * is clear that all are refused for the same reason. This is safe: a refused request has no effect, and the requests
 * are idempotent.
 */
export async function bisect<Id extends string>(
  all: readonly Id[],
  send: SendSome<Id>,
  signal: AbortSignal | undefined,
): Promise<Parts> {
  const failures: Failure[] = [];
  let requestId: string | undefined;
  let alone = 0;
  let some = false; // some id was accepted, so the cause is the ids
  let hopeless: Failure | undefined;

  const part = async (ids: readonly Id[]): Promise<void> => {
    if (hopeless !== undefined) {
      failures.push({ ...hopeless, ids });
      return;
    }
    const answer = await send(ids);
    if ("receipt" in answer) {
      failures.push(...reported(answer.receipt.errors, ids, answer.receipt));
      requestId = answer.receipt.requestId;
      some = true;
      return;
    }
    const { failure } = answer;
    if (ids.length > 1 && divisible(failure) && signal?.aborted !== true) {
      const half = Math.ceil(ids.length / 2);
      await part(ids.slice(0, half));
      await part(ids.slice(half));
      return;
    }
    failures.push(failure);
    if (failure.withheld !== undefined) return; // the service has refused nothing
    alone += 1;
    if (alone >= enough && !some)
      hopeless = { ...failure, error: `not sent, since ${String(enough)} others were refused: ${failure.error}` };
  };
  await part(all);
  return { failures, some, requestId };
}

/** The cause may be one of the ids, or their number. A refused key or a rate limit does not depend on either. */
const divisible = ({ status }: Failure): boolean =>
  status !== undefined && status >= 400 && ![401, 403, 408, 429, 503].includes(status);

/**
 * The items of `errors` in an answer, each with the ids that it mentions anywhere: their shape is not documented
 * (specification, *Endpoints > Configurations*).
 */
export const reported = (
  errors: readonly Json[],
  ids: readonly string[],
  { requestId }: Receipt,
): readonly Failure[] => {
  const mentioned = idFinder(ids);
  return errors.map((item) => {
    const text = JSON.stringify(item);
    return { ids: mentioned(text), error: `the service reported ${text.slice(0, 500)}`, refused: false, requestId };
  });
};

/** Any position at which a UUID begins; two may overlap. */
const uuids = /(?=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))/g;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Finds which of these ids a text mentions, in any case. UUIDs are looked up in a map, so the time is linear in the
 * number of texts plus the number of ids.
 */
export function idFinder(ids: readonly string[]): (text: string) => readonly string[] {
  const byText = new Map(ids.map((id) => [id.toLowerCase(), id]));
  const others = [...byText.keys()].filter((text) => !uuid.test(text));
  return (text) => {
    const lower = text.toLowerCase();
    const mentioned = [...lower.matchAll(uuids)].map(([, id = ""]) => id);
    return [...new Set([...others.filter((id) => lower.includes(id)), ...mentioned])].flatMap(
      (id) => byText.get(id) ?? [],
    );
  };
}
