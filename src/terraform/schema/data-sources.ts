import {
  accountFields,
  analyzerListingFields,
  configurationFields,
  customPolicyFields,
  repositoryFields,
} from "../../model/observed";
import type { Fields } from "../../model/field";
import { settingsFields } from "../../model/settings";
import { attributesOf, filtersOf, listSchema } from "./fields";
import {
  attribute,
  type Attributes,
  bool,
  computed,
  number,
  optional,
  optionalComputed,
  required,
  type Schema,
  schema,
  text,
} from "./schema";
import { accountDeepscanFields, insightsFields, prScanFields, sbomFields } from "../../model/scans";
import { operations } from "../../api/operations";
import {
  combinedFindingFields,
  deepscanFindingFields,
  prFindingFields,
  scaFindingFields,
  triageFields,
} from "../../model/findings";

export const liveFields = { ...configurationFields, ...settingsFields } as const satisfies Fields;

export const namePattern = attribute(
  text,
  optional,
  "Reads only those whose whole name is like this SQL LIKE pattern: % is any text, _ any one character.",
);

/** An account as Terraform names its fields: its id and name are the organization's, as people know it. */
const { account_id, org_name, ...otherAccountFields } = accountFields;
export const accountItemFields = { id: account_id, name: org_name, ...otherAccountFields } as const satisfies Fields;

/** One object, looked up by its id or by its name or title. */
const lookup = (description: string, fields: Fields, key: "name" | "title"): Schema =>
  schema(description, {
    ...attributesOf(fields, computed),
    id: attribute(text, optionalComputed, `The id, in place of the ${key}.`),
    [key]: attribute(text, optionalComputed, `The exact ${key}, in place of the id. It must be unique.`),
  });

const { download_url, download_url_expires_at, ...metadataFields } = sbomFields;
/** The metadata of an SBOM may be in a state, and the link to its file may not. */
export const sbomMetadataFields: typeof metadataFields = metadataFields;

const repositoryId = attribute(text, required, "The repository's id.");
const deepscanId = attribute(text, required, "The deepscan's id.");

const metadata: Attributes = {
  ...attributesOf(sbomMetadataFields, computed),
  repository_id: repositoryId,
  deepscan_id: attribute(
    text,
    optionalComputed,
    "The id of the deepscan that made the SBOM. Default: the most recent one of the repository that made one.",
  ),
};

const allFindings = operations.listAllFindings.query;
const { page, per_page, ...findingParameters } = allFindings;
/** What a user may ask of all_findings; which page is the provider's own business. */
export const findingFilters: Omit<typeof allFindings, "page" | "per_page"> = findingParameters;

export const standardLimit = 1000;

const { date, ...insightsWithoutDate } = insightsFields;

const dashboardUrl = attribute(text, computed, "The link to the deepscan in the dashboard.");

