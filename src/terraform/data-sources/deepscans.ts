import { operations } from "../../api/operations";
import { deepscanFindingFields, scaFindingFields } from "../../model/findings";
import { accountDeepscanFields, type Sbom, sbomFields } from "../../model/scans";
import type { DataSourceType, EphemeralResourceType } from "../provider";
import { dataSourceSchemas, ephemeralSchemas, sbomMetadataFields } from "../schema/data-sources";
import { checkFilters, dataSource, explainNotFound, found, newestFirst, queryOf, toValues } from "./data-source";
import { caseHint } from "../../model/uuid";
import type { Session } from "../account/session";
import { type ObjectValue, textIn } from "../value";
import { explainUnreachedAccount } from "../account/lists";

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
      const [repositoryId, id] = [textIn(config["repository_id"]), textIn(config["deepscan_id"])];
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
      const [repositoryId, id] = [textIn(config["repository_id"]), textIn(config["deepscan_id"])];
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

/**
 * The SBOM of a deepscan, or the most recent one of the repository, with the link to its file; its ids are those of
 * the configuration.
 *
 * @throws ScanformError at the attribute that names what is not there
 */
async function sbomOf(session: Session, config: ObjectValue): Promise<Sbom> {
  const { reader, accountId, signal } = session;
  const [repository_id, id] = [textIn(config["repository_id"]), config["deepscan_id"]];
  if (typeof id !== "string") {
    const asked = reader.latestSbom(accountId, repository_id, { signal });
    return { ...(await explainNotFound(session, config, asked, noneYet)), repository_id };
  }
  const asked = reader.sbom(accountId, repository_id, id, { signal });
  const missing = noDeepscan(config, ", or that one has made no SBOM yet");
  return { ...(await explainNotFound(session, config, asked, missing)), repository_id, deepscan_id: id };
}

const noneYet = {
  attribute: "repository_id",
  words: "The repository has no SBOM yet: none of its deepscans has made one.",
};

/** The error for a `deepscan_id` that the repository does not have. */
const noDeepscan = (config: ObjectValue, orWhat = "") => {
  const id = textIn(config["deepscan_id"]);
  return {
    attribute: "deepscan_id",
    words: `The repository has no deepscan with the id ${JSON.stringify(id)}${orWhat}.${caseHint(id)}`,
  };
};

/** A link cannot be renewed, and nothing is to be closed: the service lets it expire. */
export const sbom: EphemeralResourceType = {
  schema: ephemeralSchemas.scanform_sbom,
  validate: () => [],
  open: async (session, config) => {
    const found = await explainUnreachedAccount(session.lists, sbomOf(session, config));
    return { ...config, ...toValues(sbomFields, found) };
  },
};
