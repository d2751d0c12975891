import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sampleScan, sampleTime } from "../../src/emulator/seed/sample-scans";
import type { Seed } from "../../src/emulator";
import { account, accountId, canary, repositoryId } from "../support/account";
import { type CodeHost, startCodeHost, token } from "../support/code-host";
import { addArtifact, addPull, addRun, sha, zipOf } from "../support/code-host-arrange";
import { type App, idOf, writeSynthesized } from "../support/declare";
import { type Desk, desk } from "../support/desk";
import { changeable, Diary } from "../support/diary";
import { expectGolden } from "../report/golden";
import { meddle } from "../support/scenes";

/*
 * A week of five people with one account: Ada looks after the settings, Ben is of the team payments, Eva of identity,
 * Chloe of security, and Dev prefers the dashboard. Every screen is in test/report/golden/week.txt, to be read by itself.
 */

const strict = {
  comment: "enabled",
  risk_threshold: 3,
  analyzers: { secrets: { enabled: true, blocking: true }, "sql-injection": { enabled: true, blocking: true } },
};
const usual = {
  comment: "enabled",
  analyzers: { secrets: { enabled: true, blocking: true }, "sql-injection": { enabled: true, blocking: false } },
};
const open = { comment: "silent", analyzers: { secrets: { enabled: true, blocking: false } } };

/** The settings of each team, which has a configuration of its name. */
const teams = {
  ...{ payments: strict, identity: strict, vendor: strict },
  ...{ web: usual, mobile: usual, search: usual, data: usual, ml: usual, infra: usual, tools: usual, growth: usual },
  ...{ docs: open, support: open, sandbox: open },
};
type Team = keyof typeof teams;
const names = Object.keys(teams) as readonly Team[];
const idOfTeam = (team: Team): string => `eeeeeeee-0000-4000-8000-${String(names.indexOf(team) + 1).padStart(12, "0")}`;

const parts =
  "admin api app auth batch cache checkout cli client config console events export gateway import jobs legacy login metrics proxy queue reports sdk site worker".split(
    " ",
  );

const repositories = names
  .flatMap((team) => parts.map((part) => ({ team, name: `${team}-${part}` })))
  .map(({ team, name }, index) => ({
    id: repositoryId(index),
    name,
    provider_repo_id: index,
    enabled: true,
    created_at: null,
    configuration_id: idOfTeam(name === "web-checkout" ? "payments" : team),
  }));
const idOfRepository = (name: string): string => repositories.find((each) => each.name === name)?.id ?? "";

const scan = sampleScan(
  idOfRepository("identity-login"),
  { number: 12, title: "Remember the device", status: "open", branch: "device", commit_author: "eva" },
  { name: "eva" },
  48,
  [
    {
      ...{ analyzer: "secrets", severity: "high", type: "Secret in code", label: "secret", result: "risky", since: 48 },
      ...{ description: "A token is in a test.", filename: "test/device.ts", line_start: 4, line_end: 4 },
    },
  ],
);
const findingId = scan.findings?.[0]?.id ?? "";

const start: Seed = {
  keys: { [canary]: [accountId] },
  accounts: [
    {
      ...account,
      configurations: names.map((name) => ({ id: idOfTeam(name), name, configuration: teams[name] })),
      repositories,
      scans: [scan],
      scans_as_of: sampleTime,
    },
  ],
};

const madeAt = (location: string, rules: Readonly<Record<string, string>> = {}) => ({
  "//": { metadata: { scanform: { location, rules } } },
});

type Settings = Readonly<Record<string, unknown>>;

interface Code {
  readonly settings: Readonly<Record<string, Settings>>;
  /** The rules before those of the teams. */
  readonly first: readonly Settings[];
  readonly patterns: readonly (readonly [pattern: string, configuration: string])[];
  readonly triages?: App["triages"];
}

const leave = { repository_names: ["infra-legacy", "tools-legacy"], leave: true };
const checkout = { repository_names: ["web-checkout"], configuration_id: idOf("payments") };

const monday: Code = {
  settings: Object.fromEntries(names.map((name) => [name, { name, ...teams[name] }])),
  first: [leave, checkout],
  patterns: names.map((name) => [`${name}-%`, name] as const),
};

/** What cdktf synthesizes of the team's code: a file for each team, and one for the rules. */
function appOf({ settings, first, patterns, triages = {} }: Code): App {
  const rules = [
    ...first,
    ...patterns.map(([repository_pattern, name]) => ({ repository_pattern, configuration_id: idOf(name) })),
  ];
  const places = Object.fromEntries(rules.map((_, index) => [String(index), `routing.ts:${String(10 + index)}:5`]));
  return {
    configurations: Object.fromEntries(
      Object.entries(settings).map(([name, each]) => [name, { ...each, ...madeAt(`teams/${name}.ts:5:3`) }]),
    ),
    assignments: { routing: rules },
    besideRules: { routing: madeAt("routing.ts:4:7", places) },
    triages,
  };
}

