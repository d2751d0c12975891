import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addArtifact, addPull, addRun, at, sha, zipOf } from "../support/code-host-arrange";
import {
  type Artifact,
  type CodeHost,
  type Pull,
  type Review,
  type Run,
  startCodeHost,
  teamToken,
  token,
} from "../support/code-host";
import { accountId, canaryOfAll, otherAccountId } from "../support/account";
import { type Desk, desk, documentOf, type Ran } from "../support/desk";
import { type App, idOf, writeSynthesized } from "../support/declare";

const weakening: App = { configurations: { baseline: { name: "baseline", comment: "disabled" } } };
const other: App = { configurations: { baseline: { name: "baseline", comment: "enabled" } } };

let bench: Desk;
let host: CodeHost;
let pull: Pull;
/** The saved plans of the two declarations. */
const saved: Record<"weak" | "other", string> = { weak: "", other: "" };

const asking = (who = "kim", how = "needs"): string =>
  `export default [{ name: "asks", check: ({ effects }) => effects.map((at) => ({ level: "${how}", reviewer: "${who}", message: "changes comments", at })) }];\n`;

const policies = (text: string): void => {
  writeFileSync(join(bench.folder, "own.mjs"), text);
};

/** The files of a folder: for each declaration its saved plan and its document, which a check reads without a service. */
const files = new Map<string, string>();

beforeAll(async () => {
  const at = await desk();
  for (const [name, app] of [
    ["other", other],
    ["weak", weakening],
  ] as const) {
    at.declare(app);
    await at.plan("--out", `${name}.plan`);
    saved[name] = readFileSync(join(at.folder, `${name}.plan`), "utf8");
    files.set(`${name}.plan`, saved[name]);
    files.set(`${name}.json`, (await at.plan("--json", "--for-policies")).out);
  }
});

beforeEach(async () => {
  bench = await desk(weakening);
  host = await startCodeHost();
  pull = addPull(host);
  for (const [name, text] of files) writeFileSync(join(bench.folder, name), text);
  policies(asking());
});

/** A run of the plan workflow that has kept a plan of pull request 7. */
function kept(
  number: number,
  made: string,
  plan: string = saved.weak,
  { run = {}, artifact = {} }: { readonly run?: Partial<Run>; readonly artifact?: Partial<Artifact> } = {},
): void {
  const { id } = addRun(host, {
    id: 1000 + number,
    number,
    workflow: "scanform-plan.yml",
    created: at(made),
    jobs: jobsWith("Keep the plan for scanform-apply"),
    ...run,
  });
  addArtifact(host, {
    name: `scanform-plan-7-${sha("b")}`,
    run: id,
    made: at(made),
    content: zipOf({ "reviewed.plan": plan, "plan.md": "shown" }),
    ...artifact,
  });
}

/** The jobs of a run, of whose steps these succeeded. */
const jobsWith = (...steps: readonly string[]): Run["jobs"] => [
  { name: "comment", attempt: 1, conclusion: "success", steps },
];

const reviewed = (...reviews: readonly Review[]): void => {
  pull.reviews = [...(pull.reviews ?? []), ...reviews];
};

const review = (by: string | undefined, time: string, state = "APPROVED"): Review => ({
  by,
  state,
  sha: sha("b"),
  at: at(time),
});

