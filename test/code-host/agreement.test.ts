import { Secrets } from "../../src/cli/credentials/secrets";
import { agreementOf } from "../../src/code-host/agreement";
import { approvalsOf, readPull } from "../../src/code-host/approvals";
import { CodeHost as Client, Repository } from "../../src/code-host/client";
import { KeptPlans } from "../../src/code-host/kept-plans";
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
import { addArtifact, addPull, addRun, at, sha, zipOf } from "../support/code-host-arrange";

let host: CodeHost;
let pull: Pull;

beforeEach(async () => {
  host = await startCodeHost();
  pull = addPull(host);
});

afterEach(() => {
  expect(host.toStorage.filter((each) => each !== undefined)).toEqual([]);
  expect(host.writes).toEqual([]);
});

/** The jobs of a run, of whose steps these succeeded. */
const jobsWith = (...steps: readonly string[]): Run["jobs"] => [
  { name: "comment", attempt: 1, conclusion: "success", steps },
];

/** A run of the plan workflow. */
const ran = (number: number, begun: string, run: Partial<Run> = {}): Run =>
  addRun(host, { id: 1000 + number, number, workflow: "scanform-plan.yml", created: at(begun), jobs: [], ...run });

interface Kept {
  readonly run?: Partial<Run>;
  /** Null: there is none any more. */
  readonly artifact?: Partial<Artifact> | null;
}

/**
 * Runs that have kept plans of pull request 7.
 *
 * @param plans such as `1 10:00, 2 10:30 another`: its number, when it was kept, and that it is not the plan in question
 * @param more of the last one
 */
function kept(plans: string, more: Kept = {}): void {
  const all = plans.split(", ").map((each) => each.split(" "));
  for (const [index, [number = "", made = "", plan = "this"]] of all.entries()) {
    const { run, artifact = {} } = index === all.length - 1 ? more : {};
    const { id } = ran(Number(number), made, { jobs: jobsWith("Keep the plan for scanform-apply"), ...run });
    const content = zipOf({ "plan.json": plan });
    if (artifact !== null)
      addArtifact(host, { name: `scanform-plan-7-${sha("b")}`, run: id, made: at(made), content, ...artifact });
  }
}

const reviewed = (by: string | undefined, time: string | undefined, state = "APPROVED"): void => {
  const given = time === undefined ? undefined : at(time);
  pull.reviews = [...(pull.reviews ?? []), { by, state, sha: sha("b"), at: given } satisfies Review];
};

/** Why nobody has approved; else who has. */
async function agreement(reviewer = "kim", teams = teamToken): Promise<string> {
  const access = (secret: string, source: string) => ({
    api: new URL(host.url),
    token: new Secrets({}).add(secret, source),
    signal: new AbortController().signal,
  });
  const repository = new Repository(access(token, "GITHUB_TOKEN"), "acme/settings");
  const opened = await readPull(repository, 7);
  const plans = await KeptPlans.of(repository, opened, "scanform-plan.yml", Date.parse("2026-03-01"));
  const found = await agreementOf(
    reviewer,
    opened,
    await approvalsOf(repository, opened),
    plans,
    (files) => (files.get("plan.json")?.toString() === "this" ? undefined : "it is another plan"),
    () => new Client(access(teams, "SCANFORM_GITHUB_TOKEN")),
  );
  return "missing" in found ? found.missing : found.approval.by.login;
}

const isAnother = "kim approved at 2026-01-01T11:00:00.000Z, but it is another plan.";

test.each<[string, ...Parameters<typeof reviewed>]>([
  ["a later comment", "kim", "12:00", "COMMENTED"],
  ["a review that is not submitted", "kim", undefined, "PENDING"],
  ["somebody else's request for changes", "lee", "12:00", "CHANGES_REQUESTED"],
  ["an earlier request for changes", "kim", "10:30", "CHANGES_REQUESTED"],
  ["an earlier dismissal", "kim", "10:30", "DISMISSED"],
])("an approval is not withdrawn by %s", async (_what, ...review) => {
  kept("1 10:00");
  reviewed("kim", "11:00");
  reviewed(...review);
  expect(await agreement()).toBe("kim");
});

test.each<[string, ...Parameters<typeof reviewed>]>([
  ["is of somebody else", "kimberly", "11:00"],
  ["is of an account that was deleted", undefined, "11:00"],
  ["is a comment", "kim", "11:00", "COMMENTED"],
  ["was dismissed", "kim", "11:00", "DISMISSED"],
])("an approval does not count where it %s", async (_what, ...review) => {
  kept("1 10:00");
  reviewed(...review);
  expect(await agreement()).toBe("kim has not approved pull request 7.");
});

test.each(["CHANGES_REQUESTED", "DISMISSED"])(
  "an approval is withdrawn by a later review that is %s, in whatever order the host lists them",
  async (state) => {
    kept("1 10:00");
    reviewed("kim", "12:00", state);
    reviewed("kim", "11:00");
    expect(await agreement()).toBe("kim has not approved pull request 7.");
  },
);

