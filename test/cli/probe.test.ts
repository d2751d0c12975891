import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Profile } from "../../src/emulator/profile/profile";
import { accountId, seedOf } from "../support/account";
import { accountOf, desk, type Desk, jsonOf } from "../support/desk";
import type { App } from "../support/declare";
import { until } from "../support/until";

const scratch = (at: Desk) =>
  at.emulator.store.configurations(accountId).filter(({ name }) => name?.startsWith("scanform-probe-") === true);

/** Without asking. */
const probe = (at: Desk, ...flags: readonly string[]) => at.run(["probe", "--auto-approve", ...flags]);

const answers = async (at: Desk) => jsonOf(await probe(at))["semantics"];

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
  const ran = await probe(at);
  expect([ran.code, jsonOf(ran)["semantics"]]).toMatchObject([0, { put: "replaces", fills_in: false }]);
  expect(scratch(at)).toEqual([]);
});

test("what an earlier probe has left is gone after the next one", async () => {
  const left = { name: "scanform-probe-01234567-89ab-4cde-8f01-23456789abcd", configuration: {} };
  const at = await desk({}, seedOf({ configurations: [left, { name: "scanform-probe-mine" }], repositories: [] }));
  const { code, err } = await probe(at, "--out", "semantics.json");
  expect([code, err]).toEqual([0, expect.stringContaining("1 scratch configuration(s) of an earlier probe")]);
  expect(at.emulator.store.configurations(accountId).map(({ name }) => name)).toEqual(["scanform-probe-mine"]);
});

test.each(["PATCH", "PUT", "POST"] as const)("the scratch configuration is gone although %s fails", async (method) => {
  const at = await desk();
  at.emulator.setFaults([{ fault: "status", status: 422, method }]);
  expect((await probe(at)).code).toBe(1);
  expect(scratch(at)).toEqual([]);
});

test("the scratch configuration is gone after Ctrl-C", async () => {
  const at = await desk();
  const interrupt = new AbortController();
  const running = at.run(["probe", "--auto-approve"], { signal: interrupt.signal });
  await until(() => scratch(at).length > 0);
  interrupt.abort();
  expect((await running).code).toBe(130);
  expect(scratch(at)).toEqual([]);
});

test.each([
  ["a folder", ".", "it is there and not a regular file"],
  ["in a folder that is missing", "missing/semantics.json", "there is no folder"],
])("sends nothing where the file to write is %s", async (_name, file, why) => {
  const at = await desk();
  const { code, out, err } = await probe(at, "--out", file);
  expect([code, out, err]).toEqual([1, "", expect.stringContaining(why)]);
  expect(at.writes()).toEqual([]);
});

test("prints what was found out where its file cannot be written any more", async () => {
  const at = await desk();
  const file = join(at.folder, "semantics.json");
  const running = at.run(["probe", "--auto-approve", "--out", "semantics.json"]);
  await until(() => scratch(at).length > 0);
  mkdirSync(file);
  const ran = await running;
  expect([ran.code, jsonOf(ran)["format"]]).toEqual([1, "scanform-semantics"]);
  expect(ran.err).toContain("it is there and not a regular file.");
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
  await probe(at, "--out", "semantics.json");
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
  await probe(at, "--out", "semantics.json");
  const path = join(at.folder, "semantics.json");
  for (const [from, to] of [
    [at.emulator.url, "https://elsewhere.example"],
    [accountId, accountId.replace("a", "b")],
  ] as const) {
    const text = readFileSync(path, "utf8");
    writeFileSync(join(at.folder, "other.json"), text.replace(from, to));
    expect((await at.plan("--semantics", "other.json")).err).toContain("describes the account");
  }
});

test("a semantics file that is none is refused", async () => {
  const at = await desk(flipped);
  expect((await at.plan("--semantics", "app/manifest.json")).err).toContain("is not what scanform probe writes");
  expect((await at.plan("--semantics", "missing.json")).err).toContain("cannot be read");
});

describe("before it writes", () => {
  const asked = async (answer: string | undefined) => {
    const at = await desk();
    const questions: string[] = [];
    const ran = await at.run(["probe"], {
      interactive: true,
      ask: (question) => {
        questions.push(question);
        return Promise.resolve(answer);
      },
    });
    return { at, ran, questions };
  };

  test("a probe names the account, the service and all that it creates and deletes, and asks", async () => {
    const { at, ran, questions } = await asked("yes");
    const { host } = new URL(at.emulator.url);
    expect(ran.err).toContain(
      `The probe writes to account acme (${accountId.slice(0, 8)}) at ${host}:
  + it creates a configuration scanform-probe-<uuid> without repositories, and changes it several times
  - it deletes that configuration, and those that interrupted probes have left and no repository has
`,
    );
    expect(questions).toEqual(["Probe this account? Only `yes` does: "]);
    expect([ran.code, jsonOf(ran)["semantics"]]).toMatchObject([0, { put: "replaces" }]);
  });

  test.each(["no", "y", "", undefined])("the answer %j writes nothing", async (answer) => {
    const { at, ran } = await asked(answer);
    expect(ran).toMatchObject({ code: 1, out: "", err: expect.stringContaining("[not-confirmed]") as unknown });
    expect(at.writes()).toEqual([]);
  });

  test("a probe without a terminal is refused, and names --auto-approve", async () => {
    const at = await desk();
    const { code, out, err } = await at.run(["probe"]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(
      "[not-confirmed]\n  There is no terminal to ask at. Say --auto-approve if that may be written.",
    );
    expect(at.writes()).toEqual([]);
  });

  test("Ctrl-C at the question writes nothing and exits with 130", async () => {
    const at = await desk();
    const interrupt = new AbortController();
    const ask = () => {
      interrupt.abort();
      return Promise.resolve(undefined);
    };
    const { code } = await at.run(["probe"], { interactive: true, ask, signal: interrupt.signal });
    expect(code).toBe(130);
    expect(at.writes()).toEqual([]);
  });
});
