import type { z } from "zod";
import type { ApiKey } from "../diagnostics/api-key";
import { fail, messageOf } from "../diagnostics/error";
import { visible } from "../diagnostics/foreign-text";
import { deepest, parseJson } from "../model/parse-json";

const pageSize = 100;
const mostPages = 50;
/** Milliseconds for one request. */
const patience = 30_000;
const mostBytes = 32 * 2 ** 20;

/** The public REST interface of a code host. It only reads, and the token is sent to this origin alone. */
export class CodeHost {
  readonly #api: URL;
  readonly #token: ApiKey;
  readonly #signal: AbortSignal;

  /** @param api without a trailing slash, such as `https://api.github.com` */
  constructor(api: URL, token: ApiKey, signal: AbortSignal) {
    this.#api = api;
    this.#token = token;
    this.#signal = signal;
  }

  /** @param path such as `/repos/acme/settings/pulls/1` */
  async get<T>(path: string, shape: z.ZodType<T>): Promise<T> {
    return (
      (await this.find(path, shape)) ??
      refused(path, `was answered 404. It is not there, or ${this.#token.source} may not read it.`)
    );
  }

  /** The same; undefined where it is not there, or may not be seen. */
  async find<T>(path: string, shape: z.ZodType<T>): Promise<T | undefined> {
    const answer = await this.#ask(path);
    if (answer.status === 404) return undefined;
    if (answer.status >= 300)
      return refused(path, `was answered ${String(answer.status)}. Give the repository as it is called now.`);
    return decoded(path, await this.#bytes(path, answer, mostBytes), shape);
  }

  /**
   * All pages of a list.
   *
   * @param shape of a page
   * @param itemsOf the items of a page
   */
  async list<P, T>(path: string, shape: z.ZodType<P>, itemsOf: (page: P) => readonly T[]): Promise<readonly T[]> {
    const all: T[] = [];
    for (let page = 1; page <= mostPages; page += 1) {
      const numbered = `${path}${path.includes("?") ? "&" : "?"}per_page=${String(pageSize)}&page=${String(page)}`;
      const items = itemsOf(await this.get(numbered, shape));
      all.push(...items);
      if (items.length < pageSize) return all;
    }
    return refused(path, `has more than ${String(mostPages * pageSize)} items.`);
  }

  /** Bytes that the host redirects to. The token stays with the host. @param most more bytes are refused */
  async download(path: string, most: number): Promise<Buffer> {
    const { status, headers } = await this.#ask(path);
    const location = headers.get("location") ?? "";
    if (status < 300 || status >= 400 || !URL.canParse(location, this.#api.href))
      return refused(path, `was answered ${String(status)}, and not with the address of a download.`);
    const target = new URL(location, this.#api);
    if (target.protocol !== this.#api.protocol)
      return refused(path, `redirects to ${visible(target.protocol)} where ${this.#api.protocol} is expected.`);
    const answer = await this.#fetch(path, target, { redirect: "error" });
    if (!answer.ok) return refused(path, `redirects to a download that was answered ${String(answer.status)}.`);
    return this.#bytes(path, answer, most);
  }

  async #ask(path: string): Promise<Response> {
    const answer = await this.#fetch(path, new URL(`${this.#api.href.replace(/\/$/, "")}${path}`), {
      redirect: "manual",
      headers: {
        accept: "application/vnd.github+json",
        authorization: this.#token.authorization(),
        "user-agent": "scanform",
        "x-github-api-version": "2022-11-28",
      },
    });
    const { status, headers } = answer;
    if (status < 400 || status === 404) return answer;
    await answer.body?.cancel();
    if (status === 429 || headers.get("x-ratelimit-remaining") === "0" || headers.has("retry-after"))
      return refused(path, `was answered ${String(status)}: the rate limit is used up${untilOf(headers)}.`);
    if (status === 401 || status === 403)
      return refused(path, `was answered ${String(status)}: ${this.#token.source} is not valid, or may not read it.`);
    return refused(path, `was answered ${String(status)}.`);
  }

  async #fetch(path: string, url: URL, options: RequestInit): Promise<Response> {
    try {
      return await fetch(url, { ...options, signal: AbortSignal.any([this.#signal, AbortSignal.timeout(patience)]) });
    } catch (thrown) {
      return refused(path, `was not answered: ${whyOf(thrown)}.`, thrown);
    }
  }

  async #bytes(path: string, { body }: Response, most: number): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
        size += chunk.length;
        if (size > most) break;
        chunks.push(chunk);
      }
    } catch (thrown) {
      return refused(path, `was not answered to its end: ${whyOf(thrown)}.`, thrown);
    }
    return size > most ? refused(path, `answers with more than ${String(most)} bytes.`) : Buffer.concat(chunks);
  }
}

function decoded<T>(path: string, bytes: Buffer, shape: z.ZodType<T>): T {
  let json: unknown;
  try {
    json = parseJson(bytes.toString("utf8"), deepest.message);
  } catch (thrown) {
    return refused(path, "was answered with something else than JSON.", thrown);
  }
  const result = shape.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return refused(path, `was answered with another form: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}.`);
}

/** When the host answers again, as far as it says. */
function untilOf(headers: Headers): string {
  const reset = Number(headers.get("x-ratelimit-reset") ?? Number.NaN);
  const wait = Number(headers.get("retry-after") ?? Number.NaN);
  if (reset > 0 && reset < 1e11) return ` until ${new Date(reset * 1000).toISOString()}`;
  return wait >= 0 ? ` for ${String(wait)} s` : "";
}

/** What was wrong with a connection: its message alone says only that there was something. */
function whyOf(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  return visible(messageOf(cause) || "the connection failed");
}

const refused = (path: string, why: string, cause?: unknown): never =>
  fail("code-host", `GET ${visible(path)} ${why} Nothing passes without it.`, {}, cause);
