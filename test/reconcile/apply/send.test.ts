import { error } from "../../../src/diagnostics/diagnostic";
import { fail, ScanformError } from "../../../src/diagnostics/error";
import type { Configuration } from "../../../src/model/observed";
import { address, configurationId, repositoryId } from "../../../src/model/ids";
import { send } from "../../../src/reconcile/apply/send";
import type { Requests } from "../../../src/reconcile/ports";
import type { WriteDraft } from "../../../src/reconcile/plan/write";
import { refusal, untriaged } from "../service";
import { contextOf } from "./context";
import type { Settings } from "../../../src/model/settings";
import { declare, desired, live } from "../account";
import { applying } from "./applying";
import fc from "fast-check";
import type { Json } from "../../../src/model/json";
import { bisect, type SendSome } from "../../../src/reconcile/apply/bisect";
import { failureOf, type Reason, withheldFailure } from "../../../src/reconcile/apply/write-result";

const one = configurationId("one");
const made: Configuration = { id: one, name: "one", settings: {} };
const carries = [address("scanform_configuration.one")];
const some = (...names: string[]) => names.map(repositoryId);

/** Sends a write to a service that answers by what it is sent; nothing is a success. */
async function sending(draft: WriteDraft, answer: (sent: string) => Error | undefined, signal?: AbortSignal) {
  const sent: string[] = [];
  const take = <T>(text: string, receipt: T): Promise<T & { readonly requestId: string }> => {
    sent.push(text);
    const thrown = answer(text);
    return thrown === undefined
      ? Promise.resolve({ ...receipt, requestId: `q${String(sent.length)}` })
      : Promise.reject(thrown);
  };
  const requests: Requests = {
    ...untriaged,
    createConfiguration: (_account, body) => take(`POST ${JSON.stringify(body)}`, { configuration: made }),
    replaceConfiguration: (_account, id, body) => take(`PUT ${id} ${JSON.stringify(body)}`, { configuration: made }),
    updateConfiguration: (_account, id, body) => take(`PATCH ${id} ${JSON.stringify(body)}`, { configuration: made }),
    deleteConfiguration: (_account, id) => take(`DELETE ${id}`, {}),
    bulkUpdate: (_account, ids, updates) =>
      take(`bulk ${ids.join(" ")} ${JSON.stringify(updates)}`, { updatedCount: 1, totalCount: 1, errors: [] }),
    assignRepositories: (_account, { configurationId: id, repositoryIds }) =>
      take(`assign ${id} ${repositoryIds.join(" ")}`, {
        configurationId: id,
        assignedCount: 1,
        totalMatched: 1,
        errors: repositoryIds.includes(repositoryId("odd")) ? ["odd is locked"] : [],
      }),
    setTriage: (_account, finding, category) => take(`triage ${finding} ${category}`, {}),
    removeTriage: (_account, finding) => take(`untriage ${finding}`, {}),
  };
  const result = await send({ ...draft, id: 0, after: [] }, contextOf(requests, { signal }));
  return { sent, result };
}

const body = { name: "one", settings: { comment: "enabled" } } as const;
const bare = JSON.stringify(body);
const all = (repositories: readonly string[]) => JSON.stringify({ ...body, repositories });
const ok = () => undefined;

test.each<[string, WriteDraft, string]>([
  ["a PUT", { kind: "put", configuration: one, body, carries }, `PUT one ${bare}`],
  ["a PATCH", { kind: "patch", configuration: one, body, carries }, `PATCH one ${bare}`],
  ["a DELETE", { kind: "delete", configuration: one, carries }, "DELETE one"],
  ["an assign", { kind: "assign", configuration: one, repositories: some("a", "b"), carries }, "assign one a b"],
])("sends %s in one request, and keeps its request id", async (_what, draft, expected) => {
  const { sent, result } = await sending(draft, ok);
  expect(sent).toEqual([expected]);
  expect(result).toEqual({ write: { ...draft, id: 0, after: [] }, status: "succeeded", requestId: "q1" });
});

test.each<[string, WriteDraft]>([
  ["a PUT", { kind: "put", configuration: one, body: { ...body, repositories: some("a", "b") }, carries }],
  ["a PATCH without repositories", { kind: "patch", configuration: one, body, carries }],
  ["a PATCH with one", { kind: "patch", configuration: one, body: { ...body, repositories: some("a") }, carries }],
  ["a DELETE", { kind: "delete", configuration: one, carries }],
])("does not divide or resend %s after a 413", async (_what, draft) => {
  const { sent, result } = await sending(draft, () => refusal(413));
  expect(sent).toHaveLength(1);
  expect(result).toMatchObject({ status: "failed", failures: [{ ids: [], status: 413, refused: true }] });
});