test("an approval does not count where it is the author's", async () => {
  pull.author = "KIM";
  kept("1 10:00");
  reviewed("kim", "11:00");
  expect(await agreement()).toBe("kim has opened pull request 7, and cannot approve it.");
});

test.each<[string, string, Kept]>([
  ["it was given in another case", "1 10:00", {}],
  ["a push plans the same again", "1 10:00, 2 12:00", {}],
  ["the plan came back, whatever was planned between", "1 10:00, 2 12:00 another, 3 13:00", {}],
  ["another plan was being made", "1 10:00, 2 11:30 another", { run: { created: at("10:50") } }],
  [
    "a run of a fork has made such an artifact",
    "1 10:00, 2 10:30 another",
    { run: { repository: "mallory/settings" } },
  ],
  ["a later run kept nothing", "1 10:00, 2 10:30", { run: { jobs: jobsWith("Find the plan") }, artifact: null }],
])("an approval counts where %s", async (_what, plans, more) => {
  kept(plans, more);
  reviewed("Kim", "11:00");
  expect(await agreement()).toBe("Kim");
});

test("an approval counts where another one of the same person does not", async () => {
  kept("1 10:00, 2 12:00 another");
  reviewed("kim", "11:00");
  reviewed("kim", "13:00");
  expect(await agreement()).toBe("kim");
});

const repeated = { attempt: 2, created: at("09:00"), updated: at("10:50") };
test.each<[string, string, Kept]>([
  ["another plan was there first", "1 10:00 another, 2 12:00", {}],
  ["another plan had replaced this one", "1 10:00, 2 10:30 another, 3 12:00", {}],
  ["another plan was kept in the same second", "1 10:00, 2 11:00 another", {}],
  ["two plans were kept in the same second before it", "1 10:00 another, 2 10:00", {}],
  ["this plan was kept in its own second, and another one before", "1 10:00 another, 2 11:00", {}],
  [
    "a plan that was being made was finished before it",
    "1 10:00, 2 10:50 another",
    { run: { created: at("09:30"), updated: at("10:50") } },
  ],
  ["a run was repeated, and has kept another plan", "2 10:00, 1 10:50 another", { run: repeated }],
])("an approval does not count where %s", async (_what, plans, more) => {
  kept(plans, more);
  reviewed("kim", "11:00");
  expect(await agreement()).toBe(isAnother);
});

describe("evidence", () => {
  const forged = { name: `scanform-plan-7-${"c".repeat(40)}` };
  test.each<[string, Kept]>([
    ["a run of a fork", { run: { repository: "mallory/settings" }, artifact: forged }],
    ["a run of another workflow", { run: { workflow: "mine.yml", number: 1 }, artifact: forged }],
    ["the workflow as a branch has changed it", { run: { event: "push", branch: "mine" }, artifact: forged }],
    ["a tag with the name of the branch", { run: { event: "push" }, artifact: forged }],
    ["another pull request", { artifact: { name: `scanform-plan-77-${"c".repeat(40)}` } }],
  ])("evidence is no artifact of %s", async (_what, more) => {
    kept("1 10:00 another, 2 10:30", more);
    reviewed("kim", "11:00");
    expect(await agreement()).toBe(isAnother);
  });

  const february = { created: "2026-02-01T12:00:00Z", updated: "2026-02-01T12:00:00Z" };
  const repeated = { attempt: 2, created: at("10:30"), updated: at("12:00") };
  const content = (bytes: Uint8Array): Kept => ({ artifact: { content: bytes } });
  test.each<[string, string, string, Kept]>([
    ["was kept later, whatever digest a comment showed", "1 12:00", "no plan was kept before it", {}],
    ["has expired", "1 10:30", "the plan that was the newest then has expired", { artifact: { expired: true } }],
    ["a repeated run has replaced", "1 12:00", "run 1 of the plan workflow was repeated since", { run: repeated }],
    ["was in a run that was deleted", "1 10:00, 3 12:00", "run 2 of the plan workflow was deleted", {}],
    [
      "was in a run that was deleted long before the next one",
      "1 10:00, 3 12:00",
      "run 2 of the plan workflow was deleted",
      { run: february },
    ],
    [
      "was in a run that was deleted between two of one second",
      "1 10:00, 3 10:00",
      "run 2 of the plan workflow was deleted",
      {},
    ],
    [
      "was deleted from its run",
      "1 10:00, 2 10:30",
      "what run 2 of the plan workflow has kept was",
      { artifact: null },
    ],
    [
      "is not what was uploaded",
      "1 10:00",
      "cannot be read: it is not the one that was kept",
      { artifact: { digest: `sha256:${"0".repeat(64)}` } },
    ],
    ["is no archive", "1 10:00", "it is not a ZIP archive", content(Buffer.from("no"))],
    ["is too large", "1 10:00", "it has more than 33554432 bytes", content(Buffer.alloc(32 * 2 ** 20 + 1))],
    ["leads out of its folder", "1 10:00", "is not a path inside a folder", content(zipOf({ "../plan.json": "{}" }))],
  ])("evidence that %s is missed, and it is said why", async (_what, plans, why, more) => {
    kept(plans, more);
    reviewed("kim", "11:00");
    expect(await agreement()).toContain(why);
  });

  test("evidence is found without looking at runs that were of another branch, or planned nothing", async () => {
    kept("1 10:00", { run: { title: "scanform-plan pull_request stricter" } });
    for (const [at, title] of ["pull_request other", "merge_group queue", "pull_request_review stricter"].entries())
      ran(2 + at, "10:30", { title: `scanform-plan ${title}`, jobs: jobsWith("Keep the plan for scanform-apply") });
    reviewed("kim", "11:00");
    expect(await agreement()).toBe("kim");
    const looked = host.reads.filter((each) => /\/actions\/runs\/\d+\/artifacts/.test(each));
    expect(new Set(looked)).toEqual(new Set(["GET /actions/runs/1001/artifacts"]));
  });

  test("evidence is found among more runs than the host lists at once", async () => {
    const minutes = (number: number): string =>
      `${String(8 + Math.floor(number / 600)).padStart(2, "0")}:${String(Math.floor(number / 10) % 60).padStart(2, "0")}`;
    for (let number = 1; number <= 1700; number += 1) ran(number, minutes(number));
    kept("1701 10:55 another, 1702 12:00");
    reviewed("kim", "11:00");
    expect(await agreement()).toBe(isAnother);
    expect(host.reads.length).toBeLessThan(100);
  });

  test("evidence is found on every page of the reviews and the runs", async () => {
    for (let number = 1; number <= 230; number += 1) ran(number, "08:30");
    kept("231 10:00");
    for (let number = 1; number <= 150; number += 1) reviewed("lee", "10:30", "COMMENTED");
    reviewed("kim", "11:00");
    expect(await agreement()).toBe("kim");
  });
});

