import { fail } from "../diagnostics/error";
import type { Account, Analyzer, Configuration, CustomPolicy, Repository } from "../model/observed";
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
import { accountList, accountLists, idOf, itemsOf, type Results, results } from "./lists";
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

  /** The accounts that the key reaches. */
  async accounts(options?: ListOptions): Promise<readonly Account[]> {
    return (await read(accountList(this.#caller, options), options)).items;
  }

  /** The repositories of an account. */
  async repositories(accountId: string, options?: ListOptions): Promise<readonly Repository[]> {
    return (await this.list("repositories", accountId, options)).items;
  }

  /** The analyzers of an account that are enabled and visible. */
  async analyzers(accountId: string, options?: ListOptions): Promise<readonly Analyzer[]> {
    return (await this.list("analyzers", accountId, options)).items;
  }

  /** The custom code policies of an account. */
  async customPolicies(accountId: string, options?: ListOptions): Promise<readonly CustomPolicy[]> {
    return (await this.list("policies", accountId, options)).items;
  }

  /** The insights of a day, or of the latest day. */
  async insights(accountId: string, query?: QueryOf<"getInsights">, options?: CallOptions): Promise<Insights> {
    const path = { account_id: accountId };
    return (await this.#caller.call("getInsights", { path, query }, options)).body.data;
  }

  /** The PR scans of a repository. */
  scans(
    accountId: string,
    repositoryId: string,
    query?: QueryOf<"listScans">,
    options?: ListOptions,
  ): Promise<readonly PrScan[]> {
    const path = { account_id: accountId, repository_id: repositoryId };
    return itemsOf(this.#caller, "listScans", { path, query }, (each) => each.scan_id, options);
  }

  /** A PR scan and its findings, as JSON. */
  async scan(
    accountId: string,
    repositoryId: string,
    id: string,
    query?: QueryOf<"getScan">,
    options?: CallOptions,
  ): Promise<AnswerOf<"getScan">> {
    const path = { account_id: accountId, repository_id: repositoryId, id };
    return (await this.#caller.call("getScan", { path, query, reshape: unwrapData }, options)).body;
  }

  /** Findings in the pull requests of a repository. */
  prFindings(accountId: string, repositoryId: string, options?: ListOptions): Promise<readonly PrFinding[]> {
    const path = { account_id: accountId, repository_id: repositoryId };
    return itemsOf(this.#caller, "listPrFindings", { path }, idOf, options);
  }

  /** One page of all_findings. */
  async allFindingsPage(accountId: string, query: AllFindingsQuery, options?: CallOptions): Promise<FindingsPage> {
    const path = { account_id: accountId };
    return (await this.#caller.call("listAllFindings", { path, query }, options)).body as FindingsPage;
  }

  /**
   * all_findings, newest first, from the given page to the last one, or as many `pages` as are asked for. The next page
   * is fetched while one is consumed.
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

  /** Sets the category of a finding. The specification does not show the answer. */
  async setTriage(
    accountId: string,
    findingId: string,
    category: TriageCategory,
    options?: CallOptions,
  ): Promise<Json | undefined> {
    if (!triageCategories.includes(category))
      fail("argument-invalid", `triage_category must be one of ${triageCategories.join(", ")}.`);
    const path = { account_id: accountId, finding_id: findingId };
    return (await this.#caller.call("setTriage", { path, body: { triage_category: category } }, options)).body;
  }

  /** The triage of a finding. The specification does not show the answer. */
  async getTriage(accountId: string, findingId: string, options?: CallOptions): Promise<Json | undefined> {
    const path = { account_id: accountId, finding_id: findingId };
    return (await this.#caller.call("getTriage", { path }, options)).body;
  }

  /** Removes the triage of a finding. The specification does not show the answer. */
  async removeTriage(accountId: string, findingId: string, options?: CallOptions): Promise<Json | undefined> {
    const path = { account_id: accountId, finding_id: findingId };
    return (await this.#caller.call("removeTriage", { path }, options)).body;
  }

  /** The deepscans of an account. */
  deepscans(accountId: string, options?: ListOptions): Promise<readonly AccountDeepscan[]> {
    return itemsOf(this.#caller, "listDeepscans", { path: { account_id: accountId } }, idOf, options);
  }

  /** The deepscans of a repository. */
  repositoryDeepscans(accountId: string, repositoryId: string, options?: ListOptions): Promise<readonly Deepscan[]> {
    const path = { account_id: accountId, repository_id: repositoryId };
    return itemsOf(this.#caller, "listRepositoryDeepscans", { path }, idOf, options);
  }

  /** Queues a deepscan. Repeated only when it is certain that none was queued. The specification does not show the answer. */
  async triggerDeepscan(accountId: string, repositoryId: string, options?: CallOptions): Promise<Json | undefined> {
    const path = { account_id: accountId, repository_id: repositoryId };
    return (await this.#caller.call("triggerDeepscan", { path }, options)).body;
  }

  /** The findings of a deepscan. */
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

  /** The vulnerable packages found by a deepscan. */
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

  /** The SBOM of a deepscan, with a link to it. */
  async sbom(accountId: string, repositoryId: string, deepscanId: string, options?: CallOptions): Promise<Sbom> {
    const path = { account_id: accountId, repository_id: repositoryId, deepscan_id: deepscanId };
    return (await this.#caller.call("getSbom", { path }, options)).body.data;
  }

  /** The latest SBOM of a repository, with a link to it. */
  async latestSbom(accountId: string, repositoryId: string, options?: CallOptions): Promise<Sbom> {
    const path = { account_id: accountId, repository_id: repositoryId };
    return (await this.#caller.call("getLatestSbom", { path, reshape: wrapData }, options)).body.data;
  }

  /** The configurations of an account. */
  async configurations(accountId: string, options?: ListOptions): Promise<readonly Configuration[]> {
    return (await this.list("configurations", accountId, options)).items;
  }

  /** A configuration with its settings. */
  async configuration(accountId: string, id: string, options?: CallOptions): Promise<Configuration> {
    const path = { account_id: accountId, id };
    return configurationOf((await this.#caller.call("getConfiguration", { path }, options)).body.data);
  }

  /** POST. Repeated only when it is certain that nothing was created. */
  async createConfiguration(
    accountId: string,
    input: ConfigurationInput,
    options?: CallOptions,
  ): Promise<ConfigurationReceipt> {
    const path = { account_id: accountId };
    const body = configurationBody(input);
    return configurationReceipt(await this.#caller.call("createConfiguration", { path, body }, options));
  }

  /** PUT: replaces the configuration. */
  async replaceConfiguration(
    accountId: string,
    id: string,
    input: ConfigurationInput,
    options?: CallOptions,
  ): Promise<ConfigurationReceipt> {
    const path = { account_id: accountId, id };
    const body = configurationBody(input);
    return configurationReceipt(await this.#caller.call("replaceConfiguration", { path, body }, options));
  }

  /** PATCH: updates only the fields that are given. */
  async updateConfiguration(
    accountId: string,
    id: string,
    input: ConfigurationInput,
    options?: CallOptions,
  ): Promise<ConfigurationReceipt> {
    const path = { account_id: accountId, id };
    const body = configurationBody(input);
    return configurationReceipt(await this.#caller.call("updateConfiguration", { path, body }, options));
  }

  /** Deletes a configuration permanently. */
  async deleteConfiguration(accountId: string, id: string, options?: CallOptions): Promise<Receipt> {
    const path = { account_id: accountId, id };
    return receipt(await this.#caller.call("deleteConfiguration", { path }, options));
  }

  /** Writes the same settings to several configurations. */
  async bulkUpdate(
    accountId: string,
    ids: readonly string[],
    updates: Settings,
    options?: CallOptions,
  ): Promise<BulkReceipt> {
    const given = { path: { account_id: accountId }, body: bulkBody(ids, updates) };
    return bulkReceipt(await this.#caller.call("bulkUpdateConfigurations", given, options));
  }

  /** Assigns repositories to a configuration. */
  async assignRepositories(accountId: string, input: AssignInput, options?: CallOptions): Promise<AssignReceipt> {
    const given = { path: { account_id: accountId }, body: assignBody(input) };
    return assignReceipt(await this.#caller.call("assignRepositories", given, options));
  }

  /** A list of the account, continued from what was read of it. */
  list<K extends keyof Listed>(list: K, accountId: string, options?: ContinuedOptions<K>): Promise<Page<Listed[K]>> {
    return read(accountLists(this.#caller, accountId, options)[list], options);
  }
}
