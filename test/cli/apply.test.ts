import { ServiceClient } from "../../src/service/service-client";
import { accountId, canaryOfAll, relaxedId, repositoryId } from "../support/account";
import { type App, everyday, idOf } from "../support/declare";
import { accountOf, desk, type Desk, documentOf, type Ran } from "../support/desk";
import { forward, type Interference, type Proxy, proxy, refuseWith } from "../support/proxy";
import { meddle } from "../support/scenes";

const a = "scanform_configuration.baseline";
const strict = "scanform_configuration.strict";
const routing = "scanform_repository_assignments.routing";

/** Baseline loses a code policy, which takes a PUT that lists its repositories; those who take from it wait. */
const dependent: App = {
  configurations: { ...everyday.configurations, baseline: { name: "baseline", code_policies: {} } },
  assignments: {
    routing: [
      { repository_names: ["payments-api"], configuration_id: idOf("strict") },
      { repository_names: ["web"], configuration_id: relaxedId },
    ],
  },
};

interface Through {
  readonly at: Desk;
  readonly through: Proxy;
  readonly run: (...flags: readonly string[]) => Promise<Ran>;
}

async function through(app: App, interfere: Interference): Promise<Through> {
  const at = await desk(app);
  const between = await proxy(at.emulator.url, interfere);
  const env = { ...at.env, SCANFORM_BASE_URL: between.url };
  const argv = ["apply", "--synthesized", "app", "--auto-approve"];
  return { at, through: between, run: (...flags) => at.run([...argv, ...flags], { env }) };
}

const refusing =
  (fits: RegExp, status: number): Interference =>
  ({ method, path }, answer) =>
    fits.test(`${method} ${path}`) ? refuseWith(answer, status, "not today") : undefined;

/** The write takes effect, and then the connection is closed without an answer. */
const losing =
  (fits: RegExp): Interference =>
  ({ method, path, pass }, answer) =>
    fits.test(`${method} ${path}`) ? pass().then(() => void answer.destroy()) : undefined;

test("an apply of which one write fails says of every address what became of it, and exits with 5", async () => {
  const { at, run } = await through(everyday, refusing(/^POST/, 500));
  const ran = await run("--json");
  expect(ran.code).toBe(5);
  const { outcomes, verified, requests, diagnostics } = accountOf(ran);
  const failed = {
    status: "failed",
    error: expect.stringContaining("status 500: not today") as string,
    request_id: "request-of-the-test",
  };
  expect(outcomes).toEqual([
    { address: a, status: "succeeded", request_id: expect.any(String) as string },
    { address: strict, ...failed },
    { address: routing, ...failed },
  ]);
  // whether the POST had taken effect was not known, so the same request was sent once more
  expect({ verified, requests }).toMatchObject({ verified: false, requests: { sent: 2 } });
  expect(diagnostics).toMatchObject([
    { code: "write-failed", severity: "error", address: strict },
    { code: "write-failed", severity: "error", address: routing },
  ]);
  expect(at.writes().map(({ method }) => method)).toEqual(["PATCH"]);
});

test("an apply of which one write fails says the same in text", async () => {
  const { run } = await through(everyday, refusing(/^POST/, 500));
  const { code, out, err } = await run();
  expect(code).toBe(5);
  expect(out).toContain(
    "Applied with 2 requests: 1 configuration. Failed: 1 configuration, 2 repositories (some or all).",
  );
  expect(out).toContain("The service does not hold all that was planned.");
  expect(err).toContain(`error: A change failed [write-failed]\n  ${strict}\n  The service refused the request: POST`);
  expect(err).toContain("status 500: not today (request_id request-of-the-test)");
});

test("an apply of which one write fails is finished by the next one, which does only what is left", async () => {
  const { at, run } = await through(everyday, refusing(/^POST/, 500));
  await run();
  at.emulator.clearRequests();
  expect((await at.apply()).code).toBe(0);
  expect(at.writes().map(({ method }) => method)).toEqual(["POST"]);
  expect((await at.plan("--detailed-exitcode")).code).toBe(0);
});

test("an apply whose writes are all refused exits with 5 where the account cannot be read afterwards", async () => {
  let isClosed = false;
  const { at, run } = await through(everyday, ({ method }, answer) => {
    isClosed ||= method !== "GET";
    return isClosed ? refuseWith(answer, 403, "closed") : undefined;
  });
  const { code, err } = await run();
  expect([code, at.writes()]).toEqual([5, []]);
  expect(err).toContain("[not-read-back]");
});

test("writes that wait for one that fails are not sent, and are reported skipped because of it", async () => {
  const { at, through: between, run } = await through(dependent, refusing(/^PUT/, 500));
  const ran = await run("--json");
  expect(accountOf(ran)["outcomes"]).toEqual([
    expect.objectContaining({ address: a, status: "failed" }),
    { address: strict, status: "skipped", error: `${a} failed` },
    { address: routing, status: "skipped", error: `${a} failed` },
  ]);
  const written = between.seen.filter((each) => !each.startsWith("GET"));
  expect(written.filter((each) => !each.startsWith("PUT"))).toEqual([]);
  expect(at.writes()).toEqual([]);
});