describe("a team", () => {
  beforeEach(() => {
    kept("1 10:00");
    host.teams.set(
      "octo/appsec",
      new Map([
        ["kim", "active"],
        ["lee", "pending"],
        ["author", "active"],
      ]),
    );
  });

  test("a team agrees by any of its members", async () => {
    reviewed("Kim", "11:00");
    expect(await agreement("octo/appsec")).toBe("Kim");
  });

  test.each(["lee", "mallory", "author"])(
    "a team does not agree by %s, who is not active in it, or is the author",
    async (login) => {
      reviewed(login, "11:00");
      expect(await agreement("octo/appsec")).toBe("Nobody of octo/appsec has approved pull request 7.");
    },
  );

  test.each<[string, () => Promise<string>, string]>([
    ["a token that is not valid", () => agreement("octo/appsec", "other"), "SCANFORM_GITHUB_TOKEN is not valid"],
    ["a name that it does not see", () => agreement("octo/other"), "The team octo/other does not exist"],
    ...["octo/..", "../appsec", "octo/."].map((name): [string, () => Promise<string>, string] => [
      `the name ${name}, which leads elsewhere`,
      () => agreement(name),
      "is not a reviewer",
    ]),
  ])("a team that is asked for with %s is an error, not an empty team", async (_what, asked, why) => {
    reviewed("kim", "11:00");
    await expect(asked()).rejects.toThrow(why);
    expect(
      host.reads.filter((each) => !/^GET \/(pulls|actions|orgs\/octo\/teams\/(appsec|other)$)/.test(each)),
    ).toEqual([]);
  });
});

describe("the answers of a code host", () => {
  beforeEach(() => {
    kept("1 10:00");
    reviewed("kim", "11:00");
  });

  const ofAnother = {
    ...{ number: 7, state: "open", user: null, created_at: at("08:00") },
    base: { ref: "main", repo: { id: 2, full_name: "acme/other", default_branch: "main" } },
    head: { ref: "stricter", sha: sha("b") },
  };

  test.each<[string, RegExp, number, Record<string, string>, string, object?]>([
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
    ["something else", /reviews/, 200, {}, "was answered in an unexpected form"],
    ["the pull request of another repository", /pulls\/7$/, 200, {}, "was answered with another one", ofAnother],
  ])(
    "an agreement is refused where the code host answers with %s",
    async (_what, path, status, headers, why, body = {}) => {
      host.interfere = (asked, outgoing) => {
        if (!path.test(asked)) return false;
        outgoing.writeHead(status, headers).end(JSON.stringify(body));
        return true;
      };
      await expect(agreement()).rejects.toThrow(why);
    },
  );
});
