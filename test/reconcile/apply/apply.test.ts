import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import type { Seed } from "../../../src/emulator";
import type { Desired } from "../../../src/model/desired";
import type { Configuration, Observed } from "../../../src/model/entities";
import { type AccountId, accountId, address, configurationId, repositoryId } from "../../../src/model/ids";
import { settingsFields } from "../../../src/model/settings";
import { toWire } from "../../../src/model/to-wire";
import { type Applied, apply } from "../../../src/reconcile/apply/apply";
import type { Journal } from "../../../src/reconcile/apply/execute";
import { settledEntry } from "../../../src/reconcile/apply/journal-entry";
import { send } from "../../../src/reconcile/apply/send";
import type { WriteResult } from "../../../src/reconcile/apply/write-result";
import { type Plan, plan } from "../../../src/reconcile/plan/plan";
import type { Write, WriteDraft } from "../../../src/reconcile/plan/write";
import type { Writer } from "../../../src/reconcile/ports";
import { ServiceClient } from "../../../src/service/service-client";
import { refusal } from "../service";
import { startEmulator } from "../../support/emulator";
import { declare, desired, first, live, second } from "../account";
import { desiredFor, observed, uuid } from "../arbitrary";
import { memory } from "../memory";
import { Account, readings } from "../readings";
import { contextOf } from "./context";
import { applyTriages, type Service, triage } from "./applying";

const idOf = (at: number) => accountId(uuid("e", at));
const id = idOf(0);

/** The same accounts as a seed of the emulator. */
const seedOf = (...accounts: readonly Observed[]): Seed => ({
  keys: { key: accounts.map((_, at) => idOf(at)) },
  accounts: accounts.map(({ configurations, repositories, analyzers = [], policies = [] }, at) => ({
    account_id: idOf(at),
    active: true,
    analyzers,
    custom_policies: policies,
    repositories,
    configurations: configurations.map(({ settings, name = null, ...each }) => ({
      ...each,
      name,
      configuration: JSON.parse(JSON.stringify(toWire(settingsFields, settings))) as Record<string, never>,
    })),
  })),
});

/** Everything that a plan may be computed from. */
const read = async (eyes: ServiceClient, id: AccountId): Promise<Observed> => ({
  configurations: await eyes.configurations(id),
  repositories: await eyes.repositories(id),
  analyzers: await eyes.analyzers(id),
  policies: await eyes.customPolicies(id),
});

/** Applies to each account its declaration, on one emulator. */
async function onEmulator(cases: readonly (readonly [Observed, Desired])[]): Promise<readonly Done[]> {
  const emulator = await startEmulator({ seed: seedOf(...cases.map(([live]) => live)) });
  const eyes = new ServiceClient({ baseUrl: emulator.url, apiKey: "key", readOnly: true });
  const writer = new ServiceClient({ baseUrl: emulator.url, apiKey: "key" });
  try {
    return await Promise.all(
      cases.map(async ([, desired], at) => {
        const account = { id: idOf(at) };
        const first = plan(account, desired, await read(eyes, account.id));
        const applied = await apply(first, { reader: eyes, writer, grace: [0], sleep });
        const writes = emulator.requests.filter(
          (each) => each.method !== "GET" && each.path.includes(account.id),
        ).length;
        const second = plan(account, desired, await read(eyes, account.id));
        return { first, applied, writes, second };
      }),
    );
  } finally {
    await Promise.all([eyes.close(), writer.close()]);
    await emulator.close();
  }
}

interface Done {
  readonly first: Plan;
  readonly applied: Applied;
  /** How many requests to write came. */
  readonly writes: number;
  readonly second: Plan;
}

/** What was applied is there, with as many requests as were planned, and nothing is left to do. */
function expectDone({ first, applied, writes, second }: Done): void {
  expect(applied.diagnostics).toEqual([]);
  expect(applied.verified).toBe(true);
  expect(applied.outcomes.every(({ status }) => status === "succeeded")).toBe(true);
  expect([writes, applied.sent]).toEqual([first.requests.planned, first.requests.planned]);
  expect(first.requests.lowerBound).toBeLessThanOrEqual(first.requests.planned);
  expect(first.requests.planned).toBeLessThanOrEqual(first.requests.oneByOne);
  expect(second.writes).toEqual([]);
}

const cases = observed.chain((live) => fc.tuple(fc.constant(live), desiredFor(live)));

test("applying over HTTP sends the planned number of requests, and a second plan is empty", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cases, { minLength: 8, maxLength: 8 }), async (all) => {
      for (const done of await onEmulator(all)) expectDone(done);
    }),
    { numRuns: 1 },
  );
});

