import { HTTPException } from "hono/http-exception";
import { type OperationId, operations } from "../api/operations";
import { EmbeddedAccount, type WriteId } from "../emulator/embedded";
import type { Profile } from "../emulator/profile/profile";
import type { StoredConfiguration, StoredRepository } from "../emulator/state/write-semantics";
import type { Configuration, Observed, Repository } from "../model/entities";
import type { TriageCategory } from "../model/findings";
import { decodeSettings } from "../model/field-decoder";
import type { AccountId, ConfigurationId } from "../model/ids";
import type { Json, JsonObject } from "../model/json";
import type { Settings } from "../model/settings";
import type { LookReader } from "../reconcile/apply/looks";
import type { Plan } from "../reconcile/plan/plan";
import type {
  AssignBody,
  AssignReceipt,
  BulkReceipt,
  ConfigurationReceipt,
  ConfigurationWrite,
  Receipt,
  WriteOptions,
  Writer,
} from "../reconcile/ports";
import { assignBody, assignReceipt, bulkBody, bulkReceipt, configurationBody } from "../service/codec";
import { ServiceError } from "../service/service-error";

/** The account of a plan as the emulator takes it, and as it was read: made once for all readings. */
export class Snapshot {
  readonly seed: ConstructorParameters<typeof EmbeddedAccount>[0];
  readonly triages: Plan["basis"]["triages"];
  readonly #settings = new WeakMap<object, Settings>();
  readonly #observed: readonly Repository[];
  readonly #seeded: readonly object[];
  readonly #moved = new WeakMap<object, Repository>();

  constructor({ account, observed, basis }: Pick<Plan, "account" | "observed" | "basis">) {
    const { configurations, repositories, analyzers = [], policies = [] } = observed;
    this.triages = basis.triages;
    this.#observed = repositories;
    const seeded = repositories.map((each) => ({
      ...each,
      name: each.name ?? null,
      configuration_id: each.configuration_id ?? null,
    }));
    this.#seeded = seeded;
    this.seed = {
      account_id: account.id,
      active: true,
      analyzers,
      custom_policies: policies,
      configurations: configurations.map(({ settings, name = null, ...each }) => {
        const configuration = onTheWire(configurationBody({ name: "", settings }));
        this.#settings.set(configuration, settings);
        return { ...each, name, configuration };
      }),
      repositories: seeded,
    };
  }

  configuration({ id, name, configuration }: StoredConfiguration): Configuration {
    const found =
      configuration === null ? {} : (this.#settings.get(configuration) ?? decodeSettings(configuration, "received"));
    if (configuration !== null) this.#settings.set(configuration, found);
    return { id, settings: found, ...(name === null ? {} : { name }) };
  }

  /**
   * Nearly all repositories are as they were, also in their place, which is found faster than by their identity.
   *
   * @param stored in the order of the seed
   */
  repositories(stored: readonly StoredRepository[]): readonly Repository[] {
    return stored.map((each, at) => {
      const before = this.#observed[at];
      return before !== undefined && each === this.#seeded[at] ? before : this.#repositoryOf(each);
    });
  }

  #repositoryOf(stored: StoredRepository): Repository {
    const repository = this.#moved.get(stored) ?? repositoryOf(stored);
    this.#moved.set(stored, repository);
    return repository;
  }
}

function repositoryOf(stored: StoredRepository): Repository {
  const { name, configuration_id: configuration, created_at: created, ...rest } = stored;
  return {
    ...rest,
    ...(name == null ? {} : { name }),
    ...(configuration === null ? {} : { configuration_id: configuration }),
    ...(created == null ? {} : { created_at: created }),
  };
}

/** The settings of a body, as JSON would bring them. */
function onTheWire(body: unknown): JsonObject {
  const { configuration } = json(body) as { readonly configuration: { readonly configuration: JsonObject } };
  return configuration.configuration;
}

const json = (body: unknown): Json => JSON.parse(JSON.stringify(body)) as Json;

/**
 * The service of one reading, for the engine. Triages are as the specification has them, since no reading concerns
 * them: they are kept here.
 */
export class RehearsedService implements LookReader, Writer {
  readonly #account: EmbeddedAccount;
  readonly #snapshot: Snapshot;
  readonly #triages: Map<string, string>;

