import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectGolden } from "../report/golden";
import { type App, everyday, idOf } from "../support/declare";
import { type Desk, desk, documentOf } from "../support/desk";
import { findingId, otherFindingId, triageDesk, wontFix } from "../support/triages";

/** More than what was approved: comments of the baseline end, `payments-ledger` stays where it is, `relaxed` is used. */
const wider: App = {
  configurations: {
    baseline: { name: "baseline", comment: "disabled" },
    relaxed: { name: "relaxed", analyzers: { secrets: { enabled: false } } },
    strict: { name: "strict", comment: "enabled", analyzers: { secrets: { enabled: true, blocking: true } } },
  },
  assignments: {
    routing: [
      { repository_names: ["legacy"], configuration_id: idOf("relaxed") },
      { repository_names: ["payments-api"], configuration_id: idOf("strict") },
      { repository_pattern: "%", configuration_id: idOf("baseline") },
    ],
  },
};

/** Writes the document of the plan of an app. */
async function documented(at: Desk, name: string, app: App, ...flags: readonly string[]): Promise<void> {
  at.declare(app);
  writeFileSync(join(at.folder, name), (await at.plan("--json", ...flags)).out);
}

async function both(earlier = everyday, later = wider): Promise<Desk> {
  const at = await desk();
  await documented(at, "a.json", earlier);
  await documented(at, "b.json", later);
  at.emulator.clearRequests();
  return at;
}

const compare = (at: Desk, ...flags: readonly string[]) =>
  at.run(["compare", "a.json", "b.json", ...flags], { env: {} });

type Account = Record<string, unknown>;
interface Document {
  readonly accounts: readonly Account[];
}

const read = ({ folder }: Desk, name: string): Document =>
  JSON.parse(readFileSync(join(folder, name), "utf8")) as Document;

const write = ({ folder }: Desk, name: string, document: Document): void => {
  writeFileSync(join(folder, name), JSON.stringify(document));
};

/** Changes the accounts of a document. */
function edit(at: Desk, name: string, change: (account: Account) => unknown): void {
  const document = read(at, name);
  document.accounts.forEach(change);
  write(at, name, document);
}

/** The port of an emulator is any, and so is a digest, which covers it. */
const settled = (text: string): string => {
  const digests: string[] = [];
  return text.replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:4010").replace(/\b[0-9a-f]{12}(?:[0-9a-f]{52})?\b/g, (digest) => {
    if (/^0{8}/.test(digest)) return digest;
    const short = digest.slice(0, 12);
    if (!digests.includes(short)) digests.push(short);
    return String(digests.indexOf(short) + 1).repeat(digest.length);
  });
};

test.each([
  ["txt", []],
  ["md", ["--format", "markdown"]],
  ["json", ["--json"]],
] as const)("what has changed between two plans, as %s, takes no key and no request", async (form, flags) => {
  const at = await both();
  const { code, out, err } = await compare(at, ...flags);
  expect([code, err, at.emulator.requests]).toEqual([0, "", []]);
  expectGolden(`compare.${form}`, settled(out));
});

test("the document is valid by the JSON Schema in the package", async () => {
  const at = await both();
  expect(documentOf(await compare(at, "--json"))).toMatchObject({ accounts: [{ came: {}, went: {} }] });
});

test("two equal plans have nothing new, which is said with their digest", async () => {
  const at = await both(everyday, everyday);
  const { code, out } = await compare(at);
  expect(code).toBe(0);
  expect(out).toMatch(/^account .*\nnothing new since [0-9a-f]{12}\n$/);
});

test("where only the digest differs, that is said", async () => {
  const { baseline, strict } = everyday.configurations ?? {};
  const at = await both(
    { configurations: { baseline: baseline ?? {}, strict: strict ?? {} } },
    { configurations: { renamed: baseline ?? {}, strict: strict ?? {} } },
  );
  expect((await compare(at)).out).toMatch(
    /\nnothing that is compared differs since [0-9a-f]{12}, but the digest does \(digest now [0-9a-f]{12}\)\n$/,
  );
});

