import type { IncomingMessage, ServerResponse } from "node:http";
import { createHash, randomUUID } from "node:crypto";
import { strToU8, zipSync } from "fflate";
import { serving } from "./proxy";

/** The default branch and the repository, whose id is 1. */
export const defaultBranch = "main";
export const hostRepository = "acme/settings";

export interface HostRun {
  readonly id: number;
  readonly number: number;
  readonly attempt: number;
  readonly workflow: string;
  readonly event: string;
  readonly branch: string;
  /** Of the head repository. */
  readonly from: number;
  readonly status: string;
  readonly created: string;
  readonly updated: string;
  /** The names of steps that succeeded. */
  readonly steps: readonly string[];
}

export interface HostArtifact {
  readonly id: number;
  readonly name: string;
  readonly run: number;
  readonly made: string;
  readonly content: Uint8Array;
  readonly expired: boolean;
  /** That the host tells; that of the content by default. */
  readonly digest: string | undefined;
}

export interface HostReview {
  readonly by: string | null;
  readonly state: string;
  readonly at: string | null;
}

/** What the host knows. A test changes it as people and runs would. */
export interface HostState {
  author: string;
  readonly runs: HostRun[];
  readonly artifacts: HostArtifact[];
  readonly reviews: HostReview[];
  /** Members by team, such as `octo/appsec`. */
  readonly teams: Map<string, Map<string, "active" | "pending">>;
  /** Answers in place of the usual one, by the path. */
  interfere: (path: string, outgoing: ServerResponse) => boolean;
}

/** A code host's public REST interface over HTTP, as far as a check of approvals reads it. */
export interface HostDouble extends HostState {
  readonly url: string;
  readonly token: string;
  /** Can read the members of teams. */
  readonly teamToken: string;
  readonly requests: string[];
  /** The authorization of each request to the storage of artifacts. */
  readonly toStorage: (string | undefined)[];
}

/** The number of the pull request. */
export const hostPull = 7;

/** Moments of one day. */
export const at = (time: string): string => `2026-01-01T${time}:00Z`;

export const zipOf = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, content]) => [path, strToU8(content)])));

/** Listens until the test has ended. */
export async function codeHost(): Promise<HostDouble> {
  const state: HostState = {
    author: "author",
    runs: [],
    artifacts: [],
    reviews: [],
    teams: new Map(),
    interfere: () => false,
  };
  const [requests, toStorage]: [string[], (string | undefined)[]] = [[], []];
  const [token, teamToken] = [`canary-job-${randomUUID()}`, `canary-team-${randomUUID()}`];
  const storage = await serving((incoming, outgoing) => {
    toStorage.push(incoming.headers.authorization);
    const found = state.artifacts.find(({ id }) => `/${String(id)}` === incoming.url);
    outgoing.writeHead(found === undefined ? 404 : 200).end(found?.content);
  });
  const made = Object.assign(state, { url: "", token, teamToken, requests, toStorage });
  const url = await serving((incoming, outgoing) => {
    requests.push(`${incoming.method ?? ""} ${incoming.url ?? ""}`);
    const { pathname, searchParams } = new URL(incoming.url ?? "", "http://host");
    if (made.interfere(pathname, outgoing)) return;
    const zip = /^\/repos\/acme\/settings\/actions\/artifacts\/(\d+)\/zip$/.exec(pathname);
    if (!isAuthorized(incoming, pathname.startsWith("/orgs/") ? teamToken : token)) reply(outgoing, 401, {});
    else if (zip === null) {
      const found = answerOf(made, pathname, searchParams);
      reply(outgoing, found === undefined ? 404 : 200, found ?? { message: "Not Found" });
    } else outgoing.writeHead(302, { location: `${storage}/${String(zip[1])}` }).end();
  });
  return Object.assign(made, { url });
}

const isAuthorized = ({ headers }: IncomingMessage, token: string): boolean =>
  headers.authorization === `Bearer ${token}`;

function reply(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function answerOf(state: HostState, path: string, query: URLSearchParams): unknown {
  const page = <T>(items: readonly T[]): readonly T[] => {
    const size = Number(query.get("per_page") ?? 30);
    const from = (Number(query.get("page") ?? 1) - 1) * size;
    return items.slice(from, from + size);
  };
  const [room, first = "", second = "", ...rest] = path.split("/").slice(1).map(decodeURIComponent);
  if (room === "orgs") return teamOf(state, first, rest);
  if (room !== "repos" || `${first}/${second}` !== hostRepository) return undefined;
  const at = rest.join("/");
  if (at === `pulls/${String(hostPull)}`) return pullOf(state);
  if (at === `pulls/${String(hostPull)}/reviews`) return page(state.reviews.map(reviewOf));
  const [, kind, id = "", what] = rest;
  if (kind === "workflows" && what === "runs") {
    const [from = "", until = ""] = (query.get("created") ?? "").split("..");
    const runs = state.runs.filter(({ workflow, created }) => workflow === id && created >= from && created <= until);
    // the host lists no more, and does not say so
    return { total_count: Math.min(runs.length, 1000), workflow_runs: page(runs.map(runOf).reverse().slice(0, 1000)) };
  }
  if (kind !== "runs") return undefined;
  if (what === "artifacts")
    return { artifacts: page(state.artifacts.filter(({ run }) => String(run) === id).map(artifactOf)) };
  const steps = state.runs.find((run) => String(run.id) === id)?.steps ?? [];
  return { jobs: page([{ name: "comment", steps: steps.map((name) => ({ name, conclusion: "success" })) }]) };
}

function teamOf({ teams }: HostState, organization: string, [team = "", , login]: readonly string[]): unknown {
  const members = teams.get(`${organization}/${team}`);
  if (members === undefined) return undefined;
  if (login === undefined) return { id: 5, slug: team };
  const state = members.get(login.toLowerCase());
  return state === undefined ? undefined : { state, role: "member" };
}

/** The same number for the same login. */
const userOf = (login: string): unknown => ({
  id: Buffer.from(login.toLowerCase()).reduce((sum, byte) => (sum * 31 + byte) % 99_991, 7),
  login,
  type: "User",
});

const repositoryOf = { id: 1, full_name: hostRepository, default_branch: defaultBranch };

const pullOf = ({ author }: HostState): unknown => ({
  number: hostPull,
  state: "open",
  user: userOf(author),
  created_at: at("08:00"),
  base: { ref: defaultBranch, repo: repositoryOf },
});

const reviewOf = ({ by, state, at: given }: HostReview, index: number): unknown => ({
  id: 100 + index,
  user: by === null ? null : userOf(by),
  state,
  commit_id: "b".repeat(40),
  ...(given === null ? {} : { submitted_at: given }),
});

const runOf = ({ id, number, attempt, event, branch, from, status, created, updated }: HostRun): unknown => ({
  id,
  run_number: number,
  run_attempt: attempt,
  event,
  head_branch: branch,
  status,
  conclusion: "success",
  created_at: created,
  updated_at: updated,
  repository: repositoryOf,
  head_repository: { id: from },
});

const artifactOf = ({ id, name, expired, content, made, digest }: HostArtifact): unknown => ({
  id,
  name,
  expired,
  size_in_bytes: content.length,
  created_at: made,
  digest: digest ?? `sha256:${createHash("sha256").update(content).digest("hex")}`,
});
