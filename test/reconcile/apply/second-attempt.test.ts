import { configurationId } from "../../../src/model/ids";
import type { Write } from "../../../src/reconcile/plan/write";
import { declare, desired, first, give, live, names, second } from "../account";
import type { Account } from "../readings";
import { afterReading, applying, applyTriages, change, move, observed, triage } from "./applying";
import { refusal } from "../service";

describe("a write that the service accepts but does not perform", () => {
  /** The service forgets what a request of this kind has written. */
  const forgetting =
    (forgotten: "patch" | "assign") =>
    (kind: Write["kind"], account: Account): void => {
      if (kind !== forgotten) return;
      if (kind === "patch") for (const each of observed.configurations) account.change(each.id, each);
      else for (const each of observed.repositories) account.repositories.set(each.id, each);
    };
  const forgetful = forgetting("patch");

  test("is retried once with the other verb", async () => {
    const { applied, sent, waits } = await applying(observed, change, { after: forgetful, grace: [0, 250] });
    expect(sent).toEqual(["patch", "put"]);
    expect(waits).toEqual([250]);
    expect(applied).toMatchObject({ verified: true, sent: 2, diagnostics: [] });
  });

  test("is retried with the repositories of the last read-back, and each attempt looks once and is read back once", async () => {
    const { applied, looks, sent } = await applying(observed, move, { grace: [0], after: forgetting("assign") });
    expect(sent).toEqual(["assign", "patch"]);
    expect(looks).toEqual({ configurations: 2, repositories: 4 });
    expect(applied.verified).toBe(true);
  });

  test("is retried from a new look, so that it keeps what somebody else has changed before", async () => {
    const held = { comment: "silent", risk_threshold: 9 } as const;
    const { applied, sent, account } = await applying(observed, change, {
      grace: [0],
      onStart: (now) => {
        now.change("one", { settings: held });
      },
      after: (kind, now) => {
        if (kind === "patch") now.change("one", { settings: held });
      },
    });
    expect(sent).toEqual(["patch", "put"]);
    expect(account.configurations.get(configurationId("one"))?.settings).toEqual({ ...held, comment: "enabled" });
    expect(applied).toMatchObject({ verified: true, diagnostics: [{ code: "changed-meanwhile" }] });
  });

  test.each([
    { when: "before the read-back", isRead: false },
    { when: "between the read-back and the look", isRead: true },
  ])("is not retried where another leaf has changed $when: nothing is overwritten", async ({ isRead }) => {
    const held = { comment: "silent", risk_threshold: 9 } as const;
    let now: Account | undefined;
    const { applied, sent, account } = await applying(observed, change, {
      grace: [0],
      after: (kind, given) => {
        now = given;
        forgetful(kind, given);
        if (!isRead) given.change("one", { settings: held });
      },
      ...afterReading(() => now?.change("one", { settings: held })),
    });
    expect(sent).toEqual(["patch"]);
    expect(account.configurations.get(configurationId("one"))?.settings).toEqual(held);
    expect(applied).toMatchObject({
      verified: false,
      outcomes: [{ status: "failed", code: "changed-with-write" }],
      unexpected: [{ path: "risk_threshold", before: undefined, now: 9 }],
    });
  });

  test("is not retried where a reading has shown a leaf as written and it is as before again: somebody else has changed it", async () => {
    const names = (...all: string[]) => ({ notifications: { integration_names: all } });
    const declared = { ...names("kept", "new"), comment: "enabled" } as const;
    const former = { ...names("old", "kept"), comment: "silent" } as const;
    let now: Account | undefined;
    let reads = 0;
    const { applied, sent, account } = await applying(
      live({ one: { settings: former } }),
      desired([declare("one", declared)]),
      {
        grace: [0, 250],
        after: (_kind, given) => {
          now = given;
          given.change("one", { settings: { ...declared, comment: "silent" } }); // so that it is read again
        },
        ...afterReading(() => {
          reads += now === undefined ? 0 : 1;
          if (reads === 1) now?.change("one", { settings: former });
        }),
      },
    );
    expect(sent).toEqual(["put"]);
    expect(account.configurations.get(configurationId("one"))?.settings).toEqual(former);
    expect(applied).toMatchObject({ verified: false, outcomes: [{ status: "failed", code: "not-converged" }] });
  });

  test("leaves a repository that was moved back after a reading has shown it at its goal", async () => {
    const one = configurationId("one");
    const { applied, sent, account } = await applying(
      observed,
      desired([declare("one", { comment: "enabled" }), declare("two")], give("two", names("r1"))),
      {
        grace: [0, 250],
        // the service keeps the comment, so that it is read again
        after: forgetful,
        onWait: (_waited, now) => {
          for (const each of observed.repositories) now.repositories.set(each.id, each);
        },
      },
    );
    expect(sent).toEqual(["patch", "assign", "put"]);
    expect(account.observed.repositories.map((each) => each.configuration_id)).toEqual([one, one]);
    expect(account.configurations.get(one)?.settings).toEqual({ comment: "enabled" });
    expect(applied).toMatchObject({
      verified: false,
      diagnostics: [{ code: "not-converged", path: "repository r1" }],
    });
  });

  test("leaves a triage that was set back after a reading has shown it as planned", async () => {
    const { applied, requests, account } = await applyTriages(
      { held: { [first]: "false_positive", [second]: "false_positive" } },
      [triage(first), triage(second)],
      {
        // the service keeps the second one, so that both are read again
        after: (_kind, { triages }) => {
          if (triages.get(first) === "wont_fix") triages.set(second, "false_positive");
        },
        onWait: (_waited, { triages }) => {
          triages.set(first, "false_positive");
        },
      },
    );
    expect(requests.filter((each) => each.includes(first))).toEqual([`POST ${first} wont_fix`]);
    expect(requests).toContain(`DELETE ${second}`);
    expect(account.triages.get(first)).toBe("false_positive");
    expect(applied.verified).toBe(false);
  });

  test("keeps the created id when the settings are retried", async () => {
    const { applied, sent } = await applying(observed, desired([declare("new", { comment: "enabled" })]), {
      grace: [0],
      after: (kind, account) => {
        if (kind === "create") account.change("new new", { settings: {} });
      },
    });
    expect(sent).toEqual(["create", "patch"]);
    expect([...applied.created]).toEqual([["scanform_configuration.new", "new new"]]);
    expect(applied.verified).toBe(true);
  });

  test("is not waited for once its retry has been refused", async () => {
    const { applied, sent, waits } = await applying(observed, change, {
      grace: [0, 250],
      before: (kind) => {
        if (kind === "put") throw refusal(422);
      },
      after: forgetful,
    });
    expect(sent).toEqual(["patch", "put"]);
    expect(waits).toEqual([250]);
    expect(applied).toMatchObject({ verified: false, outcomes: [{ status: "failed" }] });
  });

  test("is not retried after an interrupt, and has failed", async () => {
    const interrupt = new AbortController();
    const { applied, sent } = await applying(observed, change, {
      signal: interrupt.signal,
      grace: [0],
      before: () => {
        interrupt.abort();
        return "q";
      },
      after: forgetful,
    });
    expect(sent).toEqual(["patch"]);
    expect(applied).toMatchObject({
      verified: false,
      wrote: true,
      outcomes: [{ status: "failed", code: "not-converged", requestId: "q" }],
      diagnostics: [{ code: "not-converged", path: "comment", address: "scanform_configuration.one" }],
    });
  });
});