const check = (flags: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  bench.run(
    [
      ...["approve", "check", "--plan", "weak.json", "--policy", "own.mjs"],
      ...["--repository", "acme/settings", "--pull", "7", ...flags],
    ],
    // no key of the service: none is needed
    { env: { GITHUB_API_URL: host.url, GITHUB_TOKEN: token, SCANFORM_GITHUB_TOKEN: teamToken, ...env } },
  );

/** Nothing that was printed, and no other origin than the host's, has seen a token. */
function expectNoToken({ out, err }: Ran): void {
  for (const secret of [token, teamToken]) expect(out + err).not.toContain(secret);
  expect(host.toStorage.filter((each) => each !== undefined)).toEqual([]);
  expect(host.writes).toEqual([]);
}

async function expectMissing(why: string): Promise<void> {
  const ran = await check();
  expect([ran.code, ran.err]).toEqual([3, expect.stringContaining("[approval-missing]")]);
  expect(ran.err).toContain(why);
  expectNoToken(ran);
}

async function expectApproved(): Promise<Ran> {
  const ran = await check();
  expect([ran.code, ran.err]).toEqual([0, ""]);
  expectNoToken(ran);
  return ran;
}

test("passes with the approval of who is asked, in whatever case, given while the plan was the newest", async () => {
  kept(1, "10:00");
  reviewed(review("Kim", "11:00"));
  const { out } = await expectApproved();
  expect(out).toContain("  approved  kim: Kim at 2026-01-01T11:00:00Z\n");
});

test("the JSON document says who is asked about what, and who has approved when", async () => {
  kept(1, "10:00");
  reviewed(review("kim", "11:00"));
  const ran = await check(["--json"]);
  expect(documentOf(ran)).toMatchObject({
    repository: "acme/settings",
    pull: 7,
    accounts: [
      {
        digest: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
        approvals: [
          { reviewer: "kim", asks: [{ policy: "asks" }], by: "kim", at: "2026-01-01T11:00:00Z", missing: null },
        ],
        diagnostics: [],
      },
    ],
    diagnostics: [],
  });
});

test("asks the code host for nothing where no policy asks anybody", async () => {
  policies(asking("kim", "warn"));
  const ran = await check([], { GITHUB_TOKEN: undefined });
  expect([ran.code, ran.out]).toEqual([0, expect.stringContaining("no policy asks anybody")]);
  expect([...host.reads, ...host.writes]).toEqual([]);
});

test("a need that a waiver matches asks nobody", async () => {
  const waiver = { policy: "asks", at: { configuration: "baseline" }, reason: "r", owner: "o", expires: "2199-01-01" };
  policies(`${asking()}export const waivers = [${JSON.stringify(waiver)}];\n`);
  expect((await check()).code).toBe(0);
  expect([...host.reads, ...host.writes]).toEqual([]);
});

test("a plan that a policy denies is refused, whoever has approved it", async () => {
  policies(asking("kim", "deny"));
  const ran = await check();
  expect([ran.code, ran.err]).toEqual([3, expect.stringContaining("[policy-denied]")]);
});

test("policies in the document are not believed", async () => {
  const document = JSON.parse(readFileSync(join(bench.folder, "weak.json"), "utf8")) as { accounts: object[] };
  document.accounts = document.accounts.map((each) => ({ ...each, policies: [], waivers: [] }));
  writeFileSync(join(bench.folder, "weak.json"), JSON.stringify(document));
  kept(1, "10:00");
  await expectMissing("kim has not approved pull request 7.");
});

describe("an approval", () => {
  test.each<[string, readonly Review[]]>([
    ["a later comment", [review("kim", "11:00"), review("kim", "12:00", "COMMENTED")]],
    ["somebody else's request for changes", [review("kim", "11:00"), review("lee", "12:00", "CHANGES_REQUESTED")]],
    [
      "a review that is not submitted",
      [review("kim", "11:00"), { ...review("kim", "11:00", "PENDING"), at: undefined }],
    ],
    ["an earlier request for changes", [review("kim", "10:30", "CHANGES_REQUESTED"), review("kim", "11:00")]],
    ["an earlier dismissal", [review("kim", "10:30", "DISMISSED"), review("kim", "11:00")]],
  ])("is not withdrawn by %s", async (_what, reviews) => {
    kept(1, "10:00");
    reviewed(...reviews);
    await expectApproved();
  });

  test.each<[string, readonly Review[]]>([
    ["is of somebody else", [review("kimberly", "11:00")]],
    ["is a comment", [review("kim", "11:00", "COMMENTED")]],
    ["was dismissed", [review("kim", "11:00", "DISMISSED")]],
    ["is of an account that was deleted", [review(undefined, "11:00")]],
    ["was followed by a request for changes", [review("kim", "11:00"), review("kim", "12:00", "CHANGES_REQUESTED")]],
    ["was followed by a review that was dismissed", [review("kim", "11:00"), review("kim", "12:00", "DISMISSED")]],
  ])("does not count where it %s", async (_what, reviews) => {
    kept(1, "10:00");
    reviewed(...reviews);
    await expectMissing("kim has not approved pull request 7. Asked by asks:");
  });

  test("is withdrawn by what was given later, in whatever order the host lists them", async () => {
    kept(1, "10:00");
    reviewed(review("kim", "12:00", "CHANGES_REQUESTED"), review("kim", "11:00"));
    await expectMissing("kim has not approved pull request 7.");
  });

  test("a review of the author does not count", async () => {
    pull.author = "KIM";
    kept(1, "10:00");
    reviewed(review("kim", "11:00"));
    await expectMissing("kim has opened pull request 7, and cannot approve it.");
  });

  test("survives a push that plans the same again", async () => {
    kept(1, "10:00");
    reviewed(review("kim", "11:00"));
    kept(2, "12:00");
    await expectApproved();
  });

  test("counts for a plan that came back, whatever was planned between", async () => {
    kept(1, "10:00");
    reviewed(review("kim", "11:00"));
    kept(2, "12:00", saved.other);
    kept(3, "13:00");
    await expectApproved();
  });

  test("a review of an earlier plan does not count for another one, and the digests are named", async () => {
    kept(1, "10:00", saved.other);
    reviewed(review("kim", "11:00"));
    kept(2, "12:00");
    await expectMissing("kim approved at 2026-01-01T11:00:00.000Z, but the newest plan then had the digest ");
  });

  test("of another plan that was the newest does not count, though this one was there before", async () => {
    kept(1, "10:00");
    kept(2, "10:30", saved.other);
    reviewed(review("kim", "11:00"));
    kept(3, "12:00");
    await expectMissing("the newest plan then had the digest");
  });

  test("counts where another one of the same person does not", async () => {
    kept(1, "10:00");
    reviewed(review("kim", "11:00"));
    kept(2, "12:00", saved.other);
    reviewed(review("kim", "13:00"));
    await expectApproved();
  });

  test("does not count where it was given before any plan was kept, whatever digest a comment showed", async () => {
    reviewed(review("kim", "09:00"));
    kept(1, "10:00");
    await expectMissing("but no plan was kept before it");
  });

  test("does not count where another plan was kept in the same second", async () => {
    kept(1, "10:00");
    kept(2, "11:00", saved.other);
    reviewed(review("kim", "11:00"));
    await expectMissing("the newest plan then had the digest");
  });

  test("does not count where two plans were kept in the same second before it, and one is another", async () => {
    kept(1, "10:00", saved.other);
    kept(2, "10:00");
    reviewed(review("kim", "11:00"));
    await expectMissing("the newest plan then had the digest");
  });

  test("does not count for what repositories to come would get since, which no digest covers", async () => {
    const rule = { repository_pattern: "new-%", configuration_id: idOf("baseline") };
    const routed = { ...weakening, assignments: { routing: [rule] } };
    writeSynthesized(join(bench.folder, "base"), routed);
    bench.declare(routed);
    await bench.plan("--base", "base", "--out", "routed.plan");
    bench.declare({ ...weakening, assignments: { routing: [{ ...rule, repository_pattern: "newer-%" }] } });
    writeFileSync(
      join(bench.folder, "weak.json"),
      (await bench.plan("--base", "base", "--json", "--for-policies")).out,
    );
    expect(accountIn("weak.json").digest).toBe(digestInPlan("routed.plan"));
    kept(1, "10:00", readFileSync(join(bench.folder, "routed.plan"), "utf8"));
    reviewed(review("kim", "11:00"));
    await expectMissing("the newest plan then did not say what repositories to come would get");
  });

  test("does not count where a plan that was being made finished before it", async () => {
    kept(1, "10:00");
    kept(2, "10:50", saved.other, { run: { created: at("09:30"), updated: at("10:50") } });
    reviewed(review("kim", "11:00"));
    await expectMissing("the newest plan then had the digest");
  });

  test("counts for the plan that was kept before, where a later one was not kept", async () => {
    kept(1, "10:00");
    kept(2, "10:30", saved.other, { run: { jobs: jobsWith() } });
    host.artifacts.pop();
    reviewed(review("kim", "11:00"));
    await expectApproved();
  });

  test("counts while another plan is being made", async () => {
    kept(1, "10:00");
    kept(2, "11:30", saved.other, { run: { created: at("10:50") } });
    reviewed(review("kim", "11:00"));
    await expectApproved();
  });
});

describe("evidence", () => {
  const forged = { name: `scanform-plan-7-${"c".repeat(40)}` };
  test.each<[string, Partial<Run>, Partial<Artifact>]>([
    ["a run of a fork", { repository: "mallory/settings" }, forged],
    ["a run of another workflow", { workflow: "mine.yml", number: 1 }, forged],
    ["the workflow as a branch has changed it", { event: "push", branch: "mine" }, forged],
    ["a tag with the name of the branch", { event: "push" }, forged],
    ["another pull request", {}, { name: `scanform-plan-77-${"c".repeat(40)}` }],
  ])("is no artifact of %s", async (_what, run, artifact) => {
    kept(1, "10:00", saved.other);
    kept(2, "10:30", saved.weak, { run, artifact });
    reviewed(review("kim", "11:00"));
    await expectMissing("the newest plan then had the digest");
  });

  test("is not hidden by an artifact of a run that is none", async () => {
    kept(1, "10:00");
    kept(2, "10:30", saved.other, { run: { repository: "mallory/settings" } });
    reviewed(review("kim", "11:00"));
    await expectApproved();
  });

  test("that has expired does not count, and that is said", async () => {
    kept(1, "10:00");
    kept(2, "10:30", saved.weak, { artifact: { expired: true } });
    reviewed(review("kim", "11:00"));
    await expectMissing("but the plan that was the newest then has expired");
  });

  test("that a repeated run has replaced is not known", async () => {
    kept(1, "10:00");
    kept(2, "12:00", saved.weak, { run: { attempt: 2, created: at("10:30"), updated: at("12:00") } });
    reviewed(review("kim", "11:00"));
    await expectMissing("run 2 of the plan workflow was repeated since");
  });

  test("of a repeated run is as new as what it has kept", async () => {
    kept(1, "10:50", saved.other, { run: { attempt: 2, created: at("09:00"), updated: at("10:50") } });
    kept(2, "10:00");
    reviewed(review("kim", "11:00"));
    await expectMissing("the newest plan then had the digest");
  });

  test("of a run that was deleted may have been newer", async () => {
    kept(1, "10:00");
    reviewed(review("kim", "11:00"));
    kept(3, "12:00");
    await expectMissing("run 2 of the plan workflow was deleted");
  });

  test("of a run that was deleted is missed however much later the next one began", async () => {
    kept(1, "10:00");
    reviewed(review("kim", "11:00"));
    kept(3, "12:00", saved.weak, { run: { created: "2026-02-01T12:00:00Z", updated: "2026-02-01T12:00:00Z" } });
    await expectMissing("run 2 of the plan workflow was deleted");
  });

  test("that was deleted from its run is missed", async () => {
    kept(1, "10:00");
    kept(2, "10:30", saved.other);
    host.artifacts.pop();
    reviewed(review("kim", "11:00"));
    await expectMissing("what run 2 of the plan workflow has kept was deleted");
  });

  test("is not missed of a run that kept nothing", async () => {
    kept(1, "10:00");
    kept(2, "10:30", saved.other, { run: { jobs: jobsWith("Find the pull request") } });
    host.artifacts.pop();
    reviewed(review("kim", "11:00"));
    await expectApproved();
  });

  test("whose content is not what was uploaded is refused", async () => {
    kept(1, "10:00", saved.weak, { artifact: { digest: `sha256:${"0".repeat(64)}` } });
    reviewed(review("kim", "11:00"));
    await expectMissing("cannot be read: it is not the one that was kept");
  });

  test.each<[string, Uint8Array, string]>([
    ["is no archive", Buffer.from("no"), "it is not a ZIP archive"],
    ["is too large", Buffer.alloc(32 * 2 ** 20 + 1), "it has more than 33554432 bytes"],
    ["leads out of its folder", zipOf({ "../reviewed.plan": "{}" }), "is not a path inside a folder"],
    ["lacks the plan", zipOf({ "plan.md": "shown" }), "it has no reviewed.plan"],
    ["is no plan", zipOf({ "reviewed.plan": "{}" }), "is not a saved plan"],
  ])("that %s is refused", async (_what, content, why) => {
    kept(1, "10:00", "", { artifact: { content } });
    reviewed(review("kim", "11:00"));
    await expectMissing(why);
  });

  test("whose digest is not that of its plan is refused", async () => {
    const { digest } = accountIn("weak.json");
    const plan = saved.other.replaceAll(accountIn("other.json").digest, digest);
    kept(1, "10:00", plan);
    reviewed(review("kim", "11:00"));
    await expectMissing("cannot be used:");
  });
});

const globex = [{ account_id: accountId }, { alias: "globex", account_id: otherAccountId }];
const inBoth = (comment: string): App => ({
  provider: globex,
  configurations: {
    baseline: { name: "baseline", comment: "disabled" },
    other: { name: "other", comment, provider: "scanform.globex" },
  },
});

test("of several accounts, an approval counts for those whose digest is the same", async () => {
  const env = { ...bench.env, SCANFORM_API_KEY: canaryOfAll };
  const planned = async (comment: string): Promise<string> => {
    bench.declare(inBoth(comment));
    await bench.run(["plan", "--synthesized", "app", "--out", "both.plan"], { env });
    const made = await bench.run(["plan", "--synthesized", "app", "--json", "--for-policies"], { env });
    writeFileSync(join(bench.folder, "weak.json"), made.out);
    return readFileSync(join(bench.folder, "both.plan"), "utf8");
  };
  policies(
    'export default [{ name: "asks", check: ({ changes }) => changes.map((at) => ({ level: "needs", reviewer: "kim", message: "changes", at })) }];',
  );
  kept(1, "10:00", await planned("silent"));
  reviewed(review("kim", "11:00"));
  expect((await check()).code).toBe(0);
  kept(2, "12:00", await planned("enabled"));
  const { code, out, err } = await check();
  expect([code, out]).toEqual([
    3,
    expect.stringMatching(/^acme .*\n {2}approved {2}kim: .*\n\nglobex .*\n {2}missing {3}kim: /),
  ]);
  expect(err).toContain("account globex: kim approved at");
  expect(err).not.toContain("account acme");
});

interface Accounts {
  readonly accounts: [{ digest: string; effects: { repositories: object[] }[] }];
}

const documentIn = (name: string): Accounts => JSON.parse(readFileSync(join(bench.folder, name), "utf8")) as Accounts;
const digestInPlan = (name: string): unknown =>
  (
    JSON.parse(readFileSync(join(bench.folder, name), "utf8")) as {
      body: { accounts: [{ report: { digest: string } }] };
    }
  ).body.accounts[0].report.digest;
const accountIn = (name: string): Accounts["accounts"][0] => documentIn(name).accounts[0];

test("a document that shows something else under an approved digest is refused", async () => {
  const document = documentIn("other.json");
  document.accounts[0].digest = accountIn("weak.json").digest;
  writeFileSync(join(bench.folder, "weak.json"), JSON.stringify(document));
  kept(1, "10:00");
  reviewed(review("kim", "11:00"));
  await expectMissing("the document is not that of the plan with its digest");
});

test("a document that leaves out a repository is refused", async () => {
  const document = documentIn("weak.json");
  document.accounts[0].effects[0]?.repositories.pop();
  writeFileSync(join(bench.folder, "weak.json"), JSON.stringify(document));
  kept(1, "10:00");
  reviewed(review("kim", "11:00"));
  await expectMissing("the document is not that of the plan with its digest");
});

describe("a team", () => {
  beforeEach(() => {
    policies(asking("octo/appsec"));
    kept(1, "10:00");
    host.teams.set(
      "octo/appsec",
      new Map([
        ["kim", "active"],
        ["lee", "pending"],
        ["author", "active"],
      ]),
    );
  });

  test("agrees by any of its members", async () => {
    reviewed(review("Kim", "11:00"));
    const { out } = await expectApproved();
    expect(out).toContain("approved  octo/appsec: Kim at");
  });

  test.each(["lee", "mallory", "author"])(
    "does not agree by %s, who is not active in it, or the author",
    async (login) => {
      reviewed(review(login, "11:00"));
      await expectMissing("Nobody of octo/appsec has approved pull request 7.");
    },
  );

  test.each<[string, NodeJS.ProcessEnv, string]>([
    ["without a token for it", { SCANFORM_GITHUB_TOKEN: undefined }, "Set SCANFORM_GITHUB_TOKEN"],
    ["with a token that is not valid", { SCANFORM_GITHUB_TOKEN: "canary-other" }, "SCANFORM_GITHUB_TOKEN is not valid"],
  ])("cannot be asked %s", async (_what, env, why) => {
    reviewed(review("kim", "11:00"));
    const ran = await check([], env);
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(why)]);
  });

  test.each(["octo/..", "../appsec", "octo/."])(
    "with a name that leads elsewhere is an error: %s",
    async (reviewer) => {
      policies(asking(reviewer));
      reviewed(review("kim", "11:00"));
      const ran = await check();
      expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("is no reviewer")]);
      expect(host.reads.filter((each) => !/^GET \/(pulls|actions)\//.test(each))).toEqual([]);
    },
  );

  test("that the token does not see is an error, not an empty team", async () => {
    host.teams.clear();
    reviewed(review("kim", "11:00"));
    const ran = await check();
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("The team octo/appsec is not there")]);
  });
});

