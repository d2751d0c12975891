import { ScanformError } from "../diagnostics/error";
import type { Account, Analyzer, Configuration, CustomPolicy, Repository } from "../model/entities";
import type { CombinedFinding, Pagination, Severity, TriageCategory } from "../model/findings";
import type { AccountId, ConfigurationId, RepositoryId } from "../model/ids";
import type { Json } from "../model/json";
import type { Page } from "../model/page";
import type { Settings } from "../model/settings";

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Requests a second page even if the first is short. */
  readonly always?: boolean;
  /** Called after each further page of a list whose length the service gives. */
  readonly onItems?: (read: number, total: number) => void;
  /**
   * The read belongs to a write whose turn has come, and which waits for it: it needs no free place among the
   * concurrent requests.
   */
  readonly urgent?: boolean | undefined;
  /** Called after each page: what a list costs in requests. */
  readonly onPage?: (() => void) | undefined;
}

/** The lists that a plan is computed from, each with its items. */
export interface Listed {
  readonly configurations: Configuration;
  readonly repositories: Repository;
  readonly analyzers: Analyzer;
  readonly policies: CustomPolicy;
}

/**
 * Why a request has no answer.
 * - `not-sent`: no connection was made; the service knows nothing of the request.
 * - `not-tried`: the client was stopped or closed first.
 * - `lost`: the request may have arrived; the answer did not, or not completely.
 * - `interrupted`: the caller aborted the request.
 */
export type Fault = "not-sent" | "not-tried" | "lost" | "interrupted";

/** What a Reader or a Writer throws for a request that failed. */
export abstract class RequestError extends ScanformError {
  /** HTTP status; absent without an answer. */
  abstract readonly status?: number;
  /** The service's id of the request, where an answer named one. */
  abstract readonly requestId?: string;
  /** Absent when there was an answer of any kind. */
  abstract readonly fault?: Fault;

  /** Nothing took effect, neither from this attempt nor from an earlier one. */
  abstract get refused(): boolean;

  /** No attempt left this machine. */
  abstract get unsent(): boolean;
}

/** The service has no such object, or hides it from this key. */
export const isNotFound = (thrown: unknown): boolean => thrown instanceof RequestError && thrown.status === 404;

/** The answer to a request; undefined where the service has no such object. */
export async function unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (thrown) {
    if (isNotFound(thrown)) return undefined;
    throw thrown;
  }
}

/** The reads of findings and their triages: specification, *Triage* and *Combined finding*. */
export interface TriageReader {
  /** The shape of the answer is undocumented: see `triageStatus`. */
  getTriage(account: AccountId, finding: string, options?: ReadOptions): Promise<Json | undefined>;
  /** All findings, newest first, page by page; without those on branches. */
  allFindings(
    account: AccountId,
    query: {
      readonly days: number;
      readonly all_results?: boolean;
      readonly per_page?: number;
      readonly severity?: readonly Severity[];
      readonly repository_id?: string;
    },
    options?: ReadOptions & {
      /** Requests at most this many pages. */
      readonly pages?: number;
    },
  ): AsyncIterable<CombinedFinding>;
}

/** A page of findings and its position: specification, *Combined finding*. */
export interface FindingsPage {
  readonly data: readonly CombinedFinding[];
  readonly pagination: Pagination;
}

/** The reads of findings, one request each: specification, *Scans and findings*. */
export interface FindingsReader {
  /** One page of all findings, newest first; without those on branches. */
  allFindingsPage(
    account: AccountId,
    query: {
      readonly days: number;
      readonly page: number;
      readonly per_page: number;
      readonly repository_id?: string;
    },
    options?: ReadOptions,
  ): Promise<FindingsPage>;
}

/**
 * The reads that the engine needs. None of them can change anything.
 *
 * Every method throws RequestError for a failed request.
 */
