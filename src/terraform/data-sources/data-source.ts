import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic";
import { diagnosticsOfError } from "../common-diagnostics";
import { explainUnreachedAccount } from "../account/lists";
import type { Session } from "../account/session";
import type { DataSourceType, StateResponse } from "../resource";
import type { Schema } from "../schema/schema";
import type { ObjectValue } from "../values/value";

export const found = (state: ObjectValue, diagnostics: readonly Diagnostic[] = []): StateResponse => ({
  state,
  diagnostics,
});

type Read = (session: Session, config: ObjectValue) => Promise<StateResponse>;
type Check = (config: ObjectValue) => readonly Diagnostic[];

/** A data source. @param check checks the configuration without the service and accepts unknown values */
export const dataSource = (schema: Schema, read: Read, check: Check = () => []): DataSourceType => ({
  schema,
  validate: check,
  read: async (session, config) => {
    const diagnostics = check(config);
    return hasErrors(diagnostics)
      ? { state: null, diagnostics }
      : readOrDiagnostics(explainUnreachedAccount(session.lists, read(session, config)));
  },
});

/** @throws defects only */
async function readOrDiagnostics(reading: Promise<StateResponse>): Promise<StateResponse> {
  try {
    return await reading;
  } catch (thrown) {
    return { state: null, diagnostics: diagnosticsOfError(thrown) };
  }
}

/** The text of an attribute that the schema requires, or that was looked at before. */
export const textOf = (config: ObjectValue, name: string): string => {
  const value = config[name];
  return typeof value === "string" ? value : "";
};