const draft: WriteDraft = {
  kind: "patch",
  configuration: one,
  body: { ...body, repositories: some("a", "b", "c", "d") },
  carries,
};
const atMostTwo = (status: number) => (text: string) =>
  text.includes("repositories") || text.split(" ").length > 4 ? refusal(status) : undefined;

test.each([413, 422])(
  "a PATCH with too many repositories is resent without them after a refusal with %i, and they are assigned in parts",
  async (status) => {
    const { sent, result } = await sending(draft, atMostTwo(status));
    expect(sent).toEqual([
      `PATCH one ${all(["a", "b", "c", "d"])}`,
      `PATCH one ${bare}`,
      "assign one a b c d",
      "assign one a b",
      "assign one c d",
    ]);
    expect(result).toMatchObject({ status: "succeeded", requestId: "q5" });
  },
);

test("a PATCH with too many repositories has taken effect in part when some repositories are refused", async () => {
  const { result } = await sending(draft, (text) =>
    text.includes("repositories") || /^assign.* [cd]\b/.test(text) ? refusal(422) : undefined,
  );
  expect(result).toMatchObject({ status: "failed", partly: true, failures: [{ ids: ["c"] }, { ids: ["d"] }] });
});

test("a PATCH with too many repositories fails with both errors when its settings are refused as well", async () => {
  const { sent, result } = await sending(draft, (text) => refusal(text.includes("repositories") ? 413 : 422));
  expect(sent).toHaveLength(2);
  expect(result).toMatchObject({ status: "failed", failures: [{ status: 413 }, { status: 422 }] });
  expect(result).not.toHaveProperty("partly", true);
});

test.each([400, 500])(
  "a PATCH with too many repositories is sent once when the refusal with %i does not depend on its size",
  async (status) => {
    const { sent, result } = await sending(draft, () => refusal(status));
    expect(sent).toHaveLength(1);
    expect(result).toMatchObject({ status: "failed", failures: [{ status, refused: status === 400 }] });
  },
);

test("a PATCH with too many repositories is sent once after an interrupt", async () => {
  expect((await sending(draft, () => refusal(413), AbortSignal.abort())).sent).toHaveLength(1);
});

test("reports an error item for one id as the failure of that id only", async () => {
  const draft: WriteDraft = { kind: "assign", configuration: one, repositories: some("a", "odd"), carries };
  expect((await sending(draft, ok)).result).toMatchObject({
    status: "failed",
    partly: true,
    failures: [{ ids: ["odd"], error: 'the service reported "odd is locked"', requestId: "q1", refused: false }],
  });
});

describe("a triage", () => {
  const key = [address("scanform_finding_triage.key")];
  const set: WriteDraft = { kind: "set-triage", finding: "f", category: "wont_fix", carries: key };
  const remove: WriteDraft = { kind: "remove-triage", finding: "f", carries: key };

  test.each<[string, WriteDraft, number]>([
    ["cannot be set where the service does not know the finding", set, 404],
    ["is not removed where the service refuses that", remove, 403],
  ])("%s", async (_what, draft, status) => {
    const { sent, result } = await sending(draft, () => refusal(status));
    expect(sent).toEqual([draft === set ? "triage f wont_fix" : "untriage f"]);
    expect(result).toMatchObject({ status: "failed", failures: [{ ids: [], status, refused: true }] });
  });

  test("a triage is removed where the service does not know it any more", async () => {
    const { result } = await sending(remove, () => refusal(404));
    expect(result).toEqual({ write: { ...remove, id: 0, after: [] }, status: "succeeded" });
  });
});

describe("a write without an answer", () => {
  const draft: WriteDraft = { kind: "delete", configuration: one, carries };
  const failed = async (thrown: Error) => {
    const { result } = await sending(draft, () => thrown);
    return result.status === "failed" ? result.failures : [];
  };

  test("a write without an answer may have taken effect where the failure says nothing of the request", async () => {
    const thrown = new ScanformError([error("service-error", "odd")]);
    expect(await failed(thrown)).toStrictEqual([{ ids: [], error: thrown.message, refused: false }]);
  });
});