  constructor(snapshot: Snapshot, profile: Partial<Profile>) {
    this.#account = new EmbeddedAccount(snapshot.seed, profile);
    this.#snapshot = snapshot;
    this.#triages = new Map(
      Object.entries(snapshot.triages ?? {}).flatMap(([finding, category]) =>
        category === null ? [] : [[finding.toLowerCase(), category] as const],
      ),
    );
  }

  /** See `EmbeddedAccount`. */
  get consulted(): ReadonlySet<string> {
    return this.#account.consulted;
  }

  get state(): Pick<Observed, "configurations" | "repositories"> {
    return { configurations: this.#configurations(), repositories: this.#repositories() };
  }

  configurations(): Promise<readonly Configuration[]> {
    return Promise.resolve(this.#configurations());
  }

  repositories(): Promise<readonly Repository[]> {
    return Promise.resolve(this.#repositories());
  }

  #configurations(): readonly Configuration[] {
    return this.#account.configurations().map((each) => this.#snapshot.configuration(each));
  }

  #repositories(): readonly Repository[] {
    return this.#snapshot.repositories(this.#account.repositories());
  }

  configuration(_account: AccountId, id: ConfigurationId): Promise<Configuration> {
    const found = this.#account.configuration(id);
    return found === undefined
      ? Promise.reject(refusal("getConfiguration", new HTTPException(404, { message: "not found" })))
      : Promise.resolve(this.#snapshot.configuration(found));
  }

  async createConfiguration(
    _account: AccountId,
    given: ConfigurationWrite,
    options?: WriteOptions<ConfigurationWrite>,
  ): Promise<ConfigurationReceipt> {
    const { data } = await this.#send("createConfiguration", {}, given, options, configurationBody);
    return this.#receipt(data);
  }

  replaceConfiguration(...given: Updating): Promise<ConfigurationReceipt> {
    return this.#update("replaceConfiguration", given);
  }

  updateConfiguration(...given: Updating): Promise<ConfigurationReceipt> {
    return this.#update("updateConfiguration", given);
  }

  async deleteConfiguration(_account: AccountId, id: ConfigurationId, options?: WriteOptions): Promise<Receipt> {
    await this.#send("deleteConfiguration", { id }, undefined, options, () => undefined);
    return {};
  }

  async bulkUpdate(
    _account: AccountId,
    ids: readonly ConfigurationId[],
    updates: Settings,
    options?: WriteOptions<readonly ConfigurationId[]>,
  ): Promise<BulkReceipt> {
    const bodyOf = (left: readonly ConfigurationId[]): unknown => bulkBody(left, updates);
    const body = await this.#send("bulkUpdateConfigurations", {}, ids, options, bodyOf);
    return bulkReceipt({ body } as Parameters<typeof bulkReceipt>[0]);
  }

  async assignRepositories(
    _account: AccountId,
    given: AssignBody,
    options?: WriteOptions<AssignBody>,
  ): Promise<AssignReceipt> {
    const body = await this.#send("assignRepositories", {}, given, options, assignBody);
    return assignReceipt({ body } as Parameters<typeof assignReceipt>[0]);
  }

  getTriage(_account: AccountId, finding: string): Promise<Json> {
    const category = this.#triages.get(finding.toLowerCase());
    return Promise.resolve({ data: { triage: category === undefined ? null : { category } } });
  }

  async *allFindings(): AsyncGenerator<never> {
    // each finding that a plan triages answers by itself
  }

  async setTriage(
    _account: AccountId,
    finding: string,
    category: TriageCategory,
    options?: WriteOptions<TriageCategory>,
  ): Promise<void> {
    this.#triages.set(finding.toLowerCase(), await prepared(category, options));
    options?.attempted?.(true);
  }

  async removeTriage(_account: AccountId, finding: string, options?: WriteOptions): Promise<void> {
    await prepared(undefined, options);
    this.#triages.delete(finding.toLowerCase());
    options?.attempted?.(true);
  }

  async #update(
    operation: "replaceConfiguration" | "updateConfiguration",
    [, id, given, options]: Updating,
  ): Promise<ConfigurationReceipt> {
    const { data } = await this.#send(operation, { id }, given, options, configurationBody);
    return this.#receipt(data);
  }

  /** @returns the body of the answer; empty where it has none */
  async #send<T>(
    operation: WriteId,
    path: { readonly id?: ConfigurationId },
    given: T,
    options: WriteOptions<T> | undefined,
    bodyOf: (given: T) => unknown,
  ): Promise<Record<string, unknown>> {
    const body = bodyOf(await prepared(given, options));
    try {
      return this.#account.write(operation, path, body === undefined ? undefined : json(body));
    } catch (thrown) {
      throw thrown instanceof HTTPException ? refusal(operation, thrown) : thrown;
    } finally {
      options?.attempted?.(true);
    }
  }

  #receipt(data: unknown): ConfigurationReceipt {
    return { configuration: this.#snapshot.configuration(data as StoredConfiguration) };
  }
}

type Updating = Parameters<Writer["updateConfiguration"]>;

const prepared = <T>(given: T, options: WriteOptions<T> | undefined): Promise<T> | T =>
  options?.prepare === undefined ? given : options.prepare({ unclear: false });

function refusal(id: OperationId, { status, message }: HTTPException): ServiceError {
  const { method, path } = operations[id];
  return new ServiceError({ method, path, code: "service-error", detail: message, status });
}