test("writes that wait for one that fails are counted to people, who need no way back where nothing has arrived", async () => {
  const { run } = await through(dependent, refusing(/^PUT/, 500));
  const { out, err } = await run();
  expect(out).toMatch(
    /\nNot applied: The service refused the request: PUT .* status 500: .*\. Nothing was changed\.\n/,
  );
  expect(err).not.toContain("To undo");
});

test.each(["POST", "PATCH"])(
  "an answer that is lost although the %s took effect counts as succeeded once it is read back, and nothing is sent twice",
  async (method) => {
    const { at, through: between, run } = await through(everyday, losing(new RegExp(`^${method}`)));
    const ran = await run("--json");
    expect(ran.code).toBe(0);
    expect(accountOf(ran)).toMatchObject({ verified: true, diagnostics: [] });
    const statuses = accountOf(ran)["outcomes"] as readonly { status: string }[];
    expect(statuses.map(({ status }) => status)).toEqual(["succeeded", "succeeded", "succeeded"]);
    // the look before the next attempt shows that it is done
    expect(between.seen.filter((each) => each.startsWith(`${method} `))).toHaveLength(1);
    expect(at.emulator.store.configurations(accountId)).toHaveLength(3);
  },
);

test("an answer that is lost, of a write that did not take effect counts as failed, and may have written", async () => {
  const { run } = await through(everyday, ({ method }, answer) =>
    method === "POST" || method === "PATCH" ? Promise.resolve(void answer.destroy()) : undefined,
  );
  const ran = await run("--json");
  expect(ran.code).toBe(5);
  expect(accountOf(ran)).toMatchObject({ verified: false });
  expect(ran.out).toContain("the connection was closed before the whole answer had come");
});

test("a write that takes several requests, of which one is refused, has written, exits with 5, and can be rolled back", async () => {
  let patches = 0;
  const app: App = {
    configurations: { relaxed: { name: "relaxed", comment: "disabled" } },
    assignments: { routing: [{ repository_pattern: "%", configuration_id: idOf("relaxed") }] },
  };
  const {
    at,
    through: between,
    run,
  } = await through(app, ({ method, path }, answer) => {
    if (path.endsWith("assign_repositories")) return refuseWith(answer, 403, "not these");
    return method === "PATCH" && (patches += 1) === 1 ? refuseWith(answer, 413, "too many") : undefined;
  });
  const comment = () =>
    at.emulator.store.configurations(accountId).map(({ configuration }) => configuration?.["comment"]);
  const before = comment();
  const { code, err } = await run();
  expect(code).toBe(5);
  expect(comment()).not.toEqual(before);
  const [, journal = ""] = /scanform rollback (\S+)/.exec(err) ?? [];
  expect(
    (await at.run(["rollback", journal, "--auto-approve"], { env: { ...at.env, SCANFORM_BASE_URL: between.url } }))
      .code,
  ).toBe(0);
  expect(comment()).toEqual(before);
});

// 422 may mean that there are too many repositories, so that fewer are tried
test.each([
  [400, 2],
  [403, 2],
  [422, 4],
])("an apply of which everything is refused with %d has written nothing, and exits with 1", async (status, sent) => {
  const { at, run } = await through(everyday, refusing(/^(POST|PATCH|PUT)/, status));
  const ran = await run("--json");
  expect(ran.code).toBe(1);
  expect(accountOf(ran)).toMatchObject({ verified: false, requests: { sent } });
  expect(at.writes()).toEqual([]);
});

test("a service that says yes and means no is found out by reading back, leaf by leaf, and the exit code is 5", async () => {
  const { run } = await through(everyday, async ({ method, look, pass }, answer) => {
    if (method !== "PATCH" && method !== "PUT") return forward(await pass(), answer);
    return forward(await look(), answer); // as it was before, and as it stays
  });
  const ran = await run("--json");
  expect(ran.code).toBe(5);
  const { verified, diagnostics } = accountOf(ran);
  expect(verified).toBe(false);
  expect(diagnostics).toEqual([
    {
      code: "not-converged",
      severity: "error",
      summary: expect.any(String) as string,
      detail: 'expected "enabled", found "silent"',
      address: a,
      path: "comment",
    },
  ]);
}, 30_000);

test("a service that says yes and means no, with an answer that lists errors is believed in that", async () => {
  const { run } = await through(
    { assignments: { routing: [{ configuration_id: relaxedId, repository_names: ["web"] }] } },
    ({ path }, answer) => {
      if (!path.endsWith("assign_repositories")) return undefined;
      answer.writeHead(200, { "content-type": "application/json" });
      const errors = [{ repository_id: repositoryId(2), error: "locked" }];
      answer.end(JSON.stringify({ configuration_id: relaxedId, assigned_count: 0, total_matched: 1, errors }));
      return Promise.resolve();
    },
  );
  const { code, err } = await run();
  expect(code).toBe(5);
  expect(err).toContain(`the service reported {"repository_id":"${repositoryId(2)}","error":"locked"}`);
});

