import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { serving } from "./proxy";
import {
  type Artifact,
  bot,
  type Comment,
  type CommitStatus,
  type Issue,
  type Pull,
  repository,
  type Review,
  type Run,
  type State,
} from "./code-host-state";

export * from "./code-host-state";

/** Of a token, by area: what `permissions` of a job says, such as `actions: read`. */
export type Permissions = Readonly<Record<string, string>>;

/** The token of a step that may do everything. */
export const token = `job-token-${randomUUID()}`;
/** Can read the members of teams, and nothing else. */
export const teamToken = `team-token-${randomUUID()}`;

export interface CodeHost extends State {
  readonly url: string;
  /** Requests that read, such as `GET /pulls/1`, without their queries. */
  readonly reads: readonly string[];
  /** Other requests, such as `PATCH /issues/comments/1`. */
  readonly writes: readonly string[];
  /** The authorization of each request to the storage of artifacts. */
  readonly toStorage: readonly (string | undefined)[];
  /** The token of a job, which may do what its `permissions` say. */
  readonly tokenFor: (permissions: Permissions) => string;
  /** Answers in place of the usual answer, where it returns true. */
  interfere: (path: string, outgoing: ServerResponse) => boolean;
}

/** The few operations of the code host's API that the action and `approve check` use, over a state that a test arranges. */
export async function startCodeHost(): Promise<CodeHost> {
  const state: State = {
    pulls: [],
    runs: [],
    artifacts: [],
    comments: [],
    statuses: [],
    issues: [],
    permissions: new Map(),
    // as they are to be set up
    environments: new Map([
      ["scanform-plan", []],
      ["scanform-apply", []],
      ["scanform-apply-weakens", ["kim"]],
    ]),
    main: [],
    teams: new Map(),
  };
  const [reads, writes]: [string[], string[]] = [[], []];
  const toStorage: (string | undefined)[] = [];
  const storage = await serving((incoming, outgoing) => {
    toStorage.push(incoming.headers.authorization);
    const found = state.artifacts.find(({ id }) => `/${String(id)}` === incoming.url);
    outgoing.writeHead(found === undefined ? 404 : 200).end(found?.content);
  });
  const issued: Permissions[] = [];
  const host: CodeHost & { url: string } = {
    ...state,
    url: "",
    reads,
    writes,
    toStorage,
    tokenFor: (permissions) => `${token}.${String(issued.push(permissions) - 1)}`,
    interfere: () => false,
  };
  host.url = await serving(async (incoming, outgoing) => {
    const { method = "", url: target = "" } = incoming;
    const { pathname, searchParams } = new URL(target, "http://host");
    const path = pathname.replace(`/repos/${repository}`, "");
    (method === "GET" ? reads : writes).push(`${method} ${path}`);
    if (host.interfere(pathname, outgoing)) return;
    const [given, number] = (incoming.headers.authorization ?? "").split(".");
    const permissions = number === undefined ? undefined : issued[Number(number)];
    if (given !== `Bearer ${path === pathname ? teamToken : token}` || (number !== undefined && !permissions)) {
      reply(outgoing, 401, {});
      return;
    }
    if (permissions !== undefined && !isPermitted(permissions, method, path)) {
      reply(outgoing, 403, { message: "Resource not accessible by integration" });
      return;
    }
    const zip = /^\/actions\/artifacts\/(\d+)\/zip$/.exec(path);
    if (zip !== null) {
      outgoing.writeHead(302, { location: `${storage}/${String(zip[1])}` }).end();
      return;
    }
    const found = await answer(state, { method, path, query: searchParams, incoming });
    if (found instanceof Invalid) reply(outgoing, 422, { message: found.message });
    else reply(outgoing, found === undefined ? 404 : 200, found ?? {});
  });
  return host;
}

