import type { DataSourceType } from "../resource";
import type { dataSourceSchemas } from "../schema/data-sources";
import { findingSources } from "./all-findings";
import { deepscanSources } from "./deepscans";
import { insightSources } from "./insights";
import { accountLists } from "./lists";
import { accountLookups } from "./lookups";
import { scanSources } from "./scans";
import { triageSources } from "./triage";

/** Each data source by its type: everything that can be read. */
export const dataSources: Readonly<Record<keyof typeof dataSourceSchemas, DataSourceType>> = {
  ...accountLists,
  ...accountLookups,
  ...scanSources,
  ...findingSources,
  ...deepscanSources,
  ...insightSources,
  ...triageSources,
};
