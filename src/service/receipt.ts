import { configurationId } from "../model/ids";
import type { Json } from "../model/json";
import type { AssignReceipt, BulkReceipt, ConfigurationReceipt, Receipt } from "../reconcile/ports";
import type { Called } from "./call";
import { configurationOf } from "./codec";

export const receipt = ({ requestId }: Receipt): Receipt => (requestId === undefined ? {} : { requestId });

export const configurationReceipt = (
  called: Called<"createConfiguration" | "replaceConfiguration" | "updateConfiguration">,
): ConfigurationReceipt => ({ configuration: configurationOf(called.body.data), ...receipt(called) });

/** `errors` that are absent or null can only mean that there are none. */
const noted = (errors: readonly unknown[] = []): readonly Json[] => errors as readonly Json[];

export function bulkReceipt(called: Called<"bulkUpdateConfigurations">): BulkReceipt {
  const { updated_count: updatedCount, total_count: totalCount, errors } = called.body;
  return { updatedCount, totalCount, errors: noted(errors), ...receipt(called) };
}

export function assignReceipt(called: Called<"assignRepositories">): AssignReceipt {
  const { configuration_id: id, configuration_name: name, assigned_count, total_matched, errors } = called.body;
  return {
    configurationId: configurationId(id),
    ...(name === undefined ? {} : { configurationName: name }),
    assignedCount: assigned_count,
    totalMatched: total_matched,
    errors: noted(errors),
    ...receipt(called),
  };
}