const lists = ["--synthesized", "app"];
const plan = ["plan", ...lists];
const apply = ["apply", ...lists, "--auto-approve"];
const drift = ["drift", ...lists];

/** Chloe's policies, which in CI come from the default branch. */
const policies = (isNew: boolean): string => `
const strict = ["payments", "identity", "vendor", "mobile"];
const teamOf = ({ name }) => name.split("-")[0];
const blocks = ({ settings }) => settings?.analyzers?.["sql-injection"]?.blocking === true;
export default [
  {
    name: "customers-data-is-guarded",
    ${isNew ? "onlyNew: true," : ""}
    check: (_, { repositories }) =>
      repositories
        .filter((each) => strict.includes(teamOf(each)) && !blocks(each))
        .map((at) => ({ level: "deny", message: "sql-injection must block pull requests here", at })),
  },
  {
    name: "security-sees-what-weakens",
    check: ({ effects }) =>
      effects
        .filter((each) => each.class === "weakens")
        .map((at) => ({ level: "needs", reviewer: "chloe", message: "gets weaker", at })),
  },
];
`;

test("the reports of a week of changes are those of the golden files", async () => {
  const { seed, change } = changeable(start);
  const at = await desk(appOf(monday), seed);
  const diary = new Diary(at);
  const host = await startCodeHost();
  const pull = addPull(host);
  const declare = (code: Code): void => {
    at.declare(appOf(code));
  };
  const base = (code: Code): void => {
    writeSynthesized(join(at.folder, "base"), appOf(code));
  };
  const journal = (): string => join(".scanform", readdirSync(join(at.folder, ".scanform")).sort().at(-1) ?? "");

  diary.day("Monday", "2032-03-01");
  await diary.run("09:00", "Ada asks whether the account is as the code has it.", [...plan, "--detailed-exitcode"], {
    code: 0,
  });
  await diary.run("09:05", "CI applies. Nothing has to be sent, but drift is measured from now on.", apply, {
    code: 0,
  });
  await diary.elsewhere(
    "10:00",
    "Two teams make repositories at the code host: payments-refunds and ml-embeddings.",
    () => {
      change(at, (now = []) => [...now, fresh("payments-refunds", 350), fresh("ml-embeddings", 351)]);
    },
    ["repository payments-refunds is created", "repository ml-embeddings is created"],
  );
  await diary.run("10:30", "Ada plans.", [...plan, "--out", "monday.plan"], { code: 0 });
  await diary.run("10:35", "CI applies what Ada has seen.", ["apply", "monday.plan"], {
    code: 0,
    changed: ["repository payments-refunds: none -> payments", "repository ml-embeddings: none -> ml"],
  });
  const withTriage: Code = {
    ...monday,
    triages: {
      device: {
        ...{ finding_id: findingId, category: "accepted_risk", expires: "2032-03-03" },
        ...{ justification: "The token is revoked on Wednesday.", ...madeAt("teams/identity.ts:12:3") },
      },
    },
  };
  declare(withTriage);
  await diary.run(
    "14:00",
    "Eva accepts a finding until Wednesday, and asks for a review.",
    [...plan, "--fail-on", "triages"],
    {
      code: 3,
    },
  );
  await diary.run("15:00", "It is merged, and applied.", apply, {
    code: 0,
    changed: [`finding ${findingId}: none -> accepted_risk`],
  });

  diary.day("Tuesday", "2032-03-02");
  await diary.elsewhere(
    "08:30",
    "At the code host, tools-legacy is deleted, and web-checkout is renamed to web-checkouts.",
    () => {
      change(at, (now = []) =>
        now
          .filter(({ name }) => name !== "tools-legacy")
          .map((each) => (each.name === "web-checkout" ? { ...each, name: "web-checkouts" } : each)),
      );
    },
    ["repository web-checkout is named web-checkouts", "repository tools-legacy is deleted"],
  );
  await diary.run("09:00", "Ada plans.", [...plan, "--detailed-exitcode"], { code: 2 });
  await diary.run(
    "09:05",
    "A pipeline that wants to be stopped by that asks for it.",
    [...plan, "--fail-on", "missing"],
    { code: 3 },
  );
  base(withTriage);
  const first = [
    { repository_names: ["infra-legacy"], leave: true },
    { repository_names: ["web-chekouts"], configuration_id: idOf("payments") },
  ];
  declare({ ...withTriage, first });
  await diary.run("09:20", "Ada follows in the code, with a typo.", [...plan, "--base", "base"], { code: 1 });
  const tuesday: Code = {
    ...withTriage,
    first: [
      { repository_names: ["infra-legacy"], leave: true },
      { repository_names: ["web-checkouts"], configuration_id: idOf("payments") },
    ],
  };
  declare(tuesday);
  await diary.run("09:25", "Ada corrects it.", [...plan, "--base", "base", "--detailed-exitcode"], { code: 0 });
  await diary.elsewhere(
    "16:00",
    "Dev, before a release, lets secrets no longer block payments in the dashboard, and gives identity-api what sandbox has.",
    async () => {
      const analyzers = { ...strict.analyzers, secrets: { enabled: true, blocking: false } };
      await meddle(at, { analyzers }, idOfTeam("payments"), "payments");
      await assign(at, "sandbox", "identity-api");
    },
    [
      "configuration payments: analyzers.secrets.blocking true -> false",
      "repository identity-api: identity -> sandbox",
    ],
  );

  diary.day("Wednesday", "2032-03-03");
  await diary.run("06:00", "The nightly job looks for drift.", drift, { code: 2 });
  const list = [
    "list",
    "repositories",
    "--where",
    "secrets.blocking != true",
    "--where",
    "sql-injection.blocking = true",
  ];
  await diary.run("09:00", "Ada asks which repositories sql-injection blocks and secrets does not.", list, { code: 0 });
  await diary.run("09:10", "Ada restores it, from her terminal.", ["apply", ...lists], {
    code: 0,
    answer: "yes",
    changed: [
      "configuration payments: analyzers.secrets.blocking false -> true",
      "repository identity-api: sandbox -> identity",
    ],
  });
  await diary.run("09:15", "Ada looks for drift again.", drift, { code: 0 });
  writeFileSync(join(at.folder, "scanform.policy.mjs"), policies(false));
  const judged = [...plan, "--policy", "scanform.policy.mjs"];
  await diary.run("11:00", "Chloe introduces policies. They deny what has long been so.", judged, { code: 3 });
  writeFileSync(join(at.folder, "scanform.policy.mjs"), policies(true));
  await diary.run("11:10", "She lets the first deny only what is new.", judged, { code: 0 });
  const weaker = { ...strict, analyzers: { ...strict.analyzers, "sql-injection": { enabled: true, blocking: false } } };
  declare({ ...tuesday, settings: { ...tuesday.settings, payments: { name: "payments", ...weaker } } });
  await diary.run("14:00", "Ben opens a pull request: sql-injection has too many false positives.", judged, {
    code: 3,
  });
  const milder = { ...strict, comment: "silent" };
  const wednesday: Code = { ...tuesday, settings: { ...tuesday.settings, payments: { name: "payments", ...milder } } };
  declare(wednesday);
  const reviewed = ["--out", "reviewed.plan"];
  await diary.run("15:00", "Ben asks for less: only that comments are silent.", [...judged, ...reviewed], { code: 0 });
  keep(at.folder, host);
  const check = ["approve", "check", "--plan", "reviewed.plan", "--policy", "scanform.policy.mjs"];
  const approved = [...check, "--repository", "acme/settings", "--pull", "7"];
  const env = { GITHUB_API_URL: host.url, GITHUB_TOKEN: token };
  await diary.run("15:05", "CI looks whether Chloe has approved it.", approved, { code: 3, env });
  pull.reviews = [{ by: "chloe", state: "APPROVED", sha: sha("b"), at: "2032-03-03T16:00:00Z" }];
  await diary.run("16:05", "Chloe approves it at 16:00, and CI looks again.", approved, { code: 0, env });
  await diary.run(
    "16:20",
    "It is merged, and applied.",
    ["apply", ...lists, "--reviewed", "reviewed.plan", "--policy", "scanform.policy.mjs"],
    {
      code: 0,
      changed: ['configuration payments: comment "enabled" -> "silent"'],
    },
  );
  await diary.run("16:30", "A colleague runs the same job again.", ["apply", ...lists, "--reviewed", "reviewed.plan"], {
    code: 4,
  });

  diary.day("Thursday", "2032-03-04");
  await diary.run("06:00", "The nightly job looks for drift. Eva's triage ended yesterday.", drift, { code: 2 });
  await diary.run("09:00", "Eva saves the plan that removes it.", [...plan, "--out", "thursday.plan"], { code: 0 });
  await diary.elsewhere(
    "09:30",
    "Dev gives growth-site what docs has, in the dashboard.",
    () => assign(at, "docs", "growth-site"),
    ["repository growth-site: growth -> docs"],
  );
  await diary.run("10:00", "Eva applies the saved plan.", ["apply", "thursday.plan"], { code: 4 });
  await diary.run("10:10", "Eva plans again, and agrees to all of it.", ["apply", ...lists], {
    code: 0,
    answer: "yes",
    changed: ["repository growth-site: docs -> growth", `finding ${findingId}: accepted_risk -> none`],
  });
  const thursday: Code = { ...wednesday, triages: {} };
  declare(thursday);
  await diary.run("10:30", "Eva removes the triage from the code.", [...plan, "--detailed-exitcode"], { code: 0 });

  diary.day("Friday", "2032-03-05");
  const { tools: _, ...others } = thursday.settings;
  declare({
    ...thursday,
    settings: {
      ...others,
      "developer-tools": { name: "developer-tools", renamed_from: ["tools"], ...usual },
      analytics: { name: "analytics", comment: "enabled", analyzers: { secrets: { enabled: true } } },
    },
    patterns: thursday.patterns.map(([pattern, name]) => [
      pattern,
      { data: "analytics", ml: "analytics", tools: "developer-tools" }[name] ?? name,
    ]),
  });
  await diary.run(
    "09:00",
    "Ada renames tools, and puts data and ml together in analytics.",
    [...plan, "--out", "friday.plan"],
    {
      code: 0,
    },
  );
  await diary.run("09:30", "It is applied in a hurry.", ["apply", "friday.plan"], {
    code: 0,
    changed: [
      "configuration tools is named developer-tools",
      "configuration analytics is created",
      "25 repositories: data -> analytics",
      "26 repositories: ml -> analytics",
    ],
  });
  const friday = journal();
  await diary.elsewhere(
    "10:00",
    "Dev gives data-api what web has, in the dashboard.",
    () => assign(at, "web", "data-api"),
    ["repository data-api: analytics -> web"],
  );
  await diary.run(
    "10:30",
    "Pull requests of data are no longer blocked: Ada looks at the way back.",
    ["rollback", friday],
    { code: 1, answer: "no" },
  );
  await diary.run("10:35", "Ada takes it.", ["rollback", friday, "--auto-approve"], {
    code: 5,
    changed: [
      "configuration developer-tools is named tools",
      "configuration analytics is deleted",
      "24 repositories: analytics -> data",
      "26 repositories: analytics -> ml",
    ],
  });
  await diary.run("10:40", "The code still has what was rolled back.", drift, { code: 2 });
  declare(thursday);
  await diary.run(
    "11:00",
    "Ada reverts the code. Only what Dev has done is left to do.",
    [...plan, "--detailed-exitcode"],
    {
      code: 2,
    },
  );
  await diary.run("11:05", "It is merged, and applied.", apply, {
    code: 0,
    changed: ["repository data-api: web -> data"],
  });
  await diary.run("16:00", "Before the weekend, Ada looks for drift.", drift, { code: 0 });
  await diary.run("16:05", "And plans.", [...plan, "--detailed-exitcode"], { code: 0 });

  expectGolden("week.txt", diary.text());
}, 120_000);

