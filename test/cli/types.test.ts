import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountId, canaryOfAll, otherAccountId, policyId, repositoriesNamed, seedOf } from "../support/account";
import { desk, type Desk } from "../support/desk";

const read = ({ folder }: Desk, name = "scanform-types.ts") => readFileSync(join(folder, name), "utf8");
const beside = (at: Desk): unknown => JSON.parse(read(at, "scanform-types.json"));

test("scanform types writes the account's names and a snapshot beside them", async () => {
  const at = await desk();
  const { code, out, err } = await at.run(["types"]);
  expect({ code, out }).toEqual({ code: 0, out: "" });
  expect(err).toBe("Wrote scanform-types.ts and scanform-types.json: 3 analyzers, 1 policy and 4 repositories.\n");
  const text = read(at);
  expect(text).toContain('  SQL_INJECTION: "sql-injection",\n');
  expect(text).toContain(`  NO_PLAINTEXT_SECRETS: "${policyId}",\n`);
  expect(text).toContain('  PAYMENTS_API: "payments-api",\n');
  expect(beside(at)).toEqual({
    made_by: "scanform types",
    format_version: "1.0",
    account_id: accountId,
    analyzers: { SECRETS: "secrets", SQL_INJECTION: "sql-injection", XSS: "xss" },
    policies: { NO_PLAINTEXT_SECRETS: { id: policyId, title: "No plaintext secrets" } },
    repositories: {
      LEGACY: "legacy",
      PAYMENTS_API: "payments-api",
      PAYMENTS_LEDGER: "payments-ledger",
      WEB: "web",
    },
  });
  expect(statSync(join(at.folder, "scanform-types.ts")).mode & 0o600).toBe(0o600);
});

test("scanform types writes to another file, with the snapshot in its folder", async () => {
  const at = await desk();
  mkdirSync(join(at.folder, "src"));
  expect((await at.run(["types", "--out", "src/acme.ts"])).code).toBe(0);
  expect(read(at, "src/acme.ts")).toContain("SQL_INJECTION");
  expect(existsSync(join(at.folder, "src/scanform-types.json"))).toBe(true);
});

test("scanform types leaves files alone that are up to date, however they are formatted", async () => {
  const at = await desk();
  await at.run(["types"]);
  const formatted = read(at).replaceAll('"', "'");
  writeFileSync(join(at.folder, "scanform-types.ts"), formatted);
  const { code, err } = await at.run(["types"]);
  expect({ code, err }).toEqual({
    code: 0,
    err: "scanform-types.ts is up to date: 3 analyzers, 1 policy and 4 repositories.\n",
  });
  expect(read(at)).toBe(formatted);
});

test("scanform types sends three GET requests where the account is named, and never writes", async () => {
  const at = await desk();
  await at.run(["types"], { env: { ...at.env, SCANFORM_ACCOUNT_ID: accountId } });
  await at.run(["types", "--check"], { env: { ...at.env, SCANFORM_ACCOUNT_ID: accountId } });
  expect(at.emulator.requests).toHaveLength(6);
  expect(at.writes()).toEqual([]);
});

test("scanform types needs to know which of several accounts is meant", async () => {
  const at = await desk();
  const several = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
  const { code, err } = await at.run(["types"], { env: several });
  expect(code).toBe(1);
  expect(err).toContain("[account-ambiguous]");
  expect((await at.run(["types"], { env: { ...several, SCANFORM_ACCOUNT_ID: otherAccountId } })).code).toBe(0);
});

test("scanform types has all repositories of an account that lists them in pages", async () => {
  const names = Array.from({ length: 35 }, (_, at) => `r${String(at)}`);
  const at = await desk({}, seedOf({ repositories: repositoriesNamed(names, null) }));
  at.emulator.setProfile({ page_size: 16 });
  expect((await at.run(["types"])).err).toContain("35 repositories");
});

test("scanform types distinguishes policies with one title by their ids", async () => {
  const policy = { question: "?", dashboard_url: "https://d.example.com", title: "Twice" };
  const ids = ["11111111-0000-4000-8000-000000000001", "22222222-0000-4000-8000-000000000002"];
  const at = await desk({}, seedOf({ custom_policies: ids.map((id) => ({ ...policy, id })) }));
  await at.run(["types"]);
  expect(read(at)).toContain(`  TWICE_11111111: "${ids[0] ?? ""}",\n  TWICE_22222222: "${ids[1] ?? ""}",\n`);
});

/** Written for the account, in which a repository then is renamed. */
async function outdated(): Promise<Desk> {
  const at = await desk();
  await at.run(["types"]);
  const later = await desk({}, seedOf({ repositories: repositoriesNamed(["payments-api", "shop"], null) }));
  for (const name of ["scanform-types.ts", "scanform-types.json"])
    writeFileSync(join(later.folder, name), read(at, name));
  return later;
}

test("scanform types --check says that all is up to date", async () => {
  const at = await desk();
  await at.run(["types"]);
  const { code, out, err } = await at.run(["types", "--check"]);
  expect({ code, out }).toEqual({ code: 0, out: "" });
  expect(err).toContain("is up to date");
});

