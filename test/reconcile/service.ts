import type { LookReader, Reader, Requests, TriageReader, Writer } from "../../src/reconcile/ports";
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
  repositories: unused,
  analyzers: unused,
  customPolicies: unused,
  configurations: unused,
  configuration: unused,
  firstPage: unused,
  rest: unused,
  ...given,
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