const fresh = (name: string, index: number) => ({
  ...{ id: repositoryId(index), name, provider_repo_id: index, enabled: true },
  ...{ created_at: null, configuration_id: null },
});

/** Dev gives a repository another configuration. */
async function assign({ emulator }: Desk, to: Team, repository: string): Promise<void> {
  const answer = await fetch(`${emulator.url}/v1/accounts/${accountId}/configurations/assign_repositories`, {
    method: "POST",
    headers: { authorization: `Bearer ${canary}`, "content-type": "application/json" },
    body: JSON.stringify({ configuration_id: idOfTeam(to), repository_ids: [idOfRepository(repository)] }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** The plan workflow has kept the plan of Ben's pull request. */
function keep(folder: string, host: CodeHost): void {
  const made = "2032-03-03T15:00:00Z";
  const jobs = [
    { name: "comment", attempt: 1, conclusion: "success", steps: ["Keep the plan for scanform-apply"] },
  ] as const;
  const { id } = addRun(host, { id: 1001, number: 1, workflow: "scanform-plan.yml", created: made, jobs });
  const content = zipOf({ "plan.json": readFileSync(join(folder, "reviewed.plan"), "utf8"), "plan.md": "shown" });
  addArtifact(host, { name: `scanform-plan-7-${sha("b")}`, run: id, made, content });
}
