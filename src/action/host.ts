import { refuse } from "./refused";

const pageSize = 100;
const mostPages = 50;
const patience = 30_000;

/** The REST interface of a repository on the code host. Paths begin below the repository, such as `/pulls/1`. */
export interface CodeHost {
  /** `owner/name` */
  readonly repository: string;
  readonly get: (path: string) => Promise<unknown>;
  readonly send: (method: "POST" | "PATCH", path: string, body: object) => Promise<unknown>;
  /** All pages of a list. `key` names the list where the answer is an object. */
  readonly list: (path: string, key?: string) => Promise<readonly unknown[]>;
  /** Bytes that the interface redirects to, which get no token. More than `most` bytes are refused. */
  readonly download: (path: string, most: number) => Promise<Buffer>;
}

export interface CodeHostAccess {
  /** The root of the interface, such as https://api.github.com. */
  readonly url: string;
  readonly repository: string;
  readonly token: string;
}

/** @throws Refused where the repository's name is none, and later where an answer is none */
export function codeHost({ url, repository, token }: CodeHostAccess): CodeHost {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) refuse("The repository is not of the form owner/name.");
  const get = async (path: string): Promise<unknown> => (await ask("GET", path)).json();
  return {
    repository,
    get,
    send: async (method, path, body) => (await ask(method, path, body)).json(),
    list: async (path, key) => {
      const all: unknown[] = [];
      for (let page = 1; page <= mostPages; page += 1) {
        const paging = `per_page=${String(pageSize)}&page=${String(page)}`;
        const answer = await get(`${path}${path.includes("?") ? "&" : "?"}${paging}`);
        const items = key === undefined ? answer : (answer as Readonly<Record<string, unknown>>)[key];
        if (!Array.isArray(items)) return refuse(`GET ${path} did not answer with a list.`);
        all.push(...(items as unknown[]));
        if (items.length < pageSize) return all;
      }
      return refuse(`GET ${path} answers with more than ${String(mostPages * pageSize)} items.`);
    },
    download: async (path, most) => {
      const redirect = await ask("GET", path);
      const target = new URL(redirect.headers.get("location") ?? "", url);
      if (target.protocol !== new URL(url).protocol) refuse(`GET ${path} redirects to ${target.protocol}`);
      const answer = await fetch(target, { redirect: "error", signal: AbortSignal.timeout(patience * 4) });
      if (!answer.ok) refuse(`GET ${path}: the download was answered ${String(answer.status)}.`);
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
        size += chunk.length;
        if (size > most) refuse(`GET ${path}: more than ${String(most)} bytes.`);
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    },
  };

  async function ask(method: string, path: string, body?: object): Promise<Response> {
    const answer = await fetch(`${url}/repos/${repository}${path}`, {
      method,
      redirect: "manual",
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        "x-github-api-version": "2022-11-28",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
    });
    if (answer.status >= 400) refuse(`${method} ${path} was answered ${String(answer.status)}.`);
    return answer;
  }
}
