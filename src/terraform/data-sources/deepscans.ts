import { operations } from "../../api/operations";
import type { Parameters } from "../../api/parameter";
import type { Fields } from "../../model/field";
import { deepscanFindingFields, scaFindingFields } from "../../model/findings";
import { accountDeepscanFields, type Sbom, sbomFields } from "../../model/scans";
import type { EphemeralResourceType } from "../provider-types";
import { ephemeralSchemas, sbomMetadataFields } from "../schema/data-sources";
import { checkFilters, explainNotFound, found, newestFirst, queryOf, type Source, toValues } from "./data-source";
import { caseHint } from "../../model/uuid";
import type { Session } from "../account/session";
import { type ObjectValue, textIn } from "../value";
import { explainUnreachedAccount } from "../account/lists";

interface Results {
  readonly dashboard_url: string;
  readonly data: readonly { readonly id: string; readonly created_at?: string }[];
}

/** What a deepscan found, newest first. */
const resultsSource = (
  filters: Parameters,
  fields: Fields,
  results: (session: Session, repositoryId: string, deepscanId: string, config: ObjectValue) => Promise<Results>,
): Source => ({
  async read(session, config) {
    const asked = results(session, textIn(config["repository_id"]), textIn(config["deepscan_id"]), config);
    const { dashboard_url, data } = await explainNotFound(session, config, asked, noDeepscan(config));
    return found({ dashboard_url, findings: newestFirst(data).map((each) => toValues(fields, each)) });
  },
  check: (config) => checkFilters(filters, config),
});

/** Deepscans and what they leave behind: specification, *Endpoints > Deepscans and SBOM*. */
export const deepscanSources = {
  scanform_deepscans: {
    async read(session, config) {
      const { reader, accountId, signal } = session;
      const { repository_id: repository } = config;
      const deepscans =
        typeof repository === "string"
          ? await explainNotFound(session, config, reader.repositoryDeepscans(accountId, repository, { signal }))
          : await reader.deepscans(accountId, { signal });
      return found({ deepscans: newestFirst(deepscans).map((each) => toValues(accountDeepscanFields, each)) });
    },
  },
  scanform_deepscan_results: resultsSource(
    operations.listDeepscanResults.query,
    deepscanFindingFields,
    ({ reader, accountId, signal }, repositoryId, id, config) =>
      reader.deepscanResults(accountId, repositoryId, id, queryOf("listDeepscanResults", config), { signal }),
  ),
  scanform_sca_results: resultsSource(
    operations.listScaResults.query,
    scaFindingFields,
    ({ reader, accountId, signal }, repositoryId, id, config) =>
      reader.scaResults(accountId, repositoryId, id, queryOf("listScaResults", config), { signal }),
  ),
  scanform_sbom: {
    read: async (session, config) => found(toValues(sbomMetadataFields, await sbomOf(session, config))),
  },
} satisfies Readonly<Record<string, Source>>;

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
