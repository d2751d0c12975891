import type { ApiKey } from "../diagnostics/api-key";
import { visible } from "../diagnostics/foreign-text";
import { deepest, parseJson } from "../model/parse-json";
import { listAt, WrongForm } from "./answers";
import { refuse } from "./refused";

const pageSize = 100;
const mostPages = 50;
/** Milliseconds for one request, and for a download. */
const patience = { request: 30_000, download: 120_000 };
const mostBytes = 32 * 2 ** 20;

/** How a code host is reached. */
export interface Access {
  /** The root of the interface, such as `https://api.github.com`. The token is sent to its origin alone. */
  readonly api: URL;
  readonly token: Pick<ApiKey, "source" | "authorization">;
  readonly signal: AbortSignal;
}

/** The public REST interface of a code host. @throws Refused where the host does not answer as it should */
export class CodeHost {
  readonly #access: Access;
  readonly #root: string;

  /** @param root what each path begins with */
  constructor(access: Access, root = "") {
    this.#access = access;
    this.#root = root;
  }

  /** @param path such as `/pulls/1` */
  async get<T>(path: string, read: (answer: unknown) => T): Promise<T> {
    return decoded(this.#request("GET", path), await this.#answer("GET", path), read);
  }

  /** The same; undefined where it is not there, or may not be seen. */
  async find<T>(path: string, read: (answer: unknown) => T): Promise<T | undefined> {
    const answer = await this.#ask("GET", path);
    if (answer.status === 404) return undefined;
    const request = this.#request("GET", path);
    return decoded(request, await bytesOf(request, checked(request, answer), mostBytes), read);
  }

  async send(method: "POST" | "PATCH", path: string, body: object): Promise<void> {
    await this.#answer(method, path, body);
  }

  /** All pages of a list. @param key names the list where an answer is an object */
  async list<T>(path: string, itemOf: (item: unknown) => T, key?: string): Promise<readonly T[]> {
    const all: T[] = [];
    for (let page = 1; page <= mostPages; page += 1) {
      const numbered = `${path}${path.includes("?") ? "&" : "?"}per_page=${String(pageSize)}&page=${String(page)}`;
      const items = await this.get(numbered, (answer) => listAt(answer, key).map(itemOf));
      all.push(...items);
      if (items.length < pageSize) return all;
    }
    return refused(this.#request("GET", path), `has more than ${String(mostPages * pageSize)} items.`);
  }

  /** Bytes that the host redirects to. The token stays with the host. @param most more bytes are refused */
  async download(path: string, most: number): Promise<Buffer> {
    const { api } = this.#access;
    const request = this.#request("GET", path);
    const { status, headers } = await this.#ask("GET", path);
    const location = headers.get("location") ?? "";
    if (status < 300 || status >= 400 || !URL.canParse(location, api.href))
      return refused(request, `was answered ${String(status)}, and not with the address of a download.`);
    const target = new URL(location, api);
    if (target.protocol !== api.protocol)
      return refused(request, `redirects to ${visible(target.protocol)} where ${api.protocol} is expected.`);
    const answer = await this.#fetch(request, target, { redirect: "error" }, patience.download);
    if (!answer.ok) return refused(request, `redirects to a download that was answered ${String(answer.status)}.`);
    return bytesOf(request, answer, most);
  }

  #request(method: string, path: string): string {
    return `${method} ${this.#root}${path}`;
  }

  async #answer(method: string, path: string, body?: object): Promise<Buffer> {
    const request = this.#request(method, path);
    const answer = await this.#ask(method, path, body);
    if (answer.status === 404)
      return refused(request, `was answered 404. It is not there, or ${this.#access.token.source} may not read it.`);
    return bytesOf(request, checked(request, answer), mostBytes);
  }

  async #ask(method: string, path: string, body?: object): Promise<Response> {
    const { api, token } = this.#access;
    const request = this.#request(method, path);
    const answer = await this.#fetch(request, new URL(`${api.href.replace(/\/$/, "")}${this.#root}${path}`), {
      method,
      redirect: "manual",
      headers: {
        accept: "application/vnd.github+json",
        authorization: token.authorization(),
        "user-agent": "scanform",
        "x-github-api-version": "2022-11-28",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { status, headers } = answer;
    if (status < 400 || status === 404) return answer;
    await answer.body?.cancel();
    if (status === 429 || headers.get("x-ratelimit-remaining") === "0" || headers.has("retry-after"))
      return refused(request, `was answered ${String(status)}: the rate limit is used up${untilOf(headers)}.`);
    if (status === 401 || status === 403)
      return refused(request, `was answered ${String(status)}: ${token.source} is not valid, or may not do this.`);
    return refused(request, `was answered ${String(status)}.`);
  }

  async #fetch(request: string, url: URL, options: RequestInit, time = patience.request): Promise<Response> {
    const signal = AbortSignal.any([this.#access.signal, AbortSignal.timeout(time)]);
    try {
      return await fetch(url, { ...options, signal });
    } catch (thrown) {
      return refused(request, `was not answered: ${whyOf(thrown)}.`, thrown);
    }
  }
}

/** A code host's interface to one repository; paths begin below it. */
export class Repository extends CodeHost {
  /** @param name such as `acme/settings` */
  constructor(
    access: Access,
    readonly name: string,
  ) {
    if (!/^[\w.-]+\/[\w.-]+$/.test(name)) refuse("The repository is not of the form owner/name.");
    super(access, `/repos/${name}`);
  }
}

function checked(request: string, answer: Response): Response {
  return answer.status < 300
    ? answer
    : refused(request, `was answered ${String(answer.status)}. Give the repository as it is called now.`);
}

async function bytesOf(request: string, { body }: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > most) break;
      chunks.push(chunk);
    }
  } catch (thrown) {
    return refused(request, `was not answered to its end: ${whyOf(thrown)}.`, thrown);
  }
  return size > most ? refused(request, `answers with more than ${String(most)} bytes.`) : Buffer.concat(chunks);
}

function decoded<T>(request: string, bytes: Buffer, read: (answer: unknown) => T): T {
  let json: unknown;
  try {
    json = parseJson(bytes.toString("utf8"), deepest.message);
  } catch (thrown) {
    return refused(request, "was answered with something other than JSON.", thrown);
  }
  try {
    return read(json);
  } catch (thrown) {
    if (thrown instanceof WrongForm) return refused(request, `was answered in an unexpected form. ${thrown.message}`);
    throw thrown;
  }
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
  return visible((cause instanceof Error && cause.message) || "the connection failed");
}

const refused = (request: string, why: string, cause?: unknown): never => refuse(`${visible(request)} ${why}`, cause);