describe("a code host that does not answer", () => {
  beforeEach(() => {
    kept(1, "10:00");
    reviewed(review("kim", "11:00"));
  });

  const answering = (path: RegExp, status: number, headers: Record<string, string> = {}, body = "{}") => {
    host.interfere = (asked, outgoing) => {
      if (!path.test(asked)) return false;
      outgoing.writeHead(status, headers).end(body);
      return true;
    };
  };

  test.each<[string, RegExp, number, Record<string, string>, string]>([
    ["503", /reviews/, 503, {}, "GET /repos/acme/settings/pulls/7/reviews?per_page=100&page=1 was answered 503."],
    [
      "the end of its rate limit",
      /runs$/,
      403,
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1767225600" },
      "the rate limit is used up until 2026-01-01T00:00:00.000Z",
    ],
    ["429", /artifacts$/, 429, { "retry-after": "60" }, "the rate limit is used up for 60 s"],
    ["404", /pulls\/7$/, 404, {}, "It is not there, or GITHUB_TOKEN may not read it."],
    ["401", /zip$/, 401, {}, "GITHUB_TOKEN is not valid, or may not do this"],
    [
      "a redirect",
      /reviews/,
      302,
      { location: "http://127.0.0.1:1/" },
      "was answered 302. Give the repository as it is called now",
    ],
    ["a redirect to another protocol", /zip$/, 302, { location: "ftp://127.0.0.1/" }, "redirects to ftp:"],
    ["something else", /reviews/, 200, {}, "was answered with another form"],
  ])("but with %s is an error, and nothing passes", async (_what, path, status, headers, why) => {
    answering(path, status, headers);
    const ran = await check();
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("[code-host]")]);
    expect(ran.err).toContain(why);
    expectNoToken(ran);
  });

  test("but with the pull request of another repository is an error", async () => {
    const repo = { id: 2, full_name: "acme/other", default_branch: "main" };
    const other = {
      ...{ number: 7, state: "open", user: null, created_at: at("08:00") },
      ...{ base: { ref: "main", repo }, head: { ref: "stricter", sha: sha("b") } },
    };
    answering(/pulls\/7$/, 200, {}, JSON.stringify(other));
    const ran = await check();
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("was answered with another one")]);
  });

  test("shows no token that it repeats", async () => {
    answering(/reviews/, 200, {}, JSON.stringify([{ id: 1, user: null, state: token, submitted_at: token }]));
    const ran = await check();
    expect(ran.code).toBe(1);
    expectNoToken(ran);
  });

  test("is an error where it cannot be reached", async () => {
    const ran = await check([], { GITHUB_API_URL: "http://127.0.0.1:1" });
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("was not answered")]);
  });
});

