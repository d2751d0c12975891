import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Profile } from "../../src/emulator/profile/profile";
import { accountId, seedOf } from "../support/account";
import { accountOf, desk, type Desk, jsonOf } from "../support/desk";
import type { App } from "../support/declare";
import { until } from "../support/until";

const scratch = (at: Desk) =>
  at.emulator.store.configurations(accountId).filter(({ name }) => name?.startsWith("scanform-probe-") === true);

const answers = async (at: Desk) => jsonOf(await at.run(["probe"]))["semantics"];

test.each<[Partial<Profile>, object]>([
  [{}, { patch_merge: "shallow", bulk_merge: "shallow", put: "replaces", fills_in: false }],
  [{ patch_merge: "deep" }, { patch_merge: "deep", bulk_merge: "shallow" }],
  [{ bulk_merge: "deep" }, { patch_merge: "shallow", bulk_merge: "deep" }],
  [{ put_omitted: "kept" }, { put: "keeps" }],
  [{ put_omitted: "merged" }, { put: "merges" }],
  [{ defaults: "always" }, { fills_in: true, patch_merge: "shallow" }],
  [{ order: "shuffled", unset: "null" }, { put: "replaces" }],
  [{ delete_status: 200 }, { put: "replaces" }],
])("where the service behaves as %j the answers are %j", async (profile, expected) => {
  const at = await desk();
  at.emulator.setProfile(profile);
  expect(await answers(at)).toMatchObject(expected);
  expect(scratch(at)).toEqual([]);
});

test("what is read a little later than it was written is waited for", async () => {
  const at = await desk();
  at.emulator.setFaults([{ fault: "status", status: 404, operation: "getConfiguration", nth: [1, 2, 4] }]);
  const ran = await at.run(["probe"]);
  expect([ran.code, jsonOf(ran)["semantics"]]).toMatchObject([0, { put: "replaces", fills_in: false }]);
  expect(scratch(at)).toEqual([]);
});

test("what an earlier probe has left is gone after the next one", async () => {
  const left = { name: "scanform-probe-01234567-89ab-4cde-8f01-23456789abcd", configuration: {} };
  const at = await desk({}, seedOf({ configurations: [left, { name: "scanform-probe-mine" }], repositories: [] }));
  const { code, err } = await at.run(["probe", "--out", "semantics.json"]);
  expect([code, err]).toEqual([0, expect.stringContaining("1 scratch configuration(s) of an earlier probe")]);
  expect(at.emulator.store.configurations(accountId).map(({ name }) => name)).toEqual(["scanform-probe-mine"]);
});

test.each(["PATCH", "PUT", "POST"] as const)("the scratch configuration is gone although %s fails", async (method) => {
  const at = await desk();
  at.emulator.setFaults([{ fault: "status", status: 422, method }]);
  expect((await at.run(["probe"])).code).toBe(1);
  expect(scratch(at)).toEqual([]);
});

test("the scratch configuration is gone after Ctrl-C", async () => {
  const at = await desk();
  const interrupt = new AbortController();
  const running = at.run(["probe"], { signal: interrupt.signal });
  await until(() => scratch(at).length > 0);
  interrupt.abort();
  expect((await running).code).toBe(130);
  expect(scratch(at)).toEqual([]);
});

const flipped: App = {
  configurations: Object.fromEntries(
    ["baseline", "relaxed"].map((name) => [name, { name, analyzers: { xss: { enabled: true } } }]),
  ),
};

test("with what was found out an analyzer is flipped everywhere in one request", async () => {
  const at = await desk(flipped);
  at.emulator.setProfile({ bulk_merge: "deep" });
  expect(accountOf(await at.plan("--json"))).toMatchObject({ requests: { planned: 2 } });
  await at.run(["probe", "--out", "semantics.json"]);
  expect(JSON.parse(readFileSync(join(at.folder, "semantics.json"), "utf8"))).toMatchObject({
    format: "scanform-semantics",
    account_id: accountId,
  });
  expect(accountOf(await at.plan("--json", "--semantics", "semantics.json"))).toMatchObject({
    requests: { planned: 1 },
  });
  await at.plan("--semantics", "semantics.json", "--out", "saved.plan");
  at.emulator.clearRequests();
  expect((await at.run(["apply", "saved.plan"])).code).toBe(0);
  expect(at.writes().map(({ path }) => path)).toEqual([expect.stringMatching(/bulk_update$/)]);
  expect((await at.plan("--detailed-exitcode")).code).toBe(0);
});

test("what was found out of another service is not believed of this one", async () => {
  const at = await desk(flipped);
  await at.run(["probe", "--out", "semantics.json"]);
  const path = join(at.folder, "semantics.json");
  for (const [from, to] of [
    [at.emulator.url, "https://elsewhere.example"],
    [accountId, accountId.replace("a", "b")],
  ] as const) {
    const text = readFileSync(path, "utf8");
    writeFileSync(join(at.folder, "other.json"), text.replace(from, to));
    expect((await at.plan("--semantics", "other.json")).err).toContain("was found out of the account");
  }
});

test("a semantics file that is none is refused", async () => {
  const at = await desk(flipped);
  expect((await at.plan("--semantics", "app/manifest.json")).err).toContain("is not what scanform probe writes");
  expect((await at.plan("--semantics", "missing.json")).err).toContain("cannot be read");
});
