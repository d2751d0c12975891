import type { Observed } from "../../../src/model/entities";
import { configurationId, repositoryId } from "../../../src/model/ids";
import { ServiceError } from "../../../src/service/service-error";
import { declare, desired, give, live, names } from "../account";
import { applying, change, type Given, move, observed } from "./applying";

const refusal = (status: number) =>
  new ServiceError({ code: "service-error", detail: "no", method: "PATCH", path: "/v1", status, requestId: "q" });
const lost = () =>
  new ServiceError({ code: "service-unreachable", detail: "reset", method: "PATCH", path: "/v1", fault: "lost" });

test("looks before each write and reads an immediate result once, repositories only when they are affected", async () => {
  const changed = await applying(observed, change);
  expect(changed).toMatchObject({ waits: [], looks: { configurations: 1, repositories: 0 }, sent: ["patch"] });
  expect(changed.applied).toMatchObject({ verified: true, unread: false, wrote: true, sent: 1, diagnostics: [] });
  expect(changed.applied.seen?.map(({ id }) => id)).toEqual(["one", "two"]);
  expect(changed.applied).not.toHaveProperty("seenRepositories");

  const moved = await applying(observed, move);
  expect(moved).toMatchObject({ waits: [], looks: { configurations: 1, repositories: 2 }, sent: ["assign"] });
  expect(moved.applied).toMatchObject({ verified: true, outcomes: [{ status: "succeeded" }] });
  expect(moved.applied.seenRepositories).toEqual(moved.account.observed.repositories);
});

test("reads the account back when nothing was sent, too", async () => {
  const { applied, looks, sent } = await applying(observed, change, { signal: AbortSignal.abort() });
  expect([sent, looks]).toEqual([[], { configurations: 1, repositories: 0 }]);
  expect(applied).toMatchObject({
    sent: 0,
    verified: false,
    unread: false,
    wrote: false,
    outcomes: [{ status: "skipped", error: "interrupted" }],
  });
  expect(applied.seen).toEqual(observed.configurations);
});

test("waits for a late result, with a full wait between reads", async () => {
  let shown: Observed["configurations"] = observed.configurations;
  const { applied, waits, sent } = await applying(observed, change, {
    grace: [0, 250, 1000, 3000],
    look: (from) => ({ ...from, configurations: () => Promise.resolve(shown) }),
    onWait: (waited, account) => {
      if (waited === 2) shown = account.observed.configurations;
    },
  });
  expect(waits).toEqual([250, 1000]);
  expect(sent).toEqual(["patch"]);
  expect(applied.verified).toBe(true);
});

test("does not wait for a refused write", async () => {
  const { applied, waits } = await applying(observed, change, {
    before: () => {
      throw refusal(400);
    },
  });
  expect(waits).toEqual([]);
  expect(applied).toMatchObject({
    verified: false,
    wrote: false,
    sent: 1,
    outcomes: [{ status: "failed", requestId: "q" }],
    diagnostics: [{ code: "write-failed", address: "scanform_configuration.one" }],
  });
});

test("waits for a write whose answer was lost, and counts it as a success when its effect appears", async () => {
  const { applied, waits } = await applying(observed, change, {
    grace: [0, 250],
    before: () => {
      throw lost();
    },
    onWait: (_waited, account) => {
      const [one] = account.observed.configurations;
      if (one !== undefined) account.configurations.set(one.id, { ...one, settings: { comment: "enabled" } });
    },
  });
  expect(waits).toEqual([250]);
  expect(applied).toMatchObject({ verified: true, wrote: true, outcomes: [{ status: "succeeded" }] });
});

test("counts a write whose answer was lost as failed when the account cannot be read afterwards", async () => {
  const { applied } = await applying(observed, change, {
    look: (from) => ({ ...from, configurations: () => Promise.reject(refusal(503)) }),
    before: () => {
      throw lost();
    },
  });
  expect(applied).toMatchObject({ unread: true, verified: false, wrote: true, outcomes: [{ status: "failed" }] });
});

