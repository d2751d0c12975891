import type { Observed } from "../../src/model/observed";
import { accountId } from "../../src/model/ids";
import { pageOf } from "../../src/model/page";
import type { Listed, Reader } from "../../src/reconcile/ports";
import type { Write } from "../../src/reconcile/plan/write";
import { ServiceError } from "../../src/service/service-error";
import { Lists } from "../../src/terraform/account/lists";
import { openSession, type Session } from "../../src/terraform/account/session";
import type { BatchContext } from "../../src/terraform/account/plan-batch";
import { runBatch } from "../../src/terraform/account/run-batch";
import { memory } from "../reconcile/memory";
import { Account, type Reading } from "../reconcile/readings";
import { inTurns, untriaged } from "../reconcile/service";

export interface InMemoryOptions {
  /** The number of items on the first page of a list. */
  readonly page?: number;
  /** Is called for each request to look, as `asked` has it, and may throw what it is answered. */
  readonly looking?: (asked: string) => void;
  /** The same for each request to write. */
  readonly before?: (kind: Write["kind"]) => undefined;
  readonly dryRun?: boolean;
  readonly stop?: AbortSignal;
}

/** A session over an account in memory, without HTTP. */
export interface InMemory {
  readonly session: Session;
  readonly lists: Lists;
  readonly running: BatchContext;
  readonly account: Account;
  /** What was looked at: `configurations`, `configurations, first page`, `rest of configurations, certain`. */
  readonly asked: string[];
  /** The signal of each of these requests. */
  readonly signals: readonly (AbortSignal | undefined)[];
  /** The kinds of the requests to write. */
  readonly sent: readonly Write["kind"][];
}

const reading: Reading = { merge: "shallow", put: "replaces", repositories: "is the whole set", omitted: "drops" };
const id = accountId("account");

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** A request that the service has answered with a status. */
export const answered = (status: number, path = "/v1"): ServiceError =>
  new ServiceError({ method: "GET", path, code: "service-error", detail: `answered ${String(status)}`, status });

export async function inMemory(observed: Observed, options: InMemoryOptions = {}): Promise<InMemory> {
  const { page = Infinity, looking, before, dryRun = false, stop = new AbortController().signal } = options;
  const account = new Account(observed, reading);
  const { requests, sent } = memory(account, before);
  const asked: string[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const items = <K extends keyof Listed>(list: K): readonly Listed[K][] => {
    const all: { readonly [P in keyof Listed]: readonly Listed[P][] } = {
      analyzers: [],
      policies: [],
      ...observed,
      ...account.observed,
    };
    return all[list];
  };
  const look = async <T>(what: string, signal: AbortSignal | undefined, answer: () => T): Promise<T> => {
    await Promise.resolve();
    asked.push(what);
    signals.push(signal);
    looking?.(what);
    return answer();
  };
  const reader: Reader = {
    ...untriaged,
    accounts: (options) => look("accounts", options?.signal, () => [{ account_id: id, active: true }]),
    configuration: (_account, wanted, options) =>
      look(`configuration ${wanted}`, options?.signal, () => {
        const found = account.configurations.get(wanted);
        if (found === undefined) throw answered(404);
        return found;
      }),
    list: (list, _account, { certainty = "ended", from, signal } = {}) => {
      if (certainty === "first page")
        return look(`${list}, first page`, signal, () => pageOf(items(list).slice(0, page)));
      if (from?.extent === "complete") return Promise.resolve(from);
      const what = from === undefined ? list : `rest of ${list}`;
      return look(certainty === "ended" ? what : `${what}, ${certainty}`, signal, () => ({
        items: items(list),
        extent: "complete",
      }));
    },
  };
  const lists = new Lists(reader, id, stop);
  // nothing is sent to this address
  const session = await openSession({ baseUrl: "http://127.0.0.1:9", apiKey: "k", accountId: id, dryRun, stop });
  open.push(session);
  const running: BatchContext = {
    account: { id },
    reader,
    writer: inTurns(requests, reader),
    lists,
    dryRun,
    signal: stop,
    sleep: () => Promise.resolve(),
    ours: session.ours,
  };
  return {
    session: {
      ...session,
      lists,
      submit: async (change) => (await runBatch([change], running))[0] ?? { diagnostics: [] },
    },
    lists,
    running,
    account,
    asked,
    signals,
    sent,
  };
}
