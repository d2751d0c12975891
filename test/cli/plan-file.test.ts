import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { app as everyWrite, seed as everyWriteSeed } from "../soak/every-write";
import { accountId, canary, canaryOfAll, otherAccountId, seedOf } from "../support/account";
import { everyday } from "../support/declare";
import { accountOf, type Circumstances, desk, type Desk, documentOf, filesWith, type Ran } from "../support/desk";
import { startEmulator } from "../support/emulator";
import { expectNoForgery } from "../support/forging";
import { policies } from "../support/policies";
import { seed, triageDesk } from "../support/triages";

const path = ({ folder }: Desk): string => join(folder, "saved.plan");

/** Saves a plan, does something to the file, and applies it: that must be refused, and nothing written. */
async function applyAfter(
  change: (at: Desk) => void,
  circumstances?: (at: Desk) => Circumstances,
  wanted = 1,
): Promise<Ran> {
  const at = await desk(everyday);
  expect((await at.plan("--out", "saved.plan")).code).toBe(0);
  change(at);
  const ran = await at.run(["apply", "saved.plan"], circumstances?.(at));
  expect(ran).toMatchObject({ code: wanted, out: "" });
  expect(at.writes()).toEqual([]);
  return ran;
}

const edit = (from: string | RegExp, to: string) => (at: Desk) => {
  const text = readFileSync(path(at), "utf8");
  expect(text).toMatch(from);
  writeFileSync(path(at), text.replace(from, to));
};

const nothing = (): void => undefined;

const twice = (at: Desk): void => {
  const document = JSON.parse(readFileSync(path(at), "utf8")) as { readonly accounts: readonly unknown[] };
  writeFileSync(path(at), JSON.stringify({ ...document, accounts: [...document.accounts, ...document.accounts] }));
};

/** What kind of thing is at a place: a file, a folder, a pipe or a link. */
const kindOf = ({ folder }: Desk, name: string): number => lstatSync(join(folder, name)).mode;

test("a saved plan is for its owner alone to read, also where another file was before, and leaves nothing beside it", async () => {
  const at = await desk(everyday);
  writeFileSync(path(at), "old");
  chmodSync(path(at), 0o666);
  await at.plan("--out", "saved.plan");
  expect((statSync(path(at)).mode & 0o777).toString(8)).toBe("600");
  expect(readdirSync(at.folder).sort()).toEqual(["app", "saved.plan"]);
});

test.each<readonly [string, string, (path: string) => void]>([
  ["pipe", "is a pipe", (path) => execFileSync("mkfifo", [path])],
  [".", "is a folder", nothing],
  [
    "link",
    "leads to a file",
    (path) => {
      symlinkSync("app/manifest.json", path);
    },
  ],
])("a saved plan is not put in the place of %s, which %s", async (name, _what, make) => {
  const at = await desk(everyday);
  make(join(at.folder, name));
  const before = { kind: kindOf(at, name), names: readdirSync(at.folder) };
  const { code, err } = await at.plan("--out", name);
  expect(code).toBe(1);
  expect(err).toContain("cannot be written: it exists and is not a regular file. Name another file with --out.");
  expect({ kind: kindOf(at, name), names: readdirSync(at.folder) }).toEqual(before);
});

test("a saved plan is the document that --json prints, valid by the JSON Schema in the package, without a key", async () => {
  const at = await desk(everyday);
  const ran = await at.plan("--out", "saved.plan", "--json");
  expect(readFileSync(path(at), "utf8")).toBe(ran.out);
  expect(documentOf(ran)).toMatchObject({ accounts: [{ account: { base_url: at.emulator.url } }] });
  expect(filesWith(at.folder, [canary])).toEqual([]);
});

test("a saved plan is for the account that the declaration names, whatever the environment names", async () => {
  const at = await desk(everyday);
  at.declare({ ...everyday, provider: { base_url: at.emulator.url, account_id: accountId } });
  const env = { ...at.env, SCANFORM_ACCOUNT_ID: otherAccountId };
  expect((await at.run(["plan", "--synthesized", "app", "--out", "saved.plan"], { env })).code).toBe(0);
  expect(await at.run(["apply", "saved.plan"], { env })).toMatchObject({ code: 0 });
  expect(at.writes()).toHaveLength(2);
});

test("a saved plan is applied as it was reviewed, not as it is declared by now", async () => {
  const at = await desk(everyday);
  const { requests } = accountOf(await at.plan("--json", "--out", "saved.plan"));
  at.declare({ configurations: { other: { name: "other" } } });
  const applied = await at.run(["apply", "saved.plan", "--json"]);
  expect(accountOf(applied)).toMatchObject({ requests: { ...(requests as object), sent: 2 }, verified: true });
  expect(at.writes().map((each) => each.body)).toEqual([
    expect.objectContaining({ configuration: expect.objectContaining({ name: "baseline" }) as unknown }),
    expect.objectContaining({ configuration: expect.objectContaining({ name: "strict" }) as unknown }),
  ]);
});

