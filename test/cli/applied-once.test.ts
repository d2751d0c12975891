import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { duration } from "../../src/cli/options";
import { accountId, canaryOfAll, otherAccountId } from "../support/account";
import { type App, everyday } from "../support/declare";
import { type Circumstances, desk, type Desk, documentOf, type Ran } from "../support/desk";
import { proxy, refuseWith } from "../support/proxy";
import { meddle } from "../support/scenes";

const weakening: App = { configurations: { baseline: { name: "baseline", comment: "disabled" } } };
const hour = 3_600_000;

/** What the account held before. */
const takeBack = (at: Desk): Promise<void> => meddle(at, { comment: "silent" });

const file = ["apply", "saved.plan"];
const reviewed = ["apply", "--synthesized", "app", "--reviewed", "saved.plan"];

async function digestOf(at: Desk): Promise<string> {
  const { accounts } = documentOf(await at.plan("--json", "--out", "saved.plan")) as {
    readonly accounts: readonly { readonly digest: string }[];
  };
  return accounts.map(({ digest }) => digest).join();
}

/** Plans, applies, and brings back by hand what was there before. */
async function appliedAndTakenBack(): Promise<Desk & { readonly digest: string }> {
  const at = await desk(weakening);
  const digest = await digestOf(at);
  expect((await at.run(file)).code).toBe(0);
  await takeBack(at);
  at.emulator.clearRequests();
  return { ...at, digest };
}

/** A folder with the journals of a desk, changed; that of an earlier change is gone. */
function changed(at: Desk, change: (folder: string) => void): string {
  const name = "changed";
  rmSync(join(at.folder, name), { recursive: true, force: true });
  cpSync(join(at.folder, ".scanform"), join(at.folder, name), { recursive: true });
  change(join(at.folder, name));
  return name;
}

const inJournals = (change: (text: string) => string) => (folder: string) => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    writeFileSync(path, change(readFileSync(path, "utf8")));
  }
};

function expectRefused(at: Desk, { code, err }: Ran, told: string): void {
  expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining(told) as unknown });
  expect(at.emulator.requests).toEqual([]);
}

