import { bulkHandlers } from "./bulk";
import { configurationHandlers } from "./configurations";
import { deepscanHandlers } from "./deepscans";
import { findingHandlers } from "./findings";
import { insightHandlers } from "./insights";
import { listHandlers } from "./lists";
import type { OperationHandlers } from "./operation-handlers";
import { prScanHandlers } from "./pr-scans";
import { sbomHandlers } from "./sboms";
import { triageHandlers } from "./triage";

/** The handlers of all operations. */
export const handlers: OperationHandlers = {
  ...listHandlers,
  ...configurationHandlers,
  ...bulkHandlers,
  ...insightHandlers,
  ...prScanHandlers,
  ...findingHandlers,
  ...triageHandlers,
  ...deepscanHandlers,
  ...sbomHandlers,
};
