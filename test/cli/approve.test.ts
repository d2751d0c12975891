import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addArtifact, addPull, addRun, at, sha, zipOf } from "../support/code-host-arrange";
import { type CodeHost, type Pull, startCodeHost, teamToken, token } from "../support/code-host";
import { accountId, canaryOfAll, otherAccountId, policyId } from "../support/account";
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

/** The plan that a check reads, without a service. */
const checked = (text: string): void => {
  writeFileSync(join(bench.folder, "weak.plan"), text);
};

beforeAll(async () => {
  const at = await desk();
  for (const [name, app] of [
    ["other", other],
    ["weak", weakening],
  ] as const) {
    at.declare(app);
    saved[name] = (await at.plan("--json")).out;
  }
});

beforeEach(async () => {
  bench = await desk(weakening);
  host = await startCodeHost();
  pull = addPull(host);
  checked(saved.weak);
  policies(asking());
});

/** A run of the plan workflow that has kept a plan of pull request 7. Which of them counts, the tests of agreements say. */
function kept(number: number, made: string, plan: string = saved.weak): void {
  const jobs = [
    { name: "comment", attempt: 1, conclusion: "success", steps: ["Keep the plan for scanform-apply"] },
  ] as const;
  const { id } = addRun(host, { id: 1000 + number, number, workflow: "scanform-plan.yml", created: at(made), jobs });
  const content = zipOf(plan === "" ? { "plan.md": "shown" } : { "plan.json": plan, "plan.md": "shown" });
  addArtifact(host, { name: `scanform-plan-7-${sha("b")}`, run: id, made: at(made), content });
}

const digestIn = (plan: string): string => /"digest": "([^"]+)"/.exec(plan)?.[1] ?? "none";

const approved = (by: string, time: string): void => {
  pull.reviews = [...(pull.reviews ?? []), { by, state: "APPROVED", sha: sha("b"), at: at(time) }];
};