test("an apply of which somebody else has changed everything since the plan writes nothing, says it once, and exits with 5", async () => {
  let looks = 0;
  const changed = await through(
    { configurations: { baseline: { name: "baseline", comment: "enabled" } } },
    ({ method, path, pass }, answer) => {
      if (method !== "GET" || !/\/configurations(\/[^/]+)?$/.test(path) || (looks += 1) !== 2) return undefined;
      return meddle(changed.at, { comment: "disabled" }).then(async () => forward(await pass(), answer));
    },
  );
  const { code, out, err } = await changed.run();
  expect([code, out]).toEqual([
    5,
    expect.stringContaining("Not applied: 1 configuration skipped. Nothing was changed."),
  ]);
  expect(err).toContain("[changed-since-planned]");
  expect(out).not.toContain(`skipped ${a}`);
});

const apply = ["apply", "--synthesized", "app"];
const answering = (answer: string) => ({ interactive: true, ask: () => Promise.resolve(answer) });

/** Somebody else, who works with the service directly. */
async function meanwhile(at: Desk, work: (somebody: ServiceClient) => Promise<unknown>): Promise<void> {
  const somebody = new ServiceClient({ baseUrl: at.emulator.url, apiKey: canaryOfAll });
  await work(somebody);
  await somebody.close();
  at.emulator.clearRequests();
}

test("an apply that asks does nothing when the answer is not a whole yes", async () => {
  const at = await desk(everyday);
  for (const answer of ["y", "YES", "yes please", ""]) expect((await at.run(apply, answering(answer))).code).toBe(1);
  expect(at.writes()).toEqual([]);
});

test("an apply that asks is stale when the account changes while it asks, and writes nothing", async () => {
  const at = await desk(everyday);
  const ask = async (): Promise<string> => {
    await meanwhile(at, (somebody) => somebody.createConfiguration(accountId, { name: "strict", settings: {} }));
    return "yes";
  };
  const { code, err } = await at.run(apply, { interactive: true, ask });
  expect([code, err]).toEqual([4, expect.stringContaining("The plan that was shown")]);
  expect(at.writes()).toEqual([]);
});

test("an apply that asks is interrupted when Ctrl-C comes with the answer", async () => {
  const at = await desk(everyday);
  const interrupt = new AbortController();
  const ask = (): Promise<string> => {
    interrupt.abort();
    return Promise.resolve("yes");
  };
  const { code, err } = await at.run(apply, { interactive: true, ask, signal: interrupt.signal });
  expect([code, err]).toEqual([130, expect.stringContaining("Nothing was changed.")]);
  expect(at.writes()).toEqual([]);
});

test("an apply that asks shows with --json on stderr what is asked for", async () => {
  const at = await desk(everyday);
  const ran = await at.run([...apply, "--json"], answering(" yes "));
  expect([ran.code, ran.err]).toEqual([0, expect.stringContaining("scanform_configuration.strict")]);
  expect(accountOf(ran)).toMatchObject({ verified: true });
});

const created: App = {
  configurations: { strict: everyday.configurations?.["strict"] ?? {} },
  assignments: { routing: [{ repository_pattern: "payments-%", configuration_id: idOf("strict") }] },
};

/** Applies a plan, and all of it once more between the second plan of the first apply and its first look. */
async function twoAtOnce(app: App, options: readonly string[] = []) {
  const at = await desk(app);
  let lists = -Infinity;
  let other: Ran | undefined;
  const { url } = await proxy(at.emulator.url, ({ method, path, pass }, answer) => {
    if (method === "GET" && path.endsWith("/configurations")) lists += 1;
    if (lists !== 2) return undefined;
    lists = -Infinity;
    return (async () => {
      other = await at.run(["apply", "saved.plan", "--journal", "other"], through);
      await forward(await pass(), answer);
    })();
  });
  const through = { env: { ...at.env, SCANFORM_BASE_URL: url } };
  expect((await at.run(["plan", "--synthesized", "app", "--out", "saved.plan"], through)).code).toBe(0);
  lists = 0;
  const ran = await at.run(["apply", "saved.plan", ...options], through);
  const after = await at.run(["plan", "--synthesized", "app", "--detailed-exitcode"], through);
  return { at, ran, other, after };
}

test("the second of two simultaneous applies of one plan succeeds where the account holds all of it", async () => {
  const { at, ran, other, after } = await twoAtOnce(created);
  expect([other?.code, ran.code, after.code]).toEqual([0, 0, 0]);
  expect(ran.out).toMatch(
    /\n\nAlready applied, by somebody else: 1 configuration, 2 repositories\.\nRead back: the service holds all that was planned\.\n$/,
  );
  expect(ran.err).toBe("");
  expect(at.writes().map(({ method }) => method)).toEqual(["POST"]);
});

test("a program reads that all of it has succeeded, without a change by somebody else", async () => {
  const { ran } = await twoAtOnce(everyday, ["--json"]);
  expect(ran.code).toBe(0);
  expect(documentOf(ran)).toMatchObject({
    accounts: [{ outcomes: [{ status: "succeeded" }, { status: "succeeded" }, { status: "succeeded" }] }],
  });
});
