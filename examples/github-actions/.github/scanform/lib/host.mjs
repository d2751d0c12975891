import { input, Refused } from "./script.mjs";

const pageSize = 100;
const mostPages = 50;
const patience = 30_000;

const repository = () => `${input("GITHUB_API_URL")}/repos/${input("GITHUB_REPOSITORY", /^[\w.-]+\/[\w.-]+$/)}`;

/** A GET of the repository's API, such as `/pulls/1`. */
export const get = async (path) => (await ask("GET", path)).json();

/** POST or PATCH of JSON. */
export const send = async (method, path, body) => (await ask(method, path, body)).json();

/** All pages of a list. `key` names the list where the answer is an object. */
export async function getAll(path, key) {
  const all = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await get(`${path}${path.includes("?") ? "&" : "?"}per_page=${pageSize}&page=${page}`);
    const items = key === undefined ? answer : answer[key];
    if (!Array.isArray(items)) throw new Refused(`GET ${path} did not answer with a list.`);
    all.push(...items);
    if (items.length < pageSize) return all;
  }
  throw new Refused(`GET ${path} answers with more than ${mostPages * pageSize} items.`);
}

/** Bytes that the API redirects to. The token stays with the API; more than `most` bytes are refused. */
export async function download(path, most) {
  const redirect = await ask("GET", path);
  const target = new URL(redirect.headers.get("location") ?? "", input("GITHUB_API_URL"));
  if (target.protocol !== new URL(input("GITHUB_API_URL")).protocol)
    throw new Refused(`GET ${path} redirects to ${target.protocol}`);
  const answer = await fetch(target, { redirect: "error", signal: AbortSignal.timeout(patience * 4) });
  if (!answer.ok) throw new Refused(`GET ${path}: the download was answered ${answer.status}.`);
  const chunks = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > most) throw new Refused(`GET ${path}: more than ${most} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function ask(method, path, body) {
  const answer = await fetch(`${repository()}${path}`, {
    method,
    redirect: "manual",
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${input("GITHUB_TOKEN")}`,
      "x-github-api-version": "2022-11-28",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(patience),
  });
  if (answer.status >= 400) throw new Refused(`${method} ${path} was answered ${answer.status}.`);
  return answer;
}