test("scanform types --check exits with 2 and says what is new and what is gone, and writes nothing", async () => {
  const at = await outdated();
  const before = read(at);
  const { code, out } = await at.run(["types", "--check"]);
  expect(code).toBe(2);
  expect(out).toBe(`scanform-types.ts is out of date. Bring it up to date with: scanform types
  + repository "shop"
  - repository "legacy"
  - repository "payments-ledger"
  - repository "web"
`);
  expect(read(at)).toBe(before);
  expect((await at.run(["types"])).err).toContain('+ repository "shop"');
  expect((await at.run(["types", "--check"])).code).toBe(0);
});

test("scanform types --check exits with 2 where nothing was written yet", async () => {
  const at = await desk();
  const { code, out } = await at.run(["types", "--check", "--out", "names.ts"]);
  expect(code).toBe(2);
  expect(out).toBe("names.ts is not there. Bring it up to date with: scanform types --out names.ts\n");
  expect(existsSync(join(at.folder, "names.ts"))).toBe(false);
});

test("scanform types --check exits with 2 where somebody has changed the module, and the next run writes it again", async () => {
  const at = await desk();
  await at.run(["types"]);
  const made = read(at);
  writeFileSync(join(at.folder, "scanform-types.ts"), made.replace('"payments-api"', '"payments-apx"'));
  const { code, out } = await at.run(["types", "--check"]);
  expect({ code, out }).toEqual({
    code: 2,
    out: "scanform-types.ts is out of date. Bring it up to date with: scanform types\n",
  });
  await at.run(["types"]);
  expect(read(at)).toBe(made);
});

test("scanform types --check exits with 2 where the module and its snapshot are of different times", async () => {
  const at = await outdated();
  const old = read(at);
  await at.run(["types"]);
  writeFileSync(join(at.folder, "scanform-types.ts"), old);
  expect((await at.run(["types", "--check"])).code).toBe(2);
});

test.each([
  ["scanform-types.ts", "export const mine = 1;\n"],
  ["scanform-types.json", '{"mine": 1}\n'],
  ["scanform-types.json", "<<<<<<< ours\n"],
])(
  "files that scanform types has not written %s with %j is refused, and nothing is written or sent",
  async (name, text) => {
    const at = await desk();
    writeFileSync(join(at.folder, name), text);
    for (const flags of [[], ["--check"]]) {
      const { code, err } = await at.run(["types", ...flags]);
      expect(code).toBe(1);
      expect(err).toContain("[types-file]");
    }
    expect(read(at, name)).toBe(text);
    expect(at.emulator.requests).toEqual([]);
  },
);

test("scanform types refuses a symbolic link", async () => {
  const at = await desk();
  await at.run(["types", "--out", "elsewhere.ts"]);
  const before = read(at, "elsewhere.ts");
  symlinkSync(join(at.folder, "elsewhere.ts"), join(at.folder, "scanform-types.ts"));
  expect((await at.run(["types"])).err).toContain("is not a regular file");
  expect(read(at, "elsewhere.ts")).toBe(before);
});

test("scanform types refuses to replace a snapshot of another account", async () => {
  const at = await desk();
  await at.run(["types"]);
  const { code, err } = await at.run(["types"], {
    env: { ...at.env, SCANFORM_API_KEY: canaryOfAll, SCANFORM_ACCOUNT_ID: otherAccountId },
  });
  expect(code).toBe(1);
  expect(err).toContain(`is for the account ${accountId}`);
});

test("for scanform types a snapshot is of the same account when its id is written in other case", async () => {
  const at = await desk();
  await at.run(["types"]);
  const text = read(at, "scanform-types.json").replace(accountId, accountId.toUpperCase());
  writeFileSync(join(at.folder, "scanform-types.json"), text);
  expect((await at.run(["types"])).code).toBe(0);
});

test.each(["names.js", "names", "names.d.ts"])(
  "files that scanform types has not written %s is no module to write",
  async (name) => {
    const at = await desk();
    expect((await at.run(["types", "--out", name])).err).toContain("[usage]");
  },
);

test("scanform types names a folder that is not there", async () => {
  const at = await desk();
  const { code, err } = await at.run(["types", "--out", "missing/names.ts"]);
  expect(code).toBe(1);
  expect(err).toContain("cannot be written");
});

test("names that are made to deceive are shown escaped when they are new", async () => {
  const at = await desk();
  await at.run(["types"]);
  const later = await desk({}, seedOf({ repositories: repositoriesNamed(["\u001b[2J", "a\nb"], null) }));
  for (const name of ["scanform-types.ts", "scanform-types.json"])
    writeFileSync(join(later.folder, name), read(at, name));
  const { out } = await later.run(["types", "--check"]);
  expect(out).toContain(String.raw`+ repository "\u{1b}[2J"`);
  expect(out).toContain(String.raw`+ repository "a\u{a}b"`);
});

test("a name that contains a key is not written", async () => {
  const at = await desk({}, seedOf({ repositories: repositoriesNamed([`old-${canaryOfAll}`], null) }));
  const { code, err } = await at.run(["types"], { env: { ...at.env, SCANFORM_API_KEY_OTHER: canaryOfAll } });
  expect(code).toBe(1);
  expect(err).toContain("A name in the account contains an API key.");
  expect(existsSync(join(at.folder, "scanform-types.json"))).toBe(false);
});