/** Each data source by its type; the items of a list are in the attribute named after what they are. */
export const dataSourceSchemas = {
  scanform_accounts: listSchema(
    "accounts",
    "The accounts that the API key reaches, by the names of their organizations.",
    accountItemFields,
  ),
  scanform_account: lookup(
    "An account that the API key reaches; the account of the provider where neither an id nor a name is given.",
    accountItemFields,
    "name",
  ),
  scanform_repositories: listSchema(
    "repositories",
    "The repositories of the account, by their names.",
    repositoryFields,
    {
      name_pattern: namePattern,
      configuration_id: attribute(text, optional, "Reads only those that have this configuration."),
      enabled: attribute(bool, optional, "Reads only those that are scanned, or only those that are not."),
    },
  ),
  scanform_repository: lookup("A repository of the account.", repositoryFields, "name"),
  scanform_analyzers: listSchema(
    "analyzers",
    "The analyzers of the account that are enabled and visible, by their slugs.",
    analyzerListingFields,
  ),
  scanform_analyzer: schema("An analyzer of the account that is enabled and visible.", {
    ...attributesOf(analyzerListingFields, computed),
    slug: attribute(text, required, "The analyzer's slug: its key in the analyzers of a configuration."),
  }),
  scanform_custom_policies: listSchema(
    "policies",
    "The custom code policies of the account, by their titles.",
    customPolicyFields,
  ),
  scanform_custom_policy: lookup("A custom code policy of the account.", customPolicyFields, "title"),
  scanform_configurations: listSchema(
    "configurations",
    "The configurations of the account, by their names.",
    liveFields,
    {
      name_pattern: namePattern,
    },
  ),
  scanform_configuration: lookup("A configuration of the account.", liveFields, "name"),
  scanform_scans: listSchema("scans", "The scans of a repository's pull requests, newest first.", prScanFields, {
    repository_id: repositoryId,
    ...filtersOf(operations.listScans.query),
  }),
  scanform_scan: schema("A scan of a pull request, and what it found.", {
    ...attributesOf(operations.getScan.answers[200], computed),
    repository_id: repositoryId,
    scan_id: attribute(text, required, "The scan's id."),
    ...filtersOf(operations.getScan.query),
  }),
  scanform_findings: listSchema(
    "findings",
    "What was found in a repository's pull requests, newest first.",
    prFindingFields,
    {
      repository_id: repositoryId,
    },
  ),
  scanform_all_findings: listSchema("findings", "Findings of every kind, newest first.", combinedFindingFields, {
    ...filtersOf(findingFilters),
    limit: attribute(
      number,
      optional,
      `The largest number of findings to read, the newest first, since all of them are kept in the state. Default: ${String(standardLimit)}. With 0 they are only counted. When there are more, a warning says so.`,
    ),
    total: attribute(number, computed, "The number of findings that match, whether they were read or not."),
    complete: attribute(bool, computed, "Whether all findings that match were read."),
  }),
  scanform_deepscans: listSchema(
    "deepscans",
    "The deepscans of the account, or of a repository, newest first.",
    accountDeepscanFields,
    {
      repository_id: attribute(
        text,
        optional,
        "Reads only those of this repository; the service does not give repository_name then.",
      ),
    },
  ),
  scanform_deepscan_results: listSchema("findings", "What a deepscan found, newest first.", deepscanFindingFields, {
    repository_id: repositoryId,
    deepscan_id: deepscanId,
    ...filtersOf(operations.listDeepscanResults.query),
    dashboard_url: dashboardUrl,
  }),
  scanform_sca_results: listSchema(
    "findings",
    "The vulnerable packages that a deepscan found, newest first.",
    scaFindingFields,
    {
      repository_id: repositoryId,
      deepscan_id: deepscanId,
      ...filtersOf(operations.listScaResults.query),
      dashboard_url: dashboardUrl,
    },
  ),
  scanform_sbom: schema(
    "The metadata of an SBOM: that of a deepscan, or the most recent one of a repository. The ephemeral resource scanform_sbom gives the link to the file.",
    metadata,
  ),
  scanform_insights: schema("The daily insights digest.", {
    ...filtersOf(operations.getInsights.query),
    covers: attribute(text, computed, date.description),
    ...attributesOf(insightsWithoutDate, computed),
  }),
  scanform_finding_triage: schema("What was decided about a finding.", {
    finding_id: attribute(text, required, "The finding's id."),
    ...attributesOf(triageFields, computed),
    answer_json: attribute(
      text,
      computed,
      "The service's whole answer, as JSON: its shape is not documented, and what can be found in it is in the other attributes.",
    ),
  }),
} as const satisfies Readonly<Record<string, Schema>>;

export const ephemeralSchemas = {
  scanform_sbom: schema(
    "The link to the file of an SBOM, with its metadata: that of a deepscan, or the most recent one of a repository. Anyone who has the link has the file, so it is in neither the state nor a plan file.",
    {
      ...metadata,
      ...attributesOf({ download_url, download_url_expires_at }, computed),
      download_url: {
        ...attribute(text, computed, "The link to the file, for a limited time. Anyone who has the link has the file."),
        sensitive: true,
      },
    },
  ),
} as const satisfies Readonly<Record<string, Schema>>;