test("applying converges under every open reading of the specification, and a second plan is empty", async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.constantFrom(...readings), async ([live, desired], reading) => {
      const account = new Account(live, reading);
      const { reader, writer, sent } = memory(account);
      const first = plan({ id }, desired, live);
      const applied = await apply(first, { reader, writer, grace: [0], sleep });
      expectDone({
        first,
        applied,
        writes: sent.length,
        second: plan({ id }, desired, { ...live, ...account.observed }),
      });
    }),
    { numRuns: 60 },
  );
});

const one = configurationId("one");
const some = ["a", "b", "c", "d"].map(repositoryId);
const configuration: Configuration = { id: one, name: "one", settings: {} };

/** Takes everything, but for what is given. */
const writer = (given: Partial<Writer>): Writer => {
  const took = () => Promise.resolve({ configuration });
  return {
    setTriage: took,
    removeTriage: took,
    createConfiguration: took,
    replaceConfiguration: took,
    updateConfiguration: took,
    deleteConfiguration: () => Promise.resolve({}),
    bulkUpdate: () => Promise.resolve({ updatedCount: 1, totalCount: 1, errors: [] }),
    assignRepositories: () => Promise.resolve({ configurationId: one, assignedCount: 1, totalMatched: 1, errors: [] }),
    ...given,
  };
};

function sent(draft: WriteDraft, given: Partial<Writer>, listed: readonly Configuration[] = []): Promise<WriteResult> {
  const write: Write = { ...draft, id: 0, after: [] };
  return send(write, contextOf(writer(given), { listed: () => Promise.resolve(listed), sleep }));
}

const carries = [address("scanform_configuration.one")];
const body = { name: "one", settings: { comment: "enabled" }, repositories: some } as const;
const refusesAll: Partial<Writer> = { assignRepositories: () => Promise.reject(refusal(403)) };
const refusesOne: Partial<Writer> = {
  assignRepositories: (_account, { repositoryIds = [] }) =>
    repositoryIds.includes(repositoryId("c"))
      ? Promise.reject(refusal(422))
      : Promise.resolve({ configurationId: one, assignedCount: 1, totalMatched: 1, errors: [] }),
};
const tooMany = (_account: unknown, ...rest: readonly unknown[]) =>
  JSON.stringify(rest).includes("repositories") ? Promise.reject(refusal(413)) : Promise.resolve({ configuration });

test.each<[string, WriteDraft, Partial<Writer>, boolean]>([
  [
    "an assign of which one id is refused",
    { kind: "assign", configuration: one, repositories: some, carries },
    refusesOne,
    false,
  ],
  [
    "an assign that is refused whole",
    { kind: "assign", configuration: one, repositories: some, carries },
    refusesAll,
    true,
  ],
  [
    "a PATCH in parts of which the settings go through",
    { kind: "patch", configuration: one, body, carries },
    { ...refusesAll, updateConfiguration: tooMany },
    false,
  ],
  [
    "a PATCH in parts of which one id is refused",
    { kind: "patch", configuration: one, body, carries },
    { ...refusesOne, updateConfiguration: tooMany },
    false,
  ],
  [
    "a PATCH that is refused whole",
    { kind: "patch", configuration: one, body, carries },
    { updateConfiguration: () => Promise.reject(refusal(413)) },
    true,
  ],
  [
    "a POST whose repositories are refused",
    { kind: "create", body, carries },
    { ...refusesAll, createConfiguration: tooMany },
    false,
  ],
])("the journal records the status of %s", async (_, draft, given, refused) => {
  const result = await sent(draft, given);
  expect(settledEntry(result).status).toBe("failed");
  expect(settledEntry(result).refused === true).toBe(refused);
});

test("reads no list of configurations where only triages are written", async () => {
  const { applied, requests, looks } = await applyTriages({ held: new Map() }, [triage(first), triage(second)]);
  expect(requests).toEqual([`POST ${first} wont_fix`, `POST ${second} wont_fix`]);
  expect(applied).toMatchObject({ verified: true, sent: 2, wrote: true });
  expect(looks).toEqual({ configurations: 0, repositories: 0 });
});

test("reports a category that the service accepts and does not hold, and asks for it no second time", async () => {
  const service: Service = { held: new Map(), answer: () => ({ triage: null }) };
  const { applied, requests } = await applyTriages(service, [triage(first)]);
  expect(requests).toHaveLength(1);
  expect(applied).toMatchObject({
    verified: false,
    diagnostics: [
      {
        code: "not-converged",
        address: "scanform_finding_triage.first",
        path: "category",
        detail: 'expected "wont_fix", found nothing',
      },
    ],
  });
});

test("a refusal is the failure of its own triage, which is not read back", async () => {
  const service: Service = {
    held: new Map(),
    refuses: (text) => (text.includes(first) ? refusal(403) : undefined),
  };
  const { applied, waited } = await applyTriages(service, [triage(first), triage(second)]);
  expect(applied).toMatchObject({ verified: false, outcomes: [{ status: "failed" }, { status: "succeeded" }] });
  expect(waited).toEqual([]);
});