test("a repository at a configuration that somebody else has changed since it came has not what was declared", async () => {
  const { applied } = await applying(
    live({ one: { has: ["r1"] }, two: { settings: { comment: "enabled" } } }),
    desired([declare("two", { comment: "enabled" })], give("two", names("r1"))),
    {
      after: (_kind, account) => {
        account.change("two", { settings: { comment: "disabled" } });
      },
    },
  );
  expect(applied).toMatchObject({
    verified: false,
    outcomes: [{ status: "succeeded" }],
    diagnostics: [{ code: "not-converged", address: "scanform_configuration.two", path: "comment" }],
  });
});

test("a second attempt does not remove an analyzer that somebody has added since the first one", async () => {
  const held = { comment: "silent", analyzers: { a: { enabled: true }, b: { enabled: true } } } as const;
  const added = { enabled: true, blocking: true };
  const { applied, sent, account } = await applying(
    live({ one: { settings: held } }),
    desired([
      declare("one", { comment: "enabled", analyzers: { a: { enabled: true } } }, { exclusiveAnalyzers: true }),
    ]),
    {
      grace: [0],
      // the service keeps the comment, which would be tried once more
      after: (kind, now) => {
        if (kind === "put")
          now.change("one", { settings: { comment: "silent", analyzers: { a: { enabled: true }, c: added } } });
      },
    },
  );
  expect(sent).toEqual(["put"]);
  expect(account.configurations.get(configurationId("one"))?.settings.analyzers).toEqual({
    a: { enabled: true },
    c: added,
  });
  expect(applied).toMatchObject({ verified: false, outcomes: [{ status: "failed", code: "not-converged" }] });
});