test("does not count in the second in which the plan was kept, where another one was the newest before", async () => {
  kept(1, "10:00", saved.other);
  kept(2, "11:00");
  reviewed(review("kim", "11:00"));
  await expectMissing("the newest plan then had the digest");
});

test("finds the newest plan among more runs than the host lists at once", async () => {
  const minutes = (number: number): string =>
    `${String(8 + Math.floor(number / 600)).padStart(2, "0")}:${String(Math.floor(number / 10) % 60).padStart(2, "0")}`;
  for (let number = 1; number <= 1700; number += 1)
    kept(number, minutes(number), saved.other, { run: { jobs: jobsWith() }, artifact: { name: "scanform-shown" } });
  host.artifacts.length = 0;
  kept(1701, "10:55", saved.other);
  reviewed(review("kim", "11:00"));
  kept(1702, "12:00");
  await expectMissing("the newest plan then had the digest");
  expect(host.reads.length).toBeLessThan(100);
});

test("reads every page of the reviews and the runs", async () => {
  for (let number = 1; number <= 230; number += 1)
    kept(number, "08:30", saved.other, { run: { jobs: jobsWith() }, artifact: { name: "scanform-shown" } });
  kept(231, "10:00");
  reviewed(...Array.from({ length: 150 }, () => review("lee", "10:30", "COMMENTED")), review("kim", "11:00"));
  await expectApproved();
});

