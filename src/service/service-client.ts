import type { OperationId } from "../api/operations";
import { fail } from "../diagnostics/error";
import type { Account, Analyzer, Configuration, CustomPolicy, Repository } from "../model/entities";
import {
  type CombinedFinding,
  type DeepscanFinding,
  type PrFinding,
  type ScaFinding,
  triageCategories,
  type TriageCategory,
} from "../model/findings";
import type { Json } from "../model/json";
import type { Page } from "../model/page";
import type { AccountDeepscan, Deepscan, Insights, PrScan, Sbom } from "../model/scans";
import type { Settings } from "../model/settings";
import type {
  AssignReceipt,
  BulkReceipt,
  ConfigurationReceipt,
  FindingsPage,
  FindingsReader,
  Listed,
  Reader,
  Receipt,
  Writer,
} from "../reconcile/ports";
import { baseUrl } from "./endpoint";
import { type AnswerOf, Caller, type Given, type QueryOf } from "./caller";
import { rateLimited } from "./rate-limit";
import {
  type CallOptions,
  checkOptions,
  keyOf,
  type ListOptions,
  type SendOptions,
  type ServiceClientOptions,
} from "./client-options";
import { accountList, accountLists, idOf, itemsOf, listing, type Results, results } from "./lists";
import { findingsFrom, restOf } from "./paging";
import { IdleDeadline, retrying } from "./retry";
import { httpTransport, readOnly } from "./transport";
import {
  type AssignInput,
  assignBody,
  assignReceipt,
  bulkBody,
  bulkReceipt,
  type ConfigurationInput,
  configurationBody,
  configurationOf,
  configurationReceipt,
  wrapData,
  unwrapData,
  receipt,
} from "./codec";

type AllFindingsQuery = QueryOf<"listAllFindings">;

/**
 * Every operation of the service: specification, *Endpoints*. Answers are validated and normalized: null fields are
 * absent, unknown fields are kept. Failed requests are repeated where that is safe.
 *
 * Every method throws ServiceError with the request, the status, the text of the service and its request_id, and
 * ScanformError `argument-invalid` for arguments that the service does not accept.
 *
 * @example
 * ```ts
 * const { SCANFORM_BASE_URL: baseUrl = "", SCANFORM_API_KEY: apiKey = "" } = process.env;
 * await using service = new ServiceClient({ baseUrl, apiKey, readOnly: true });
 * for (const { account_id } of await service.accounts())
 *   for await (const finding of service.allFindings(account_id, { days: 7 })) console.log(finding);
 * ```
 */
export class ServiceClient implements Reader, FindingsReader, Writer {
  readonly #caller: Caller;

  /** @throws ScanformError `base-url-invalid`, `no-api-key` or `argument-invalid` */
  constructor(options: ServiceClientOptions) {
    checkOptions(options);
    const apiKey = keyOf(options.apiKey);
    const { concurrency = 10 } = options;
    const http = httpTransport({
      ...options,
      apiKey,
      baseUrl: baseUrl(options.baseUrl, options.insecure, "set the option `insecure` if you mean it"),
      connections: concurrency,
    });
    const deadline = new IdleDeadline(options);
    const robust = retrying(rateLimited(http, { ...options, deadline }), { ...options, deadline });
    this.#caller = new Caller(options.readOnly === true ? readOnly(robust) : robust, apiKey);
  }

