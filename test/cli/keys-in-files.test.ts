import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { otherAccountId } from "../support/account";
import { everyday } from "../support/declare";
import { desk, type Desk } from "../support/desk";

/** The key of another provider block is what a repository is called: the service cannot know. */
const named = (at: Desk): NodeJS.ProcessEnv => ({ ...at.env, SCANFORM_API_KEY_OTHER: "payments-ledger" });

test("a plan that would contain the key of another block is not saved", async () => {
  const at = await desk(everyday);
  const { code, err } = await at.run(["plan", "--synthesized", "app", "--out", "saved.plan"], { env: named(at) });
  expect([code, err]).toEqual([1, expect.stringContaining("it would contain an API key")]);
  expect(existsSync(join(at.folder, "saved.plan"))).toBe(false);
});

test("a write whose journal would contain a key is not sent", async () => {
  const at = await desk({ configurations: { a: { name: "a", comment: "enabled" } } });
  const env = { ...at.env, SCANFORM_API_KEY_OTHER: "aaaaaaaa-0000-4000-8000-000000000001" };
  const ran = await at.run(["apply", "--synthesized", "app", "--auto-approve"], { env });
  expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("it would contain an API key") as string });
  expect(at.writes()).toEqual([]);
});

test("a journal is rolled back in the account that the environment names, whatever else it says", async () => {
  const at = await desk(everyday);
  await at.apply("--journal", "journals");
  at.emulator.clearRequests();
  const path = join("journals", readdirSync(join(at.folder, "journals"))[0] ?? "");
  const [first = "", ...rest] = readFileSync(join(at.folder, path), "utf8").split("\n");
  const begun = { ...(JSON.parse(first) as object), declared: "aaaaaaaa-0000-4000-8000-000000000001" };
  writeFileSync(join(at.folder, path), [JSON.stringify(begun), ...rest].join("\n"));
  const env = { ...at.env, SCANFORM_ACCOUNT_ID: otherAccountId };
  const { code, err } = await at.run(["rollback", path, "--auto-approve"], { env });
  expect([code, err]).toEqual([1, expect.stringContaining(`the environment names ${otherAccountId}`)]);
  expect(at.writes()).toEqual([]);
});

test("a key of 8 characters is not shown, and a shorter one is taken for a part of other words", async () => {
  const at = await desk();
  const env = { ...at.env, SCANFORM_API_KEY_LONG: "baseline", SCANFORM_API_KEY_SHORT: "relaxed" };
  const { out } = await at.run(["list", "configurations"], { env });
  expect(out).not.toContain("baseline");
  expect(out).toContain("relaxed");
});

test("a key that is in a file alone is not shown when the app of a plan prints it", async () => {
  const at = await desk();
  writeFileSync(join(at.folder, "cdktf.json"), JSON.stringify({ app: "node app.cjs" }));
  writeFileSync(join(at.folder, "app.cjs"), 'console.log(require("node:fs").readFileSync("key", "utf8"));');
  writeFileSync(join(at.folder, "key"), "key-of-a-file");
  const env = { SCANFORM_BASE_URL: at.emulator.url, SCANFORM_API_KEY_FILE: "key" };
  const { code, err } = await at.run(["plan"], { env });
  expect([code, err]).toEqual([1, expect.stringContaining("***")]);
  expect(err).not.toContain("key-of-a-file");
});