test.each<[string, readonly string[], NodeJS.ProcessEnv, string]>([
  ["without a token", [], { GITHUB_TOKEN: undefined }, "Set GITHUB_TOKEN"],
  ["over http to another machine", [], { GITHUB_API_URL: "http://example.com" }, "is not an https URL"],
  ["with an address that is none", [], { GITHUB_API_URL: "example" }, "is not a URL"],
  ["with a name before its host", [], { GITHUB_API_URL: "https://api.github.com@example.com" }, "is not a URL"],
  ["with a query", [], { GITHUB_API_URL: "https://example.com/?to=" }, "is not a URL"],
  [
    "without a check of certificates",
    [],
    { GITHUB_API_URL: "https://example.com", NODE_TLS_REJECT_UNAUTHORIZED: "0" },
    "switches off the check of certificates",
  ],
  ["of a repository that is none", ["--repository", "settings"], {}, "It must be OWNER/NAME"],
  ["of a pull request that is none", ["--pull", "x"], {}, "whole number"],
  ["of a workflow that is none", ["--workflow", "../x"], {}, "the name of a file"],
])("%s nothing is checked", async (_what, flags, env, why) => {
  const ran = await check(flags, env);
  expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(why)]);
  expect([...host.reads, ...host.writes]).toEqual([]);
});

test("names what is left out of the command line", async () => {
  const ran = await bench.run(["approve", "check", "--plan", "weak.json", "--policy", "own.mjs"]);
  expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("with --repository")]);
});
