import { operations } from "../../api/operations";
import { deepscanFindingFields, scaFindingFields } from "../../model/findings";
import { accountDeepscanFields } from "../../model/scans";
import type { DataSourceType } from "../resource";
import { dataSourceSchemas } from "../schema/data-sources";
import { sbomMetadataFields } from "../schema/sbom";
import { explainNotFound } from "./explain-not-found";
import { noDeepscan, sbomOf } from "./sbom";
import { newestFirst } from "./sort";
import { checkFilters, queryOf } from "./query";
import { dataSource, found, textOf } from "./data-source";
import { toValues } from "./to-values";

/** Deepscans and what they leave behind: specification, *Endpoints > Deepscans and SBOM*. */
export const deepscanSources = {
  scanform_deepscans: dataSource(dataSourceSchemas.scanform_deepscans, async (session, config) => {
    const { reader, accountId, signal } = session;
    const { repository_id: repository } = config;
    const deepscans =
      typeof repository === "string"
        ? await explainNotFound(session, config, reader.repositoryDeepscans(accountId, repository, { signal }))
        : await reader.deepscans(accountId, { signal });
    return found({ ...config, deepscans: newestFirst(deepscans).map((each) => toValues(accountDeepscanFields, each)) });
  }),
  scanform_deepscan_results: dataSource(
    dataSourceSchemas.scanform_deepscan_results,
    async (session, config) => {
      const { reader, accountId, signal } = session;
      const [repositoryId, id] = [textOf(config, "repository_id"), textOf(config, "deepscan_id")];
      const query = queryOf("listDeepscanResults", config);
      const asked = reader.deepscanResults(accountId, repositoryId, id, query, { signal });
      const { dashboard_url, data } = await explainNotFound(session, config, asked, noDeepscan(config));
      return found({
        ...config,
        dashboard_url,
        findings: newestFirst(data).map((each) => toValues(deepscanFindingFields, each)),
      });
    },
    (config) => checkFilters(operations.listDeepscanResults.query, config),
  ),
  scanform_sca_results: dataSource(
    dataSourceSchemas.scanform_sca_results,
    async (session, config) => {
      const { reader, accountId, signal } = session;
      const [repositoryId, id] = [textOf(config, "repository_id"), textOf(config, "deepscan_id")];
      const asked = reader.scaResults(accountId, repositoryId, id, queryOf("listScaResults", config), { signal });
      const { dashboard_url, data } = await explainNotFound(session, config, asked, noDeepscan(config));
      return found({
        ...config,
        dashboard_url,
        findings: newestFirst(data).map((each) => toValues(scaFindingFields, each)),
      });
    },
    (config) => checkFilters(operations.listScaResults.query, config),
  ),
  scanform_sbom: dataSource(dataSourceSchemas.scanform_sbom, async (session, config) =>
    found({ ...config, ...toValues(sbomMetadataFields, await sbomOf(session, config)) }),
  ),
} as const satisfies Readonly<Record<string, DataSourceType>>;