  /** Waits for requests in flight, or ends them if the client is read-only, and closes the connections. */
  close(): Promise<void> {
    return this.#caller.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Specification, *Endpoints > Accounts, repositories, analyzers, custom policies, insights*. */
  accounts(options?: ListOptions): Promise<readonly Account[]> {
    return itemsOf(accountList(this.#caller, options), options);
  }

  /** Specification, *Endpoints > Accounts, repositories, analyzers, custom policies, insights*. */
  repositories(accountId: string, options?: ListOptions): Promise<readonly Repository[]> {
    return itemsOf(accountLists(this.#caller, accountId, options).repositories, options);
  }

  /** Specification, *Endpoints > Accounts, repositories, analyzers, custom policies, insights*. */
  analyzers(accountId: string, options?: ListOptions): Promise<readonly Analyzer[]> {
    return itemsOf(accountLists(this.#caller, accountId, options).analyzers, options);
  }

  /** Specification, *Endpoints > Accounts, repositories, analyzers, custom policies, insights*. */
  customPolicies(accountId: string, options?: ListOptions): Promise<readonly CustomPolicy[]> {
    return itemsOf(accountLists(this.#caller, accountId, options).policies, options);
  }

  /** Specification, *Endpoints > Accounts, repositories, analyzers, custom policies, insights*. */
  async insights(accountId: string, query?: QueryOf<"getInsights">, options?: CallOptions): Promise<Insights> {
    const given = { path: { account_id: accountId }, query, signal: options?.signal };
    return (await this.#caller.call("getInsights", given)).body.data;
  }

  /** PR scans. Specification, *Endpoints > Scans and findings*. */
  scans(
    accountId: string,
    repositoryId: string,
    query?: QueryOf<"listScans">,
    options?: ListOptions,
  ): Promise<readonly PrScan[]> {
    const path = { account_id: accountId, repository_id: repositoryId };
    const scans = listing(this.#caller, "listScans", { path, query }, (each) => each.scan_id, options);
    return itemsOf(scans, options);
  }

  /** A PR scan and its findings, as JSON. Specification, *Endpoints > Scans and findings*. */
  async scan(
    accountId: string,
    repositoryId: string,
    id: string,
    query?: QueryOf<"getScan">,
    options?: CallOptions,
  ): Promise<AnswerOf<"getScan">> {
    const path = { account_id: accountId, repository_id: repositoryId, id };
    return (await this.#caller.call("getScan", { path, query, signal: options?.signal, reshape: unwrapData })).body;
  }

  /** Findings in the pull requests of a repository. Specification, *Endpoints > Scans and findings*. */
  prFindings(accountId: string, repositoryId: string, options?: ListOptions): Promise<readonly PrFinding[]> {
    const path = { account_id: accountId, repository_id: repositoryId };
    return itemsOf(listing(this.#caller, "listPrFindings", { path }, idOf, options), options);
  }

  /** One page of all_findings. Specification, *Endpoints > Scans and findings*. */
  async allFindingsPage(accountId: string, query: AllFindingsQuery, options?: CallOptions): Promise<FindingsPage> {
    const given = { path: { account_id: accountId }, query, ...reading(options) };
    return (await this.#caller.call("listAllFindings", given)).body as FindingsPage;
  }

  /**
   * all_findings, newest first, from the given page to the last one, or as many `pages` as are asked for. The next page
   * is fetched while one is consumed.
   * Specification, *Endpoints > Scans and findings*.
   */
  allFindings(
    accountId: string,
    query: AllFindingsQuery,
    options?: CallOptions & { readonly pages?: number },
  ): AsyncIterable<CombinedFinding> {
    const fetch = (page: number, signal: AbortSignal): Promise<FindingsPage> =>
      this.allFindingsPage(accountId, { ...query, page }, { ...options, signal });
    return findingsFrom(query.page ?? 1, fetch, options?.signal, options?.pages);
  }

  /** Specification, *Endpoints > Triage*; the answer is undocumented. */
  async setTriage(
    accountId: string,
    findingId: string,
    category: TriageCategory,
    options?: SendOptions<TriageCategory>,
  ): Promise<Json | undefined> {
    if (!triageCategories.includes(category))
      fail("argument-invalid", `triage_category must be one of ${triageCategories.join(", ")}.`);
    const path = { account_id: accountId, finding_id: findingId };
    const bodyOf = (triage_category: TriageCategory) => ({ triage_category });
    const given = { path, body: bodyOf(category), ...sending(options, bodyOf) };
    return (await this.#caller.call("setTriage", given)).body;
  }

  /** Specification, *Endpoints > Triage*; the answer is undocumented. */
  async getTriage(accountId: string, findingId: string, options?: CallOptions): Promise<Json | undefined> {
    const path = { account_id: accountId, finding_id: findingId };
    return (await this.#caller.call("getTriage", { path, ...reading(options) })).body;
  }

  /** Specification, *Endpoints > Triage*; the answer is undocumented. */
  async removeTriage(accountId: string, findingId: string, options?: SendOptions): Promise<Json | undefined> {
    const path = { account_id: accountId, finding_id: findingId };
    return (await this.#caller.call("removeTriage", { path, ...sending(options) })).body;
  }

  /** Specification, *Endpoints > Deepscans and SBOM*. */
  deepscans(accountId: string, options?: ListOptions): Promise<readonly AccountDeepscan[]> {
    return itemsOf(listing(this.#caller, "listDeepscans", { path: { account_id: accountId } }, idOf, options), options);
  }

  /** Specification, *Endpoints > Deepscans and SBOM*. */
  repositoryDeepscans(accountId: string, repositoryId: string, options?: ListOptions): Promise<readonly Deepscan[]> {
    const path = { account_id: accountId, repository_id: repositoryId };
    return itemsOf(listing(this.#caller, "listRepositoryDeepscans", { path }, idOf, options), options);
  }

  /**
   * Queues a deepscan. Repeated only when it is certain that none was queued. Specification, *Endpoints > Deepscans
   * and SBOM*; the answer is undocumented.
   */
  async triggerDeepscan(accountId: string, repositoryId: string, options?: CallOptions): Promise<Json | undefined> {
    const path = { account_id: accountId, repository_id: repositoryId };
    return (await this.#caller.call("triggerDeepscan", { path, signal: options?.signal })).body;
  }

  /** The findings of a deepscan. Specification, *Endpoints > Deepscans and SBOM*. */
  deepscanResults(
    accountId: string,
    repositoryId: string,
    deepscanId: string,
    query?: QueryOf<"listDeepscanResults">,
    options?: ListOptions,
  ): Promise<Results<DeepscanFinding>> {
    const path = { account_id: accountId, repository_id: repositoryId, deepscan_id: deepscanId };
    return results(this.#caller, "listDeepscanResults", { path, query }, options);
  }

  /** The vulnerable packages found by a deepscan. Specification, *Endpoints > Deepscans and SBOM*. */
  scaResults(
    accountId: string,
    repositoryId: string,
    deepscanId: string,
    query?: QueryOf<"listScaResults">,
    options?: ListOptions,
  ): Promise<Results<ScaFinding>> {
    const path = { account_id: accountId, repository_id: repositoryId, deepscan_id: deepscanId };
    return results(this.#caller, "listScaResults", { path, query }, options);
  }

  /** The SBOM of a deepscan, with a link to it. Specification, *Endpoints > Deepscans and SBOM*. */
  async sbom(accountId: string, repositoryId: string, deepscanId: string, options?: CallOptions): Promise<Sbom> {
    const path = { account_id: accountId, repository_id: repositoryId, deepscan_id: deepscanId };
    return (await this.#caller.call("getSbom", { path, signal: options?.signal })).body.data;
  }

  /** The latest SBOM of a repository, with a link to it. Specification, *Endpoints > Deepscans and SBOM*. */
  async latestSbom(accountId: string, repositoryId: string, options?: CallOptions): Promise<Sbom> {
    const path = { account_id: accountId, repository_id: repositoryId };
    const given = { path, signal: options?.signal, reshape: wrapData };
    return (await this.#caller.call("getLatestSbom", given)).body.data;
  }

  /** Specification, *Endpoints > Configurations*. */
  configurations(accountId: string, options?: ListOptions): Promise<readonly Configuration[]> {
    return itemsOf(accountLists(this.#caller, accountId, options).configurations, options);
  }

  /** Specification, *Endpoints > Configurations*. */
  async configuration(accountId: string, id: string, options?: CallOptions): Promise<Configuration> {
    const given = { path: { account_id: accountId, id }, ...reading(options) };
    return configurationOf((await this.#caller.call("getConfiguration", given)).body.data);
  }

  /**
   * POST. Repeated only when it is certain that nothing was created.
   * Specification, *Endpoints > Configurations*.
   */
  async createConfiguration(
    accountId: string,
    input: ConfigurationInput,
    options?: SendOptions<ConfigurationInput>,
  ): Promise<ConfigurationReceipt> {
    const path = { account_id: accountId };
    return configurationReceipt(
      await this.#caller.call("createConfiguration", { path, ...configuring(input, options) }),
    );
  }

  /** PUT. Specification, *Endpoints > Configurations*. */
  async replaceConfiguration(
    accountId: string,
    id: string,
    input: ConfigurationInput,
    options?: SendOptions<ConfigurationInput>,
  ): Promise<ConfigurationReceipt> {
    const path = { account_id: accountId, id };
    return configurationReceipt(
      await this.#caller.call("replaceConfiguration", { path, ...configuring(input, options) }),
    );
  }

  /** PATCH: only the fields that are given. Specification, *Endpoints > Configurations*. */
  async updateConfiguration(
    accountId: string,
    id: string,
    input: ConfigurationInput,
    options?: SendOptions<ConfigurationInput>,
  ): Promise<ConfigurationReceipt> {
    const path = { account_id: accountId, id };
    return configurationReceipt(
      await this.#caller.call("updateConfiguration", { path, ...configuring(input, options) }),
    );
  }

  /** Deletes permanently. 200 and 204 are both documented. Specification, *Endpoints > Configurations*. */
  async deleteConfiguration(accountId: string, id: string, options?: SendOptions): Promise<Receipt> {
    const given = { path: { account_id: accountId, id }, ...sending(options) };
    return receipt(await this.#caller.call("deleteConfiguration", given));
  }

  /** The same settings for several configurations. Specification, *Endpoints > Configurations*. */
  async bulkUpdate(
    accountId: string,
    ids: readonly string[],
    updates: Settings,
    options?: SendOptions<readonly string[]>,
  ): Promise<BulkReceipt> {
    const how = sending(options, (left: readonly string[]) => bulkBody(left, updates));
    const given = { path: { account_id: accountId }, body: bulkBody(ids, updates), ...how };
    return bulkReceipt(await this.#caller.call("bulkUpdateConfigurations", given));
  }

  /** Specification, *Endpoints > Configurations*. */
  async assignRepositories(
    accountId: string,
    input: AssignInput,
    options?: SendOptions<AssignInput>,
  ): Promise<AssignReceipt> {
    const given = { path: { account_id: accountId }, body: assignBody(input), ...sending(options, assignBody) };
    return assignReceipt(await this.#caller.call("assignRepositories", given));
  }

  /** The first page of a list, for `rest`. Specification, *Endpoints*, at its end. */
  firstPage<K extends keyof Listed>(list: K, accountId: string, options?: ListOptions): Promise<Page<Listed[K]>> {
    return accountLists(this.#caller, accountId, options)[list].page();
  }

  /** The items after a first page. Specification, *Endpoints*, at its end. */
  rest<K extends keyof Listed>(
    list: K,
    accountId: string,
    first: Page<Listed[K]>,
    options?: ListOptions,
  ): Promise<readonly Listed[K][]> {
    return restOf(accountLists(this.#caller, accountId, options)[list], first, options?.always);
  }
}

const reading = (options: CallOptions | undefined) => ({ signal: options?.signal, urgent: options?.urgent });

/** @param bodyOf the body as the service takes it; without it there is none */
const sending = <T>(
  options: SendOptions<T> | undefined,
  bodyOf: (given: T) => unknown = () => undefined,
): Pick<Given<OperationId>, "signal" | "prepare" | "attempted"> => {
  const { signal, attempted, prepare } = options ?? {};
  return {
    signal,
    attempted,
    prepare: prepare === undefined ? undefined : async (attempt) => bodyOf(await prepare(attempt)),
  };
};

const configuring = (input: ConfigurationInput, options: SendOptions<ConfigurationInput> | undefined) => ({
  body: configurationBody(input),
  ...sending(options, configurationBody),
});