const harmless: Readonly<Record<string, (folder: string) => void>> = {
  "folders, pipes, links to nothing and other texts": clutter,
  "three hundred other journals": manyOthers,
  "a last line that was truncated": inJournals((text) => text.slice(0, text.indexOf('"desired"'))),
  "a last line without its line break": inJournals((text) => text.trimEnd()),
  "more after it": inJournals((text) => `${text}{"at":"20`),
  "a damaged line before it": inJournals((text) => text.replace('{"at":"2', "{")),
  "no time in its last line": inJournals((text) => text.replace(/\{"at":"[^"]*"(,"type":"applied")/, '{"x":1$1')),
};
test(`a plan that was applied and taken back is refused where the journals have ${Object.keys(harmless).join(", or ")}`, async () => {
  const at = await appliedAndTakenBack();
  for (const [what, change] of Object.entries(harmless)) {
    const { code, err } = await at.run([...file, "--journal", changed(at, change)]);
    expect({ what, code, err }).toEqual({ what, code: 4, err: expect.stringContaining("[plan-applied]") as unknown });
  }
  expect(at.emulator.requests).toEqual([]);
});

const telling: Readonly<Record<string, (folder: string) => void>> = {
  "was not verified": inJournals((text) => text.replace('"verified":true', '"verified":false')),
  "is of another plan": inJournals((text) => text.replace(/"digest":"./, '"digest":"!')),
  "is of a version without digests": inJournals((text) => text.replace(/,"digest":"[^"]*"/, "")),
  "does not end": inJournals((text) => text.slice(0, text.indexOf('"type":"applied"'))),
  "is damaged in its first line": inJournals((text) => text.slice(1)),
  "is gone": (folder) => {
    rmSync(folder, { recursive: true });
  },
  "was before the file was made": inJournals((text) => text.replaceAll(/"at":"20/g, '"at":"19')),
};
test(`a plan that was applied and taken back is applied where the journal ${Object.keys(telling).join(", or ")}`, async () => {
  const at = await appliedAndTakenBack();
  for (const [what, change] of Object.entries(telling)) {
    at.emulator.clearRequests();
    const { code, err } = await at.run([...file, "--journal", changed(at, change)]);
    const said = { what, code, writes: at.writes().length, warns: err.includes("[journal]") };
    expect(said).toEqual({ what, code: 0, writes: 1, warns: what === "is damaged in its first line" });
    await takeBack(at);
  }
});

test("a plan that was applied and taken back is applied with a warning where the journal is damaged and does not end", async () => {
  const at = await appliedAndTakenBack();
  const damage = inJournals((text) => text.slice(0, text.indexOf('"type":"applied"')).replace('\n{"at":"2', "\n{"));
  const { code, err } = await at.run([...file, "--journal", changed(at, damage)]);
  expect([code, err]).toEqual([0, expect.stringContaining("it is damaged in line 2")]);
});

function clutter(folder: string): void {
  const at = (name: string): string => join(folder, `${name}.journal`);
  mkdirSync(at("0-folder"));
  execFileSync("mkfifo", [at("0-pipe")]);
  execFileSync("ln", ["-s", "nowhere", at("0-link")]);
  writeFileSync(at("0-empty"), "");
  writeFileSync(at("0-bytes"), Buffer.alloc(3_000_000, 0xff));
  writeFileSync(at("0-other"), '{"format":"scanform-journal"}\n');
}

function manyOthers(folder: string): void {
  const [name = ""] = readdirSync(folder);
  const other = readFileSync(join(folder, name), "utf8").replace(/"digest":"./, '"digest":"!');
  for (let number = 0; number < 300; number += 1) writeFileSync(join(folder, `${String(number)}.journal`), other);
}

const liveIn = ({ emulator }: Desk) => [
  emulator.store.configurations(accountId),
  emulator.store.repositories(accountId),
];

/** The service creates the new configuration, and then refuses every change for as long as it is told to. */
async function interrupted() {
  const at = await desk(everyday);
  const before = liveIn(at);
  let isBack = false;
  const { url } = await proxy(at.emulator.url, ({ method }, answer) =>
    method === "PUT" || method === "PATCH" ? (isBack ? undefined : refuseWith(answer, 403, "not today")) : undefined,
  );
  const circumstances = { env: { ...at.env, SCANFORM_BASE_URL: url } };
  const planned = await at.run(["plan", "--synthesized", "app", "--out", "saved.plan", "--json"], circumstances);
  const { accounts } = documentOf(planned) as { readonly accounts: readonly { readonly digest: string }[] };
  expect((await at.run(file, circumstances)).code).toBe(5);
  isBack = true;
  at.emulator.clearRequests();
  return { at, circumstances, before, digest: accounts.map(({ digest }) => digest).join() };
}

test.each([
  ["apply FILE", file],
  ["apply --reviewed FILE", reviewed],
])(
  "a plan of which an apply did a part is continued by %s, which sends what is left, and then counts as applied",
  async (_what, argv) => {
    const { at, circumstances, before, digest } = await interrupted();
    const ran = await at.run(argv, circumstances);
    expect(ran).toMatchObject({
      code: 0,
      err: expect.stringContaining("A part of saved.plan is already done") as unknown,
    });
    expect(ran.out).toContain(`\ndigest ${digest.slice(0, 12)}, as reviewed: this is the rest of it\n`);
    expect(at.writes().map(({ method }) => method)).not.toContain("POST");
    expect(at.writes().length).toBeGreaterThan(0);
    const backwards = readdirSync(join(at.folder, ".scanform")).sort().reverse();
    const ways = backwards.map((name) => `  scanform rollback .scanform/${name}\n`).join("");
    expect(ran.err).toContain(`To undo all of it, in this order:\n${ways}`);
    expect((await at.run(["plan", "--synthesized", "app", "--detailed-exitcode"], circumstances)).code).toBe(0);
    expect(await at.run(argv, circumstances)).toMatchObject({
      code: 4,
      err: expect.stringContaining("plan-applied") as unknown,
    });
    for (const name of backwards)
      expect((await at.run(["rollback", join(".scanform", name), "--auto-approve"], circumstances)).code).toBe(0);
    expect(liveIn(at)).toEqual(before);
  },
);

test("a plan of which an apply did a part is not continued where somebody else has changed the rest", async () => {
  const { at, circumstances } = await interrupted();
  await meddle(at, { comment: "disabled" });
  at.emulator.clearRequests();
  for (const argv of [file, reviewed]) expect((await at.run(argv, circumstances)).code).toBe(4);
  expect(at.writes()).toEqual([]);
});

test("a plan of which an apply did a part is not continued by its digest alone, and it is said how it is", async () => {
  const { at, circumstances, digest } = await interrupted();
  const ran = await at.run([...reviewed.slice(0, -1), digest], circumstances);
  expect([ran.code, at.writes()]).toEqual([4, []]);
  expect(ran.err).toContain("name the saved plan instead of its digest");
});

const both: App = {
  provider: [{ account_id: accountId }, { alias: "globex", account_id: otherAccountId }],
  configurations: {
    baseline: { name: "baseline", comment: "disabled" },
    other: { name: "other", comment: "silent", provider: "scanform.globex" },
  },
};

/** Applied to the first account alone: the service refuses what is sent to the second. */
async function appliedInPart(app = both): Promise<{ readonly at: Desk; readonly circumstances: Circumstances }> {
  const at = await desk(app);
  const circumstances = { env: { ...at.env, SCANFORM_API_KEY: canaryOfAll } };
  const { url } = await proxy(at.emulator.url, ({ method, path }, answer) =>
    method !== "GET" && path.includes(otherAccountId) ? refuseWith(answer, 403, "not today") : undefined,
  );
  const through = { env: { ...circumstances.env, SCANFORM_BASE_URL: url } };
  // the digests name the service, so everything goes through the proxy
  await at.run(["plan", "--synthesized", "app", "--out", "saved.plan"], through);
  expect((await at.run(file, through)).code).toBe(5);
  return { at, circumstances: through };
}

test.each([
  ["apply FILE", file],
  ["apply --reviewed FILE", reviewed],
])(
  "a plan of two accounts is continued by %s where it was not applied, and the other account is read",
  async (_what, argv) => {
    const { at, circumstances } = await appliedInPart();
    at.emulator.clearRequests();
    const ran = await at.run([...argv, "--json"], circumstances);
    // the service still refuses: what counts is where the request went
    expect([ran.code, at.writes()]).toEqual([1, []]);
    const { accounts } = documentOf(ran) as {
      readonly accounts: readonly { readonly account_id: string; readonly diagnostics: readonly object[] }[];
    };
    expect(accounts.map(({ account_id }) => account_id)).toEqual([otherAccountId, accountId]);
    expect(at.emulator.requests.some(({ path }) => path.includes(accountId))).toBe(true);
    expect(ran.out).toContain('"plan-applied"');
  },
);

const { other } = both.configurations ?? {};
const more: App = {
  ...both,
  configurations: { baseline: { name: "baseline", comment: "disabled", risk_threshold: 77 }, other: { ...other } },
};

test.each([
  ["apply FILE", "was changed back", file, both],
  ["apply --reviewed FILE", "was changed back in part", reviewed, more],
] as const)(
  "a plan of two accounts is refused whole by %s where the account that has it %s",
  async (_what, _how, argv, app) => {
    const { at, circumstances } = await appliedInPart(app);
    await takeBack(at);
    at.emulator.clearRequests();
    const ran = await at.run([...argv, "--json"], circumstances);
    expect([ran.code, at.writes()]).toEqual([4, []]);
    expect(ran.out).toContain(`The account ${accountId} no longer holds what was applied there`);
  },
);

test("a plan of two accounts is refused where all accounts have it", async () => {
  const at = await desk(both);
  const circumstances = { env: { ...at.env, SCANFORM_API_KEY: canaryOfAll } };
  await at.run(["plan", "--synthesized", "app", "--out", "saved.plan"], circumstances);
  expect((await at.run(file, circumstances)).code).toBe(0);
  await takeBack(at);
  at.emulator.clearRequests();
  const ran = await at.run(file, circumstances);
  expectRefused(at, ran, "[plan-applied]");
  for (const id of [accountId, otherAccountId]) expect(ran.err).toContain(`saved.plan, for ${id}, is already applied`);
});

const later = (hours: number): Circumstances => ({ now: () => Date.now() + hours * hour });

test.each<readonly [hours: number, flags: readonly string[]]>([
  [7 * 24 - 1, []],
  [1, ["--max-age", "90m"]],
  [35, ["--max-age", "36h"]],
  [29 * 24, ["--max-age", "30d"]],
  [-0.005, []], // clocks of two machines
])("the age of a saved plan may be %d h with %j", async (hours, flags) => {
  const at = await desk(weakening);
  await digestOf(at);
  expect((await at.run([...file, ...flags], later(hours))).code).toBe(0);
});

test("the age of a saved plan is refused above the limit, or in the future, for a file that is applied or reviewed", async () => {
  const at = await desk(weakening);
  await digestOf(at);
  at.emulator.clearRequests();
  for (const [hours, ...flags] of [
    [7 * 24 + 1],
    [2, "--max-age", "90m"],
    [37, "--max-age", "36h"],
    [31 * 24, "--max-age", "30d", "--again"],
    [-1],
    [-1, "--max-age", "30d"],
  ] as const)
    for (const argv of [file, reviewed])
      expectRefused(at, await at.run([...argv, ...flags], later(hours)), "[plan-too-old]");
});

test("the age of a saved plan is said with the time at which the plan was made, and how to go on", async () => {
  const at = await desk(weakening);
  await at.run(["plan", "--synthesized", "app", "--out", "saved.plan"], {
    now: () => Date.parse("2026-01-31T09:30:00Z"),
  });
  const { err } = await at.run([...file, "--max-age", "48h"], { now: () => Date.parse("2026-02-03T09:30:00Z") });
  expect(err).toContain(
    "saved.plan was made at 2026-01-31T09:30:00.000Z, more than 2d ago. Plan again, and have it reviewed. --max-age allows another age, such as 30d.",
  );
});

test.each(["", "7", "d", "0d", "-1d", "1.5h", "1h30m", "7 d", "7w", "1e3d", "soon"])(
  "the age of a saved plan %j is no --max-age",
  (text) => {
    expect(() => duration(text)).toThrow("a whole number from 1, then m, h or d, such as 90m, 36h or 7d.");
  },
);

const review = ["apply", "--synthesized", "app", "--reviewed"];
function expectUnlike(at: Desk, ran: Ran, said: string): void {
  expect(ran).toMatchObject({ code: 4, err: expect.stringContaining(said) as string });
  expect(at.writes()).toEqual([]);
}

const ofTwo: App = {
  provider: [{ account_id: accountId }, { alias: "globex", account_id: otherAccountId }],
  configurations: {
    baseline: { name: "baseline", comment: "enabled" },
    other: { name: "other", comment: "silent", provider: "scanform.globex" },
  },
};

test("apply --reviewed of two accounts wants ofTwo to be reviewed, by a file or by a digest for each", async () => {
  const at = await desk(ofTwo);
  const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
  const planned = await at.run(["plan", "--synthesized", "app", "--json", "--out", "saved.plan"], { env });
  const { accounts } = documentOf(planned) as { accounts: readonly { digest: string }[] };
  const [first, second] = accounts.map(({ digest }) => digest);
  expectUnlike(at, await at.run([...review, String(first)], { env }), "account globex");
  const ran = await at.run([...review, String(first), "--reviewed", String(second)], { env });
  expect(ran.code).toBe(0);
  expect(at.writes()).toHaveLength(2);
  at.emulator.clearRequests();
  const again = [...review, "saved.plan", "--again"];
  expectUnlike(at, await at.run(again, { env }), "Nothing is left");
});

test("apply --reviewed of two accounts takes a file beside a digest, with an age for the file", async () => {
  const at = await desk(ofTwo);
  const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
  const planned = await at.run(["plan", "--synthesized", "app", "--json", "--out", "saved.plan"], { env });
  const [first] = (documentOf(planned) as { accounts: readonly { digest: string }[] }).accounts;
  const ran = await at.run([...review, "saved.plan", "--reviewed", String(first?.digest), "--max-age", "1h"], {
    env,
  });
  expect([ran.code, at.writes().length]).toEqual([0, 2]);
});

test("apply --reviewed of two accounts refuses where only one of them is declared any more", async () => {
  const at = await desk(ofTwo);
  const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
  await at.run(["plan", "--synthesized", "app", "--out", "saved.plan"], { env });
  at.declare({
    provider: [{ account_id: accountId }],
    configurations: { baseline: { name: "baseline", comment: "enabled" } },
  });
  expectUnlike(at, await at.run([...review, "saved.plan"], { env }), "reviewed: account globex");
});
