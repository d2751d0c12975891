import type { Diagnostic } from "../diagnostics/diagnostic";
import type { Schema } from "./schema/schema";
import type { Session } from "./account/session";
import type { ObjectValue } from "./values/value";

/** Values of a resource's schema throughout: each has all attributes, and null where there is nothing. */

export interface PlanRequest {
  /** The configured provider; absent while its configuration is not known. */
  readonly session: Session | undefined;
  /** null when it is to be created. */
  readonly prior: ObjectValue | null;
  /** What was written in the user's file. */
  readonly config: ObjectValue;
  /** The configuration with what terraform takes over from the prior state. */
  readonly proposed: ObjectValue;
  /** What the plan of its prior remembered, a moment ago, where this is to come in its place. */
  readonly replacedPrivate: PrivateState | undefined;
}

export interface PlanResponse {
  readonly planned: ObjectValue;
  /** Attributes whose change needs another object. */
  readonly requiresReplace?: readonly string[];
  /** Comes back in `apply`; never in the state. */
  readonly privateState?: PrivateState;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a plan remembers for its apply, as JSON. */
export type PrivateState = Readonly<Record<string, string>>;

export interface ApplyRequest {
  readonly session: Session;
  /** null when it is created. */
  readonly prior: ObjectValue | null;
  readonly planned: ObjectValue;
  readonly config: ObjectValue;
  readonly privateState: PrivateState;
}

export interface DestroyPlan {
  /** What `planDestroy` said was shown. Of what is replaced terraform asks for no such plan. */
  readonly shown: boolean;
  /** Of the plan of what comes in its place, where it is replaced. */
  readonly privateState: PrivateState;
}

/** Nothing comes in its place. */
export const shownAlready: DestroyPlan = { shown: true, privateState: {} };

/** What there is after a request; null when it is gone. */
export interface StateResponse {
  readonly state: ObjectValue | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** One kind of resource: everything that terraform asks of it. */
export interface ResourceType {
  readonly schema: Schema;
  /** What can be said of the user's words alone; some values may not be known yet. */
  validate(config: ObjectValue): readonly Diagnostic[];
  /** Where it is there, a plan that proposes what there is already changes nothing, and only this is asked. */
  unchanged?(
    session: Session,
    state: ObjectValue,
  ): { readonly privateState: PrivateState; readonly diagnostics: readonly Diagnostic[] };
  /** Pure but for what it reads: it runs again, in another process, when the plan is applied. */
  plan(asked: PlanRequest): Promise<PlanResponse>;
  /** What is to be said before it is destroyed. */
  planDestroy(session: Session | undefined, prior: ObjectValue): Promise<readonly Diagnostic[]>;
  read(session: Session, state: ObjectValue): Promise<StateResponse>;
  /** Creates or updates. What was created before an error is in the state. */
  apply(asked: ApplyRequest): Promise<StateResponse>;
  /** The state stays when it says an error. */
  destroy(session: Session, prior: ObjectValue, planned?: DestroyPlan): Promise<readonly Diagnostic[]>;
  /** A state with as much as it takes to read the rest. */
  importState(session: Session, id: string): Promise<StateResponse>;
}

/** One kind of data source. */
export interface DataSourceType {
  readonly schema: Schema;
  validate(config: ObjectValue): readonly Diagnostic[];
  /** @param config known throughout */
  read(session: Session, config: ObjectValue): Promise<StateResponse>;
}