test("a saved plan that cannot be written is an error, and no half of it stays", async () => {
  const at = await desk(everyday);
  mkdirSync(path(at));
  const { code, out, err } = await at.plan("--out", "saved.plan");
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(`${path(at)} cannot be written`);
  expect(readdirSync(at.folder).sort()).toEqual(["app", "saved.plan"]);
});

test("a saved plan is not written for a plan that has errors", async () => {
  const at = await desk({ configurations: { a: {} } });
  await at.plan("--out", "saved.plan");
  expect(existsSync(path(at))).toBe(false);
});

test.each<[string, (at: Desk) => void]>([
  ["empty", edit(/^[^]*$/, "")],
  ["cut off", edit(/.{200}\n$/s, "")],
  ["not JSON", edit(/^./, "")],
  ["of something else", edit('"accounts"', '"plans"')],
  ["one that allows fewer than one request at once", edit(/"provider":\s*\{/, '"provider":{"maxConcurrency":-1,')],
  ["one with a member that no plan has", edit(/"provider":\s*\{/, '"provider":{"other":1,')],
  ["without a part", edit(/"account_id":.*/, "")],
  ["one with its account twice", twice],
])("a plan file is refused when it is %s, naming it and how to make it again", async (_what, change) => {
  const { err } = await applyAfter(change);
  expect(err).toContain("[plan-file-unreadable]\n");
  expect(err).toContain("`scanform plan --out FILE` makes one.");
  expect(err).toContain("saved.plan");
});

test("a plan file is refused when it says what does not follow from what it holds, which it says", async () => {
  const { err } = await applyAfter(edit('"class": "weakens"', '"class": "neutral"'), undefined, 4);
  expect(err).toContain("[plan-unlike]\n");
  expect(err).toContain("what it says does not follow from the settings that it holds");
});

test("a plan file is refused when a safety limit had refused it, also forced afterwards, or without the message", async () => {
  const limited = { managed_scope: { names: "obsolete%", max_deletes: 0 } };
  const at = await desk({ ...everyWrite, provider: limited }, everyWriteSeed);
  const refused = await at.plan("--prune", "--json");
  expect(refused.code).toBe(3);
  const document = documentOf(refused) as { accounts: [{ apply: { options: object }; diagnostics: unknown[] }] };
  const [account] = document.accounts;
  const forced = { ...account.apply, options: { prune: true, force: true } };
  const { diagnostics: said } = accountOf(await at.plan("--prune", "--force", "--json"));
  const forged = [
    { account, code: 3 },
    { account: { ...account, diagnostics: [] }, code: 4 },
    { account: { ...account, apply: forced }, code: 4 },
    { account: { ...account, apply: forced, diagnostics: [] }, code: 4 },
    { account: { ...account, apply: forced, diagnostics: said }, code: 4 },
  ];
  for (const { account: one, code } of forged) {
    writeFileSync(path(at), JSON.stringify({ ...document, accounts: [one] }));
    expect((await at.run(["apply", "saved.plan"])).code).toBe(code);
    expect((await at.run(["show", "saved.plan"])).code).toBe(code);
  }
  expect(at.writes()).toEqual([]);
});

test("a plan file is refused when it is changed in any place, or that makes no difference", async () => {
  const at = await desk(everyWrite, everyWriteSeed);
  await at.plan("--prune", "--force", "--out", "saved.plan");
  await expectNoForgery(at, { numRuns: 12, seed: 20260101 });
}, 60_000);

test("a plan file is refused when its version is another one, which it says", async () => {
  const { err } = await applyAfter(edit('"format_version": "1.0"', '"format_version": "2.0"'));
  expect(err).toContain("saved.plan was written by another version of scanform.");
});

test("a plan file is refused when the environment names another account", async () => {
  const { err } = await applyAfter(nothing, ({ env }) => ({ env: { ...env, SCANFORM_ACCOUNT_ID: otherAccountId } }));
  expect(err).toContain("[plan-file-account]\n");
  expect(err).toContain(`and the environment names ${otherAccountId}. Nothing was written.`);
});

test("a plan file is refused when the environment names another service, which hears nothing of it", async () => {
  const other = await startEmulator({ seed: seedOf() });
  const { err } = await applyAfter(nothing, ({ env }) => ({ env: { ...env, SCANFORM_BASE_URL: other.url } }));
  await other.close();
  expect(err).toContain(`was made for the base URL http://127.0.0.1:`);
  expect(err).toContain(`SCANFORM_BASE_URL names ${other.url}. Nothing was sent.`);
  expect(other.requests).toEqual([]);
});

test("a plan file is refused when the key does not reach its account", async () => {
  const at = await desk(everyday);
  await at.plan("--out", "saved.plan");
  const seed = seedOf();
  const elsewhere = { ...seed, keys: { [canaryOfAll]: [otherAccountId] } };
  await at.emulator.close();
  const replaced = await startEmulator({ seed: elsewhere, port: at.emulator.port });
  const { code, err } = await at.run(["apply", "saved.plan"], { env: { ...at.env, SCANFORM_API_KEY: canaryOfAll } });
  await replaced.close();
  expect(code).toBe(1);
  expect(err).toContain("[account-unknown]");
  expect(err).toContain(`It reaches ${otherAccountId} (globex).`);
  expect(new Set(replaced.requests.map((each) => each.method))).toEqual(new Set(["GET"]));
});

test("a plan file is refused when there is no key", async () => {
  const { err } = await applyAfter(nothing, ({ env }) => ({ env: { ...env, SCANFORM_API_KEY: "" } }));
  expect(err).toContain("[no-api-key]");
});

/** What policies judge by, and somebody has changed in a saved plan. Random edits are in `soak/properties.test.ts`. */

const weakening = { configurations: { baseline: { name: "baseline", comment: "disabled" } } };

const swapped = ({ folder }: Desk, from: string | RegExp, to: string): void => {
  const path = join(folder, "saved.plan");
  const text = readFileSync(path, "utf8");
  const other = text.replaceAll(from, to);
  expect(other).not.toBe(text);
  writeFileSync(path, other);
};
const commands: readonly (readonly [string, ...string[]])[] = [
  ["apply", "saved.plan"],
  ["apply", "--reviewed", "saved.plan", "--synthesized", "app"],
  ["policy", "check", "--plan", "saved.plan"],
];

test.each(commands)("a forged severity of a finding is refused by %s %s", async (...argv) => {
  const at = await triageDesk();
  const check =
    '({ triages }) => triages.filter((each) => each.finding?.severity !== "low").map((each) => deny("no", each))';
  const file = policies(at, `policy("low", ${check})`);
  await at.plan("--out", "saved.plan");
  swapped(at, '"severity": "high"', '"severity": "low"');
  const { code, err } = await at.run([...argv, "--policy", file]);
  expect([code, err]).toEqual([4, expect.stringContaining("[plan-unlike]")]);
  expect(at.writes()).toEqual([]);
});

test.each(commands)("configurations in another order are refused by %s %s", async (...argv) => {
  const at = await desk(weakening);
  const file = policies(at, 'policy("fine", () => [])');
  await at.plan("--out", "saved.plan");
  const path = join(at.folder, "saved.plan");
  const document = JSON.parse(readFileSync(path, "utf8")) as {
    readonly accounts: readonly { readonly after: { readonly configurations: unknown[] } }[];
  };
  document.accounts[0]?.after.configurations.reverse();
  writeFileSync(path, JSON.stringify(document));
  const { code, err } = await at.run([...argv, "--policy", file]);
  expect([code, err]).toEqual([4, expect.stringContaining("[plan-unlike]")]);
});

test("no policy is asked where findings that the plan had, or the name of its account, cannot be read by now", async () => {
  const at = await desk({ configurations: { main: { name: "default", comment: "disabled" } } }, seed);
  const file = policies(at, 'policy("fine", () => [])');
  await at.plan("--out", "saved.plan", "--findings", "365d");
  for (const path of ["/v1/accounts/*/all_findings", "/v1/accounts"]) {
    at.emulator.setFaults([{ fault: "status", status: 403, path }]);
    expect([(await at.run(["apply", "saved.plan", "--policy", file])).code, at.writes()]).toEqual([1, []]);
  }
});

test.each(commands.slice(0, 2))(
  "a forged name of the account, and forged counts of open findings, are not believed by %s %s",
  async (...argv) => {
    const at = await desk({ configurations: { main: { name: "default", comment: "disabled" } } }, seed);
    const check = `(account) => [
    ...(account.account.name === "sandbox" ? [] : [deny("no sandbox", account.effects[0])]),
    ...account.effects.filter((each) => each.findings?.open !== 0).map((each) => deny("open findings", each)),
  ]`;
    const file = policies(at, `policy("both", ${check})`);
    await at.plan("--out", "saved.plan", "--findings", "365d");
    swapped(at, '"name": "acme"', '"name": "sandbox"');
    swapped(at, /"open": [1-9]\d*/g, '"open": 0');
    const { code, out } = await at.run([...argv, "--policy", file]);
    expect([code, out]).toEqual([3, expect.stringContaining("no sandbox")]);
    expect(out).toContain("open findings");
    expect(at.writes()).toEqual([]);
  },
);
