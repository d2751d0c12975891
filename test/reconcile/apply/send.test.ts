import { error } from "../../../src/diagnostics/diagnostic";
import { ScanformError } from "../../../src/diagnostics/error";
import type { Configuration } from "../../../src/model/entities";
import { address, configurationId, repositoryId } from "../../../src/model/ids";
import { send } from "../../../src/reconcile/apply/send";
import type { Requests } from "../../../src/reconcile/ports";
import type { WriteDraft } from "../../../src/reconcile/plan/write";
import { refusal, untriaged } from "../service";
import { contextOf } from "./context";

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
    assignRepositories: (_account, { configurationId: id, repositoryIds = [] }) =>
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

describe("a PATCH with too many repositories", () => {
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
