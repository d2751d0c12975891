import { operations } from "../../api/operations";
import { deepscanFindingFields, scaFindingFields } from "../../model/findings";
import { accountDeepscanFields, sbomFields } from "../../model/scans";
import type { DataSourceType } from "../resource";
import { dataSourceSchemas } from "../schema/data-sources";
import type { ObjectValue } from "../values/value";
import { explainNotFound } from "./explain-not-found";
import { newestFirst } from "./sort";
import { checkFilters, queryOf } from "./query";
import { caseHint, dataSource, found, textOf } from "./data-source";
import { toValues } from "./to-values";

const noDeepscan = (config: ObjectValue, orWhat = "") => {
  const id = textOf(config, "deepscan_id");
  return {
    attribute: "deepscan_id",
    words: `The repository has no deepscan with the id ${JSON.stringify(id)}${orWhat}.${caseHint(id)}`,
  };
};

const noSbom = (config: ObjectValue) =>
  config["deepscan_id"] === null
    ? { attribute: "repository_id", words: "The repository has no SBOM yet: none of its deepscans has made one." }
    : noDeepscan(config, ", or that one has made no SBOM yet");

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
        deepscan_results: newestFirst(data).map((each) => toValues(deepscanFindingFields, each)),
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
        sca_results: newestFirst(data).map((each) => toValues(scaFindingFields, each)),
      });
    },
    (config) => checkFilters(operations.listScaResults.query, config),
  ),
  scanform_sbom: dataSource(dataSourceSchemas.scanform_sbom, async (session, config) => {
    const { reader, accountId, signal } = session;
    const [repository_id, id] = [textOf(config, "repository_id"), config["deepscan_id"]];
    const asked =
      typeof id === "string"
        ? reader.sbom(accountId, repository_id, id, { signal })
        : reader.latestSbom(accountId, repository_id, { signal });
    const sbom = toValues(sbomFields, await explainNotFound(session, config, asked, noSbom(config)));
    return found({ ...config, ...sbom, repository_id, deepscan_id: id ?? sbom["deepscan_id"] ?? null });
  }),
} as const satisfies Readonly<Record<string, DataSourceType>>;
