import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "../../../src/service/service-error";
import type { Configuration } from "../../../src/model/entities";
import { address, configurationId, repositoryId } from "../../../src/model/ids";
import { settledEntry } from "../../../src/reconcile/apply/journal-entry";
import type { WriteResult } from "../../../src/reconcile/apply/write-result";
import { send } from "../../../src/reconcile/apply/send";
import type { Writer } from "../../../src/reconcile/ports";
import type { Write, WriteDraft } from "../../../src/reconcile/plan/write";
import { contextOf } from "./context";

const one = configurationId("one");
const some = ["a", "b", "c", "d"].map(repositoryId);
const configuration: Configuration = { id: one, name: "one", settings: {} };

const refusal = (status: number) =>
  new ServiceError({ code: "service-error", detail: `status ${String(status)}`, method: "POST", path: "/v1", status });

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

describe("a failed POST whose name now belongs to a live configuration", () => {
  const create: WriteDraft = { kind: "create", body: { name: "one", settings: { comment: "enabled" } }, carries };
  const failing = { createConfiguration: () => Promise.reject(refusal(500)) };

  test("has succeeded when that configuration holds everything requested, whatever else was filled in", async () => {
    const made: Configuration = { ...configuration, settings: { comment: "enabled", risk_threshold: 5 } };
    expect(await sent(create, failing, [made])).toMatchObject({ status: "succeeded", created: one });
  });

  test("has failed when that configuration differs, and says so", async () => {
    const result = await sent(create, failing, [{ ...configuration, settings: { comment: "disabled" } }]);
    expect(result).toMatchObject({
      status: "failed",
      failures: [{ error: expect.stringContaining("A configuration of that name has appeared meanwhile") as string }],
    });
    expect(result).not.toHaveProperty("created");
  });
});