test("a DELETE that is answered 404 has succeeded only where an earlier attempt of it may have arrived", async () => {
  const draft: WriteDraft = { kind: "delete", configuration: one, carries };
  const again = await sending(draft, () => refusal(404, { repeated: true, requestId: "q" }));
  expect(again.result).toEqual({ write: { ...draft, id: 0, after: [] }, status: "succeeded", requestId: "q" });
  expect((await sending(draft, () => refusal(404))).result).toMatchObject({ status: "failed" });
});

test("rethrows a defect in a deletion", async () => {
  await expect(sending({ kind: "delete", configuration: one, carries }, () => new TypeError("x"))).rejects.toThrow(
    TypeError,
  );
});

describe("an update that is refused", () => {
  /** The account lists the analyzers a and b, and the policies p and q. */
  const all = { comment: "silent", risk_threshold: 3, analyzers: { a: { enabled: true } } } as const satisfies Settings;

  const refused = "The service refused the request: POST /v1: status";
  const isNotListed = "which nobody declares and the account no longer lists";

  /** What is said of an update of one configuration that is answered with this status. */
  async function errorOf(settings: Settings, status = 422, declared: Settings = { comment: "enabled" }) {
    const { applied, sent, account } = await applying(
      live({ one: { settings } }),
      desired([declare("one", declared)]),
      {
        grace: [0],
        before: () => {
          throw refusal(status);
        },
      },
    );
    expect(sent).toHaveLength(1); // nothing partial is tried
    expect(account.observed.configurations[0]?.settings).toEqual(settings);
    expect(applied).toMatchObject({ verified: false, wrote: status >= 500 });
    return applied.outcomes[0]?.error;
  }

  test.each<[string, Settings, string]>([
    [
      "names an analyzer that is not listed any more, and not what is",
      { ...all, analyzers: { ...all.analyzers, gone: { enabled: true } } },
      `also analyzers["gone"], ${isNotListed}.`,
    ],
    [
      "names a policy that is not listed any more",
      { ...all, code_policies: [{ id: "p" }, { id: "gone" }] },
      `also code_policies["gone"], ${isNotListed}.`,
    ],
    ["names all that nobody declares where all of it is listed", all, 'also risk_threshold and analyzers["a"], which'],
  ])("the error of an update that is refused %s", async (_title, settings, text) => {
    const error = await errorOf(settings);
    expect(error).toContain(`${refused} 422. The request had all settings of "one", ${text}`);
    expect(error).toMatch(/remove it in the dashboard, or declare it with a value that it takes\.$/);
  });

  test("the error of an update that is refused names at most five leaves that nobody declares", async () => {
    const gone = ["c", "d", "e", "f", "g", "h", "i"];
    const error = await errorOf({ ...all, analyzers: Object.fromEntries(gone.map((slug) => [slug, {}])) });
    expect(error).toContain('analyzers["g"] and 2 more, which nobody declares');
  });

  test.each([401, 403, 404, 413, 429, 500])(
    "the error of an update that is refused says nothing of a body where the status is %i",
    async (status) => {
      expect(await errorOf(all, status)).toBe(`${refused} ${String(status)}`);
    },
  );

  test("the error of an update that is refused says nothing of other leaves where all are declared", async () => {
    expect(await errorOf({ comment: "silent" })).toBe(`${refused} 422`);
  });
});

/** A service that answers by what it is sent, and what it was sent. */
function service(answer: (ids: readonly string[]) => Error | Reason | readonly Json[]) {
  const sent: (readonly string[])[] = [];
  const taken = new Set<string>();
  const send: SendSome<string> = (ids) => {
    sent.push(ids);
    const answered = answer(ids);
    if (answered instanceof Error) return Promise.resolve({ failure: failureOf(answered, ids) });
    if ("is" in answered) return Promise.resolve({ failure: withheldFailure(answered, false, ids) });
    for (const id of ids) taken.add(id);
    return Promise.resolve({ receipt: { errors: answered, requestId: "q" } });
  };
  return { send, sent, taken };
}

const ids = fc
  .integer({ min: 1, max: 300 })
  .map((count) => Array.from({ length: count }, (_, at) => `id-${String(at)}-`));

