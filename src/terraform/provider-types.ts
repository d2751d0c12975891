import type { Diagnostic } from "../diagnostics/diagnostic";
import type { Session } from "./account/session";
import type { ProviderFunction } from "./functions";
import type { ResourceIdentity } from "./identities";
import type { Schema } from "./schema/schema";
import type { ObjectValue, PrivateState } from "./value";

/** The provider without the protocol. */
export interface Provider {
  readonly block: Schema;
  readonly resources: Readonly<Record<string, ResourceType>>;
  readonly dataSources: Readonly<Record<string, DataSourceType>>;
  readonly ephemeralResources: Readonly<Record<string, EphemeralResourceType>>;
  readonly functions: Readonly<Record<string, ProviderFunction>>;
  /** Each under the name of the resource type whose objects it lists. */
  readonly listResources: Readonly<Record<string, ListResourceType>>;
  readonly actions: Readonly<Record<string, ActionType>>;
  validate(config: ObjectValue): readonly Diagnostic[];
  /**
   * @param config the provider block; some values may not be known yet
   * @param stop aborted when terraform is asked to stop
   * @returns undefined while something that a session needs is not known
   * @throws ScanformError when a session cannot be opened
   */
  configure(config: ObjectValue, stop: AbortSignal): Promise<Session | undefined>;
}

/**
 * All objects have every attribute of the schema; an attribute without a value is null.
 *
 * Private state is two things: `storedPrivate` is kept with the state, by an apply or a read, for every later request;
 * `plannedPrivate` goes from a plan to its apply, and has the stored one in it. From Terraform 1.16 on, the plan right
 * before an apply gets what the reviewed plan gave.
 */

interface PlanRequest {
  /** The configured provider; absent while its configuration is not known. */
  readonly session: Session | undefined;
  /** null for a resource that is to be created. */
  readonly prior: ObjectValue | null;
  /** The user's configuration. */
  readonly config: ObjectValue;
  /** In the second plan of a replacement, the planned private state of the first; otherwise empty. */
  readonly replaced: PrivateState;
  /** The configuration combined with the computed values of the prior state, as Terraform proposes it. */
  readonly proposed: ObjectValue;
}

/** What a plan says, and what its apply is to know. */
export interface Planned {
  readonly diagnostics: readonly Diagnostic[];
  readonly plannedPrivate?: PrivateState;
}

export interface PlanResponse extends Planned {
  readonly planned: ObjectValue;
  /** Attributes whose change requires a replacement. */
  readonly requiresReplace?: readonly string[];
  /**
   * In words, what the plan rests on in the account and does not show: an apply that finds something else is refused.
   * Called only for a core that keeps it until then, from Terraform 1.16 on. Absent where the state has it.
   */
  readonly restsOn?: () => string | undefined | Promise<string | undefined>;
}

export interface ApplyRequest {
  readonly session: Session;
  /** null for a resource that is created. */
  readonly prior: ObjectValue | null;
  readonly planned: ObjectValue;
  readonly config: ObjectValue;
  readonly plannedPrivate: PrivateState;
}

export interface DestroyPlan {
  /** Whether the user saw the diagnostics of `planDestroy`. Terraform does not ask for them for a replacement. */
  readonly shown: boolean;
  /** For a replacement: that of the new resource. */
  readonly plannedPrivate: PrivateState;
}

/** The state after a request; null when the object does not exist. */
export interface StateResponse {
  readonly state: ObjectValue | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly storedPrivate?: PrivateState;
}

/** Where no part of a request took effect, its method throws a ScanformError, and the state stays as it was. */
export interface ResourceType {
  readonly schema: Schema;
  readonly identity: ResourceIdentity;
  /** Checks the configuration without the service. Unknown values are accepted. */
  validate(config: ObjectValue): readonly Diagnostic[];
  /**
   * The planned private state where the proposed state equals the prior one, so that nothing changes. Undefined where
   * the state has something that may no longer be declared: `plan` is called then, as without this method.
   */
  unchanged?(state: ObjectValue): PrivateState | undefined;
  /** Writes nothing. Runs again in another process when the plan is applied. */
  plan(asked: PlanRequest): Promise<PlanResponse>;
  /** Terraform does not plan destructions again when they are applied. */
  planDestroy(session: Session | undefined, prior: ObjectValue): Promise<Planned>;
  read(session: Session, state: ObjectValue, storedPrivate?: PrivateState): Promise<StateResponse>;
  /** Creates or updates. After an error the state holds what was created. */
  apply(asked: ApplyRequest): Promise<StateResponse>;
  /** Deletes. The state is kept when a diagnostic is an error. */
  destroy(session: Session, prior: ObjectValue, planned: DestroyPlan): Promise<readonly Diagnostic[]>;
  /**
   * A state with the identifying attributes; Terraform reads the rest. @throws ScanformError when nothing has the id
   */
  importState(session: Session, id: string): Promise<ObjectValue>;
}

export interface DataSourceType {
  readonly schema: Schema;
  validate(config: ObjectValue): readonly Diagnostic[];
  /** @param config without unknown values @throws ScanformError when there is nothing to read */
  read(session: Session, config: ObjectValue): Promise<StateResponse>;
}

/** An ephemeral resource type: what it gives is in neither a state nor a plan file. */
export interface EphemeralResourceType {
  readonly schema: Schema;
  validate(config: ObjectValue): readonly Diagnostic[];
  /** @param config without unknown values @returns what it gives @throws ScanformError when there is nothing */
  open(session: Session, config: ObjectValue): Promise<ObjectValue>;
}

/** What `terraform query` lists. */
export interface ListResourceType {
  /** Of what is written in `config`. */
  readonly schema: Schema;
  validate(config: ObjectValue): readonly Diagnostic[];
  /** In an order that stays while the account stays as it is. @throws ScanformError */
  list(session: Session, config: ObjectValue): Promise<readonly ListedObject[]>;
}

export interface ListedObject {
  /** One line, in which names of the account are text and nothing else: terraform prints it raw. */
  readonly displayName: string;
  /** The identifying attributes, as `importState` gives them. */
  readonly imported: ObjectValue;
  /** The state, as the read after an import gives it; null where the object is gone. */
  read(): Promise<ObjectValue | null>;
}

/** What terraform invokes beside the life of a resource, and keeps no state of. */
export interface ActionType {
  readonly schema: Schema;
  /** Checks the configuration without the service. Unknown values are accepted. */
  validate(config: ObjectValue): readonly Diagnostic[];
  /** @yields progress messages @returns the last message @throws ScanformError when nothing took effect */
  invoke(session: Session, config: ObjectValue): AsyncGenerator<string, readonly Diagnostic[]>;
}
