import type { liveConfigurationFields } from "../api/configurations";
import type { Configuration } from "../model/observed";
import type { Received } from "../model/field";
import { configurationId } from "../model/ids";
import { isObject, type Json } from "../model/json";
import { settingsToWire } from "../model/to-wire";
import type { Settings } from "../model/settings";
import type { AssignReceipt, BulkReceipt, ConfigurationReceipt, Receipt } from "../reconcile/ports";
import type { Called } from "./caller";

/** Specification, *Configuration*: `configuration`, which may be null, becomes `settings`. */
export function configurationOf(received: Received<typeof liveConfigurationFields>): Configuration {
  const { configuration: settings = {}, ...rest } = received;
  return Object.assign(rest, { id: configurationId(rest.id), settings });
}

/** The body of a create, PUT or PATCH. An absent `repositories` is omitted. */
export interface ConfigurationInput {
  readonly name: string;
  readonly settings: Settings;
  readonly repositories?: readonly string[];
}

/** Specification, *Endpoints > Configurations*: create and update body. */
export const configurationBody = ({ name, settings, repositories }: ConfigurationInput): unknown => ({
  configuration: { name, configuration: settingsToWire(settings) },
  ...(repositories === undefined ? {} : { repositories }),
});

/** Specification, *Endpoints > Configurations*: bulk body. */
export const bulkBody = (ids: readonly string[], updates: Settings): unknown => ({
  configuration_ids: ids,
  updates: settingsToWire(updates),
});

/** The repositories to assign: those that any of the three selects. */
export interface AssignInput {
  readonly configurationId: string;
  readonly repositoryIds?: readonly string[];
  readonly repositoryNames?: readonly string[];
  /** SQL LIKE */
  readonly repositoryPattern?: string;
}

/** Specification, *Endpoints > Configurations*: assign body. */
export const assignBody = (input: AssignInput): unknown => ({
  configuration_id: input.configurationId,
  repository_ids: input.repositoryIds,
  repository_names: input.repositoryNames,
  repository_pattern: input.repositoryPattern,
});

/** Scan detail is documented without the usual `data`: both forms are accepted. */
export const unwrapData = (body: unknown): unknown =>
  isObject(body) && !("scan_id" in body) && isObject(body["data"]) ? body["data"] : body;

/** The latest SBOM is implied to be under `data`: both forms are accepted. */
export const wrapData = (body: unknown): unknown => (isObject(body) && !("data" in body) ? { data: body } : body);

export const receipt = ({ requestId }: Receipt): Receipt => (requestId === undefined ? {} : { requestId });

export const configurationReceipt = (
  called: Called<"createConfiguration" | "replaceConfiguration" | "updateConfiguration">,
): ConfigurationReceipt => ({ configuration: configurationOf(called.body.data), ...receipt(called) });

/** Absent and null mean no errors. */
const errorsOf = (errors: readonly unknown[] = []): readonly Json[] => errors as readonly Json[];

export function bulkReceipt(called: Called<"bulkUpdateConfigurations">): BulkReceipt {
  const { updated_count: updatedCount, total_count: totalCount, errors } = called.body;
  return { updatedCount, totalCount, errors: errorsOf(errors), ...receipt(called) };
}

export function assignReceipt(called: Called<"assignRepositories">): AssignReceipt {
  const { configuration_id: id, assigned_count, total_matched, errors } = called.body;
  return {
    configurationId: configurationId(id),
    assignedCount: assigned_count,
    totalMatched: total_matched,
    errors: errorsOf(errors),
    ...receipt(called),
  };
}
