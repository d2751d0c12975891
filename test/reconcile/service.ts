import type { Observed } from "../../src/model/observed";
import type { AccountId } from "../../src/model/ids";
import { pageOf } from "../../src/model/page";
import type {
  ContinuedOptions,
  Listed,
  LookReader,
  Reader,
  Requests,
  TriageReader,
  Writer,
} from "../../src/reconcile/ports";
import { listIn } from "./account";
import { ServiceError } from "../../src/service/service-error";

const unasked = () => new Error("not asked for");
const unused = () => Promise.reject(unasked());

/** The list of findings of an account without any. */
export async function* noFindings(): AsyncGenerator<never> {
  // nothing
}

/** For accounts of which no finding is asked for or triaged. */
export const untriaged: TriageReader & Pick<Requests, "setTriage" | "removeTriage"> = {
  getTriage: unused,
  allFindings: () => {
    throw unasked();
  },
  setTriage: unused,
  removeTriage: unused,
};

/** A service that answers the given reads; any other one fails the test. */
export const answering = (given: Partial<Reader>): Reader => ({
  ...untriaged,
  accounts: unused,
  list: unused,
  configuration: unused,
  ...given,
});

type Lists = Pick<Reader, "list">;

type ListReads = {
  readonly [K in keyof Listed]?: (account: AccountId, options?: ContinuedOptions<K>) => Promise<readonly Listed[K][]>;
};

/** Reads lists by these functions, and the others from another reader. */
export const listing = (reads: ListReads, others: Lists = { list: unused }): Lists => ({
  list: async (list, account, options) => {
    const read = reads[list];
    return read === undefined ? others.list(list, account, options) : pageOf(await read(account, options));
  },
});

/** Reads the lists of an account, of which so many items are on the first page. */
export const paging = (all: Observed, size = Infinity): Lists => ({
  list: (list, _account, { certainty } = {}) => {
    const items = listIn(all, list);
    return Promise.resolve(certainty === "first page" ? pageOf(items.slice(0, size)) : { items, extent: "complete" });
  },
});

/** A writer whose turns come at once, and that sends no failed request again. */
export const inTurns = (requests: Requests, looks: LookReader = answering({})): Writer => ({
  looks,
  inTurn: (use) => use(requests),
  again: (failed) => Promise.reject(failed),
});

/** A service that takes the given writes; any other one fails the test. */
export const taking = (given: Partial<Requests>): Requests => ({
  ...untriaged,
  createConfiguration: unused,
  replaceConfiguration: unused,
  updateConfiguration: unused,
  deleteConfiguration: unused,
  bulkUpdate: unused,
  assignRepositories: unused,
  ...given,
});

type Facts = Partial<ConstructorParameters<typeof ServiceError>[0]>;

/** A request that failed. */
export const failure = (facts: Facts = {}) =>
  new ServiceError({ method: "POST", path: "/v1", code: "service-error", detail: "no", ...facts });

/** The answer to a request that is refused. */
export const refusal = (status: number, facts: Facts = {}) =>
  failure({ detail: `status ${String(status)}`, status, ...facts });

/** In place of an answer: by default one that was lost, so that the request may have arrived. */
export const lost = (fault: Facts["fault"] = "lost") =>
  failure({ code: "service-unreachable", detail: "reset", fault });
