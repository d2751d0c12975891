import { type OperationId, operations } from "../../src/api/operations";
import type { Operation } from "../../src/api/operation";
import { isObject } from "../../src/model/json";

import type { Done, Sent } from "./coverage";

const json = "application/json";

/** The access data of a service. */
export interface Access {
  readonly url: string;
  readonly key: string;
  readonly accountId: string;
  /** An existing account that the key cannot access. */
  readonly foreignAccountId?: string;
  /** Waits so many milliseconds after a 429; an emulator's clock is advanced by a second instead. */
  readonly wait: (milliseconds: number) => Promise<void>;
  close(): Promise<void>;
}

/** The options of a request. */
export interface Ask {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  /** A raw body instead of JSON. */
  readonly text?: string;
  readonly contentType?: string;
  /** Another key; null for none. */
  readonly key?: string | null;
  readonly method?: string;
}

export interface Got {
  readonly status: number;
  /** The parsed body, or undefined. */
  readonly body: unknown;
}

/** The service under test. Sends one request at a time. */
export class Service {
  readonly live: boolean;
  readonly #readOnly: boolean;
  readonly #done: Done[];
  readonly #label: () => string;
  #access: Access | undefined;

  /** @param label the title of the test that is running */
  constructor(kind: { readonly live: boolean; readonly readOnly: boolean }, done: Done[], label: () => string) {
    this.live = kind.live;
    this.#readOnly = kind.readOnly;
    this.#done = done;
    this.#label = label;
  }

  use(access: Access): void {
    this.#access = access;
  }

  get access(): Access {
    if (this.#access === undefined) throw new Error("the service was not reached");
    return this.#access;
  }

  /**
   * Sends a request, again after a 429. Fails if the response violates the OpenAPI document, which describes
   * no errors of a live service except 404.
   */
  async send(operationId: OperationId, ask: Ask = {}): Promise<Got> {
    const { got, query } = await this.#exchange(operationId, ask);
    this.#done.push({ operationId, query, status: got.status, title: this.#label() });
    return got;
  }

  /** Sends a request that prepares a test: it does not count as covered. */
  async look(operationId: OperationId, ask: Ask = {}): Promise<Got> {
    return (await this.#exchange(operationId, ask)).got;
  }

  /** Records that the running test has verified a limit. */
  keeps(operationId: OperationId, limit: string): void {
    this.#done.push({ operationId, limit, title: this.#label() });
  }

  async #exchange(operationId: OperationId, ask: Ask): Promise<{ readonly got: Got; readonly query: Sent["query"] }> {
    const operation: Operation = operations[operationId];
    const query = Object.fromEntries(Object.entries(ask.query ?? {}).map(([name, value]) => [name, String(value)]));
    const url = new URL(this.access.url + this.#path(operation, ask.path));
    url.search = new URLSearchParams(query).toString();
    const method = ask.method ?? operation.method;
    if (this.#readOnly && method !== "GET") throw new Error(`${method} would be sent to a service that is only read`);
    const request = this.#request(method, ask);
    const { status, text, contentType } = await patiently(url, request, this.access.wait);
    if (!this.live || status < 400 || status === 404)
      expect(
        exchangeViolations({
          method,
          path: url.pathname,
          query: url.search,
          ...(request.body === undefined ? {} : { requestContentType: ask.contentType ?? json }),
          ...(ask.body === undefined ? {} : { requestBody: ask.body }),
          status,
          ...(contentType === null ? {} : { responseContentType: contentType }),
          responseBody: text,
        }),
      ).toEqual([]);
    return { got: { status, body: text === "" ? undefined : (JSON.parse(text) as unknown) }, query };
  }

  #path({ path }: Operation, given: Ask["path"] = {}): string {
    const values: Readonly<Record<string, string>> = { account_id: this.access.accountId, ...given };
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`the test gives no ${name}`);
      return encodeURIComponent(value);
    });
  }

  #request(method: string, { body, text, contentType = json, key = this.access.key }: Ask): RequestInit {
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
    return {
      method,
      redirect: "manual",
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(content === undefined ? {} : { "content-type": contentType }),
      },
      ...(content === undefined ? {} : { body: content }),
    };
  }
}

const attempts = 60;

/** Repeats a request while the response is 429. */
async function patiently(url: URL, request: RequestInit, wait: Access["wait"]) {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url, request);
    const text = await answer.text();
    if (answer.status !== 429 || attempt === attempts)
      return { status: answer.status, text, contentType: answer.headers.get("content-type") };
    const wanted = answer.headers.get("retry-after") ?? "";
    const seconds = /^\d+$/.test(wanted) ? Number(wanted) : (Date.parse(wanted) - Date.now()) / 1000;
    await wait(Number.isFinite(seconds) ? Math.max(seconds, 0.05) * 1000 : 100);
  }
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Advances the clock of an emulator. @returns its time in milliseconds */
export async function advanceClock({ url, key }: Pick<Access, "url" | "key">, seconds: number): Promise<number> {
  const answer = await fetch(`${url}/control/clock`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": json },
    body: JSON.stringify({ advance_seconds: seconds }),
  });
  return Date.parse(((await answer.json()) as { readonly now: string }).now);
}

/** Repeats a read until its value is right, since a service may lag. */
export async function eventually<T>(read: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  const until = Date.now() + 20_000;
  for (;;) {
    const value = await read();
    if (isRight(value) || Date.now() > until) return value;
    await pause(20);
  }
}

/** The `data` of a response as a list of objects. */
export function dataOf({ body }: Got): readonly Item[] {
  const data = isObject(body) ? body["data"] : undefined;
  if (!Array.isArray(data) || !data.every(isObject)) throw new Error("the answer has no list under data");
  return data;
}

export type Item = Readonly<Record<string, unknown>>;

/** A string field of an item; `otherwise` without an item. */
export function textIn(item: Item | undefined, name: string, otherwise = ""): string {
  if (item === undefined) return otherwise;
  const value = item[name];
  if (typeof value !== "string") throw new Error(`${name} is no text`);
  return value;
}