/** The areas of which one has to be permitted, by the beginning of a path; none for what every token may read. */
const areas: readonly (readonly [path: RegExp, areas: readonly string[]])[] = [
  [/^\/(actions|environments)\//, ["actions"]],
  [/^\/(pulls|commits\/[^/]+\/pulls)(\/|$)/, ["pull-requests"]],
  [/^\/issues\/(comments\/\d+|\d+\/comments)$/, ["issues", "pull-requests"]],
  [/^\/issues(\/|$)/, ["issues"]],
  [/^\/compare\//, ["contents"]],
  [/^\/statuses\//, ["statuses"]],
  [/^\/collaborators\//, []],
];

function isPermitted(permissions: Permissions, method: string, path: string): boolean {
  const [, needed] = areas.find(([beginning]) => beginning.test(path)) ?? [];
  if (needed === undefined) throw new Error(`The double does not know which permission ${method} ${path} needs.`);
  const enough = method === "GET" ? ["read", "write"] : ["write"];
  return needed.length === 0 || needed.some((area) => enough.includes(permissions[area] ?? "none"));
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly incoming: IncomingMessage;
}

async function answer(state: State, { method, path, query, incoming }: Asked): Promise<unknown> {
  const page = <T>(items: readonly T[]): readonly T[] => {
    const size = Number(query.get("per_page") ?? 30);
    const from = (Number(query.get("page") ?? 1) - 1) * size;
    return items.slice(from, from + size);
  };
  const steps = path.split("/").slice(1).map(decodeURIComponent);
  const [room = "", first = "", second = "", third = ""] = steps;
  if (room === "orgs") return teamOf(state, steps);
  if (room === "commits" && second === "pulls")
    return page(state.pulls.filter((pull) => commitsOf(pull).includes(first)).map(pullOf));
  if (room === "pulls" && second === "reviews") return page((pullAt(state, first)?.reviews ?? []).map(reviewOf));
  if (room === "pulls" && first === "") return page(state.pulls.filter((pull) => isAsked(pull, query)).map(pullOf));
  if (room === "pulls") return pullOf(pullAt(state, first));
  if (room === "statuses") return setStatus(state, first, await text(incoming));
  if (room === "collaborators" && second === "permission") return permissionOf(state, first);
  if (room === "issues" && steps.length < 3) return issue(state, { method, first, page, body: await text(incoming) });
  if (room === "issues") return comment(state, { method, steps, page, body: await text(incoming) });
  if (room === "environments") return environmentOf(state, first);
  if (room === "compare") return compare(state, first, page);
  if (room !== "actions") return undefined;
  const named = state.artifacts.filter(({ name }) => name === (query.get("name") ?? name));
  if (first === "artifacts") return { artifacts: page(named.map(artifactOf(state))) };
  if (first === "runs" && third === "artifacts")
    return { artifacts: page(named.filter(({ run }) => String(run) === second).map(artifactOf(state))) };
  if (first === "runs" && third === "jobs") return { jobs: page(jobsOf(state, second, query.get("filter") === "all")) };
  if (first === "runs") return state.runs.filter(({ id }) => String(id) === second).map((run) => runOf(state, run))[0];
  if (first === "workflows" && third === "") return { id: numberOf(second) };
  const ofWorkflow = state.runs.filter(
    (run) =>
      run.workflow === second &&
      (query.get("event") ?? run.event) === run.event &&
      (query.get("branch") ?? run.branch) === run.branch &&
      [run.status, run.conclusion, null].includes(query.get("status")) &&
      isBetween(run.created, query.get("created")),
  );
  // the newest first; the host lists no more than these, and does not say so
  const listed = ofWorkflow.reverse().slice(0, 1000);
  return { total_count: listed.length, workflow_runs: page(listed.map((run) => runOf(state, run))) };
}

/** @param asked `>=2026-01-01T08:00:00Z`, or two moments with `..` between */
function isBetween(time: string, asked: string | null): boolean {
  const [from = "", until = "9999"] = (asked ?? "").replace(/^>=/, "").split("..");
  return from <= time && time <= until;
}

/** @param query with `head` as `owner:branch` */
function isAsked({ state, base, head: { branch, repository: of } }: Pull, query: URLSearchParams): boolean {
  const head = `${of.split("/")[0] ?? ""}:${branch}`;
  const values = { state, base, head };
  return Object.entries(values).every(([name, value]) => (query.get(name) ?? value) === value);
}

/** What the host refuses as a request of another form. */
class Invalid extends Error {}

function setStatus({ statuses }: State, sha: string, body: string): CommitStatus | Invalid {
  const made: CommitStatus = { sha, ...(JSON.parse(body) as Omit<CommitStatus, "sha">) };
  if (!/^.{0,140}$/su.test(made.description)) return new Invalid("description is too long (maximum is 140 characters)");
  statuses.push(made);
  return made;
}

function comment(
  state: State,
  asked: { method: string; steps: readonly string[]; page: <T>(items: readonly T[]) => readonly T[]; body: string },
): unknown {
  if (asked.method === "GET") return asked.page(state.comments.map(commentOf));
  const { body } = JSON.parse(asked.body) as { readonly body: string };
  const found = state.comments.find(({ id }) => String(id) === asked.steps[2]);
  if (asked.method === "PATCH") return found === undefined ? undefined : Object.assign(found, { body });
  const made = { id: 1000 + state.comments.length, user: bot, body };
  state.comments.push(made);
  return made;
}

function issue(
  state: State,
  asked: { method: string; first: string; page: <T>(items: readonly T[]) => readonly T[]; body: string },
): unknown {
  if (asked.method === "GET") return asked.page(state.issues.filter((each) => each.state === "open"));
  const given = JSON.parse(asked.body) as Partial<Issue>;
  if (asked.method === "PATCH") {
    const found = state.issues.find(({ number }) => String(number) === asked.first);
    return found === undefined ? undefined : Object.assign(found, given);
  }
  const made: Issue = {
    id: 2000 + state.issues.length,
    number: 30 + state.issues.length,
    user: bot,
    title: "",
    body: "",
    state: "open",
    ...given,
  };
  state.issues.push(made);
  return made;
}

function teamOf({ teams }: State, [, organization, , team, , login]: readonly (string | undefined)[]): unknown {
  const members = teams.get(`${String(organization)}/${String(team)}`);
  if (login === undefined) return members && { id: 5, slug: team };
  const state = members?.get(login.toLowerCase());
  return state && { state, role: "member" };
}

function compare({ main }: State, between: string, page: <T>(items: readonly T[]) => readonly T[]): unknown {
  const at = main.indexOf(between.split("...")[0] ?? "");
  if (at < 0) return { status: "diverged", ahead_by: main.length, commits: [] };
  const later = main.slice(at + 1).map((sha) => ({ sha }));
  return { status: later.length === 0 ? "identical" : "ahead", ahead_by: later.length, commits: page(later) };
}

const commitsOf = ({ head, merged, contains = [] }: Pull): readonly (string | undefined)[] => [
  head.sha,
  merged?.as,
  ...contains,
];

const pullAt = ({ pulls }: State, number: string): Pull | undefined =>
  pulls.find((each) => String(each.number) === number);

function reply(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

// What the code host's API says of its state.

const commentOf = (comment: Comment): unknown => ({
  ...comment,
  html_url: `https://code.example.com/${repository}/pull/7#issuecomment-${String(comment.id)}`,
});

const pullOf = (pull: Pull | undefined): unknown =>
  pull && {
    number: pull.number,
    state: pull.state,
    merged_at: pull.merged?.at ?? null,
    merge_commit_sha: pull.merged?.as ?? pull.trial ?? null,
    user: userOf(pull.author ?? "author"),
    created_at: "2026-01-01T08:00:00Z",
    changed_files: pull.changedFiles ?? 1,
    base: { ref: pull.base, repo: { id: 1, full_name: repository, default_branch: "main" } },
    head: { ref: pull.head.branch, sha: pull.head.sha, repo: { full_name: pull.head.repository } },
  };

const reviewOf = ({ by, state, sha, at }: Review, index: number): unknown => ({
  id: index,
  user: by === undefined ? null : userOf(by),
  state,
  commit_id: sha,
  submitted_at: at,
});

/** The same number for the same login, whose case means nothing. */
const userOf = (login: string): unknown => ({
  id: numberOf(login.toLowerCase()),
  login,
  type: login.endsWith("[bot]") ? "Bot" : "User",
});

const artifactOf =
  ({ runs }: State) =>
  ({ id, name, run, made, content, expired = false, size = content.length, ...told }: Artifact): unknown => {
    const { branch, sha } = runs.find((each) => each.id === run) ?? { branch: "", sha: "" };
    const workflowRun = { id: run, head_branch: branch, head_sha: sha };
    const digest = told.digest ?? `sha256:${createHash("sha256").update(content).digest("hex")}`;
    return { id, name, expired, size_in_bytes: size, created_at: made, digest, workflow_run: workflowRun };
  };

const runOf = ({ runs }: State, run: Run): unknown => ({
  id: run.id,
  run_number: run.number ?? runs.filter(({ workflow }) => workflow === run.workflow).indexOf(run) + 1,
  run_attempt: run.attempt ?? 1,
  created_at: run.created,
  updated_at: run.updated ?? run.created,
  workflow_id: numberOf(run.workflow),
  event: run.event,
  head_branch: run.branch,
  head_sha: run.sha,
  display_title: run.title ?? "",
  status: run.status,
  conclusion: run.conclusion,
  repository: { id: 1, full_name: repository },
  head_repository: { id: (run.repository ?? repository) === repository ? 1 : 2 },
});

const environmentOf = ({ environments }: State, name: string): unknown => {
  const reviewers = environments.get(name);
  const asking = {
    type: "required_reviewers",
    prevent_self_review: true,
    reviewers: (reviewers ?? []).map((login) => ({ type: "User", reviewer: userOf(login) })),
  };
  const rules = [{ type: "branch_policy" }, ...(reviewers?.length === 0 ? [] : [asking])];
  return reviewers && { id: numberOf(name), name, protection_rules: rules };
};

/** The code host knows nothing of bots here. */
const permissionOf = ({ permissions }: State, login: string): unknown =>
  login.endsWith("[bot]") ? undefined : { permission: permissions.get(login) ?? "write" };

/** The jobs of a run's latest attempt, or of all. */
function jobsOf({ runs }: State, id: string, all: boolean): readonly unknown[] {
  const jobs = runs.find((run) => String(run.id) === id)?.jobs ?? [];
  const latest = Math.max(...jobs.map(({ attempt }) => attempt));
  return jobs
    .filter(({ attempt }) => all || attempt === latest)
    .map(({ attempt, steps, ...job }) => ({
      ...job,
      run_attempt: attempt,
      steps: steps.map((name) => ({ name, conclusion: "success" })),
    }));
}

const numberOf = (name: string): number => Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 99_991, 7);