const firstAddress = "scanform_finding_triage.first";

describe("a category that the service does not replace", () => {
  const inProgress = () =>
    new Map([
      [first, "in_progress"],
      [second, "in_progress"],
    ]);

  test("is removed and then set once more, by writes with ids that no other write of the plan has", async () => {
    const sent: Write[] = [];
    const journal = { sending: (write: Write) => sent.push(write), settled: () => undefined };
    const { signal } = new AbortController();
    const { applied } = await applyTriages(
      { held: inProgress(), keeps: true },
      [triage(first), triage(second)],
      { journal, signal, grace: [0] },
      desired([declare("one", { comment: "enabled" })]),
      live({ one: {} }),
    );
    expect(applied).toMatchObject({ verified: true, sent: 7 });
    expect(new Set(sent.map(({ id }) => id)).size).toBe(7);
    for (const finding of [first, second]) {
      const [, removal, again] = sent.filter((write) => "finding" in write && write.finding === finding);
      expect(removal).toMatchObject({ kind: "remove-triage", after: [] });
      expect(again).toMatchObject({ kind: "set-triage", category: "wont_fix", after: [removal?.id] });
      expect(again?.id).toBeGreaterThan(removal?.id ?? Infinity);
    }
  });

  test("is set once more by writes with other ids than that of a configuration that was written once more, in one count", async () => {
    const sent: Write[] = [];
    const counts: string[] = [];
    const settled: number[] = [];
    const journal: Journal = {
      sending: (write) => sent.push(write),
      settled: ({ write }) => settled.push(write.id),
    };
    const { applied } = await applyTriages(
      { held: inProgress(), keeps: true, ignoresPatch: true },
      [triage(first)],
      {
        journal,
        concurrency: 1,
        grace: [0],
        onProgress: (done, total) => counts.push(`${String(done)} of ${String(total)}`),
      },
      desired([declare("one", { comment: "enabled" })]),
      live({ one: {} }),
    );
    expect(sent.map(({ kind }) => kind)).toEqual(["patch", "set-triage", "put", "remove-triage", "set-triage"]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(5);
    expect(settled).toEqual(sent.map(({ id }) => id));
    expect(counts).toEqual(["1 of 2", "2 of 2", "3 of 5", "4 of 5", "5 of 5"]);
    expect(applied).toMatchObject({
      verified: true,
      sent: 5,
      outcomes: [{ status: "succeeded" }, { address: firstAddress, status: "succeeded" }],
    });
  });

  test("is left where it is a third one, which somebody else has set after the write", async () => {
    const service: Service = {
      held: inProgress(),
      refuses: () => {
        queueMicrotask(() => service.held.set(first, "false_positive"));
        return undefined;
      },
    };
    const { applied, requests } = await applyTriages(service, [triage(first)], { grace: [0] });
    expect(requests).toEqual([`POST ${first} wont_fix`]);
    expect(applied).toMatchObject({ verified: false, outcomes: [{ status: "failed", code: "not-converged" }] });
    expect(service.held.get(first)).toBe("false_positive");
  });

  test("stays where the service refuses to remove it", async () => {
    const service: Service = {
      held: inProgress(),
      keeps: true,
      refuses: (text) => (text.startsWith("DELETE") ? refusal(403) : undefined),
    };
    const { applied, requests } = await applyTriages(service, [triage(first)], { grace: [0] });
    expect(requests).toEqual([`POST ${first} wont_fix`, `DELETE ${first}`]);
    expect(applied).toMatchObject({ verified: false, outcomes: [{ address: firstAddress, status: "failed" }] });
  });

  test("is not verified where it was removed, the answer was lost, and it was not set again", async () => {
    const service: Service = {
      held: inProgress(),
      keeps: true,
      refuses: (text) => {
        if (!text.startsWith("DELETE")) return undefined;
        service.held.delete(first);
        return refusal(502);
      },
    };
    const { applied, requests } = await applyTriages(service, [triage(first)], { grace: [0] });
    expect(requests).toEqual([`POST ${first} wont_fix`, `DELETE ${first}`]);
    expect(applied).toMatchObject({ verified: false, outcomes: [{ address: firstAddress, status: "failed" }] });
  });

  test("stays after an interruption, and is reported", async () => {
    const stop = new AbortController();
    const service: Service = {
      held: inProgress(),
      keeps: true,
      refuses: () => {
        stop.abort();
        return undefined;
      },
    };
    const { applied, requests, waited } = await applyTriages(service, [triage(first)], { signal: stop.signal });
    expect([requests, waited]).toEqual([[`POST ${first} wont_fix`], []]);
    expect(applied).toMatchObject({
      verified: false,
      outcomes: [{ address: firstAddress, status: "failed", code: "not-converged" }],
      diagnostics: [{ code: "not-converged", detail: 'expected "wont_fix", found "in_progress"' }],
    });
  });
});