const check = (flags: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  bench.run(
    [
      ...["approve", "check", "--plan", "weak.plan", "--policy", "own.mjs"],
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
  approved("Kim", "11:00");
  const { out } = await expectApproved();
  expect(out).toMatch(/^ {2}approved {2}Kim at 2026-01-01T11:00:00Z, digest [0-9a-f]{12}, commit bbbbbbb$/m);
});

test("the JSON document says who is asked about what, and who has approved when", async () => {
  kept(1, "10:00");
  approved("kim", "11:00");
  const ran = await check(["--json"]);
  expect(documentOf(ran)).toMatchObject({
    repository: "acme/settings",
    pull: 7,
    accounts: [
      {
        digest: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
        approvals: [
          {
            ...{ reviewer: "kim", asks: [{ policy: "asks" }], missing: null },
            ...{ by: "kim", at: "2026-01-01T11:00:00Z", commit: sha("b") },
          },
        ],
        diagnostics: [],
      },
    ],
    diagnostics: [],
  });
});

test("asks the code host for nothing where no policy asks for an approval", async () => {
  policies(asking("kim", "warn"));
  const ran = await check([], { GITHUB_TOKEN: undefined });
  expect([ran.code, ran.out]).toEqual([0, expect.stringContaining("no policy asks for an approval")]);
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
  const document = JSON.parse(saved.weak) as { accounts: object[] };
  const accounts = document.accounts.map((each) => ({ ...each, policies: [], waivers: [] }));
  checked(JSON.stringify({ ...document, accounts }));
  kept(1, "10:00");
  await expectMissing("kim has not approved pull request 7.");
});

test("an approval counts only for the plan that it was given for, and the digests are named", async () => {
  kept(1, "10:00", saved.other);
  approved("kim", "11:00");
  kept(2, "12:00");
  await expectMissing("kim approved at 2026-01-01T11:00:00.000Z, but the newest plan then had the digest ");
});

const rule = (repository_pattern: string) => ({
  ...weakening,
  assignments: { routing: [{ repository_pattern, configuration_id: idOf("baseline") }] },
});
const beside = (settings: object): App => ({
  configurations: { baseline: { ...weakening.configurations?.["baseline"], ...settings } },
});
const [analyzers, code_policies] = [{ "sql-injection": { enabled: true } }, { [policyId]: { enabled: true } }];

test.each<[string, { readonly base: App; readonly then: App; readonly now: App }]>([
  ["what repositories to come get", { base: rule("new-%"), then: rule("new-%"), now: rule("newer-%") }],
  [
    "what is no longer declared, where another setting was dropped then",
    {
      base: beside({ analyzers, code_policies }),
      then: beside({ code_policies }),
      now: beside({ analyzers }),
    },
  ],
])("an approval does not count for %s, though an apply does the same", async (_what, { base, then, now }) => {
  writeSynthesized(join(bench.folder, "base"), base);
  const [approvedPlan, newPlan] = [await planned(then), await planned(now)];
  expect(digestIn(newPlan)).toBe(digestIn(approvedPlan));
  kept(1, "10:00", approvedPlan);
  approved("kim", "11:00");
  checked(approvedPlan);
  await expectApproved();
  checked(newPlan);
  await expectMissing(
    "the newest plan then did not say the same of repositories to come, or of what is no longer declared",
  );
});

async function planned(app: App): Promise<string> {
  bench.declare(app);
  return (await bench.plan("--base", "base", "--json")).out;
}

test.each<[string, () => string, string]>([
  ["nothing", () => "", "it has no plan.json"],
  ["no plan", () => "{}", "is not a saved plan"],
  [
    "a plan under the digest of another",
    () => saved.other.replaceAll(digestIn(saved.other), digestIn(saved.weak)),
    "cannot be used:",
  ],
])("an approval does not count where %s was kept", async (_what, plan, why) => {
  kept(1, "10:00", plan());
  approved("kim", "11:00");
  await expectMissing(why);
});

const globex = [{ account_id: accountId }, { alias: "globex", account_id: otherAccountId }];
const inBoth = (comment: string): App => ({
  provider: globex,
  configurations: {
    baseline: { name: "baseline", comment: "disabled" },
    other: { name: "other", comment, provider: "scanform.globex" },
  },
});

/** Plans both accounts for the check. Returns the saved plan. */
async function plannedInBoth(comment: string): Promise<string> {
  const env = { ...bench.env, SCANFORM_API_KEY: canaryOfAll };
  bench.declare(inBoth(comment));
  const { out } = await bench.run(["plan", "--synthesized", "app", "--json"], { env });
  checked(out);
  return out;
}

test("an approval counts for each of several accounts whose digest is the same", async () => {
  policies(
    'export default [{ name: "asks", check: ({ changes }) => changes.map((at) => ({ level: "needs", reviewer: "kim", message: "changes", at })) }];',
  );
  kept(1, "10:00", await plannedInBoth("silent"));
  approved("kim", "11:00");
  expect((await check()).code).toBe(0);
  kept(2, "12:00", await plannedInBoth("enabled"));
  const { code, out, err } = await check();
  expect([code, out]).toEqual([
    3,
    expect.stringMatching(/^acme .*\n {2}approved {2}kim at .*\n\nglobex .*\n  missing   kim approved/),
  ]);
  expect(err).toContain("account globex: kim approved at");
  expect(err).not.toContain("account acme");
});

test("a policy that denies one of several accounts refuses that one only", async () => {
  policies(
    'export default [{ name: "denies", check: ({ changes }) => changes.filter((at) => at.name === "other").map((at) => ({ level: "deny", message: "no", at })) }];',
  );
  await plannedInBoth("silent");
  const ran = await check(["--json"]);
  expect([ran.code, documentOf(ran)]).toMatchObject([
    3,
    { accounts: [{ diagnostics: [] }, { diagnostics: [{ code: "policy-denied" }] }] },
  ]);
});

test("a reviewer whose login policies write in several ways is asked once, about everything", async () => {
  const asked = "({ effects }) => effects.map((at) => ({ level: 'needs', reviewer, message: 'changes comments', at }))";
  policies(`export default ["kim", "Kim", "KIM"].map((reviewer) => ({ name: "for-" + reviewer, check: ${asked} }));\n`);
  const { out, err } = await check();
  expect(out.match(/ missing /g)).toHaveLength(1);
  expect(err).toMatch(/Asked by for-kim: [^;]*; for-Kim: [^;]*; for-KIM: [^;]*: changes comments\.\n/);
});

test("a plan that says something else under an approved digest is refused", async () => {
  checked(saved.other.replaceAll(digestIn(saved.other), digestIn(saved.weak)));
  kept(1, "10:00");
  approved("kim", "11:00");
  const ran = await check();
  expect([ran.code, ran.err]).toEqual([4, expect.stringContaining("[plan-unlike]")]);
});

describe("a team", () => {
  beforeEach(() => {
    policies(asking("octo/appsec"));
    kept(1, "10:00");
    approved("Kim", "11:00");
    host.teams.set("octo/appsec", new Map([["kim", "active"]]));
  });

  test("a team agrees by any of its members, who are read with a token of their own", async () => {
    expect((await expectApproved()).out).toContain("approved  octo/appsec: Kim at");
  });

  test("cannot be asked without that token", async () => {
    const ran = await check([], { SCANFORM_GITHUB_TOKEN: undefined });
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("Set SCANFORM_GITHUB_TOKEN")]);
  });
});

describe("a code host", () => {
  beforeEach(() => {
    kept(1, "10:00");
    approved("kim", "11:00");
  });

  test("passes nothing where it refuses, and no token that it repeats is shown", async () => {
    const body = JSON.stringify([{ id: 1, user: null, state: token, submitted_at: token }]);
    host.interfere = (asked, outgoing) => {
      if (asked.includes("reviews")) outgoing.writeHead(200).end(body);
      return asked.includes("reviews");
    };
    const ran = await check();
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("[code-host]")]);
    expect(ran.err).toContain("was answered in an unexpected form");
    expect(ran.err).toContain("Nothing passes without it.");
    expectNoToken(ran);
  });

  test("a code host that cannot be reached is an error", async () => {
    const ran = await check([], { GITHUB_API_URL: "http://127.0.0.1:1" });
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("was not answered")]);
  });
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
  const ran = await bench.run(["approve", "check", "--plan", "weak.plan", "--policy", "own.mjs"]);
  expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("with --repository")]);
});
