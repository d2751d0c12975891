import { fail } from "../diagnostics/error";
import { configurationId } from "../model/ids";
import { settingsFields } from "../model/settings";
import { toWire } from "../model/normalize";
import type { ConfigurationReceipt, Reader, Receipt, Writer } from "../reconcile/ports";
import type { Answer, Request, Transport } from "./transport";
import { assignAnswer, bulkAnswer, check, configurationBody, type Reading, readings } from "./wire";

/** `/v1/…` with each parameter encoded. A parameter that would change the path is refused. */
function path(strings: TemplateStringsArray, ...parameters: readonly string[]): string {
  const encoded = parameters.map((each) => {
    if (each === "" || each === "." || each === ".." || /\p{Surrogate}/u.test(each))
      fail("service-error", `${JSON.stringify(each)} cannot be an id in a path`);
    return encodeURIComponent(each);
  });
  return `/v1${String.raw({ raw: strings }, ...encoded)}`;
}

/**
 * The operations that only look: specification, *Endpoints*.
 * Each throws ServiceError with method, path, status, the service's words and its request_id.
 */
export function reader(transport: Transport): Reader {
  async function get<T>(to: string, reading: Reading<T>, signal: AbortSignal | undefined): Promise<T> {
    const request: Request = { method: "GET", path: to, signal };
    const answer = await transport.send(request);
    check(reading.schema, request, answer);
    return reading.read(answer.body);
  }
  return {
    accounts: async (signal) => get(path`/accounts`, readings.accounts, signal),
    repositories: async (account, signal) =>
      get(path`/accounts/${account}/repositories`, readings.repositories, signal),
    analyzers: async (account, signal) => get(path`/accounts/${account}/analyzers`, readings.analyzers, signal),
    customPolicies: async (account, signal) =>
      get(path`/accounts/${account}/custom_policies`, readings.customPolicies, signal),
    configurations: async (account, signal) =>
      get(path`/accounts/${account}/configurations`, readings.configurations, signal),
    configuration: async (account, id, signal) =>
      get(path`/accounts/${account}/configurations/${id}`, readings.configuration, signal),
  };
}

/** The operations that write: specification, *Endpoints > Configurations*. */
export function writer(transport: Transport): Writer {
  async function sendConfiguration(request: Request): Promise<ConfigurationReceipt> {
    const answer = await transport.send(request);
    check(readings.configuration.schema, request, answer);
    return { configuration: readings.configuration.read(answer.body), ...receipt(answer) };
  }
  return {
    createConfiguration: async (account, body) =>
      sendConfiguration({
        method: "POST",
        path: path`/accounts/${account}/configurations`,
        body: configurationBody(body),
      }),
    replaceConfiguration: async (account, id, body) =>
      sendConfiguration({
        method: "PUT",
        path: path`/accounts/${account}/configurations/${id}`,
        body: configurationBody(body),
      }),
    updateConfiguration: async (account, id, body) =>
      sendConfiguration({
        method: "PATCH",
        path: path`/accounts/${account}/configurations/${id}`,
        body: configurationBody(body),
      }),
    // 200 and 204 are both documented; whatever the body of a 200 says, it is gone
    deleteConfiguration: async (account, id) => {
      const to = path`/accounts/${account}/configurations/${id}`;
      return receipt(await transport.send({ method: "DELETE", path: to, anyBody: true }));
    },
    bulkUpdate: async (account, ids, updates) => {
      const request: Request = {
        method: "POST",
        path: path`/accounts/${account}/configurations/bulk_update`,
        body: { configuration_ids: ids, updates: toWire(settingsFields, updates) },
      };
      const answer = await transport.send(request);
      const { updated_count, total_count, errors } = check(bulkAnswer, request, answer);
      return { updatedCount: updated_count, totalCount: total_count, errors, ...receipt(answer) };
    },
    assignRepositories: async (account, body) => {
      const request: Request = {
        method: "POST",
        path: path`/accounts/${account}/configurations/assign_repositories`,
        body: {
          configuration_id: body.configurationId,
          repository_ids: body.repositoryIds,
          repository_names: body.repositoryNames,
          repository_pattern: body.repositoryPattern,
        },
      };
      const answer = await transport.send(request);
      const said = check(assignAnswer, request, answer);
      return {
        configurationId: configurationId(said.configuration_id),
        ...(typeof said.configuration_name === "string" ? { configurationName: said.configuration_name } : {}),
        assignedCount: said.assigned_count,
        totalMatched: said.total_matched,
        errors: said.errors,
        ...receipt(answer),
      };
    },
  };
}

const receipt = ({ requestId }: Answer): Receipt => (requestId === undefined ? {} : { requestId });
