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
  ContinuedOptions,
  FindingsPage,
  FindingsReader,
  Listed,
  ListOptions,
  Reader,
  Receipt,
  Requests,
} from "../reconcile/ports";
import type { AnswerOf, Caller, QueryOf } from "./caller";
import type { CallOptions } from "./client-options";
import { accountList, accountLists, idOf, listing, type Results, results } from "./lists";
import { findingsFrom, read } from "./paging";
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
 * absent, unknown fields are kept.
 *
 * Every method throws ServiceError with the request, the status, the text of the service and its request_id, and
 * ScanformError `argument-invalid` for arguments that the service does not accept.
 */
export class Operations implements Reader, FindingsReader, Requests {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Specification, *Endpoints > Accounts, repositories, analyzers, custom policies, insights*. */
  async accounts(options?: ListOptions): Promise<readonly Account[]> {
    return (await read(accountList(this.#caller, options), options)).items;
  }

  /** Specification, *Endpoints > Accounts, repositories, analyzers, custom policies, insights*. */
  async repositories(accountId: string, options?: ListOptions): Promise<readonly Repository[]> {
    return (await this.list("repositories", accountId, options)).items;
  }

  /** Specification, *Endpoints > Accounts, repositories, analyzers, custom policies, insights*. */
  async analyzers(accountId: string, options?: ListOptions): Promise<readonly Analyzer[]> {
    return (await this.list("analyzers", accountId, options)).items;
  }

  /** Specification, *Endpoints > Accounts, repositories, analyzers, custom policies, insights*. */
  async customPolicies(accountId: string, options?: ListOptions): Promise<readonly CustomPolicy[]> {
    return (await this.list("policies", accountId, options)).items;
  }

  /** Specification, *Endpoints > Accounts, repositories, analyzers, custom policies, insights*. */
  async insights(accountId: string, query?: QueryOf<"getInsights">, options?: CallOptions): Promise<Insights> {
    const given = { path: { account_id: accountId }, query, signal: options?.signal };
    return (await this.#caller.call("getInsights", given)).body.data;
  }

  /** PR scans. Specification, *Endpoints > Scans and findings*. */
  async scans(
    accountId: string,
    repositoryId: string,
    query?: QueryOf<"listScans">,
    options?: ListOptions,
  ): Promise<readonly PrScan[]> {
    const path = { account_id: accountId, repository_id: repositoryId };
    const scans = listing(this.#caller, "listScans", { path, query }, (each) => each.scan_id, options);
    return (await read(scans, options)).items;
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
  async prFindings(accountId: string, repositoryId: string, options?: ListOptions): Promise<readonly PrFinding[]> {
    const path = { account_id: accountId, repository_id: repositoryId };
    return (await read(listing(this.#caller, "listPrFindings", { path }, idOf, options), options)).items;
  }

  /** One page of all_findings. Specification, *Endpoints > Scans and findings*. */
  async allFindingsPage(accountId: string, query: AllFindingsQuery, options?: CallOptions): Promise<FindingsPage> {
    const given = { path: { account_id: accountId }, query, signal: options?.signal };
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
    options?: CallOptions,
  ): Promise<Json | undefined> {
    if (!triageCategories.includes(category))
      fail("argument-invalid", `triage_category must be one of ${triageCategories.join(", ")}.`);
    const path = { account_id: accountId, finding_id: findingId };
    const given = { path, body: { triage_category: category }, signal: options?.signal };
    return (await this.#caller.call("setTriage", given)).body;
  }

  /** Specification, *Endpoints > Triage*; the answer is undocumented. */
  async getTriage(accountId: string, findingId: string, options?: CallOptions): Promise<Json | undefined> {
    const path = { account_id: accountId, finding_id: findingId };
    return (await this.#caller.call("getTriage", { path, signal: options?.signal })).body;
  }

  /** Specification, *Endpoints > Triage*; the answer is undocumented. */
  async removeTriage(accountId: string, findingId: string, options?: CallOptions): Promise<Json | undefined> {
    const path = { account_id: accountId, finding_id: findingId };
    return (await this.#caller.call("removeTriage", { path, signal: options?.signal })).body;
  }

  /** Specification, *Endpoints > Deepscans and SBOM*. */
  async deepscans(accountId: string, options?: ListOptions): Promise<readonly AccountDeepscan[]> {
    return (
      await read(listing(this.#caller, "listDeepscans", { path: { account_id: accountId } }, idOf, options), options)
    ).items;
  }

  /** Specification, *Endpoints > Deepscans and SBOM*. */
  async repositoryDeepscans(
    accountId: string,
    repositoryId: string,
    options?: ListOptions,
  ): Promise<readonly Deepscan[]> {
    const path = { account_id: accountId, repository_id: repositoryId };
    return (await read(listing(this.#caller, "listRepositoryDeepscans", { path }, idOf, options), options)).items;
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
  async configurations(accountId: string, options?: ListOptions): Promise<readonly Configuration[]> {
    return (await this.list("configurations", accountId, options)).items;
  }

  /** Specification, *Endpoints > Configurations*. */
  async configuration(accountId: string, id: string, options?: CallOptions): Promise<Configuration> {
    const given = { path: { account_id: accountId, id }, signal: options?.signal };
    return configurationOf((await this.#caller.call("getConfiguration", given)).body.data);
  }

  /**
   * POST. Repeated only when it is certain that nothing was created.
   * Specification, *Endpoints > Configurations*.
   */
  async createConfiguration(
    accountId: string,
    input: ConfigurationInput,
    options?: CallOptions,
  ): Promise<ConfigurationReceipt> {
    const path = { account_id: accountId };
    return configurationReceipt(
      await this.#caller.call("createConfiguration", { path, body: configurationBody(input), signal: options?.signal }),
    );
  }

  /** PUT. Specification, *Endpoints > Configurations*. */
  async replaceConfiguration(
    accountId: string,
    id: string,
    input: ConfigurationInput,
    options?: CallOptions,
  ): Promise<ConfigurationReceipt> {
    const path = { account_id: accountId, id };
    return configurationReceipt(
      await this.#caller.call("replaceConfiguration", {
        path,
        body: configurationBody(input),
        signal: options?.signal,
      }),
    );
  }

  /** PATCH: only the fields that are given. Specification, *Endpoints > Configurations*. */
  async updateConfiguration(
    accountId: string,
    id: string,
    input: ConfigurationInput,
    options?: CallOptions,
  ): Promise<ConfigurationReceipt> {
    const path = { account_id: accountId, id };
    return configurationReceipt(
      await this.#caller.call("updateConfiguration", { path, body: configurationBody(input), signal: options?.signal }),
    );
  }

  /** Deletes permanently. 200 and 204 are both documented. Specification, *Endpoints > Configurations*. */
  async deleteConfiguration(accountId: string, id: string, options?: CallOptions): Promise<Receipt> {
    const given = { path: { account_id: accountId, id }, signal: options?.signal };
    return receipt(await this.#caller.call("deleteConfiguration", given));
  }

  /** The same settings for several configurations. Specification, *Endpoints > Configurations*. */
  async bulkUpdate(
    accountId: string,
    ids: readonly string[],
    updates: Settings,
    options?: CallOptions,
  ): Promise<BulkReceipt> {
    const given = { path: { account_id: accountId }, body: bulkBody(ids, updates), signal: options?.signal };
    return bulkReceipt(await this.#caller.call("bulkUpdateConfigurations", given));
  }

  /** Specification, *Endpoints > Configurations*. */
  async assignRepositories(accountId: string, input: AssignInput, options?: CallOptions): Promise<AssignReceipt> {
    const given = { path: { account_id: accountId }, body: assignBody(input), signal: options?.signal };
    return assignReceipt(await this.#caller.call("assignRepositories", given));
  }

  /** A list of the account, continued from what was read of it. Specification, *Endpoints*, at its end. */
  list<K extends keyof Listed>(list: K, accountId: string, options?: ContinuedOptions<K>): Promise<Page<Listed[K]>> {
    return read(accountLists(this.#caller, accountId, options)[list], options);
  }
}
