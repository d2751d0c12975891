import { ScanformError } from "../diagnostics/error";
import type { Account, Analyzer, Configuration, CustomPolicy, Repository } from "../model/observed";
import type { CombinedFinding, Pagination, Severity, TriageCategory } from "../model/findings";
import type { AccountId, ConfigurationId, RepositoryId } from "../model/ids";
import type { Json } from "../model/json";
import type { Certainty, Page } from "../model/page";
import type { Settings } from "../model/settings";

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each further page of a list whose length the service gives. */
  readonly onItems?: (read: number, total: number) => void;
  /** Called after each page: what a list costs in requests. */
  readonly onPage?: (() => void) | undefined;
}

/** How a list is read. */
export interface ListOptions extends ReadOptions {
  /** How certain it must be that the list lacks nothing; `ended` by default. */
  readonly certainty?: Certainty;
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

/** The answer to a request; `otherwise` where it is refused. A service that does not answer at all is an error. */
export async function unlessRefused<T>(request: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await request;
  } catch (thrown) {
    if (thrown instanceof RequestError && thrown.status !== undefined) return otherwise;
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

/** How a list of the account is read. */
export interface ContinuedOptions<K extends keyof Listed> extends ListOptions {
  /** What was read of it already, with less certainty. */
  readonly from?: Page<Listed[K]> | undefined;
}

/**
 * The reads that the engine needs. None of them can change anything.
 *
 * Every method throws RequestError for a failed request.
 */
export interface Reader extends TriageReader {
  accounts(options?: ListOptions): Promise<readonly Account[]>;
  configuration(account: AccountId, id: ConfigurationId, options?: ReadOptions): Promise<Configuration>;
  /** A list of the account. Sends no more requests than the certainty needs. */
  list<K extends keyof Listed>(list: K, account: AccountId, options?: ContinuedOptions<K>): Promise<Page<Listed[K]>>;
}

/** The body of a create, PUT or PATCH. An absent `repositories` is omitted. */
export interface ConfigurationWrite {
  readonly name: string;
  readonly settings: Settings;
  readonly repositories?: readonly RepositoryId[];
}

/** The repositories to assign. */
export interface AssignBody {
  readonly configurationId: ConfigurationId;
  readonly repositoryIds: readonly RepositoryId[];
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

/** A read that began less than this ago, in milliseconds, is fresh: a write may rest on it. */
export const freshness = 1000;

/** What is known of the attempts to send one request. Times are in milliseconds. */
export interface Attempts {
  readonly count: number;
  /** How long the service has not answered, and how long it has asked to wait. */
  readonly waited: number;
  readonly paused: number;
  /** One of them may have taken effect: its answer is not known. */
  readonly unclear: boolean;
  /** One of them left this machine. */
  readonly left: boolean;
}

export const noAttempts: Attempts = { count: 0, waited: 0, paused: 0, unclear: false, left: false };

/** The requests that write, each sent once. Every method throws RequestError for a failed request. */
export interface Requests {
  createConfiguration(account: AccountId, body: ConfigurationWrite): Promise<ConfigurationReceipt>;
  /** PUT */
  replaceConfiguration(
    account: AccountId,
    id: ConfigurationId,
    body: ConfigurationWrite,
  ): Promise<ConfigurationReceipt>;
  /** PATCH */
  updateConfiguration(account: AccountId, id: ConfigurationId, body: ConfigurationWrite): Promise<ConfigurationReceipt>;
  deleteConfiguration(account: AccountId, id: ConfigurationId): Promise<Receipt>;
  bulkUpdate(account: AccountId, ids: readonly ConfigurationId[], updates: Settings): Promise<BulkReceipt>;
  assignRepositories(account: AccountId, body: AssignBody): Promise<AssignReceipt>;
  /** The shape of the answer is undocumented, as it is of `removeTriage`. */
  setTriage(account: AccountId, finding: string, category: TriageCategory): Promise<unknown>;
  removeTriage(account: AccountId, finding: string): Promise<unknown>;
}

/** The reads that a write rests on. */
export type LookReader = Pick<Reader, "list" | "configuration" | keyof TriageReader>;

/** Writes to the service, in turn: no more requests at once than it bears. */
export interface Writer {
  /** Reads for the holder of a turn: they need no place of their own. */
  readonly looks: LookReader;
  /**
   * Waits for a turn, which ends with `use`.
   *
   * @param made the attempts before, of which each may take less time
   * @throws RequestError `interrupted` or `not-tried` where no turn comes any more
   */
  inTurn<T>(use: (requests: Requests) => Promise<T>, made: Attempts, signal: AbortSignal | undefined): Promise<T>;
  /**
   * Waits until a request that has failed may be sent again.
   *
   * @param isRepeatable it is idempotent
   * @throws RequestError to report in its place, where it may not be sent again
   */
  again(
    failed: RequestError,
    made: Attempts,
    isRepeatable: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Attempts>;
}

/**
 * Sends a write in its turn, and again where that is safe, each time from the beginning.
 *
 * @param once looks, and sends one request. A RequestError that it throws is one of that request.
 * @throws RequestError of the last attempt, with the number of all, and whatever else `once` throws
 */
export async function attempting<T>(
  writer: Writer,
  once: (requests: Requests, unclear: boolean) => Promise<T>,
  { isRepeatable, signal }: { readonly isRepeatable: boolean; readonly signal?: AbortSignal | undefined },
): Promise<T> {
  for (let made = noAttempts; ;) {
    const { unclear } = made;
    try {
      return await writer.inTurn((requests) => once(requests, unclear), made, signal);
    } catch (thrown) {
      if (!(thrown instanceof RequestError)) throw thrown;
      made = await writer.again(thrown, made, isRepeatable, signal);
    }
  }
}