test("names the refused ids of a large request and sends all others", async () => {
  const cases = ids.chain((all) =>
    fc.tuple(fc.constant(all), fc.subarray(all, { maxLength: Math.min(4, all.length) })),
  );
  await fc.assert(
    fc.asyncProperty(cases, fc.constantFrom(400, 404, 413, 422, 500), async ([all, bad], status) => {
      fc.pre(bad.length < all.length);
      const { send, sent, taken } = service((some) => (some.some((id) => bad.includes(id)) ? refusal(status) : []));
      const { failures } = await bisect(all, send, undefined);
      expect(failures.flatMap((each) => each.ids).sort()).toEqual([...bad].sort());
      expect(failures.every((each) => each.refused === status < 500)).toBe(true);
      expect([...taken].sort()).toEqual(all.filter((id) => !bad.includes(id)).sort());
      expect(sent.length).toBeLessThanOrEqual(1 + 2 * bad.length * Math.ceil(Math.log2(all.length + 1)));
    }),
    { numRuns: 40 },
  );
});

test("halves a request until it fits the limit of the service", async () => {
  await fc.assert(
    fc.asyncProperty(ids, fc.integer({ min: 1, max: 50 }), async (all, limit) => {
      const { send, sent, taken } = service((some) => (some.length > limit ? refusal(413) : []));
      expect(await bisect(all, send, undefined)).toEqual({ failures: [], some: true, requestId: "q" });
      expect(taken.size).toBe(all.length);
      expect(sent.length).toBeLessThanOrEqual(4 * Math.ceil(all.length / limit));
    }),
    { numRuns: 40 },
  );
});

test("gives up after eight refused single ids when none was accepted, and explains why the rest was not sent", async () => {
  const all = Array.from({ length: 16 }, (_, at) => `id-${String(at)}`);
  const { send, sent } = service(() => refusal(422));
  const { failures, some } = await bisect(all, send, undefined);
  expect(some).toBe(false);
  expect(sent.filter((ids) => ids.length === 1).flat()).toEqual(all.slice(0, 8));
  expect(failures.at(-1)).toMatchObject({
    ids: all.slice(8),
    error: expect.stringMatching(/^not sent, since 8 others were refused: .*status 422/s) as string,
  });
});

test.each([200, 302, 401, 403, 408, 429, 503])(
  "does not bisect after status %i, which does not depend on the ids",
  async (status) => {
    const { send, sent } = service(() => refusal(status));
    const { failures } = await bisect(["a", "b", "c"], send, undefined);
    expect(failures).toMatchObject([{ ids: ["a", "b", "c"], status }]);
    expect(sent).toHaveLength(1);
  },
);

test("does not count an id that is withheld as refused, and sends those that follow it", async () => {
  const all = Array.from({ length: 32 }, (_, at) => `id-${String(at)}`);
  const withheld = all.slice(0, 16);
  const { send, taken } = service((ids) => {
    if (ids.length > 1) return refusal(413);
    return withheld.some((id) => ids.includes(id)) ? { is: "changed" } : [];
  });
  const { failures } = await bisect(all, send, undefined);
  expect(failures.map(({ ids, withheld: why }) => [...ids, why?.is])).toEqual(withheld.map((id) => [id, "changed"]));
  expect([...taken]).toEqual(all.slice(16));
});

test("sends no half after an interrupt", async () => {
  const interrupt = new AbortController();
  const { send, sent } = service(() => {
    interrupt.abort();
    return refusal(422);
  });
  await bisect(["a", "b"], send, interrupt.signal);
  expect(sent).toHaveLength(1);
});

test.each<[string, Json]>([
  ["by a field", { configuration_id: "b", error: "no" }],
  ["in a sentence", "configuration B was not found"],
  ["somewhere deep", { details: [{ target: { ref: ["x", "b"] } }] }],
])("attributes an item of `errors` to the id that it names %s", async (_, item) => {
  const { send } = service(() => [item]);
  expect((await bisect(["zz", "b"], send, undefined)).failures).toMatchObject([{ ids: ["b"], requestId: "q" }]);
});

test("rethrows a defect", async () => {
  const { send } = service(() => new TypeError("x"));
  await expect(bisect(["a", "b"], send, undefined)).rejects.toThrow(TypeError);
  const { send: failing } = service(() => {
    try {
      return fail("usage", "no status");
    } catch (thrown) {
      return thrown as Error;
    }
  });
  expect((await bisect(["a", "b"], failing, undefined)).failures).toHaveLength(1);
});