test.each([
  ["refused", () => refusal(400)],
  ["lost", lost],
])("counts a write as a success when its effect is there, although its request was %s", async (_what, failure) => {
  const both = desired([declare("one", { comment: "enabled" }), declare("two", { comment: "disabled" })]);
  let asked = 0;
  const { applied, sent } = await applying(observed, both, {
    before: (_kind, account) => {
      asked += 1;
      if (asked > 1) return undefined;
      const [one] = observed.configurations;
      if (one !== undefined) account.configurations.set(one.id, { ...one, settings: { comment: "enabled" } });
      throw failure();
    },
  });
  expect(sent).toEqual(["patch", "patch"]);
  expect(applied).toMatchObject({
    verified: true,
    sent: 2,
    wrote: true,
    outcomes: [{ status: "succeeded" }, { status: "succeeded" }],
    diagnostics: [],
  });
});

test("does not wait for a write that was skipped after a refusal", async () => {
  const policies = { code_policies: [{ id: "p", enabled: true }] };
  const declared = desired([declare("one", { code_policies: [] }), declare("two")], give("two", names("r1")));
  const { applied, waits, sent } = await applying(
    live({ one: { settings: policies, has: ["r1"] }, two: {} }),
    declared,
    {
      grace: [0, 250],
      before: () => {
        throw refusal(400);
      },
    },
  );
  expect([sent, waits]).toEqual([["put"], []]);
  expect(applied.outcomes).toMatchObject([{ status: "failed" }, { status: "skipped" }]);
});

test("waits for a bulk_update of which one part was refused and the answer to another part was lost", async () => {
  const both = desired(["one", "two"].map((name) => declare(name, { comment: "enabled" })));
  const answers = [refusal(422), refusal(400), lost()];
  const { applied, waits, sent } = await applying(observed, both, {
    grace: [0, 250],
    before: () => {
      throw answers.shift() ?? refusal(500);
    },
    onWait: (_waited, account) => {
      const two = account.configurations.get(configurationId("two"));
      if (two !== undefined) account.configurations.set(two.id, { ...two, settings: { comment: "enabled" } });
    },
  });
  expect([sent, waits]).toEqual([["bulk", "bulk", "bulk"], [250]]);
  expect(applied).toMatchObject({ outcomes: [{ status: "failed" }, { status: "succeeded" }] });
});

describe("a POST whose answer was lost", () => {
  test("is found in the list by its name and not sent again", async () => {
    const { applied, sent } = await applying(observed, desired([declare("new", { comment: "enabled" })]), {
      before: (_kind, account) => {
        const id = configurationId("given");
        account.configurations.set(id, { id, name: "new", settings: { comment: "enabled" } });
        throw lost();
      },
    });
    expect(sent).toEqual(["create"]);
    expect([...applied.created]).toEqual([["scanform_configuration.new", "given"]]);
    expect(applied).toMatchObject({ verified: true, outcomes: [{ status: "succeeded" }] });
  });

  test("is not matched to a configuration that gave up its name, even if the list still shows that name", async () => {
    const settings = { comment: "enabled" } as const;
    const before = live({ old: { settings } });
    const declared = desired([declare("old", settings), declare("other", settings, { id: configurationId("old") })]);
    let posted = 0;
    const { applied, sent } = await applying(before, declared, {
      grace: [0],
      before: (kind) => {
        if (kind !== "create") return undefined;
        posted += 1;
        if (posted === 1) throw lost();
        return undefined;
      },
      look: (from) => ({
        ...from,
        configurations: (account) =>
          posted < 2 ? Promise.resolve(before.configurations) : from.configurations(account),
      }),
    });
    expect(sent).toEqual(["patch", "create", "create"]);
    expect([...applied.created]).toEqual([["scanform_configuration.old", "new old"]]);
    expect(applied.verified).toBe(true);
  });
});

