import type { Configuration } from "../../src/model/observed";
import type { ConfigurationId } from "../../src/model/ids";
import type { Json } from "../../src/model/json";
import type { LookReader, Requests, Writer } from "../../src/reconcile/ports";
import type { Write, WriteDraft } from "../../src/reconcile/plan/write";
import type { Account } from "./readings";
import { inTurns, listing, noFindings, refusal } from "./service";

export interface Memory {
  readonly reader: LookReader;
  readonly requests: Requests;
  readonly writer: Writer;
  /** The kind of each request to write, in the order in which they came. */
  readonly sent: readonly Write["kind"][];
  /** How often each list was asked for. */
  readonly looks: { readonly configurations: number; readonly repositories: number };
}

type Act = (kind: Write["kind"], draft: WriteDraft) => unknown;

/**
 * A service over an account in memory. Its list of findings is empty.
 *
 * @param before is called for each request to write, and may throw what it is answered, or give its request id
 * @param after is called once the request has taken effect, before it is answered
 */
export function memory(account: Account, before: Act = () => undefined, after: Act = () => undefined): Memory {
  const sent: Write["kind"][] = [];
  const looks = { configurations: 0, repositories: 0 };
  const take = async (
    draft: WriteDraft,
  ): Promise<{ readonly created: ConfigurationId; readonly requestId?: string }> => {
    await Promise.resolve();
    sent.push(draft.kind);
    const requestId = before(draft.kind, draft);
    account.take(draft);
    const created = account.lastCreated;
    after(draft.kind, draft);
    return { created, ...(typeof requestId === "string" ? { requestId } : {}) };
  };
  const found = (id: ConfigurationId): { readonly configuration: Configuration } => {
    const configuration = account.configurations.get(id);
    if (configuration === undefined) throw new Error(`no configuration ${id}`);
    return { configuration };
  };
  const carries: WriteDraft["carries"] = [];
  const reader: Memory["reader"] = {
    getTriage: (_account, finding): Promise<Json> => {
      const category = account.triages.get(finding);
      return Promise.resolve({ triage: category === undefined ? null : { category } });
    },
    allFindings: noFindings,
    ...listing({
      configurations: () => {
        looks.configurations += 1;
        return Promise.resolve(account.observed.configurations);
      },
      repositories: () => {
        looks.repositories += 1;
        return Promise.resolve(account.observed.repositories);
      },
    }),
    configuration: (_account, id) =>
      account.configurations.has(id) ? Promise.resolve(found(id).configuration) : Promise.reject(refusal(404)),
  };
  const requests: Requests = {
    createConfiguration: async (_account, body) => {
      const { created, ...receipt } = await take({ kind: "create", body, carries });
      return { ...receipt, ...found(created) };
    },
    replaceConfiguration: async (_account, configuration, body) => ({
      ...(await take({ kind: "put", configuration, body, carries })),
      ...found(configuration),
    }),
    updateConfiguration: async (_account, configuration, body) => ({
      ...(await take({ kind: "patch", configuration, body, carries })),
      ...found(configuration),
    }),
    deleteConfiguration: (_account, configuration) => take({ kind: "delete", configuration, carries }),
    bulkUpdate: async (_account, configurations, updates) => ({
      ...(await take({ kind: "bulk", configurations, updates, carries })),
      updatedCount: configurations.length,
      totalCount: configurations.length,
      errors: [],
    }),
    assignRepositories: async (_account, { configurationId: configuration, repositoryIds: repositories }) => ({
      ...(await take({ kind: "assign", configuration, repositories, carries })),
      configurationId: configuration,
      assignedCount: repositories.length,
      totalMatched: repositories.length,
      errors: [],
    }),
    setTriage: (_account, finding, category) => take({ kind: "set-triage", finding, category, carries }),
    removeTriage: (_account, finding) => take({ kind: "remove-triage", finding, carries }),
  };
  return { reader, requests, writer: inTurns(requests, reader), sent, looks };
}