test("triages that came and went are shown with their reason", async () => {
  const at = await triageDesk();
  await documented(at, "a.json", { triages: { key: wontFix } });
  await documented(at, "b.json", { triages: { other: { ...wontFix, finding_id: otherFindingId } } });
  const { out } = await compare(at);
  expect(out).toMatch(/: 1 came, 1 went \(digest now/);
  expect(out).toMatch(new RegExp(`CAME 1\n {2}triage none -> wont_fix {3}finding ${otherFindingId}\n`));
  expect(out).toMatch(new RegExp(`WENT 1\n {2}triage none -> wont_fix {3}finding ${findingId}\n`));
  expect(out).toContain('      because "Only in tests."\n');
});

test("new findings of policies are shown, and a warning says where only one of the plans has policies", async () => {
  const at = await desk();
  const file = (level: string) => {
    const findings = `effects.map((at) => ({ level: ${JSON.stringify(level)}, message: "is bad", at }))`;
    writeFileSync(
      join(at.folder, "own.mjs"),
      `export default [{ name: "own", check: ({ effects }) => ${findings} }];\n`,
    );
  };
  file("warn");
  await documented(at, "a.json", everyday, "--policy", "own.mjs");
  file("deny");
  await documented(at, "b.json", everyday, "--policy", "own.mjs");
  const { out } = await compare(at);
  expect(out).toMatch(/\nchanged since [0-9a-f]{12}: 2 came, 2 went\n/);
  expect(out).toContain("CAME 2\n  deny: by own: is bad\n");
  expect(out).toContain("WENT 2\n  warn: by own: is bad\n");
  await documented(at, "b.json", everyday);
  const one = await compare(at);
  expect([one.code, one.out]).toEqual([0, expect.stringContaining("nothing new since")]);
  expect(one.err).toContain("The later plan does not say what policies say, so that is not compared.");
});

test("plans of different accounts are refused, and so is another service", async () => {
  const at = await both();
  for (const change of [
    (account: Account) => (account["account_id"] = "other"),
    (account: Account) =>
      (account["account"] = { ...(account["account"] as object), base_url: "https://elsewhere.example.com" }),
  ]) {
    edit(at, "b.json", change);
    const { code, err } = await compare(at);
    expect([code, err]).toEqual([1, expect.stringContaining("[compare-accounts]")]);
    expect(err).toContain("b.json has no plan of the account aaaaaaaa-0000-4000-8000-000000000001 at http://127.0.0.1");
    await documented(at, "b.json", wider);
  }
});

test.each([
  ["is not there", undefined, "cannot be read"],
  ["is not JSON", "{", "cannot be read"],
  ["is nested too deep", "[".repeat(5000), "nested more than 150 levels deep"],
  ["is the document of an error", '{"format_version":"1.0","diagnostics":[]}', "is not the document of a plan"],
  ["has no account", '{"format_version":"1.0","accounts":[]}', "has no account, so nothing would be compared"],
  ["has another version", '{"format_version":"0.1","accounts":[]}', "was written by another version of scanform"],
] as const)("a document that %s is refused in a sentence", async (_what, content, said) => {
  const at = await both();
  if (content !== undefined) writeFileSync(join(at.folder, "c.json"), content);
  const { code, out, err } = await at.run(["compare", "a.json", "c.json"]);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("[compare-document]");
  expect(err).toContain(said);
  expect(err).toContain("Make one with: scanform plan --json > plan.json");
  const asJson = documentOf(await at.run(["compare", "a.json", "c.json", "--json"]));
  expect(asJson).toMatchObject({ diagnostics: [{ code: "compare-document" }] });
});

test.each([
  ["no effects", (account: Account) => delete account["effects"], "accounts.0.effects"],
  ["an unknown key", (account: Account) => (account["\u001b[31m"] = 1), "\\u{1b}[31m"],
  ["a digest that is none", (account: Account) => (account["digest"] = "x\u001b"), "has no digest"],
])("a document with %s is refused", async (_what, change, said) => {
  const at = await both();
  edit(at, "b.json", change);
  const { code, err } = await compare(at);
  expect([code, err]).toEqual([1, expect.stringContaining(said)]);
  expect(err).not.toContain("\u001b");
});

test("a document that has an account twice is refused", async () => {
  const at = await both();
  const document = read(at, "b.json");
  write(at, "b.json", { ...document, accounts: [...document.accounts, ...document.accounts] });
  const { code, err } = await compare(at);
  expect([code, err]).toEqual([1, expect.stringContaining("b.json has the account aaaaaaaa-")]);
});

test("a folder is no document, and two documents are asked for", async () => {
  const at = await both();
  mkdirSync(join(at.folder, "folder"));
  expect((await at.run(["compare", "folder", "b.json"])).code).toBe(1);
  expect((await at.run(["compare", "a.json"])).code).toBe(1);
});