export interface Reader extends TriageReader {
  accounts(options?: ReadOptions): Promise<readonly Account[]>;
  repositories(account: AccountId, options?: ReadOptions): Promise<readonly Repository[]>;
  analyzers(account: AccountId, options?: ReadOptions): Promise<readonly Analyzer[]>;
  customPolicies(account: AccountId, options?: ReadOptions): Promise<readonly CustomPolicy[]>;
  configurations(account: AccountId, options?: ReadOptions): Promise<readonly Configuration[]>;
  configuration(account: AccountId, id: ConfigurationId, options?: ReadOptions): Promise<Configuration>;
  /** The first page of a list, which may be incomplete. */
  firstPage<K extends keyof Listed>(list: K, account: AccountId, options?: ReadOptions): Promise<Page<Listed[K]>>;
  /** The items after a first page. Sends nothing unless that page may be incomplete. */
  rest<K extends keyof Listed>(
    list: K,
    account: AccountId,
    first: Page<Listed[K]>,
    options?: ReadOptions,
  ): Promise<readonly Listed[K][]>;
}

/** The body of a create, PUT or PATCH. An absent `repositories` is omitted. */
export interface ConfigurationWrite {
  readonly name: string;
  readonly settings: Settings;
  readonly repositories?: readonly RepositoryId[];
}

/** The repositories to assign: those that any of the three selects. */
export interface AssignBody {
  readonly configurationId: ConfigurationId;
  readonly repositoryIds?: readonly RepositoryId[];
  readonly repositoryNames?: readonly string[];
  readonly repositoryPattern?: string;
}

/** Every answer to a write names its request, if the service does. */
export interface Receipt {
  readonly requestId?: string;
}

export interface BulkReceipt extends Receipt {
  readonly updatedCount: number;
  readonly totalCount: number;
  /** The shape of an item is undocumented. */
  readonly errors: readonly Json[];
}

export interface AssignReceipt extends Receipt {
  readonly configurationId: ConfigurationId;
  readonly assignedCount: number;
  readonly totalMatched: number;
  readonly errors: readonly Json[];
}

export interface ConfigurationReceipt extends Receipt {
  readonly configuration: Configuration;
}

/** An attempt to send a request whose turn has come. */
export interface Attempt {
  /** An earlier attempt may have taken effect: its answer is not known. */
  readonly unclear: boolean;
}

/** A read that began less than this ago, in milliseconds, is fresh: a write may rest on it. */
export const freshness = 1000;

/** What happens around each attempt to send a write. */
export interface WriteOptions<Body = void> {
  /**
   * Called once the turn of the request has come, right before it leaves, and again before each further attempt.
   *
   * @returns what is sent, in place of the argument
   * @throws anything but a RequestError: then nothing is sent, and the caller gets it as it is
   */
  readonly prepare?: ((attempt: Attempt) => Promise<Body>) | undefined;
  /** Called after each attempt. @param arrived false where it certainly never left this machine */
  readonly attempted?: ((arrived: boolean) => void) | undefined;
}

/** The writes of triages. The shape of the answers is undocumented. */
export interface TriageWriter {
  setTriage(
    account: AccountId,
    finding: string,
    category: TriageCategory,
    options?: WriteOptions<TriageCategory>,
  ): Promise<unknown>;
  removeTriage(account: AccountId, finding: string, options?: WriteOptions): Promise<unknown>;
}

/**
 * The writes that the engine needs. An implementation calls `prepare` before each attempt: without it nobody looks
 * whether somebody else has changed what the write replaces.
 *
 * Every method throws RequestError for a failed request.
 */
export interface Writer extends TriageWriter {
  createConfiguration(
    account: AccountId,
    body: ConfigurationWrite,
    options?: WriteOptions<ConfigurationWrite>,
  ): Promise<ConfigurationReceipt>;
  /** PUT */
  replaceConfiguration(
    account: AccountId,
    id: ConfigurationId,
    body: ConfigurationWrite,
    options?: WriteOptions<ConfigurationWrite>,
  ): Promise<ConfigurationReceipt>;
  /** PATCH */
  updateConfiguration(
    account: AccountId,
    id: ConfigurationId,
    body: ConfigurationWrite,
    options?: WriteOptions<ConfigurationWrite>,
  ): Promise<ConfigurationReceipt>;
  deleteConfiguration(account: AccountId, id: ConfigurationId, options?: WriteOptions): Promise<Receipt>;
  bulkUpdate(
    account: AccountId,
    ids: readonly ConfigurationId[],
    updates: Settings,
    options?: WriteOptions<readonly ConfigurationId[]>,
  ): Promise<BulkReceipt>;
  assignRepositories(account: AccountId, body: AssignBody, options?: WriteOptions<AssignBody>): Promise<AssignReceipt>;
}
