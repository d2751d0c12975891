import type { Diagnostic } from "../diagnostics/diagnostic";
import type { Schema } from "./schema/form";
import type { Session } from "./account/session";
import type { ObjectValue } from "./values/value";

/** Values of a resource's schema throughout: each has all attributes, and null where there is nothing. */

export interface PlanAsked {
  /** The configured provider; absent while its configuration is not known. */
  readonly session: Session | undefined;
  /** null when it is to be created. */
  readonly prior: ObjectValue | null;
  /** What was written in the user's file. */
  readonly config: ObjectValue;
  /** The configuration with what terraform takes over from the prior state. */
  readonly proposed: ObjectValue;
  /** What the plan of its prior remembered, a moment ago, where this is to come in its place. */
  readonly before: Notes | undefined;
}

export interface Planned {
  readonly planned: ObjectValue;
  /** Attributes whose change needs another object. */
  readonly replacedBy?: readonly string[];
  /** Comes back in `apply`; never in the state. */
  readonly notes?: Notes;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a plan remembers for its apply, as JSON. */
export type Notes = Readonly<Record<string, string>>;

export interface ApplyAsked {
  readonly session: Session;
  /** null when it is created. */
  readonly prior: ObjectValue | null;
  readonly planned: ObjectValue;
  readonly config: ObjectValue;
  readonly notes: Notes;
}

export interface PlannedDestruction {
  /** What `planDestroy` said was shown. Of what is replaced terraform asks for no such plan. */
  readonly shown: boolean;
  /** Of the plan of what comes in its place, where it is replaced. */
  readonly notes: Notes;
}

/** Nothing comes in its place. */
export const shownAlready: PlannedDestruction = { shown: true, notes: {} };

/** What there is after a request; null when it is gone. */
export interface State {
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
  ): { readonly notes: Notes; readonly diagnostics: readonly Diagnostic[] };
  /** Pure but for what it reads: it runs again, in another process, when the plan is applied. */
  plan(asked: PlanAsked): Promise<Planned>;
  /** What is to be said before it is destroyed. */
  planDestroy(session: Session | undefined, prior: ObjectValue): Promise<readonly Diagnostic[]>;
  read(session: Session, state: ObjectValue): Promise<State>;
  /** Creates or updates. What was created before an error is in the state. */
  apply(asked: ApplyAsked): Promise<State>;
  /** The state stays when it says an error. */
  destroy(session: Session, prior: ObjectValue, planned?: PlannedDestruction): Promise<readonly Diagnostic[]>;
  /** A state with as much as it takes to read the rest. */
  importState(session: Session, id: string): Promise<State>;
}

/** One kind of data source. */
export interface DataSourceType {
  readonly schema: Schema;
  validate(config: ObjectValue): readonly Diagnostic[];
  /** @param config known throughout */
  read(session: Session, config: ObjectValue): Promise<State>;
}
