import { ScanformError } from "../../diagnostics/error";
import { isUuid } from "../../model/uuid";
import { ServiceError } from "../../service/service-error";
import { explained } from "../account/lists";
import type { Session } from "../account/session";
import type { DataSourceType, State } from "../resource";
import { failed, hasFailed, type Said, saidBy, type Step } from "../said";
import type { Schema } from "../schema/form";
import type { ObjectValue } from "../values/value";

/** Thrown while reading: what was asked for cannot be had, and which attribute says so. */
export class Unreadable extends Error {
  readonly said: Said;

  constructor(summary: string, detail: string, path?: readonly Step[]) {
    super(`${summary}: ${detail}`);
    this.said = failed(summary, detail, path);
  }
}

export const found = (state: ObjectValue, said: readonly Said[] = []): State => ({ state, said });

type Read = (session: Session, config: ObjectValue) => Promise<State>;
type Check = (config: ObjectValue) => readonly Said[];

/** A data source. @param check what can be said of the user's words alone, unknown values passed over */
export const dataSource = (schema: Schema, read: Read, check: Check = () => []): DataSourceType => ({
  schema,
  validate: check,
  read: async (session, config) => {
    const said = check(config);
    return hasFailed(said) ? { state: null, said } : saidOrRead(explained(session.lists, read(session, config)));
  },
});

/** @throws defects only */
async function saidOrRead(reading: Promise<State>): Promise<State> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { state: null, said: [thrown.said] };
    if (thrown instanceof ScanformError) return { state: null, said: saidBy(thrown) };
    throw thrown;
  }
}

/** The text of an attribute that the schema requires, or that was looked at before. */
export const textOf = (config: ObjectValue, name: string): string => {
  const value = config[name];
  return typeof value === "string" ? value : "";
};

/** A further sentence for an id that the service does not know: it may know it in lower case. */
export const caseHint = (id: string): string =>
  isUuid(id) && id !== id.toLowerCase() ? " Write it in lower case, if that is how the service lists it." : "";

export const isNotFound = (thrown: unknown): boolean => thrown instanceof ServiceError && thrown.status === 404;