test("tolerates that an imported, unchanged configuration is deleted during the apply", async () => {
  const declared = desired([
    declare("one", { comment: "enabled" }),
    declare("two", {}, { id: configurationId("two") }),
  ]);
  const { applied } = await applying(observed, declared, {
    before: (_kind, account) => {
      account.configurations.delete(configurationId("two"));
      return undefined;
    },
  });
  expect(applied).toMatchObject({ verified: true, diagnostics: [] });
});

test.each(["not-sent", "not-tried"] as const)("does not count a request that was never sent (%s)", async (fault) => {
  const never = () =>
    new ServiceError({ code: "service-unreachable", detail: "refused", method: "PATCH", path: "/v1", fault });
  const before = () => {
    throw never();
  };
  expect((await applying(observed, change, { before })).applied).toMatchObject({ sent: 0, verified: false });
  const interrupt = new AbortController();
  const { applied } = await applying(observed, change, {
    signal: interrupt.signal,
    before: () => {
      interrupt.abort();
      throw never();
    },
  });
  expect(applied).toMatchObject({ sent: 0, outcomes: [{ status: "skipped", error: "interrupted" }] });
});

test("reports a second live configuration of the same name as an error, although every write succeeded", async () => {
  const { applied } = await applying(observed, desired([declare("new", { comment: "enabled" })]), {
    before: (_kind, account) => {
      const id = configurationId("by somebody else");
      account.configurations.set(id, { id, name: "new", settings: {} });
      return undefined;
    },
  });
  expect(applied).toMatchObject({
    verified: false,
    outcomes: [{ status: "succeeded" }],
    diagnostics: [{ code: "name-live-twice", address: "scanform_configuration.new" }],
  });
  expect([...applied.created]).toEqual([["scanform_configuration.new", "new new"]]);
});

test("leaves out a repository that disappeared before its move, and reports it", async () => {
  const { applied, sent } = await applying(observed, move, {
    grace: [0, 0],
    look: (from) => ({
      ...from,
      repositories: async (account) =>
        (await from.repositories(account)).filter(({ id }) => id !== repositoryId("id of r1")),
    }),
  });
  expect(sent).toEqual([]);
  expect(applied).toMatchObject({
    verified: false,
    sent: 0,
    outcomes: [
      {
        address: "scanform_repository_assignments.routing",
        status: "skipped",
        code: "changed-since-planned",
        changed: [{ path: "repository r1", planned: "one" }],
      },
    ],
    diagnostics: [
      {
        code: "changed-since-planned",
        detail: expect.stringContaining('repository r1 no longer has "one"') as string,
      },
    ],
  });
});

test("ignores a repository that disappeared and was not to move", async () => {
  const declared = desired([declare("one", { comment: "enabled" })], give("one", names("r3")));
  const world = live({ one: { settings: { comment: "silent" }, has: ["r1"] } }, ["r3"]);
  const { applied } = await applying(world, declared, {
    look: (from) => ({
      ...from,
      repositories: async (account) =>
        (await from.repositories(account)).filter(({ id }) => id !== repositoryId("id of r1")),
    }),
  });
  expect(applied).toMatchObject({ verified: true, diagnostics: [] });
});

test("a result that cannot be read back is a failure, and a defect is rethrown", async () => {
  const failing = (thrown: Error): Given => ({
    look: (from) => ({ ...from, configurations: () => Promise.reject(thrown) }),
  });
  const { applied, sent } = await applying(observed, change, failing(refusal(503)));
  expect(sent).toEqual(["patch"]);
  expect(applied).toMatchObject({
    verified: false,
    unread: true,
    wrote: true,
    outcomes: [{ status: "failed", code: "not-read-back" }],
  });
  expect(applied.diagnostics).toMatchObject([
    { code: "service-error" },
    { code: "not-read-back", detail: expect.stringContaining("1 request may have arrived") as string },
  ]);
  await expect(applying(observed, change, failing(new TypeError("x")))).rejects.toThrow(TypeError);
});
